"""Reads a bot's stderr, stores it within limits, and finds the engine that it reports.

Under BOTSMITH_STATS=1 a bot made by Botsmith writes after each answer a block of
`[PDATA] name = value` lines. The last one is `[PDATA] engine = c` or `python`: where its kernels
ran. The arena sets this variable for every bot and removes the block from the stored text, unless
the user asked for it. Other words of a bot do not count, and only one engine a turn does.

As in the SDK, 4,096 bytes of a turn are stored (1,024 once 204,800 are stored); the rest is
dropped. If a bot was asked to explain its moves, 8,192 bytes are stored in every turn.
"""

import os
import re
import select
import threading
from dataclasses import asdict, dataclass
from time import perf_counter, sleep

TURN_LIMIT = 4_096
LATE_LIMIT = 1_024
FULL_TURNS = 204_800
EXPLAINED_LIMIT = 8_192
EXPLAIN = "BOTSMITH_EXPLAIN"
LAST_TURN_SECONDS = 0.2
TAIL = 8_192  # bytes of the end that are kept besides, for a traceback at the end of much else
CHUNK = 1 << 16
POLLED = hasattr(select, "poll")  # not on Windows
ASKED = "BOTSMITH_STATS"
OTHER_VALUES = ("search_ms", "side_nodes")  # besides COUNTS
COUNTS = ("iterations", "simulated_turns", "nodes", "evaluations", "ucb", "depth")
ENGINES = {"c": "C", "python": "Python"}  # as reported, as shown
MARK = b"[PDATA] engine = "
LAST_LINES = tuple(MARK + word.encode() + b"\r" for word in ENGINES)
COUNT = rb"\[PDATA\] (?:" + "|".join((*COUNTS, *OTHER_VALUES)).encode() + rb") = [^\n]{0,60}\n"
COUNT_LINE = re.compile(COUNT)
NO_C = re.compile(rb"^no C, CPython plays: [^\n]{0,300}", re.M)  # as common/native.py says it
MOST_COUNTS = 12  # lines of a block
BLOCK = re.compile(
    rb"(?:^%b){0,%d}^%b(c|python)\r?\n" % (COUNT, MOST_COUNTS, re.escape(MARK)), re.M
)
FREE_TURNS = 2  # of a match, in which C may still be on its way


@dataclass(frozen=True)
class EngineTurns:
    """The number of turns by the engine that played them. unknown: the bot did not report it."""

    c: int = 0
    python: int = 0
    unknown: int = 0

    def __add__(self, other: "EngineTurns") -> "EngineTurns":
        c, python = self.c + other.c, self.python + other.python
        return EngineTurns(c, python, self.unknown + other.unknown)

    @property
    def turns(self) -> int:
        """Returns the number of all turns."""
        return self.c + self.python + self.unknown

    def without_c(self, matches: int = 1) -> int:
        """Returns the number of turns played in Python, without the first turns of each match, when
        C may not be ready.
        """
        return max(0, self.python - FREE_TURNS * matches)

    def as_json(self) -> dict[str, int]:
        """Returns the counts as the entry `engine` of a report."""
        return asdict(self)


def engine_word(turns: EngineTurns) -> str:
    """Returns "C", "Python", or "C 98 %" with C's part of the known turns; "-" without known
    turns.
    """
    if not turns.c:
        return ENGINES["python"] if turns.python else "-"
    if not turns.python:
        return ENGINES["c"]
    percent = 100 * turns.c // (turns.c + turns.python)
    return f"{ENGINES['c']} {max(1, percent)} %"


