"""`python -m botsmith`: sees to the packages first, then runs the command line."""

import sys

from botsmith import paths

paths.leave_folder()

from botsmith import setup  # noqa: E402 - its own imports must not come from the present folder
from botsmith.printable import print_error  # noqa: E402

INTERRUPTED = 130


def main() -> int:
    """Runs `botsmith`, the command that pip installs; returns the exit status."""
    try:
        from botsmith.cli.app import main

        return main(sys.argv[1:])
    except KeyboardInterrupt:  # while modules were loaded
        print_error("interrupted")
        return INTERRUPTED


if __name__ == "__main__":
    setup.enter(words=sys.argv[1:])
    sys.exit(main())
