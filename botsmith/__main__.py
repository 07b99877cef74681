"""`python -m botsmith`: sees to the packages first, then runs the command line."""

import atexit
import signal
import sys

INTERRUPTED = 130
# The last thing that is done: an interrupt while Python itself ends would be the exit status.
atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
try:
    from botsmith import paths

    paths.leave_folder()

    from botsmith import setup  # its own imports must not come from the present folder
    from botsmith.printable import print_error
except KeyboardInterrupt:
    sys.stderr.write("botsmith: interrupted\n")
    sys.exit(INTERRUPTED)


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
