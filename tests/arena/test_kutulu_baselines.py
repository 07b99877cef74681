"""Kutulu's baselines: legal, and `planner` and `scout` ahead of `group` and `flee`; `gather`
stays together.
"""

from typing import Any

import pytest

from common.engine import Engines
from contests.kutulu import baselines as kutulu
from contests.kutulu.baselines import BOTS, KutuluProtocol
from contests.kutulu.lines import parse_order
from contests.kutulu.referee import KutuluReferee
from contests.kutulu.scout import GUESSES, ODD, Scout


class Player:
    """A baseline in a seat, fed without a process."""

    def __init__(self, name: str, lines: list[str]) -> None:
        self.choose = BOTS[name]
        self.protocol = KutuluProtocol()
        self.protocol.read_start(iter([f"{line}\n" for line in lines]).__next__)
        self.turn = 0

    def answer(self, lines: list[str]) -> list[str]:
        self.protocol.read_turn(iter([f"{line}\n" for line in lines]).__next__)
        self.turn += 1
        return self.choose(self.protocol, self.turn)


def play(seed: int, names: list[str], turns: int) -> tuple[KutuluReferee, list[set[str]]]:
    """A match of these seats, stopped after so many turns, and the words that each has said."""
    said: list[set[str]] = [set() for _ in names]
    referee = KutuluReferee.from_seed(seed)
    players = [Player(name, referee.init_inputs(seat)) for seat, name in enumerate(names)]
    while not referee.over and referee.world.turn < turns:
        outputs = {seat: players[seat].answer(referee.inputs(seat)) for seat in referee.seats()}
        for seat, lines in outputs.items():
            assert len(lines) == 1
            parse_order(lines[0])
            said[seat].add(lines[0].split()[0])
        referee.apply(outputs)
    return referee, said


@pytest.mark.parametrize(("name", "best"), [("group", "planner"), ("flee", "scout")])
def test_who_looks_ahead_outlives_rule_bots(name, best, monkeypatch):
    monkeypatch.setenv("BOTSMITH_ITERATIONS", "1")  # the scout waits for C
    referee, said = play(2, [name, best, name, name], 201)
    ranks = referee.result().ranks
    assert sum(ranks[1] < ranks[other] for other in (0, 2, 3)) >= 2
    if best == "planner":
        assert {"MOVE", "PLAN"} <= said[1] and said[1] & {"YELL", "LIGHT"}


def test_those_who_gather_stand_on_one_cell(monkeypatch):
    monkeypatch.setenv("BOTSMITH_ITERATIONS", "1")
    referee = KutuluReferee.from_seed(2)
    players = [Player("gather", referee.init_inputs(seat)) for seat in range(4)]
    shared = turns = 0
    while not referee.over and referee.world.turn < 70:
        cells = [one.cell for one in referee.world.players if one.is_in]
        if referee.world.turn >= 26:
            shared += len(set(cells)) < len(cells)
            turns += 1
        referee.apply({s: players[s].answer(referee.inputs(s)) for s in referee.seats()})
    assert turns > 0 and shared >= 0.8 * turns


@pytest.mark.parametrize("iterations", ["0", "1"])
def test_cpython_makes_all_guesses_at_fixed_work_alone(iterations, monkeypatch):
    monkeypatch.setenv("BOTSMITH_ITERATIONS", iterations)
    engines, given = Engines(Scout), list[Any]()

    def call(kernel: object, *words: Any) -> int:
        given.extend(words)
        return 0

    monkeypatch.setattr(kutulu, "scout_engines", lambda: engines)
    monkeypatch.setattr(engines.python, "call", call)
    referee = KutuluReferee.from_seed(2)
    Player("scout", referee.init_inputs(0)).answer(referee.inputs(0))
    assert given == [0, GUESSES if iterations == "1" else 1, ODD, False]
