"""The life of a bot: set up, then read, think and answer turn by turn until the input ends.

What the environment says (all of it absent on the contest machine; the workshop sets it):
  BOTSMITH_ITERATIONS=N  every turn does N iterations of search, whatever the clock says
  BOTSMITH_SEED=N        seed of the search's random numbers, else 1
  BOTSMITH_BUDGET=P      the contest's time in percent, else 100
  BOTSMITH_MARGIN=MS     milliseconds kept from each turn, instead of the bot's own margin
  BOTSMITH_STATS=1       counts of work on stderr after each answer, as lines `[PDATA] name = value`
  BOTSMITH_EXPLAIN=1     what the search considered, one JSON line on stderr after each answer
"""

import gc
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TextIO

from common.clock import Deadline
from common.stdio import EndOfInput, LineReader, UnreadableInput, log, write_lines

Value = int | float | str


class Bot(Protocol):
    """What a contest's bot.py offers to the loop.

    first_ms, turn_ms: time for the first answer and for each later one; margin_ms: kept from it.
    """

    first_ms: float
    turn_ms: float
    margin_ms: float

    def prepare(self, seed: int) -> None:
        """Tables, pools and warm-up: all that can be done before the first line is there."""

    def read_start(self, reader: LineReader) -> None:
        """Reads what is told once."""

    def read_turn(self, reader: LineReader) -> None:
        """Reads what is told every turn."""

    def answer(self, deadline: Deadline) -> list[str]:
        """Searches until the deadline and returns the lines of the answer."""

    def fallback(self) -> list[str]:
        """A legal answer without any search, for a turn on which something failed."""

    def stats(self) -> Mapping[str, Value]:
        """Work done in the last turn: iterations, simulated_turns, nodes, evaluations, engine ..."""

    def explain(self) -> str:
        """What the last search considered, as one line of JSON."""


class Options:
    """The environment's words, read once. ValueError for a number that is none."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        iterations = environment.get("BOTSMITH_ITERATIONS")
        margin = environment.get("BOTSMITH_MARGIN")
        self.iterations = None if iterations is None else int(iterations)
        self.seed = int(environment.get("BOTSMITH_SEED", "1"))
        self.share = float(environment.get("BOTSMITH_BUDGET", "100")) / 100.0
        self.margin_ms = None if margin is None else float(margin)
        self.is_telling_stats = environment.get("BOTSMITH_STATS") == "1"
        self.is_explaining = environment.get("BOTSMITH_EXPLAIN") == "1"


def make_deadline(bot: Bot, options: Options, is_first: bool, reader: LineReader) -> Deadline:
    """The deadline of the turn whose first line the reader has read."""
    budget_ms = (bot.first_ms if is_first else bot.turn_ms) * options.share
    margin_ms = bot.margin_ms if options.margin_ms is None else options.margin_ms
    margin_ms = min(
        margin_ms, 0.8 * budget_ms
    )  # a budget of a few percent still leaves some search
    return Deadline(budget_ms, margin_ms, reader.started, reader.now, options.iterations)


def answer_turn(
    bot: Bot, reader: LineReader, options: Options, is_first: bool
) -> tuple[list[str], str]:
    """The lines of one answer and, if something failed on the way, the text to log after it."""
    try:
        bot.read_turn(reader)
        return bot.answer(make_deadline(bot, options, is_first, reader)), ""
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
) -> None:
    """Plays until the input ends between two turns. UnreadableInput if it makes no start or
    breaks off.
    """
    bot.prepare(options.seed)
    gc.collect()
    gc.freeze()
    gc.disable()
    reader = LineReader(source, now)
    bot.read_start(reader)
    turn = 0
    while True:
        if turn > 0:
            reader.begin_turn()
        try:
            lines, trouble = answer_turn(bot, reader, options, turn == 0)
        except EndOfInput:
            return
        write_lines(lines, sink)
        if trouble:
            log(f"turn {turn}: {trouble}")
        if options.is_telling_stats:
            log("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
        if options.is_explaining:
            log(bot.explain())
        turn += 1


def run(bot: Bot) -> None:
    """Plays `bot` on stdin and stdout. Input that it cannot read ends it with one line and status
    2.
    """
    try:
        play(bot, Options(os.environ), sys.stdin, sys.stdout)
    except EndOfInput:
        return  # before the first line: nobody wants to play
    except UnreadableInput as error:
        log(f"unreadable input: {error}")
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), 1
        )  # nobody listens any more; stay quiet at exit too
