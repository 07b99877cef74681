"""Plays one bot as a child process: sends a turn's lines, reads the answer, measures the time.

Threads do the reading and writing, so that no full pipe can block anybody and Windows can play as
well; a turn costs a few tens of microseconds of hand-over. Lines that were not owed count for the
bot's next turn, as on the site; more than 10,000 bytes of them are a flood.

A time rule says how long a seat may take for a turn, and whether an answer came in time:

hard    late = no answer. The rule of every contest here, and the default.
soft3   the SDK's rule since 4.7.7: up to 50 ms late is a strike, the third strike is a time-out,
        more than 50 ms late is a time-out at once.
bank    one account for the whole match: every turn pays its limit in (the longer first one too),
        unused time stays, and a bot that overdraws is timed out. A bot that keeps the limits on
        average is never late, however long the match. The SDK's extra input line is not
        sent: no game here has it in its protocol.
count   late answers are counted and played; only a bot that hangs is stopped, after 60 s.
none    for debugging and for fixed work: only a bot that hangs is stopped, after 60 s.
"""

import os
import re
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from time import perf_counter, sleep

from botsmith.arena.process.launch import MEMORY_LIMIT, describe_status, launch_class
from botsmith.arena.process.site_machine import Machine
from botsmith.arena.process.stacks import ask_for_stack, processes_of, waits_for_input
from botsmith.arena.process.stderr import EXPLAIN, EngineCount, ErrorReader, read_chunk
from botsmith.errors import BadInput
from botsmith.referees.base import Lines

OUTPUT_LIMIT = 10_000
LAST_WORDS_SECONDS = 0.5
STACK_SECONDS = 0.5  # for a Python to write where it stands
QUIET_SECONDS = 0.02
FATAL = "Fatal Python error: Illegal instruction"
WHOLE_STACK = re.compile(
    r"( in (<module>|_shutdown|_run_module_as_main)|  \.{3})\n(\nExtension .*\n)?\Z"
)
UNENDED_BYTES = 200
JOIN_SECONDS = 2.0
GRACE_MS = 50.0

HANG_MS = 60_000.0


class TimeRule:
    """The time of one seat in one match: `begin` each turn, then ask if its answer was `in_time`.

    This class is the rule `hard`: a late answer counts as none.
    """

    grace_ms = 0.0  # in which a late answer is a strike
    strikes_left = 0
    limit_ms = 0.0

    def begin(self, limit_ms: float) -> float:
        """Begins a turn with this limit; returns the most ms that its answer may take."""
        self.limit_ms = limit_ms
        return limit_ms + self.grace_ms

    def in_time(self, used_ms: float) -> bool:
        """Returns True if an answer after `used_ms` counts. Call it once for each turn with an
        answer.
        """
        if used_ms <= self.limit_ms:
            return True
        self.strikes_left -= 1
        return used_ms <= self.limit_ms + self.grace_ms and self.strikes_left > 0


class Soft3(TimeRule):
    """Allows 50 ms beyond the limit twice; the third turn that needs them is a time-out."""

    grace_ms = GRACE_MS
    strikes_left = 3


class Bank(TimeRule):
    """Keeps an account of time: each turn adds its limit and subtracts the time used."""

    balance_ms = 0.0

    def begin(self, limit_ms: float) -> float:
        self.balance_ms += limit_ms
        return self.balance_ms

    def in_time(self, used_ms: float) -> bool:
        self.balance_ms -= used_ms
        return self.balance_ms >= 0.0


class Unlimited(TimeRule):
    """Ends only a bot that hangs; under `count`, match.Seat.late counts its late answers."""

    def begin(self, limit_ms: float) -> float:
        return super().begin(HANG_MS)


TIME_RULES: dict[str, Callable[[], TimeRule]] = {
    "hard": TimeRule,
    "soft3": Soft3,
    "bank": Bank,
    "count": Unlimited,
    "none": Unlimited,
}


def time_rule(name: str) -> TimeRule:
    """Returns a fresh rule object for one seat of one match. Raises BadInput for an unknown
    name.
    """
    if name not in TIME_RULES:
        raise BadInput(f"no time rule {name!r}; the time rules are: {' '.join(TIME_RULES)}")
    return TIME_RULES[name]()


@dataclass(frozen=True)
class Answer:
    """The outcome of one turn.

    lines: exactly the lines owed, [] with a fault
    used_ms: from the start of writing the input to the arrival of the last line owed
    fault: "", "timeout", "crash", "flood" or "memory"; detail says more
    """

    lines: Lines
    used_ms: float
    fault: str = ""
    detail: str = ""


