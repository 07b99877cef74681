"""The report of a league: three players, verdicts, and the warning of an oversubscribed machine."""

from collections.abc import Sequence

import pytest

from botsmith.arena.bots import find_bots
from botsmith.arena.league import Plan, Watch, levels_from
from botsmith.arena.standings import league_report
from botsmith.arena.store import Played, Player, Seat
from botsmith.arena.times import Times
from botsmith.referees import referee_for
from botsmith.referees.base import Limits

NAMES = ["random", "coast", "silent"]
CALM = [30.0] + [60.0, 65.0, 66.0] * 30
SQUEEZED = [30.0] + [60.0] * 80 + [74.0] * 20


def play(
    plan: Plan, turn_ms: Sequence[float] = CALM, fault: str = "", best_first: bool = True
) -> list[Played]:
    """All matches of a plan; the bot with the lowest number wins, or all are level."""
    matches = []
    for job in plan.jobs():
        behind = sorted(job.order)
        ranks = [1 + behind.index(bot) if best_first else 1 for bot in job.order]
        seats = tuple(
            Seat(Player(plan.bots[bot].name, ""), 100, rank, 0.0, fault, "", Times.of(turn_ms))
            for bot, rank in zip(job.order, ranks, strict=True)
        )
        shown = (job.seed, job.rotation, job.level, plan.rule, plan.iterations, "")
        matches.append(Played(job.number, plan.game, *shown, seats))
    return matches


def plan(count: int = 2, games: int = 20, rule: str = "hard") -> Plan:
    bots = tuple(find_bots(NAMES[:count], "csb"))
    levels = levels_from(None, [bot.name for bot in bots])
    return Plan("csb", bots, games, 1, rule, None, levels)


def test_three_players_are_rated_by_all_their_pairs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(referee_for("csb"), "player_counts", (3,))
    league = plan(3, games=30)
    report = league_report(league, Watch(league, None), play(league), 0.95, False)
    assert [(bot["mean_rank"], bot["wins"]) for bot in report["bots"]] == [(1, 30), (2, 0), (3, 0)]
    assert [bot["interval_of"] for bot in report["bots"]] == ["mean_rank"] * 3
    assert [rating["name"] for rating in report["ratings"]] == NAMES
    assert [pair["score"] for pair in report["pairs"]] == [1.0, 1.0, 1.0]
    assert [pair["verdict"] for pair in report["pairs"]] == ["better"] * 3


def test_draws_decide_nothing():
    league = plan()
    report = league_report(league, Watch(league, None), play(league, best_first=False), 0.95, False)
    assert [bot["draws"] for bot in report["bots"]] == [20, 20]
    assert report["pairs"][0]["verdict"] == "undecided"
    assert report["pairs"][0]["superiority"] == pytest.approx(0.5)


def test_a_calm_machine_is_believed():
    league = plan()
    report = league_report(league, Watch(league, None), play(league), 0.95, False)
    assert (report["warnings"], report["pairs"][0]["verdict"]) == ([], "better")


def test_an_oversubscribed_machine_gets_a_warning_and_no_verdict():
    league = plan()
    matches = play(league, SQUEEZED)
    report = league_report(league, Watch(league, None), matches, 0.95, False)
    assert "the machine is oversubscribed: p99 of random is 74" in report["warnings"][0]
    assert "of 75 ms" in report["warnings"][0]
    assert report["pairs"][0]["verdict"] == "refused"
    forced = league_report(league, Watch(league, None), matches, 0.95, True)
    assert forced["warnings"] and forced["pairs"][0]["verdict"] == "better"


def test_without_a_clock_no_machine_is_oversubscribed():
    league = plan(rule="none")
    report = league_report(league, Watch(league, None), play(league, SQUEEZED), 0.95, False)
    assert report["warnings"] == []


def test_a_bot_that_always_uses_its_time_to_the_end_is_no_sign():
    league = plan()
    tight = [30.0] + [74.0] * 100
    report = league_report(league, Watch(league, None), play(league, tight), 0.95, False)
    assert report["warnings"] == []


def test_a_bot_that_hangs_is_no_sign():
    league = plan()
    hanging = [30.0, 1.0, 1.0, 75.5]
    report = league_report(
        league, Watch(league, None), play(league, hanging, "timeout"), 0.95, False
    )
    assert report["warnings"] == []


def test_the_limit_of_the_warning_is_the_contests(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(referee_for("csb"), "limits", Limits(1000.0, 100.0))
    league = plan()
    report = league_report(league, Watch(league, None), play(league, SQUEEZED), 0.95, False)
    assert report["warnings"] == []
