"""One bot as a child process: a turn's lines in, the lines it owes out, within limits.

Threads do the reading and writing, so that no full pipe can block anybody and Windows can play as
well; a turn costs a few tens of microseconds of hand-over. What a bot prints too much stays for its
next turn, as on the site; more than 10,000 bytes of it are a flood. Of stderr the SDK's 4,096 bytes
a turn are kept (1,024 once 204,800 have been kept), the rest is read and dropped; in which engine
the bot played is counted beside that (engine_words.py).
"""

import os
import select
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from time import perf_counter, sleep

from botsmith.arena.engine_words import EngineWords
from botsmith.arena.launch import MEMORY_LIMIT, launch
from botsmith.referees.base import Lines

OUTPUT_LIMIT = 10_000
STDERR_TURN_LIMIT = 4_096
STDERR_LATE_LIMIT = 1_024
STDERR_FULL_TURNS = 204_800
CHUNK = 1 << 16
LAST_WORDS_SECONDS = 0.5
LAST_TURN_SECONDS = 0.2
JOIN_SECONDS = 2.0
POLLED = hasattr(select, "poll")  # not on Windows


@dataclass(frozen=True)
class Answer:
    """What came of one turn.

    lines: exactly the lines owed, [] with a fault. used_ms: from the start of writing the input to
    the arrival of the last line owed. fault: "", "timeout", "crash", "flood" or "memory"; detail
    says more.
    """

    lines: Lines
    used_ms: float
    fault: str = ""
    detail: str = ""


def hurry() -> None:
    """Lets this thread wake in time under load, where that is allowed (root on Linux)."""
    if hasattr(os, "sched_setscheduler"):
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def read_chunk(descriptor: int) -> bytes:
    """The next bytes of a pipe, b"" at its end; a pipe that breaks has ended."""
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


class OutputReader(threading.Thread):
    """Splits a pipe into lines with times of arrival; holds `limit` bytes and a chunk at most."""

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
        hurry()  # its reading stamps answers
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
        """`count` lines and when the last came; None if the bot ended, flooded or took longer."""

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

    def drop(self) -> Lines:
        """Forgets the lines that nobody has taken, and returns them."""
        with self.changed:
            lines = [line for line, _ in self.lines]
            self.lines.clear()
            self.pending -= sum(len(line) + 1 for line in lines)
        return [line.decode("utf-8", "replace") for line in lines]


