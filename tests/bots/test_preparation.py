"""What a bot does in a turn before its search looks at the clock for the first time."""

import importlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any
from unittest import mock

import pytest

from botsmith.compiler.compile import native_engine
from botsmith.golden import recorded_match
from botsmith.referees import referee_for
from common.clock import Deadline
from common.engine import Engine, Engines
from common.stdio import LineReader
from contests.uttt.referee import UtttReferee

ROOT = Path(__file__).resolve().parents[2]
BOTS = {  # seconds of the first turn: more where a tree is kept, and 2 make its pool full
    "csb": ("csb.bot", 0.3),
    "csb_plans": ("csb.bot_plans", 0.3),
    "kutulu": ("kutulu.bot", 0.3),
    "olymbits": ("olymbits.bot", 0.3),
    "stratego": ("stratego.bot", 0.3),
    "tororo": ("tororo.bot", 0.3),
    "uttt": ("uttt.bot_network", 2.0),
    "uttt_alphabeta": ("uttt.bot_alphabeta", 0.3),
    "uttt_mcts": ("uttt.bot_mcts", 1.0),
}
PART = 0.1  # of a turn


class InC(Engines[Any]):
    """C from the first turn on."""

    def __init__(self, engine: Engine[Any]) -> None:
        self.python = engine


def bot_in_c(module: str) -> Any:
    """The bot that a module plays, in C."""
    bots: list[Any] = []
    made = importlib.import_module(f"bots.{module}")

    def engines(memory: type, kernels: Any, flags: Any = ("",)) -> InC:
        return InC(native_engine(memory, kernels))

    with mock.patch.multiple(made, run=bots.append, Compiled=engines):
        made.main()
    return bots[0]


def recorded(game: str) -> Iterator[list[str]]:
    """What seat 0 reads before each of its answers, in a recorded match."""
    match = recorded_match(ROOT, game, 12)
    lines = list(match.init_inputs.get(0, []))
    for turn in match.turns:
        lines += turn.inputs.get(0, [])
        if 0 in turn.inputs and 0 in turn.outputs:
            yield lines
            lines = []


def expected(bot: Any, answers: list[list[str]]) -> Iterator[list[str]]:
    """What a bot of uttt reads if the rival does as it expects: most of the tree is kept."""
    referee = UtttReferee.from_seed(1)
    while True:
        yield list(referee.inputs(0))
        referee.apply({0: answers[-1]})
        (unit,) = json.loads(bot.explain())["units"]
        reply = unit["line"][1:2] or [referee.inputs(1)[-1]]
        referee.apply({1: reply})


@pytest.mark.campaign
@pytest.mark.parametrize("name", BOTS)
def test_nothing_that_grows_with_a_turn_comes_before_the_next_ones_first_look(name, monkeypatch):
    """Times are processor times, given to the bot as its clock: others may use the machine."""
    module, first_s = BOTS[name]
    game = name.split("_")[0]
    turn_ms = referee_for(game).limits.turn_ms
    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setenv("BOTSMITH_SEED", "1")
    bot = bot_in_c(module)
    bot.prepare(1)
    answers: list[list[str]] = []
    turns = expected(bot, answers) if game == "uttt" else recorded(game)
    spent_ms = []
    for number, lines in zip(range(2), turns, strict=False):
        source = io.StringIO("".join(f"{line}\n" for line in lines))
        reader = LineReader(source, process_time)
        if number == 0:
            bot.read_start(reader)
            reader.begin_turn()
        bot.read_turn(reader)
        budget_ms = turn_ms if number else 1000.0 * first_s
        deadline = Deadline(budget_ms, 0.0, reader.started, process_time)
        answers.append(bot.answer(deadline))
        spent_ms.append((deadline.began - deadline.started) * 1000.0)
    assert bot.stats()["engine"] == "c"
    assert spent_ms[1] < PART * turn_ms, spent_ms
