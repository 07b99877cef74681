"""Builds bots: bots/GAME/main.py -> dist/GAME.py, one pasteable file; `--help` says how."""

import sys

from botsmith import paths

if __name__ == "__main__":
    paths.leave_folder()

    from botsmith import setup

    setup.enter(words=["build", *sys.argv[1:]])

    from botsmith.cli.build import main

    sys.exit(main())