class ErrorReader(threading.Thread):
    """Drains stderr and keeps the beginning of every turn's.

    Where pipes can be polled, `take` misses nothing that was written before it, however late this
    thread is: a turn's words stay with their turn.
    """

    def __init__(self, descriptor: int, words: EngineWords) -> None:
        super().__init__(daemon=True)
        self.descriptor = descriptor
        self.words = words
        self.lock = threading.Lock()
        self.kept = b""
        self.total = 0
        if POLLED:
            os.set_blocking(descriptor, False)
        self.start()

    def run(self) -> None:
        if POLLED:
            waiting = select.poll()
            waiting.register(self.descriptor, select.POLLIN)
            while waiting.poll():
                with self.lock:
                    if not self._read_on():
                        return
        while chunk := read_chunk(self.descriptor):
            with self.lock:
                self._keep(self.words.feed(chunk))
        with self.lock:
            self._keep(self.words.end())

    def _read_on(self) -> bool:
        """Keeps what the pipe holds now (a read empties it); False at its end."""
        try:
            chunk = os.read(self.descriptor, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            chunk = b""
        self._keep(self.words.feed(chunk) if chunk else self.words.end())
        return chunk != b""

    def _keep(self, chunk: bytes) -> None:
        full = self.total < STDERR_FULL_TURNS
        limit = STDERR_TURN_LIMIT if full else STDERR_LATE_LIMIT
        kept = chunk[: max(0, limit - len(self.kept))]
        self.kept += kept
        self.total += len(kept)

    def take(self) -> str:
        """What was kept since the last call."""
        with self.lock:
            if POLLED and self.is_alive():
                self._read_on()
            kept, self.kept = self.kept, b""
        return kept.decode("utf-8", "replace")

    def wait_for_last_turn(self) -> None:
        """Waits a little if all turns but the last have been told of: its words come late."""
        until = perf_counter() + LAST_TURN_SECONDS
        while self.words.told == self.words.asked - 1 and self.is_alive():
            if perf_counter() > until:
                return
            sleep(0.0005)


class InputWriter(threading.Thread):
    """Writes what is queued; a bot that does not read blocks this thread and nobody else."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(daemon=True)
        self.descriptor = descriptor
        self.queue: SimpleQueue[bytes | None] = SimpleQueue()
        self.start()

    def run(self) -> None:
        hurry()  # the clock runs already
        while (data := self.queue.get()) is not None:
            try:
                while data:
                    data = data[os.write(self.descriptor, data) :]
            except OSError:  # it closed its input: whether it still answers shows on its output
                return


class Child:
    """A running bot. `ask` it turn by turn, then `stop` it (see `stop_all`).

    engine: what it says of the engine that plays. keeps_stats: what else it says with that is kept.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        cwd: str | None = None,
        memory_limit: int = MEMORY_LIMIT,
        output_limit: int = OUTPUT_LIMIT,
        keeps_stats: bool = True,
    ) -> None:
        self.engine = EngineWords(keeps_stats)
        self.launch = launch(command, environment, cwd, memory_limit)
        self.writer = InputWriter(self.launch.stdin)
        self.output = OutputReader(self.launch.stdout, output_limit)
        self.errors = ErrorReader(self.launch.stderr, self.engine)

    def tell(self, lines: Lines) -> None:
        """Sends `lines` that ask for nothing."""
        self.writer.queue.put("".join(line + "\n" for line in lines).encode())

    def drop_lines(self) -> Lines:
        """Forgets what the bot has printed and nobody asked for, and returns it."""
        return self.output.drop()

    def ask(self, lines: Lines, owed: int, wait_ms: float, is_turn: bool = True) -> Answer:
        """Sends `lines` and waits at most `wait_ms` for `owed` lines.

        An answer that came within `wait_ms` is good here; the time rule judges used_ms.
        """
        self.engine.asked += is_turn
        started = perf_counter()
        self.tell(lines)
        taken = self.output.take(owed, wait_ms / 1000.0)
        if taken is None:
            return self._fault((perf_counter() - started) * 1000.0)
        texts, arrived = taken
        # Lines that waited from the last turn were there before the input was sent.
        return Answer(texts, max(0.0, (arrived - started) * 1000.0))

    def _fault(self, used_ms: float) -> Answer:
        if self.output.has_flooded:
            detail = f"more than {OUTPUT_LIMIT} bytes of output in one turn"
            return Answer([], used_ms, "flood", detail)
        if self.output.has_ended:
            ending = self.launch.ending(LAST_WORDS_SECONDS)
            fault, detail = ending or ("crash", "closed its output")
            return Answer([], used_ms, fault, detail)
        ending = self.launch.ending(0.0)  # it may have left children that hold its output open
        fault, detail = ending or ("timeout", "no answer")
        return Answer([], used_ms, fault, detail)

    def last_words(self) -> str:
        """What the bot wrote to stderr up to its end; waits a little if it is still writing."""
        self.errors.join(LAST_WORDS_SECONDS)
        return self.errors.take()

    def stop(self) -> None:
        """Ends every process of the bot, removes its folder and closes the pipes."""
        self.writer.queue.put(None)
        try:
            self.launch.stop()
        finally:
            threads = (self.writer, self.output, self.errors)
            for thread in threads:
                thread.join(JOIN_SECONDS)
            if not any(thread.is_alive() for thread in threads):
                self.launch.close()


def stop_all(children: Sequence[Child]) -> None:
    """Stops several bots side by side."""
    for child in children:
        child.launch.begin_stop()
    for child in children:
        child.stop()
