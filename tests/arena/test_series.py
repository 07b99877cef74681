"""Seeds, seats, jobs and the report of a series."""

from itertools import islice
from pathlib import Path

import pytest

from botsmith.arena.matches import workers
from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.league import Pairing, Plan, each_pairing
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.packing import in_place
from botsmith.arena.matches.played import Outcome, in_order
from botsmith.arena.matches.runner import Runner
from botsmith.arena.store.record import decode_match
from botsmith.referees.base import Match, Referee
from tests.arena.toys import GOOD, Doubles, write_bot
from tests.matches import outcomes, report_of, series_plan


def test_every_seed_is_played_in_every_rotation_before_the_next() -> None:
    assert list(each_pairing(2, 5, 10)) == [
        Pairing(10, 0, (0, 1)),
        Pairing(10, 1, (1, 0)),
        Pairing(11, 0, (0, 1)),
        Pairing(11, 1, (1, 0)),
        Pairing(12, 0, (0, 1)),
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_bot_has_every_seat_once_a_seed(players: int) -> None:
    plan = list(each_pairing(players, 2 * players, 1))
    for seed in (1, 2):
        orders = [pairing.order for pairing in plan if pairing.seed == seed]
        for seat in range(players):
            assert sorted(order[seat] for order in orders) == list(range(players))


def toy_referee(game: str) -> type[Referee]:
    return Doubles


def test_a_series_of_three_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "referee_for", toy_referee)
    bad = "input()\nprint(2 * int(input()), flush=True)\nprint(int(input()), flush=True)\ninput()"
    sources = {"good": GOOD, "bad": bad, "worse": "input()\nraise ValueError"}
    bots = tuple(write_bot(tmp_path, name, source) for name, source in sources.items())
    found = report_of(series_plan("doubles", bots, games=3, seed=4))
    good, bad_one, worse = found["bots"]
    assert [match["seats"] for match in found["matches"]] == [
        ["good", "bad", "worse"],
        ["worse", "good", "bad"],
        ["bad", "worse", "good"],
    ]
    assert [match["ranks"] for match in found["matches"]] == [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    assert (good["wins"], bad_one["wins"], good["mean_rank"], worse["mean_rank"]) == (3, 0, 1, 3)
    assert (bad_one["invalid"], bad_one["crashes"], worse["crashes"]) == (3, 0, 3)
    assert good["interval_of"] == "mean_rank"
    assert set(good["turn_ms"]) == {"first", "mean", "p99", "max"}


def played(plan: Plan, conditions: Conditions, jobs: int = 1) -> list[Outcome]:
    """The matches of a plan as `play` plays them."""
    bots = [in_place(bot) for bot in plan.bots]
    with Runner(plan.game, conditions, jobs).open(bots) as pool:
        return list(in_order(pool.run(plan.jobs())))


def without_times(outcome: Outcome) -> Match:
    """The record of a match without what no two runs share."""
    match = decode_match(outcome.record, "here")
    match.extra.pop("turn_ms")
    return match


@pytest.mark.workers
def test_fixed_work_is_repeatable_on_any_number_of_jobs() -> None:
    bots = find_bots(["random", "random"], "uttt")
    conditions = Conditions(time_rule="none", iterations=1)
    plan = series_plan("uttt", bots, 4, 3, conditions)
    here = [without_times(match) for match in outcomes(plan, conditions)]
    assert [without_times(match) for match in played(plan, conditions, 2)] == here
    assert here[0].turns[0] != here[1].turns[0]


def test_a_match_knows_who_sat_where() -> None:
    bots = find_bots(["random", "coast"], "csb")
    conditions = Conditions(time_rule="none", iterations=1)
    for outcome in played(series_plan("csb", bots, 2, 3, conditions), conditions):
        match = outcome.played
        assert [bots[number].name for number in match.order] == [
            seat.player.name for seat in match.seats
        ]


@pytest.mark.workers
def test_a_fault_of_ours_in_a_worker_is_raised_with_its_traceback(tmp_path: Path) -> None:
    plan = series_plan("csb", find_bots(["random", "random"], "csb"))
    with Runner("csb", Conditions(environment={"ODD": "\0"})).open(
        [in_place(bot) for bot in plan.bots]
    ) as pool:
        with pytest.raises(ValueError, match="null byte") as caught:
            list(pool.run(islice(plan.jobs(), 1)))
    assert "in play_one" in caught.value.__notes__[0]
