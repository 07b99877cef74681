"""Openings, steps between seeds, and games of a series that are one and the same."""

from pathlib import Path

import pytest

from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.league import Plan, duel_from, levels_from
from botsmith.arena.matches.match import Conditions
from botsmith.arena.statistics.report import pair_rows, report
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.statistics.stats import Sample
from botsmith.arena.store.record import decode_match
from botsmith.arena.store.store import open_store
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import first_difference
from tests.arena.toys import write_bot
from tests.matches import outcomes
from tests.spread import first_of

FIRST_CELL = """
while True:
    input()
    print(sorted(input() for _ in range(int(input())))[0], flush=True)
"""


def plan_of(game: str, names: list[str], games: int, **more: int | None) -> Plan:
    bots = tuple(find_bots(names, game))
    plan = Plan(game, bots, games, 1, "none", 5, levels_from(None, names), **more)  # type: ignore[arg-type]
    plan.check()
    return plan


def play(plan: Plan) -> list[Match]:
    found = outcomes(plan, plan.conditions({}))
    return [decode_match(outcome.record, "here") for outcome in found]


@pytest.fixture
def first(tmp_path: Path) -> str:
    """A bot that always plays the first legal cell."""
    return write_bot(tmp_path, "first", FIRST_CELL).command[-1]


@pytest.mark.parametrize("game", first_of(["csb", "kutulu", "olymbits", "tororo"]))
def test_nobody_is_asked_in_the_opening_and_all_rotations_have_the_same(game):
    seats = min(referee_for(game).player_counts)
    one, other = play(plan_of(game, ["random"] * seats, 2, openings=3))
    for turn in range(3):
        assert one.turns[turn] == other.turns[turn]
    assert one.turns[3].inputs.keys() == one.turns[0].inputs.keys()
    for seat in range(seats):
        assert one.extra["drawn"][str(seat)] == 3
        assert len(one.extra["turn_ms"][str(seat)]) == len(one.asked(seat)) > 0
        assert min(one.asked(seat)) == 3
    assert (one.extra["openings"], first_difference(one, referee_for(game))) == (3, None)


def test_a_bot_that_must_know_its_moves_is_given_them_and_others_play_their_own(first):
    matches = play(plan_of("uttt", ["uttt", first], 3, openings=6))
    assert [match.extra["drawn"] for match in matches] == [{"0": 3}, {"1": 3}, {"0": 3}]
    assert not any(match.extra["errors"] for match in matches)
    for match in matches:
        assert first_difference(match, referee_for("uttt")) is None
        for turn in match.turns:
            (seat,) = turn.outputs
            if match.extra["bots"][seat]["name"] == "first":
                assert turn.outputs[seat] == sorted(turn.inputs[seat][2:])[:1]
    drawn = [[match.turns[ply].outputs for ply in range(6)] for match in matches]
    assert drawn[0] != drawn[2]


def test_a_game_without_openings_says_so_in_one_line():
    with pytest.raises(BadInput, match="--openings: stratego has none"):
        plan_of("stratego", ["random", "random"], 1, openings=2)


def test_seeds_of_kutulu_lie_apart_unless_told_else():
    names = ["random"] * 4
    assert [job.seed for job in plan_of("kutulu", names, 9).jobs()][::4] == [1, 7920, 15839]
    assert [job.seed for job in plan_of("kutulu", names, 9, seed_step=2).jobs()][::4] == [1, 3, 5]
    plan = plan_of("kutulu", names, 9)
    again = Plan.from_spec("kutulu", plan.spec(), "here")
    assert again.step == plan.step == 7919
    older = {key: value for key, value in plan.spec().items() if key != "seed_step"}
    assert Plan.from_spec("kutulu", older, "here").step == 1


def test_games_that_are_equal_move_for_move_count_once_in_intervals(first, tmp_path):
    plan = plan_of("uttt", [first, first], 4)
    played = [found.played for found in outcomes(plan, Conditions("none", 5))]
    standings = Standings(plan)
    for match in played:
        standings.add(match)
    found = report(standings, played, 0.95)
    assert (found["games"], found["distinct"]) == (4, 2)
    assert "games 0 and 2 (seats first, first#2) are equal move for move" in found["repeats"][0]
    two = Sample(2)
    two.add(1, 1.0)
    two.add(1, 0.0)
    (low, high), wide = found["bots"][0]["interval"], two.interval(0.95)
    assert high - low > 0.7 * (wide[1] - wide[0])
    with open_store(tmp_path / "x.db", create=True) as store:
        number = store.begin_league("uttt", plan.spec())
        for match in played:
            store.add(number, match, b"")
        assert [match.moves for match in store.plan(number)] == [match.moves for match in played]


def test_shares_are_those_of_the_games_that_count_in_their_intervals(first):
    two, plan = (plan_of("uttt", [first, first], games) for games in (2, 8))
    won, lost = [found.played for found in outcomes(two, Conditions("none", 5))]
    standings = Standings(plan)
    for number in range(8):  # the first one again and again
        match = lost if number == 1 else won
        standings.add(type(match)(**{**vars(match), "number": number, "seed": 1 + number // 2}))
    found = report(standings, [], 0.95)
    one, other = found["bots"]
    (section,) = standings.sections.values()
    (pair,) = pair_rows(section, 0.95, False)
    assert {one["wins"], one["losses"]} == {1, 7} and found["distinct"] == 2
    assert one["first_share"] == other["first_share"] == pair["score"] == 0.5
    assert (one["mean_rank"], other["mean_rank"]) == (1.5, 1.5)
    for row in (one, other, pair):
        assert sum(row["interval"]) / 2 == pytest.approx(0.5)


def test_a_seed_of_repetitions_is_no_observation_of_a_test(first):
    two, plan = (plan_of("uttt", [first, "random"], games) for games in (2, 8))
    duel = duel_from("first,random", [first, "random"], plan.bots)
    standings = Standings(plan, duel)
    repeated = [found.played for found in outcomes(two, Conditions("none", 5))]
    for number in range(8):
        one = repeated[number % 2]
        standings.add(type(one)(**{**vars(one), "number": number, "seed": 1 + number // 2}))
    assert standings.trial and len(standings.trial.observed) == 1
