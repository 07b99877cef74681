"""The report of a league: three players, verdicts, and the warning of an oversubscribed machine."""

from dataclasses import replace
from typing import Any

import pytest

from botsmith.arena.matches.bots import Bot, Slack, find_bots, without_c
from botsmith.arena.matches.league import Duel, Level, Plan, duel_from, levels_from
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.played import Played, Player, Seat, TurnTimes
from botsmith.arena.matches.runner import Runner
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.report import league_report, report
from botsmith.arena.statistics.standings import Meeting, Section, Standings
from botsmith.cli.machine import Watch, crowding_warning
from botsmith.cli.tables import show_report, standings_grid
from botsmith.referees import referee_for

NAMES = ["random", "coast", "silent"]
ENGINE = EngineTurns(c=98, python=1, unknown=1)
TURN_MS = [30.0] + [60.0] * 80 + [74.0] * 19


def play(
    plan: Plan, squeezed: int = 0, best_first: bool = True, engine: EngineTurns = ENGINE
) -> list[Played]:
    """All matches of a plan; the bot with the lowest number wins, or all are level."""
    matches = []
    times = TurnTimes.of(TURN_MS)
    for job in plan.jobs():
        behind = sorted(job.order)
        ranks = [1 + behind.index(bot) if best_first else 1 for bot in job.order]
        seats = tuple(
            Seat(Player(NAMES[bot], ""), 100, rank, 0.0, "", "", times, squeezed, engine)
            for bot, rank in zip(job.order, ranks, strict=True)
        )
        shown = (job.seed, job.rotation, job.level, plan.rule, plan.iterations, "", job.order)
        matches.append(Played(job.number, plan.game, *shown, seats))
    return matches


def plan(count: int = 2, games: int = 20, rule: str = "hard") -> Plan:
    bots = tuple(find_bots(NAMES[:count], "csb"))
    levels = levels_from(None, [bot.name for bot in bots])
    return Plan("csb", bots, games, 1, rule, None, levels)


def report_of(
    plan: Plan, matches: list[Played], force: bool = False, duel: Duel | None = None
) -> dict[str, Any]:
    """What `league --json` prints."""
    found = Standings(plan, duel)
    for match in matches:
        found.add(match)
    return league_report(found, matches, 0.95, force)


def test_three_players_are_rated_by_all_their_pairs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(referee_for("csb"), "player_counts", (3,))
    league = plan(3, games=30)
    report = report_of(league, play(league))
    assert [(bot["mean_rank"], bot["wins"]) for bot in report["bots"]] == [(1, 30), (2, 0), (3, 0)]
    assert [bot["interval_of"] for bot in report["bots"]] == ["mean_rank"] * 3
    assert [rating["name"] for rating in report["ratings"]] == NAMES
    assert [pair["score"] for pair in report["pairs"]] == [1.0, 1.0, 1.0]
    assert [pair["verdict"] for pair in report["pairs"]] == ["better"] * 3


def test_the_turns_of_every_engine_are_added_up():
    league = plan()
    report = report_of(league, play(league))
    turns = {"c": 20 * 98, "python": 20, "unknown": 20}
    assert [bot["engine"] for bot in report["bots"]] == [turns, turns]
    grid = standings_grid(report, 100, False)
    assert list(grid.columns)[1] == "engine"
    assert [row[1] for row in grid.rows] == ["C 98 %"] * 2


def test_turns_that_c_missed_are_counted_match_by_match():
    league = plan()
    free, missed = EngineTurns(c=98, python=2), EngineTurns(python=100)
    matches = [*play(league, engine=missed)[:3], *play(league, engine=free)[3:]]
    first, second = report_of(league, matches)["engine_warnings"]
    assert first.startswith("random played 294 turns in Python that C should have played")
    assert "C came late, stopped or never came; its stderr" in first
    assert second.startswith("coast played 294 turns")
    assert report_of(league, play(league, engine=free))["engine_warnings"] == []


def test_a_bot_that_is_without_c_on_purpose_misses_nothing():
    league = plan()
    named = Plan("csb", tuple(map(without_c, league.bots)), 20, 1, "hard", None, league.levels)
    assert report_of(named, play(named, engine=EngineTurns(python=100)))["engine_warnings"] == []


def test_turns_that_c_missed_are_a_line_below_the_table(capsys):
    league = plan()
    show_report(report_of(league, play(league, engine=EngineTurns(c=50, python=3))), "")
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert [line.partition(" in Python")[0] for line in lines] == [
        "botsmith: random played 20 turns",
        "botsmith: coast played 20 turns",
    ]


def test_a_pair_is_counted_from_the_side_of_its_first_bot():
    meeting = Meeting(per_seed=2)
    for seed, games in ((1, [(1, 2), (2, 1)]), (2, [(1, 1), (1, 3)]), (3, [(2, 3)])):
        meeting.open_seed()
        for mine, other in games:
            meeting.add(seed, mine, other)
    assert (meeting.wins, meeting.draws, meeting.losses) == (3, 1, 1)
    assert meeting.observed() == [0.5, 0.75], "the third seed is not complete"
    assert list(meeting.games_by_seed) == [2.0, 2.0, 1.0]
    assert list(meeting.scores_by_seed) == [1.0, 1.5, 1.0]


