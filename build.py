"""Builds bots: bots/GAME/main.py -> dist/GAME.py, one pasteable file; `--help` says how."""

import sys

from botsmith import setup

if __name__ == "__main__":
    setup.enter()

    from botsmith.cli.build import main

    sys.exit(main())
