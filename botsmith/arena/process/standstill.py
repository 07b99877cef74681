"""Finds out if a referee and its bots all wait for each other. For Linux alone.

The sign of it: none of their processes reads or writes any byte.
"""

import os
from collections.abc import Iterator, Sequence

from botsmith.arena.matches.bots import Bot
from botsmith.arena.process.launch import of_threads
from botsmith.arena.process.stacks import READ, waits_for_input
from botsmith.arena.process.warden import descendants, read_text

PASSED = ("rchar:", "wchar:")  # of /proc/PID/io: bytes by read(2) and write(2)


def bytes_passed(pid: int) -> tuple[int, ...]:
    """Returns the bytes that a process and all below it have read and written so far; () if
    unknown.
    """
    lines = [read_text(f"/proc/{each}/io").splitlines() for each in [pid, *descendants(pid)]]
    return tuple(int(line.split()[1]) for io in lines for line in io if line.startswith(PASSED))


def awaited_bot(pid: int, bots: Sequence[Bot]) -> str:
    """Returns words about the bot whose answer a referee's process waits for; "" if not known."""
    below = [pid, *descendants(pid)]
    lines = {each: read_text(f"/proc/{each}/cmdline").split("\0")[:-1] for each in below}
    pipes = [pipe for each in below for pipe in awaited_pipes(each)]
    for each in below:
        commands = [list(bot.command) for bot in bots]  # an interpreter may stand before it
        seats = [n for n, words in enumerate(commands) if lines[each][-len(words) :] == words]
        pipe = link(each, "1")
        if seats and pipe in pipes:
            same = [link(other, "1") for other in below if lines[other] == lines[each]]
            same = list(dict.fromkeys(same))  # in order of seats, without their forks
            seats = [seats[same.index(pipe)]] if len(same) == len(seats) else seats
            who = " or ".join(f"seat {seat} {bots[seat].name}" for seat in seats)
            is_waiting = waits_for_input([each, *descendants(each)])
            return f"it waits for {who}, which {'waits for input' * is_waiting or 'is silent'}"
    return ""


def awaited_pipes(pid: int) -> Iterator[str]:
    """Yields the pipes that a process waits for, other than its standard input."""
    for call in of_threads(pid, "syscall"):
        number, *words = call.decode().split()
        if number in READ and words and words[0] != "0x0":
            yield link(pid, str(int(words[0], 16)))


def link(pid: int, descriptor: str) -> str:
    """Returns the target of a process's descriptor, for example `pipe:[5]`; "" if unknown."""
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}")
    except OSError:
        return ""