class EngineCount:
    """Counts one bot's turns by engine, piece by piece of its stderr.

    asked: number of turns so far
    keeps_blocks: True if statistics blocks stay in the stored stderr
    """

    def __init__(self, keeps_blocks: bool) -> None:
        self.keeps_blocks = keeps_blocks
        self.asked = 0
        self.counts = dict.fromkeys(ENGINES, 0)
        self.first_c: int | None = None  # the first turn that C played, from 0
        self.no_c = ""  # why C never plays, as the bot says
        self.rest = b""  # the beginning of a block, of a few lines at most

    @property
    def counted(self) -> int:
        """Returns the number of turns whose engine the bot has reported."""
        return sum(self.counts.values())

    def feed(self, chunk: bytes) -> bytes:
        """Counts the blocks in a chunk; returns the bytes to store, without an unfinished block at
        the end.
        """
        data = self.rest + chunk
        end = beginning_of_block(data)
        data, self.rest = data[:end], data[end:]
        if not self.no_c and b"no C," in data and (found := NO_C.search(data)):
            self.no_c = found[0].decode("utf-8", "replace").strip()
        return BLOCK.sub(self._count, data) if MARK in data else data

    def end(self) -> bytes:
        """Returns the last bytes to store, when stderr has ended."""
        kept = self.feed(b"\n" if self.rest else b"")
        return kept.removesuffix(b"\n")

    def _count(self, found: "re.Match[bytes]") -> bytes:
        if self.counted < self.asked:
            word = found[1].decode()
            if word == "c" and self.first_c is None:
                self.first_c = self.counted
            self.counts[word] += 1
        return found[0] if self.keeps_blocks else b""

    def turns(self) -> EngineTurns:
        """Returns the number of turns so far for each engine."""
        return EngineTurns(**self.counts, unknown=self.asked - self.counted)


def beginning_of_block(data: bytes) -> int:
    """Returns the offset of an unfinished block; len(data) if there is none."""
    start = data.rfind(b"\n") + 1
    tail = data[start:]
    if not tail or not any(line.startswith(tail) for line in LAST_LINES):
        return len(data)
    for _ in range(MOST_COUNTS):
        before = data.rfind(b"\n", 0, max(0, start - 1)) + 1
        if not COUNT_LINE.fullmatch(data, before, start):
            break
        start = before
    return start


def read_chunk(descriptor: int) -> bytes:
    """Returns the next bytes of a pipe; b"" at its end, or if it is broken."""
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


class ErrorReader(threading.Thread):
    """Reads stderr to its end, and stores the beginning of each turn's text.

    On systems that can poll a pipe, `take` misses nothing that was written before the call, even if
    this thread is late. So a turn's text stays with its turn.
    """

    def __init__(self, descriptor: int, engines: EngineCount, is_explained: bool) -> None:
        super().__init__(daemon=True)
        self.descriptor = descriptor
        self.engines = engines
        self.is_explained = is_explained
        self.lock = threading.Lock()
        self.kept = self.tail = b""
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
                self._keep(self.engines.feed(chunk))
        with self.lock:
            self._keep(self.engines.end())

    def _read_on(self) -> bool:
        """Reads and stores what the pipe holds now; returns False at its end."""
        try:
            chunk = os.read(self.descriptor, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            chunk = b""
        self._keep(self.engines.feed(chunk) if chunk else self.engines.end())
        return chunk != b""

    def _keep(self, chunk: bytes) -> None:
        limit = TURN_LIMIT if self.total < FULL_TURNS else LATE_LIMIT
        if self.is_explained:
            limit = EXPLAINED_LIMIT
        kept = chunk[: max(0, limit - len(self.kept))]
        self.kept += kept
        self.tail = (self.tail + chunk)[-TAIL:] if len(chunk) < TAIL else chunk[-TAIL:]
        self.total += len(kept)

    def take(self) -> str:
        """Returns the stderr stored since the last call."""
        with self.lock:
            if POLLED and self.is_alive():
                self._read_on()
            kept, self.kept = self.kept, b""
        return kept.decode("utf-8", "replace")

    def end_of_all(self) -> str:
        """Returns the last bytes of stderr, also those that were not stored."""
        with self.lock:
            return self.tail.decode("utf-8", "replace")

    def wait_for_last_turn(self) -> None:
        """Waits a little if only the last turn lacks its engine, which the bot reports after the
        answer.
        """
        until = perf_counter() + LAST_TURN_SECONDS
        while self.engines.counted == self.engines.asked - 1 and self.is_alive():
            if perf_counter() > until:
                return
            sleep(0.0005)
