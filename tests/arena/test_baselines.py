"""The baselines are what their names promise, in every game. Nothing is left of any of them."""

import time
from dataclasses import replace
from random import Random

import pytest

from botsmith.arena.baselines import any_game
from botsmith.arena.baselines.game import NextLine, Protocol
from botsmith.arena.matches.bots import Slack, find_bots
from botsmith.arena.matches.match import ON_THE_CLOCK, Conditions
from botsmith.arena.process.child import Child
from botsmith.arena.process.launch import HAS_WARDEN
from botsmith.referees import games, referee_for
from botsmith.referees.base import Limits, Lines, Match
from tests.matches import play_series
from tests.spread import spread
from tests.waiting import PATIENCE_MS

pytestmark = pytest.mark.long

VERDICTS = {
    "late": ("timeout", 2),
    "silent": ("timeout", 0),
    "crash": ("crash", 5),
    "flood": ("flood", 0),
    "rubbish": ("invalid", 0),
}
TURNS = 100
UNHURRIED = Conditions(time_rule="none", iterations=1)


def play(
    game: str, names: list[str], games: int, conditions: Conditions = ON_THE_CLOCK
) -> list[Match]:
    """A series between baselines."""
    return play_series(game, find_bots(names, game), games, conditions=conditions)


def with_others(game: str, name: str) -> list[str]:
    """A baseline and as many random players as the game needs besides."""
    return [name] + ["random"] * (min(referee_for(game).player_counts) - 1)


def errors(match: Match) -> list[tuple[str, str, int]]:
    """Bot, fault and turn of every error of a match."""
    return [(error["bot"], error["fault"], error["turn"]) for error in match.extra["errors"]]


def own_turn(match: Match, name: str, turn: int) -> int:
    """How often a bot had been asked before a turn of the match."""
    seat = [bot["name"] for bot in match.extra["bots"]].index(name)
    return sum(seat in before.outputs for before in match.turns[:turn])


@pytest.mark.parametrize(("game", "name"), spread(games(), list(VERDICTS)))
def test_a_hostile_baseline_gets_its_verdict_and_loses(game, name, monkeypatch):
    fault, turn = VERDICTS[name]
    ask = Child.ask

    def ask_at_ease(child: Child, lines: Lines, owed: int, wait_ms: float, is_turn: bool = True):
        """Before the turn of its fault a busy machine makes no bot late."""
        if child.engine.asked >= turn:
            return ask(child, lines, owed, wait_ms, is_turn)
        return replace(ask(child, lines, owed, PATIENCE_MS, is_turn), used_ms=0.0)

    monkeypatch.setattr(Child, "ask", ask_at_ease)
    monkeypatch.setattr(referee_for(game), "limits", Limits(first_ms=300.0, turn_ms=300.0))
    conditions = ON_THE_CLOCK if fault == "timeout" else UNHURRIED
    # A fault is the same in every seat: see test_match.py and test_contract.py.
    first, *others = find_bots(with_others(game, name), game)
    bots = [first, *(replace(bot, slack=Slack(PATIENCE_MS, PATIENCE_MS)) for bot in others)]
    (match,) = play_series(game, bots, 1, conditions=conditions)
    found = [error for error in errors(match) if error[0] == name]
    assert [(bot, what) for bot, what, _ in found] == [(name, fault)]
    assert own_turn(match, name, found[0][2]) == turn
    seat = match.extra["errors"][-1]["seat"]
    assert len(match.extra["turn_ms"][str(seat)]) == turn + 1  # in which it was asked
    assert match.result.ranks[seat] == match.players


@pytest.mark.parametrize(("game", "name"), spread(games(), ["random", "fork"]))
def test_a_legal_baseline_is_never_at_fault(game, name, monkeypatch):
    """In its first turns: a match of stratego has a thousand."""
    if name == "fork" and not HAS_WARDEN:
        pytest.skip("wardens are for Linux")
    kind = referee_for(game)
    played: list[None] = []
    apply, is_over = kind.apply, kind.over.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(kind, "apply", lambda *words: played.append(apply(*words)))
    monkeypatch.setattr(kind, "over", property(lambda one: is_over(one) or len(played) == TURNS))
    (match,) = play(game, with_others(game, name), 1, UNHURRIED)
    assert errors(match) == []
    assert len(match.turns) > 6


def test_slow_answers_after_nine_tenths_of_each_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Legal(Protocol):
        def read_start(self, next_line: NextLine) -> None: ...
        def read_turn(self, next_line: NextLine) -> None: ...
        def legal(self, dice: Random) -> list[str]:
            seconds[0] += 0.02  # what it takes to find one
            return ["legal"]

    seconds = [7.0]
    slept: list[float] = []
    monkeypatch.setattr(time, "monotonic", lambda: seconds[0])
    monkeypatch.setattr(time, "sleep", slept.append)
    protocol = Legal()
    protocol.turn_ms, protocol.first_ms, protocol.baseline_dice = 100.0, 1000.0, Random(1)
    assert [any_game.slow(protocol, turn) for turn in (1, 2, 3)] == [["legal"]] * 3
    assert slept == pytest.approx([0.88, 0.07, 0.07])


def test_csb_coast_races_to_the_finish() -> None:
    for match in play("csb", ["coast", "coast"], 1, UNHURRIED):
        assert match.result.end.startswith("finish")
        assert len(match.turns) < 300


BETTER = [
    ("csb", ["coast", "random"], 2),
    ("uttt", ["greedy", "random"], 1),
    ("tororo", ["grow", "random"], 1),
    ("tororo", ["sunrate", "grow"], 1),
    ("tororo", ["burst", "sunrate"], 1),
    pytest.param("olymbits", ["vote", "onegame", "onegame"], 3, marks=pytest.mark.campaign),
    pytest.param("olymbits", ["line4", "vote", "vote"], 2, marks=pytest.mark.campaign),
]


@pytest.mark.parametrize(("game", "names", "games"), BETTER, ids=str)
def test_a_baseline_beats_a_weaker_one(game: str, names: list[str], games: int) -> None:
    won = 0.0
    for match in play(game, names, games, UNHURRIED):
        place = [bot["name"] for bot in match.extra["bots"]].index(names[0])
        assert errors(match) == []
        won += (match.result.ranks[place] == 1) / match.result.ranks.count(1)
    assert won > 0.6 * games


def test_olymbits_jointmcts_is_the_contest_bot_s_second_entry() -> None:
    (bot,) = find_bots(["jointmcts"], "olymbits")
    assert "bots.olymbits.main_jointmcts" in bot.command[-1]
    conditions = Conditions(time_rule="none", iterations=1)
    (match,) = play("olymbits", ["jointmcts", "crash", "crash"], 1, conditions)
    assert [name for name, *_ in errors(match)] == ["crash", "crash#2"]
    assert match.result.ranks[0] == 1
