"""The life of a bot: set up, then read, think and answer until the input ends.

The workshop sets BOTSMITH_ITERATIONS, BOTSMITH_SEED, BOTSMITH_BUDGET, BOTSMITH_MARGIN,
BOTSMITH_STATS and BOTSMITH_EXPLAIN: docs/measuring.md.
"""

import gc
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TextIO

from common.clock import Deadline
from common.engine import EngineFailed
from common.stdio import EndOfInput, LineReader, UnreadableInput, log, write_lines

Value = int | float | str
BORN = perf_counter()


class Bot(Protocol):
    """A contest's bot; times in ms: of the first answer, of later ones, kept from each.

    fallback: a legal answer without search. stats, explain: the last search's work and thoughts.
    """

    first_ms: float
    turn_ms: float
    margin_ms: float

    def prepare(self, seed: int) -> None: ...
    def read_start(self, reader: LineReader) -> None: ...
    def read_turn(self, reader: LineReader) -> None: ...
    def answer(self, deadline: Deadline) -> list[str]: ...
    def fallback(self) -> list[str]: ...
    def stats(self) -> Mapping[str, Value]: ...
    def explain(self) -> str: ...


class Options:
    """The environment's words. ValueError for a number that is none."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
        self.seed = int(words.get("BOTSMITH_SEED", "1"))
        self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
        self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
        self.is_telling_stats = words.get("BOTSMITH_STATS") == "1"
        self.is_explaining = words.get("BOTSMITH_EXPLAIN") == "1"

    def deadline(self, bot: Bot, is_first: bool, reader: LineReader) -> Deadline:
        """The deadline of a begun turn."""
        budget_ms = (bot.first_ms if is_first else bot.turn_ms) * self.share
        margin_ms = bot.margin_ms if self.margin_ms != self.margin_ms else self.margin_ms
        margin_ms = min(margin_ms, 0.8 * budget_ms)  # even a few percent leave some search
        return Deadline(budget_ms, margin_ms, reader.started, reader.now, self.iterations)


def answer_turn(
    bot: Bot, options: Options, is_first: bool, reader: LineReader
) -> tuple[list[str], str]:
    """The lines of an answer and, if something failed, the text to log after it."""
    try:
        bot.read_turn(reader)
        deadline = options.deadline(bot, is_first, reader)
        try:
            return bot.answer(deadline), ""
        except EngineFailed as error:
            return bot.answer(deadline), f"{error}; CPython plays on"
    except EndOfInput:
        raise
    except UnreadableInput as error:
        if reader.is_at_end:
            raise
        return bot.fallback(), f"unreadable input, playing the fallback move: {error}"
    except Exception:
        return bot.fallback(), traceback.format_exc()


def play(
    bot: Bot,
    options: Options,
    source: TextIO,
    sink: TextIO,
    now: Callable[[], float] = perf_counter,
    born: float | None = None,
) -> None:
    """Plays until EndOfInput, or UnreadableInput if the input breaks off.

    born: when the process began; the time until it reads is taken from the first turn.
    """
    bot.prepare(options.seed)
    gc.collect()
    gc.freeze()
    gc.disable()
    if born is not None:
        bot.first_ms = max(bot.turn_ms, bot.first_ms - (now() - born) * 1000.0)
    reader = LineReader(source, now)
    bot.read_start(reader)
    turn = 0
    while True:
        lines, trouble = answer_turn(bot, options, turn == 0, reader)
        write_lines(lines, sink)
        if trouble:
            log(f"turn {turn}: {trouble}")
        if options.is_telling_stats:
            log("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
        if options.is_explaining:
            log(bot.explain())
        reader.begin_turn()
        turn += 1


def run(bot: Bot) -> None:
    """Plays on stdin and stdout; unreadable input ends it with one line and status 2."""
    try:
        options = Options(os.environ)
    except ValueError as error:
        log(f"BOTSMITH_ variables: {error}")
        sys.exit(2)
    try:
        play(bot, options, open(0, errors="replace", closefd=False), sys.stdout, born=BORN)
    except EndOfInput:
        return
    except UnreadableInput as error:
        log(f"unreadable input: {error}")
        sys.exit(2)
    except BrokenPipeError:  # nobody listens any more: no complaint at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
