"""`python -m botsmith`: sees to the packages first, then runs the command line."""

import sys

from botsmith import setup

if __name__ == "__main__":
    extras = {"test": "dev", "serve": "board", "tune": "tuning", "train": "training"}
    is_cluster = any(word.startswith(("dask://", "--engine=dask://")) for word in sys.argv)
    setup.enter(extras.get("".join(sys.argv[1:2]), "cluster" if is_cluster else ""))

    from botsmith.cli.app import main

    sys.exit(main(sys.argv[1:]))
