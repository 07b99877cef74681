"""`python -m botsmith`: sees to the packages first, then runs the command line."""

import sys

from botsmith import paths

paths.leave_folder()

from botsmith import setup  # noqa: E402 - its own imports must not come from the present folder

EXTRAS = {
    "test": "dev",
    "serve": "board",
    "ide": "ide",
    "tune": "tuning",
    "train": "training",
}


def extra() -> str:
    """Returns the extra that the command on the command line needs."""
    if sys.argv[1:2] == ["test"] and sys.argv[2:3] in (["-h"], ["--help"]):
        return ""  # nothing is run: nothing is installed
    is_cluster = any(word.startswith(("dask://", "--engine=dask://")) for word in sys.argv)
    return EXTRAS.get("".join(sys.argv[1:2]), "cluster" if is_cluster else "")


def main() -> int:
    """Runs `botsmith`, the command that pip installs; returns the exit status."""
    setup.need(extra())
    return run()


def run() -> int:
    """Returns the command line, once its packages are there."""
    from botsmith.cli.app import main

    return main(sys.argv[1:])


if __name__ == "__main__":
    setup.enter(extra())
    sys.exit(run())
