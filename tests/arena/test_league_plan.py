"""The plan of a league: who meets whom, which seeds and seats, and when a test may stop it."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice

import pytest

from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.league import Duel, Level, Plan, duel_from, groups, levels_from
from botsmith.arena.matches.played import Played, Player, Seat, TurnTimes
from botsmith.arena.statistics.standings import Standings
from botsmith.errors import BadInput
from botsmith.referees import referee_for

NAMES = ["random", "coast", "silent"]


def plan(games: int = 4, seed: int = 1, budget: str | None = None, **changes: object) -> Plan:
    bots = tuple(find_bots(NAMES, "csb"))
    levels = levels_from(budget, [bot.name for bot in bots])
    values: dict[str, object] = {"rule": "hard", "iterations": None, "levels": levels}
    return Plan("csb", bots, games, seed, **(values | changes))  # type: ignore[arg-type]


def test_every_pair_is_a_series_of_its_own():
    jobs = list(plan(games=4, seed=7).jobs())
    assert [job.number for job in jobs] == list(range(12))
    for pair in ((0, 1), (0, 2), (1, 2)):
        series = [job for job in jobs if sorted(job.order) == list(pair)]
        assert [(job.seed, job.rotation) for job in series] == [(7, 0), (7, 1), (8, 0), (8, 1)]
        assert [job.order for job in series] == [pair, pair[::-1], pair, pair[::-1]]


def test_more_games_number_nothing_anew():
    few, many = list(plan(games=3).jobs()), plan(games=30).jobs()
    assert few == list(islice(many, len(few)))


@pytest.mark.parametrize(("bots", "seats"), [(3, 3), (5, 3), (9, 3), (5, 4), (9, 4), (12, 4)])
def test_groups_are_balanced(bots: int, seats: int):
    found = groups(bots, seats)
    played = Counter(bot for group in found for bot in group)
    met = Counter(pair for group in found for pair in combinations(group, 2))
    assert len(set(found)) == len(found)
    assert set(played.values()) == {len(found) * seats // bots}
    assert len(met) == bots * (bots - 1) // 2
    assert max(met.values()) <= 3 * min(met.values())
    assert len(found) <= 60 < 495  # of all groups of 4 in 12


def test_a_budget_is_for_all_or_for_one():
    assert levels_from(None, NAMES) == (Level(100, (100, 100, 100)),)
    assert levels_from("1,100000", NAMES)[1].percent == 100_000
    assert levels_from("50,200", NAMES) == (Level(50, (50,) * 3), Level(200, (200,) * 3))
    assert levels_from("coast:50,100", NAMES) == (
        Level(50, (100, 50, 100)),
        Level(100, (100, 100, 100)),
    )


def test_a_budget_follows_its_bot_to_every_seat():
    for job in plan(games=2, budget="coast:50").jobs():
        assert all((job.budgets[seat] == 50) == (bot == 1) for seat, bot in enumerate(job.order))


@pytest.mark.parametrize("text", ["", "x", "0", "100001", "50,", "50,50", "nobody:50", "1.5"])
def test_a_budget_that_makes_no_sense_is_refused(text: str):
    with pytest.raises(BadInput, match="--budget"):
        levels_from(text, NAMES)


def test_an_unknown_time_rule_is_refused():
    with pytest.raises(BadInput, match="no time rule 'fair'"):
        plan(rule="fair").check()


def test_seeds_have_64_bits_to_the_last_game():
    for seed in (-(2**63), 2**63 - 5):
        plan(games=4, seed=seed, iterations=1).check()
    for seed in (-(2**63) - 1, 2**63 - 4):
        with pytest.raises(BadInput, match="--seed .* 64 bits"):
            plan(games=4, seed=seed).check()
    with pytest.raises(BadInput, match=f"4 games need .* at most {2**63 - 5}"):
        plan(seed=2**63 - 1).check()


def test_too_few_bots_are_refused():
    bots = tuple(find_bots(["random"], "csb"))
    with pytest.raises(BadInput, match="csb needs 2 bots, got 1; name one twice"):
        Plan("csb", bots, 1, 1, "hard", None, levels_from(None, ["random"])).check()


def test_the_spec_holds_all_that_a_number_means():
    base = plan().spec()
    assert base == plan(games=99).spec()
    for other in (plan(seed=2), plan(budget="50"), plan(rule="bank"), plan(iterations=5)):
        assert other.spec() != base


def test_players_chooses_the_seats_where_the_game_leaves_a_choice(monkeypatch):
    monkeypatch.setattr(referee_for("csb"), "player_counts", (2, 3))
    free = plan(games=6)
    assert (free.seats, len(free.series)) == (3, 1)
    paired = replace(free, players=2)
    paired.check()
    assert (paired.seats, paired.series) == (2, [(0, 1), (0, 2), (1, 2)])
    assert {len(job.order) for job in paired.jobs()} == {2}
    assert Plan.from_spec("csb", paired.spec(), "here").seats == 2
    with pytest.raises(BadInput, match="--players 4: csb takes 2 or 3"):
        replace(free, players=4).check()


# ---- --sprt


def played(number: int, order: tuple[int, ...], ranks: tuple[int, ...], seed: int = 0) -> Played:
    seats = tuple(
        Seat(Player(NAMES[bot], ""), 100, rank, 0.0, "", "", TurnTimes())
        for bot, rank in zip(order, ranks, strict=True)
    )
    return Played(number, "csb", seed, 0, 100, "hard", None, "", order, seats)


def test_the_bots_of_a_test_may_be_named_as_typed():
    bots = find_bots(["dist/csb.py", "random", "dist/csb.py"], "csb")
    typed = ["dist/csb.py", "random", "dist/csb.py"]
    assert duel_from("csb,random", typed, bots).first == 0
    assert duel_from("dist/csb.py,random", typed, bots).first == 0
    assert duel_from("random, csb#2", typed, bots).seconds == {0, 2}  # the same content
    for text in ("csb", "csb,csb", "csb,nobody", ""):
        with pytest.raises(BadInput, match="--sprt .* expected A,B"):
            duel_from(text, typed, bots)


def test_a_test_stops_at_the_same_match_in_whatever_order_they_end():
    bots = find_bots(NAMES, "csb")
    league = plan(games=400)
    jobs = list(islice(league.jobs(), 600))
    results = [
        played(job.number, job.order, tuple(1 if bot == 1 else 2 for bot in job.order), job.seed)
        for job in jobs
    ]
    ends = []
    for order in (results, [r for k in range(0, 600, 9) for r in reversed(results[k : k + 9])]):
        standings = Standings(league, duel_from("coast,random", NAMES, bots))
        for match in order:
            standings.add(match)
        standings.end_early()
        counted = [match.number for match in results if standings.counts(match)]
        entries = standings.sections[100].entries
        assert counted == list(range(len(counted))) and counted[-1] == standings.stop
        assert sum(entry.games for entry in entries) == 2 * len(counted)
        assert standings.trial
        trial = standings.trial
        ends.append((standings.stop, trial.games, trial.progress.verdict))
    assert ends[0] == ends[1]
    assert ends[0][2] == "better"
    stop = ends[0][0]
    assert stop is not None and stop < 599
    assert jobs[stop].rotation == 1  # at the end of a seed


@pytest.mark.parametrize(
    ("order", "ranks", "score"),
    [
        ((0, 1), (1, 2), 1.0),
        ((1, 0), (1, 2), 0.0),
        ((0, 1), (1, 1), 0.5),
        ((0, 1, 2), (2, 1, 3), 0.5),
        ((2, 0, 1), (2, 2, 3), 0.75),
        ((0, 1, 3), (2, 3, 1), 1.0),
        ((0, 3), (1, 2), None),
        ((1, 2), (1, 2), None),
    ],
)
def test_the_score_of_a_duel_is_the_mean_against_those_who_stand_for_the_second(
    order, ranks, score
):
    assert Duel(0, 1, frozenset({1, 2})).score(order, ranks) == score


def test_of_three_seats_the_test_takes_the_two_that_are_meant(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(referee_for("csb"), "player_counts", (3,))
    bots = find_bots(NAMES, "csb")
    league = plan(games=6)
    standings = Standings(league, duel_from("coast,random", NAMES, bots))
    trial = standings.trial
    assert trial
    assert (league.seats, league.series, trial.per_seed) == (3, [(0, 1, 2)], 3)
    for job in league.jobs():  # silent first, random behind coast
        ranks = tuple((3, 2, 1)[bot] for bot in job.order)
        standings.add(played(job.number, job.order, ranks, job.seed))
    assert (trial.games, dict(trial.progress.seen)) == (6, {1.0: 2})


def test_matches_beyond_the_plan_are_left_aside():
    standings = Standings(plan(games=1))
    for number in (2, 0, 1, 3):
        match = played(number, (0, 1), (1, 2))
        standings.add(match)
        assert standings.counts(match) == (number < 3)
    assert (standings.done, standings.waiting) == (3, {})


def test_what_waits_counts_when_no_more_will_come():
    standings = Standings(plan(games=1))
    for number in (2, 0):
        standings.add(played(number, (0, 1), (1, 2)))
    games = [entry.games for entry in standings.sections[100].entries]
    standings.end_early()
    assert sum(games) == 2
    assert sum(entry.games for entry in standings.sections[100].entries) == 4


def test_a_match_that_fits_no_level_is_refused():
    with pytest.raises(BadInput, match="does not fit its league's plan"):
        Standings(plan(games=1, budget="50")).add(played(0, (0, 1), (1, 2)))
