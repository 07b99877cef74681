"""`python -m botsmith`: makes sure of the packages first, then runs the command line."""

import atexit
import gc
import signal
import sys

INTERRUPTED = 130


def forget_interrupts() -> None:
    """Ignores Ctrl-C from now on, so that the program ends with the command's exit status. The last
    call of the program.

    Without it Python would end by SIGINT after a Ctrl-C at the end, or within an exec().
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exec("")


atexit.register(forget_interrupts)
atexit.register(gc.freeze)  # the last collection takes a tenth of a second, and gives nothing
try:
    from botsmith import paths

    paths.leave_folder()

    from botsmith import setup  # its own imports must not come from the present folder
    from botsmith.printable import print_error
except KeyboardInterrupt:  # too early for a word
    sys.exit(INTERRUPTED)


def main() -> int:
    """Runs `botsmith`, the command that pip installs; returns the exit status."""
    try:
        from botsmith.cli.app import main

        return main(sys.argv[1:])
    except (KeyboardInterrupt, RuntimeError) as error:  # while modules were loaded
        # Python 3.11 makes a RuntimeError of one that came while a class was made.
        if KeyboardInterrupt not in (type(error), type(error.__cause__)):
            raise
        print_error("interrupted")
        return INTERRUPTED


if __name__ == "__main__":
    setup.enter(words=sys.argv[1:])
    sys.exit(main())
