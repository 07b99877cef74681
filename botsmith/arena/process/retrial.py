"""Finds the cause of a fault: runs the same bot once more, with the same input.

A cause is reported only if such a run shows it: a missing flush, a hidden exception, an answer
before all lines are read. Linux alone shows when a bot waits.
"""

import json
import os
import shutil
import signal
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from time import perf_counter, sleep

from botsmith.arena.process.child import Child
from botsmith.arena.process.mistakes import Frame, scripts
from botsmith.arena.process.stacks import processes_of, waits_for_input
from botsmith.arena.process.tracer import MARK
from botsmith.referees.base import Lines

TRACER = Path(__file__).with_name("tracer.py")
PATIENCE = 3.0  # seconds for a run to come as far as the first one
LOOK_SECONDS = 0.002
LARGEST = 10_000_000  # bytes of output
MOST_LINES = 500  # that are sent one by one
MOST_TRIES = 12  # of one bot in a process: in a league it may fail in every match
MORE_LINES = 100  # that are sent beyond the referee's


SHOWS_CALLS = os.path.exists("/proc/self/syscall")
TRIES: Counter[tuple[str, ...]] = Counter()


def may_try(command: Sequence[str]) -> bool:
    """Counts a trial of a bot. Returns False after MOST trials, or on a system that does not show
    when a bot waits.
    """
    TRIES[tuple(command)] += 1
    return SHOWS_CALLS and TRIES[tuple(command)] <= MOST_TRIES


def is_python(command: Sequence[str]) -> bool:
    """Returns True for a command `python FILE ARGUMENT...` without options of Python."""
    is_file = list(command[1:2]) == scripts(command)[:1]
    return is_file and os.path.basename(command[0]).startswith("python")


class Rerun(AbstractContextManager["Rerun"]):
    """Runs the bot once more, unbuffered. Use it in a `with` statement.

    is_traced: True to report its exceptions by tracer.py; for Python alone
    """

    def __init__(self, child: Child, is_traced: bool = False) -> None:
        words = list(child.command)
        if is_traced:
            words[1:1] = [str(TRACER)]
        elif not is_python(child.command) and (program := shutil.which("stdbuf")):
            words = [program, "-oL", *words]
        environment = {**child.environment, "PYTHONUNBUFFERED": "1"}
        self.child = Child(words, environment, child.cwd, output_limit=LARGEST)
        self.child.launch.wait_started()

    def __exit__(self, *_: object) -> None:
        self.child.stop()

    def send_input(self, data: bytes, enough: int = LARGEST) -> int:
        """Sends the bot more input; returns the number of lines that it has printed.

        Waits until it has read the input and waits for more, or has printed `enough` lines.
        """
        ends = perf_counter() + PATIENCE
        writing = threading.Thread(target=self.write, args=(data,), daemon=True)
        writing.start()
        writing.join(PATIENCE)
        while perf_counter() < ends and not self.child.output.has_ended:
            is_waiting = waits_for_input(processes_of(self.child.launch.bot_pid))
            if is_waiting or len(self.child.output.lines) >= enough:
                break
            sleep(LOOK_SECONDS)
        return len(self.child.output.lines)

    def write(self, data: bytes) -> None:
        """Writes bytes to the bot's input."""
        with suppress(OSError):  # it has ended, or does not read
            while data:
                data = data[os.write(self.child.launch.stdin, data) :]

    def raised(self) -> list[list[str | int]]:
        """Returns the exceptions since the last call, as tracer.py reports them."""
        before = self.child.errors.end_of_all().count(MARK)
        ends = perf_counter() + PATIENCE
        if not self.child.output.has_ended:
            with suppress(ProcessLookupError):
                os.kill(self.child.launch.bot_pid, signal.SIGUSR1)
        while perf_counter() < ends:
            said = self.child.errors.end_of_all()
            last = said[said.rfind(MARK) + len(MARK) :]
            has_reported = said.count(MARK) > before or self.child.output.has_ended and MARK in said
            if has_reported and "\n" in last:
                found: list[list[str | int]] = json.loads(last.partition("\n")[0])
                return found
            sleep(LOOK_SECONDS)
        return []


def unflushed_lines(child: Child) -> Lines:
    """Returns the lines that a waiting bot printed without a flush: an unbuffered run shows them.
    Returns [] if their number is not the one that it owes.
    """
    if not child.sent or not may_try(child.command):
        return []
    wanted = child.given + child.owed
    with Rerun(child) as again:
        again.send_input(b"".join(child.sent), wanted)
        lines = again.child.output.unowed_lines()
    had = child.given + len(child.output.unowed_lines())
    return lines[had:wanted] if had < wanted <= len(lines) else []


def missing_input(child: Child) -> str:
    """Returns words that say which input makes a waiting bot answer: its last turn's lines once
    more, or the end of the input; "" if neither does.
    """
    if not child.sent or not may_try(child.command):
        return ""
    wanted = child.given + child.owed
    more = child.sent[-1].splitlines(keepends=True)
    with Rerun(child) as again:
        printed = again.send_input(b"".join(child.sent), wanted)
        for number, line in enumerate((more * MORE_LINES)[:MORE_LINES]):
            if again.child.output.has_ended:
                return ""
            if printed >= wanted:
                return f", and answers after {number} more" if number else ""
            printed = again.send_input(line, wanted)
    with Rerun(child) as again:
        again.send_input(b"".join(child.sent), wanted)
        again.child.launch.close_input()
        has_answered = again.child.output.take(wanted, PATIENCE) is not None
    return ", and answers when its input ends" if has_answered else ""


def last_caught(child: Child, has_ended: bool) -> str:
    """Returns words about the last exception that a bot caught; "" without one.

    has_ended: True for a bot that ended without output. False for a waiting bot; then only
    exceptions since its last turn began count
    """
    if not is_python(child.command) or not child.sent or not may_try(child.command):
        return ""
    *before, last = child.sent
    with Rerun(child, is_traced=True) as again:
        again.send_input(b"".join(before))
        if not has_ended:
            again.raised()
        again.send_input(last)
        found = again.raised() if again.child.output.has_ended or not has_ended else []
    end = "before it ended" if has_ended else "and went on without an answer"
    return f"; it raised {exception_words(found, child.command)} {end}" if found else ""


def exception_words(found: list[list[str | int]], command: Sequence[str]) -> str:
    """Returns words about the last exception in a list, with its place in the code."""
    name, text, line, function = found[-1]
    frame = Frame(command[1], int(line), str(function))
    return f"{name}: {text} at {frame.place}" if text else f"{name} at {frame.place}"


def early_answer(child: Child) -> str:
    """Returns words about a bot that answers before it has read all lines of its first turn; "" if
    it reads them all.
    """
    lines = child.first.splitlines(keepends=True)
    if not 1 < len(lines) <= MOST_LINES or not may_try(child.command):
        return ""
    with Rerun(child) as again:
        printed = again.send_input(b"", child.owed)
        for number, line in enumerate(lines):
            if printed >= child.owed:
                text = line.decode("utf-8", "replace").strip()
                read = f"{number} of the first {len(lines)} lines"
                return f"; it answers when it has read {read}, before {text[:60]!r}"
            printed = again.send_input(line, child.owed)
            if again.child.output.has_ended:
                break
    return ""