def raise_priority() -> None:
    """Raises this thread's priority, so that it wakes in time under load; only root on Linux
    may.
    """
    if hasattr(os, "sched_setscheduler"):
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


class OutputReader(threading.Thread):
    """Splits a pipe into lines with times of arrival. It holds at most `limit` bytes and one
    chunk.
    """

    def __init__(self, descriptor: int, limit: int = OUTPUT_LIMIT) -> None:
        super().__init__(daemon=True)
        self.limit = limit
        self.descriptor = descriptor
        self.changed = threading.Condition()
        self.lines: deque[tuple[bytes, float]] = deque()
        self.partial = b""
        self.pending = 0  # bytes that nobody has taken yet
        self.has_ended = False
        self.has_flooded = False
        self.start()

    def run(self) -> None:
        raise_priority()  # its reading stamps answers
        while not (self.has_ended or self.has_flooded):
            chunk = read_chunk(self.descriptor)
            now = perf_counter()
            with self.changed:
                self.pending += len(chunk)
                self.has_ended = not chunk
                self.has_flooded = self.pending > self.limit
                *complete, self.partial = (self.partial + chunk).split(b"\n")
                self.lines.extend((line, now) for line in complete)
                self.changed.notify()

    def take(self, count: int, seconds: float) -> tuple[Lines, float] | None:
        """Returns the next `count` lines and the time at which the last one came.

        Returns None if the bot ended, flooded or took longer than `seconds`.
        """

        def is_settled() -> bool:
            return len(self.lines) >= count or self.has_ended or self.has_flooded

        with self.changed:
            self.changed.wait_for(is_settled, seconds)
            if self.has_flooded or len(self.lines) < count:
                return None
            taken = [self.lines.popleft() for _ in range(count)]
            self.pending -= sum(len(line) + 1 for line, _ in taken)
        texts = [line.removesuffix(b"\r").decode("utf-8", "replace") for line, _ in taken]
        return texts, (taken[-1][1] if taken else 0.0)

    def unowed_lines(self, seconds: float = 0.0, is_taken: bool = False) -> Lines:
        """Returns the whole lines that no `take` has returned. Waits at most `seconds` for the
        first.

        is_taken: True to remove them
        """
        with self.changed:
            self.changed.wait_for(lambda: self.lines or self.has_ended, seconds)
            lines = [line for line, _ in self.lines]
            if is_taken:
                self.lines.clear()
                self.pending -= sum(len(line) + 1 for line in lines)
        return [line.decode("utf-8", "replace") for line in lines]


