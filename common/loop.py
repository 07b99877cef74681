"""The life of a bot: set up, then read, think and answer until the input ends.

docs/measuring.md lists its environment variables.
"""

import gc
import os
import sys
import time
from collections.abc import Callable, Mapping
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Protocol, TextIO

from common.clock import Deadline
from common.engine import AnyMemory, EngineFailed, Engines
from common.stdio import EndOfInput, LineReader, UnreadableInput, report, write_lines
from common.switches import EXPLAIN

Stat = int | float | str


if TYPE_CHECKING:

    class Bot(Protocol):
        """A contest's bot.

        first_ms, turn_ms: time limits of the first and of later turns
        margin_ms: the part that it leaves unused
        fallback: returns a legal answer without search
        stats, explain: return the counts and the explanation of the last search
        """

        first_ms: float  # for the first answer
        turn_ms: float
        margin_ms: float  # kept at least

        def prepare(self, seed: int) -> None: ...
        def read_start(self, reader: LineReader) -> None: ...
        def read_turn(self, reader: LineReader) -> None: ...
        def answer(self, deadline: Deadline) -> list[str]: ...
        def fallback(self) -> list[str]: ...
        def stats(self) -> Mapping[str, Stat]: ...
        def explain(self) -> str: ...


class Searcher(Generic[AnyMemory]):
    """A bot with kernels. engine: the engine of its last search

    The constructor warms up in a made-up turn; read_start begins the match.
    """

    warm_up = 20  # iterations
    chunk = 1  # iterations between looks at the clock, at CPython's pace
    seed, search_ms = 0, 0.0

    def __init__(self, params: Any, engines: Engines[AnyMemory]) -> None:
        self.engines, self.engine = engines, engines.python
        self.first_ms, self.margin_ms = params.first_ms, params.margin_ms

    def prepare(self: Any, seed: int) -> None:  # of a Bot
        self.seed = seed
        deadline = Deadline(self.turn_ms, 0.0, iterations=self.warm_up)
        try:
            self.engines.start(lambda: self.answer(deadline))
        except Exception as error:  # the first turn tells where, if it fails as well
            report(f"no C, CPython plays: the warm-up: {error!r}")

    def search(self, think: Callable[..., object], deadline: Deadline) -> AnyMemory:
        """Calls think(memory, count) in the engine until the deadline or until it returns False."""
        for size in deadline.chunks(self.chunk * self.engine.pace):
            if self.engine.call(think, size) is False:
                break
        self.search_ms = (deadline.now() - deadline.began) * 1000.0
        return self.engine.memory

    def timed(self, counts: dict[str, int]) -> Mapping[str, Stat]:
        """Returns the last search's counts, with its time and engine added."""
        return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}


class Options:
    """The options in the environment. Raises ValueError for a text that is no number."""

    deadline = Deadline(1.0, 0.0)

    def __init__(self, words: Mapping[str, str]) -> None:
        self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
        self.from_turn = int(words.get("BOTSMITH_FROM", "0"))
        self.seed = int(words.get("BOTSMITH_SEED", "1"))
        self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
        self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
        self.tells_stats = words.get("BOTSMITH_STATS") == "1"
        self.letters = 9**9 if words.get("BOTSMITH_EXPLAIN") == "1" else EXPLAIN

    def begin_turn(self, bot: "Bot", turn: int, reader: LineReader) -> Deadline:
        """Returns a turn's deadline. Its margin is the bot's, or twice the longest pause so far if
        that is longer.

        A pause counts 1 % less after each turn.
        """
        budget_ms = (bot.turn_ms if turn else bot.first_ms) * self.share
        pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
        margin_ms = self.margin_ms if self.margin_ms >= 0.0 else max(bot.margin_ms, 2 * pause_ms)
        margin_ms = min(margin_ms, 0.8 * budget_ms)  # some search is left
        work = 1 if turn < self.from_turn else self.iterations
        self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, work)
        self.deadline.pause_ms = pause_ms
        self.deadline.turn = turn
        return self.deadline


def answer_turn(
    bot: "Bot", options: Options, turn: int, reader: LineReader
) -> tuple[list[str], str]:
    """Returns an answer's lines, and the text to log if something failed."""
    try:
        bot.read_turn(reader)
        deadline = options.begin_turn(bot, turn, reader)
        try:
            return bot.answer(deadline), ""
        except EngineFailed as error:
            return bot.answer(deadline), f"{error}; CPython plays on"
    except (EndOfInput, UnreadableInput) as error:
        if reader.is_at_end:
            raise
        return bot.fallback(), f"unreadable input, playing the fallback move: {error}"
    except Exception:
        import traceback  # which takes 5 ms

        return bot.fallback(), traceback.format_exc()


def play_match(
    bot: "Bot", options: Options, reader: LineReader, sink: TextIO, born: float | None = None
) -> None:
    """Plays until EndOfInput, or UnreadableInput if the input breaks off.

    born: when the process began; if the first turn's line is already there, its time counts from
    then
    """
    gc.disable()
    bot.prepare(options.seed)
    ready = reader.now() if born else 0.0
    reader.begin_turn()
    bot.read_start(reader)
    if born and (reader.started or ready) < ready + 0.001:
        bot.first_ms = max(bot.turn_ms, bot.first_ms - (ready - born) * 1000.0)
    for turn in count():
        lines, trouble = answer_turn(bot, options, turn, reader)
        write_lines(lines, sink)
        if trouble:
            report(f"turn {turn}: {trouble}")
        if options.tells_stats:
            report("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
        if options.letters:
            report(bot.explain()[: options.letters])
        reader.begin_turn()


def proc(file: str, place: int) -> int:
    """Returns a number in a file of /proc/self, 0 without the file."""
    try:
        with open(f"/proc/self/{file}", "rb", buffering=0) as text:
            return int(text.read().rpartition(b")")[2].split()[place])
    except (OSError, ValueError, IndexError):
        return 0


def queued() -> float:
    return proc("schedstat", 1) / 1e9


def age() -> float:
    """Returns the seconds since this process began, 0 if unknown."""
    ticks = proc("stat", 19)  # 10 ms each
    return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: "Bot") -> None:
    """Plays on stdin and stdout. Unreadable input ends it with one line on stderr and status 2."""
    try:
        options = Options(os.environ)
    except ValueError as error:
        report(f"BOTSMITH_ variables: {error}")
        sys.exit(2)
    try:
        source = open(0, errors="replace", closefd=False)
        reader = LineReader(source, perf_counter, queued)
        play_match(bot, options, reader, sys.stdout, perf_counter() - age())
    except EndOfInput:
        return
    except UnreadableInput as error:
        report(f"unreadable input: {error}")
        sys.exit(2)
    except BrokenPipeError:  # nobody listens
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