@pytest.mark.parametrize(("bots", "seats", "games"), [(3, 2, 2), (3, 3, 3), (4, 3, 6)])
def test_a_pair_meets_in_every_seat_of_every_group_of_a_seed(bots, seats, games):
    level = Level(100, (100,) * bots)
    names = tuple(Bot(f"bot{number}", ("true",), "") for number in range(bots))
    section = Section(Plan("kutulu", names, 1, 1, "hard", None, (level,), seats), 0)
    assert {meeting.per_seed for meeting in section.meetings.values()} == {games}


def test_late_turns_and_faults_are_added_up_for_each_bot():
    league = plan(games=2)
    matches = []
    for match in play(league):
        seats = [
            replace(
                seat, late=2 if name == "coast" else 0, fault="timeout" if name == "coast" else ""
            )
            for seat in match.seats
            for name in [seat.player.name]
        ]
        matches.append(replace(match, seats=tuple(seats)))
    first, second = report_of(league, matches)["bots"]
    assert (first["name"], first["late"], first["timeouts"]) == ("random", 0, 0)
    assert (second["name"], second["late"], second["timeouts"]) == ("coast", 4, 2)
    assert (first["wins"], second["losses"]) == (2, 2)


def test_draws_decide_nothing():
    league = plan()
    report = report_of(league, play(league, best_first=False))
    assert [bot["draws"] for bot in report["bots"]] == [20, 20]
    assert report["pairs"][0]["draws"] == 20
    assert report["pairs"][0]["verdict"] == "undecided"
    assert report["pairs"][0]["superiority"] == pytest.approx(0.5)


def test_a_calm_machine_is_believed():
    league = plan()
    report = report_of(league, play(league))
    assert (report["warnings"], report["pairs"][0]["verdict"]) == ([], "better")


def test_an_oversubscribed_machine_gets_a_warning_and_no_verdict():
    league = plan()
    matches = play(league, squeezed=2)  # of 100 turns
    report = report_of(league, matches)
    (line,) = report["warnings"]
    assert line.startswith(
        "the machine is oversubscribed: bots waited for a CPU for more than 5% of a turn's time:"
        " random in 40 of 2000 turns (p99 74.0 ms), coast in 40 of 2000 turns"
    )
    assert line.endswith(", or by --time count")
    assert report["pairs"][0]["verdict"] == "refused"
    forced = report_of(league, matches, force=True)
    assert forced["warnings"] and forced["pairs"][0]["verdict"] == "better"


def test_one_turn_of_a_hundred_is_no_sign():
    league = plan()
    report = report_of(league, play(league, squeezed=1))
    assert report["warnings"] == []


def test_a_refused_test_says_so():
    league = plan()
    duel = duel_from("random,coast", NAMES, list(league.bots))
    report = report_of(league, play(league, squeezed=9), duel=duel)
    assert report["sprt"]["verdict"] == "refused"


def test_play_says_what_league_says_of_a_busy_machine_and_says_it_as_it_begins(capsys):
    pair = plan()
    found, matches = Standings(pair), play(pair, squeezed=2)
    watch = Watch(Runner("csb", Conditions("none")))  # which looks at no machine by itself
    watch.is_timed = True
    for match in matches:
        found.add(match)
        watch.warn_if_busy(found)
        if match is matches[0]:
            (said,) = capsys.readouterr().err.splitlines()
            assert said.startswith("botsmith: the machine takes time from random, coast, which wai")
    assert capsys.readouterr().err == ""
    assert report(found, matches, 0.95)["warnings"] == report_of(pair, matches)["warnings"] != []


def test_a_machine_without_a_free_core_is_told_of_before_the_first_match():
    assert (
        crowding_warning(cores=4, taken=3.2, jobs=1)
        == crowding_warning(cores=1, taken=0.3, jobs=1)
        == []
    )
    warnings = crowding_warning(cores=2, taken=1.8, jobs=1)
    assert "1.8 of 2 cores are busy already, and a match wants one;" in warnings[0]
    assert "and --jobs 3 wants 3;" in crowding_warning(cores=2, taken=0.0, jobs=3)[0]
    assert "nice" not in warnings[0]


def test_a_league_remembers_the_slack_of_its_bots():
    pair = plan()
    slow = replace(pair, bots=(replace(pair.bots[0], slack=Slack(5.0, 9.0)), pair.bots[1]))
    assert "slack" not in pair.spec()
    again = Plan.from_spec("csb", slow.spec(), "here")
    assert [bot.slack for bot in again.bots] == [(5.0, 9.0), (0.0, 0.0)]
    assert report_of(slow, play(slow))["bots"][0]["slack_ms"] == [5.0, 9.0]
