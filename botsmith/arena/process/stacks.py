"""Finds the present line of a bot's process before it is stopped. For Linux alone.

CPython's faulthandler, which PYTHONFAULTHANDLER=1 switches on at its start, writes the stack to
stderr on a signal, here SIGILL. The handler raises the signal once more after it has written. Bots
ignore SIGILL from their start (warden.py). So the signal ends no program, with or without the
handler.
"""

import os
import signal
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress

from botsmith.arena.process.warden import descendants, read_text

ENVIRONMENT: Mapping[str, str] = {"PYTHONFAULTHANDLER": "1"}
MOST_PROCESSES = 20  # of a bot that are looked at
READ = ("0", "63")  # the number of read(2) on x86-64 and on aarch64


def processes_of(pid: int) -> list[int]:
    """Returns a bot's process and all below it; [] without /proc."""
    return [pid, *descendants(pid)][:MOST_PROCESSES] if pid else []


def ask_for_stack(pids: Sequence[int]) -> bool:
    """Makes the first Python of these processes whose faulthandler catches SIGILL write its stack;
    returns False if there is none.
    """
    for pid in pids:
        with suppress(OSError):  # it has ended, or is another user's
            program = os.path.basename(os.readlink(f"/proc/{pid}/exe"))
            caught = read_text(f"/proc/{pid}/status").partition("SigCgt:")[2].split()[:1]
            mask = int(caught[0], 16) if caught else 0
            if program.startswith("python") and mask >> (signal.SIGILL - 1) & 1:
                os.kill(pid, signal.SIGILL)
                return True
    return False


def waits_for_input(pids: Sequence[int]) -> bool:
    """Returns True if one of these processes waits for a line of its standard input, and none is
    there.

    A process that has its line, but no processor yet to read it, does not count.
    """
    calls = {pid: read_text(f"/proc/{pid}/syscall").split() for pid in pids}
    return any(
        len(call) > 1 and call[0] in READ and call[1] == "0x0" and not has_input(pid)
        for pid, call in calls.items()
    )


def has_input(pid: int) -> bool:
    """Returns True if the standard input of a process holds something that it has not read."""
    import fcntl
    import termios

    count = array("i", [0])
    flags = os.O_RDONLY | os.O_NONBLOCK  # it may be a pipe that nobody writes to
    with suppress(OSError), open(os.open(f"/proc/{pid}/fd/0", flags), "rb", 0) as file:
        fcntl.ioctl(file, termios.FIONREAD, count)
    return count[0] > 0