class InputWriter(threading.Thread):
    """Writes the queued lines; a bot that does not read blocks this thread alone."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(daemon=True)
        self.descriptor = descriptor
        self.queue: SimpleQueue[bytes | None] = SimpleQueue()
        self.start()

    def run(self) -> None:
        raise_priority()  # the clock runs already
        while (data := self.queue.get()) is not None:
            try:
                while data:
                    data = data[os.write(self.descriptor, data) :]
            except OSError:  # it closed its input: whether it still answers shows on its output
                return


@dataclass(eq=False)
class Child:
    """A running bot. `ask` it turn by turn, then `stop` it (see `stop_all`).

    engine: the engines that it reports
    owed: number of lines of the last answer that it was asked for
    given: number of lines of all its answers before that
    sent: all bytes sent to it; first: those up to its first turn
    keeps_stats: True if its statistics lines stay in its stderr
    machine: the model of the site's machine that it runs on, None for this machine as it is
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    cwd: str | None = None
    memory_limit: int = MEMORY_LIMIT
    output_limit: int = OUTPUT_LIMIT
    keeps_stats: bool = True
    machine: Machine | None = None

    def __post_init__(self) -> None:
        self.engine = EngineCount(self.keeps_stats)
        self.owed = self.given = 0
        self.sent: list[bytes] = []
        self.first = b""
        self.ending = ""  # how it ended, where it ended by itself in a turn
        about = self.command, self.environment, self.cwd, self.memory_limit
        try:
            self.launch = launch_class()(*about, self.machine.place if self.machine else "")
        except BaseException:
            if self.machine:
                self.machine.remove()
            raise
        self.writer = InputWriter(self.launch.stdin)
        self.output = OutputReader(self.launch.stdout, self.output_limit)
        is_explained = self.environment.get(EXPLAIN) == "1"
        self.errors = ErrorReader(self.launch.stderr, self.engine, is_explained)
        if self.machine:
            self.machine.start(self.launch.process.pid)

    def send(self, lines: Lines) -> None:
        """Sends lines that need no answer."""
        if self.machine:
            self.machine.wake()
        if lines:
            self.sent.append("".join(line + "\n" for line in lines).encode())
            self.writer.queue.put(self.sent[-1])

    def drop_lines(self) -> Lines:
        """Removes the lines that the bot printed without being asked, and returns them."""
        lines = self.output.unowed_lines(is_taken=True)
        self.given += len(lines)
        return lines

    def ask(self, lines: Lines, owed: int, wait_ms: float, is_turn: bool = True) -> Answer:
        """Sends `lines` and waits at most `wait_ms` for `owed` lines.

        An answer within `wait_ms` has no fault here; the time rule checks `used_ms` afterwards.
        """
        self.engine.asked += is_turn
        self.owed = owed
        started = perf_counter()
        self.send(lines)
        if is_turn and not self.first:
            self.first = b"".join(self.sent)
        taken = self.output.take(owed, wait_ms / 1000.0)
        if self.machine:
            self.machine.rest()
        if taken is None:
            return self._fault((perf_counter() - started) * 1000.0)
        texts, arrived = taken
        self.given += owed
        # Lines that waited from the last turn were there before the input was sent.
        return Answer(texts, max(0.0, (arrived - started) * 1000.0))

    def _fault(self, used_ms: float) -> Answer:
        if self.output.has_flooded:
            detail = f"more than {OUTPUT_LIMIT} bytes of output in one turn"
            return Answer([], used_ms, "flood", detail)
        if not self.output.has_ended:  # it may have left children that hold its output open
            return Answer([], used_ms, *(self.launch.ending(0.0) or ("timeout", "no answer")))
        ending = self.launch.ending(LAST_WORDS_SECONDS)
        fault, self.ending = ending or ("crash", "closed its output")
        is_early = self.ending == describe_status(0)
        detail = self.ending + " in the middle of the match" * is_early
        return Answer([], used_ms, fault, detail)

    def line_without_end(self) -> str:
        """Returns the unfinished line that it has printed; "" if there is none."""
        with self.output.changed:
            return self.output.partial[:UNENDED_BYTES].decode("utf-8", "replace")

    def waiting_state(self) -> tuple[str, bool]:
        """Returns the state of a bot that owes an answer: its stack as faulthandler writes it, ""
        if none comes in time, and True if the bot waits for input although all lines were sent.
        """
        if self.machine:
            self.machine.halt()
        pids = processes_of(self.launch.bot_pid)
        before = seen = self.errors.end_of_all()
        is_waiting = waits_for_input(pids)
        until = quiet_at = perf_counter() + (STACK_SECONDS if ask_for_stack(pids) else 0.0)
        # The stack is whole when nothing has come for a while after a line: a busy machine may stop
        # the bot between two lines.
        while (now := perf_counter()) < min(until, quiet_at):
            sleep(0.002)
            after = self.errors.end_of_all()
            if after != seen:
                seen = after
                quiet_at = now + (QUIET_SECONDS if WHOLE_STACK.search(seen) else STACK_SECONDS)
        stack = seen[seen.rfind(FATAL) :] if seen != before and FATAL in seen else ""
        return stack, is_waiting

    def last_words(self) -> str:
        """Returns the bot's stderr up to its end; waits a little if it is still writing."""
        self.errors.join(LAST_WORDS_SECONDS)
        return self.errors.take()

    def begin_stop(self) -> None:
        """Begins to end every process of the bot, without waiting."""
        if self.machine:
            self.machine.halt()
        self.launch.begin_stop()

    def stop(self) -> None:
        """Ends every process of the bot, removes its folder and closes the pipes."""
        self.begin_stop()
        self.writer.queue.put(None)
        try:
            self.launch.stop()
        finally:
            if self.machine:
                self.machine.remove()
            threads = (self.writer, self.output, self.errors)
            for thread in threads:
                thread.join(JOIN_SECONDS)
            if not any(thread.is_alive() for thread in threads):
                self.launch.close()


def stop_all(children: Sequence[Child]) -> None:
    """Stops several bots side by side."""
    for child in children:
        child.begin_stop()
    for child in children:
        child.stop()
