"""The statistics of leagues against simulation, independent solvers and values known by hand.

benchmarks/arena_statistics.py holds the simulated worlds; `-m campaign` runs them at full length.
"""

from itertools import permutations
from math import exp, sqrt

import numpy as np
import pytest

from benchmarks.arena_statistics import (
    WORLDS,
    World,
    coverage,
    elo_world,
    fixed_size,
    rank_games,
    rating_coverage,
    share_coverage,
    sprt_of_pairs,
)
from botsmith.arena.statistics.ratings import ELO, bradley_terry, openskill_ratings
from botsmith.arena.statistics.sprt import DEFAULT, Progress, expected_score, log_likelihoods
from botsmith.arena.statistics.stats import Sample
from tests.arena.samples import share_interval


def dice() -> np.random.Generator:
    return np.random.default_rng(99)


# ---- intervals


@pytest.mark.parametrize("world", [WORLDS[1], WORLDS[10]], ids=lambda w: w.name)
def test_intervals_of_400_pairs_hold_the_truth(world: World):
    assert 0.93 <= share_coverage(world, 1000, 400, 0.95, dice()) <= 0.97
    assert 0.98 <= share_coverage(world, 1000, 400, 0.99, dice()) <= 1.0


@pytest.mark.campaign
@pytest.mark.parametrize("players", [3, 4])
def test_intervals_of_mean_ranks_hold_the_truth(players: int):
    strengths = np.array([0.7, *([0.0] * (players - 1))])
    truth = float(rank_games(strengths, 200, 5000, 1.5, dice()).mean())
    games = rank_games(strengths, 4000, 400, 1.5, np.random.default_rng(5))
    assert 0.94 <= coverage(games, truth, 0.95) <= 0.96


def test_the_simulation_computes_what_a_league_computes():
    games = WORLDS[10].games(dice(), 1, 40)
    low, high = share_interval(games[0].tolist(), 0.95, 2)
    for truth, held in ((low - 1e-6, 0), (low + 1e-6, 1), (high - 1e-6, 1), (high + 1e-6, 0)):
        assert coverage(games, truth, 0.95) == held


def test_superiority_is_even_without_a_difference_and_sure_after_many_wins():
    even, sure = Sample(2), Sample(2)
    for seed in range(50):
        for value in (1.0, 0.0):
            even.add(seed, value)
            sure.add(seed, 1.0)
    assert even.superiority() == pytest.approx(0.5)
    assert sure.superiority() > 0.999_999


def test_twenty_draws_are_no_certainty():
    low, high = share_interval([[0.5, 0.5]] * 10, 0.95, 2)
    assert 0.3 < low < 0.47 and 0.53 < high < 0.7


# ---- the sequential test


def test_the_constrained_likelihood_is_the_largest_there_is():
    counts, values = np.array([[3.0, 10.0, 40.0, 30.0, 17.0]]), np.linspace(0.0, 1.0, 5)

    def loss(free: np.ndarray) -> float:
        shares = np.exp(free) / np.exp(free).sum()
        return float(-(counts[0] * np.log(shares)).sum())

    def off(free: np.ndarray) -> float:
        shares = np.exp(free) / np.exp(free).sum()
        return float((shares * values).sum() - 0.52)

    from scipy.optimize import minimize  # slow to import

    found = minimize(loss, np.zeros(5), constraints={"type": "eq", "fun": off}, tol=1e-12)
    ours = log_likelihoods(counts, values, 0.52)[0]
    assert ours == pytest.approx(-found.fun, abs=1e-5)


def test_a_certain_winner_is_found_and_so_is_a_certain_loser():
    for value, verdict in ((1.0, "better"), (0.0, "not better"), (0.5, "not better")):
        progress, seeds = Progress(), 0
        while progress.verdict == "undecided":
            progress.add(value)
            seeds += 1
        assert (progress.verdict, seeds < 50) == (verdict, True)


@pytest.mark.campaign
def test_error_rates_in_short():
    equal = sprt_of_pairs(elo_world(0.0, 0.4), 200, 4000, dice())
    better = sprt_of_pairs(elo_world(30.0, 0.4), 200, 4000, dice())
    assert equal.better <= 0.08 and better.not_better <= 0.08


# ---- ratings


def pairs(*results: tuple[int, int, float, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs, games and scores of one seed of (first, second, games, score of the first)."""
    firsts, seconds, games, scores = zip(*results, strict=True)
    return np.transpose([firsts, seconds]), np.array([games]), np.array([scores])


def test_two_players_get_the_elo_of_their_score():
    won = expected_score(120.0) * 1e6
    one, other = bradley_terry(*pairs((0, 1, 1e6, won)), 2, 0.95)
    assert one.elo - other.elo == pytest.approx(120.0, abs=0.01)
    assert one.elo == pytest.approx(-other.elo)


def error_by_hand(strength: float, games: float, surprises: list[float]) -> float:
    """The standard error of two bots' strengths, +strength and -strength. All matrices have the
    eigenvector (1, -1), so the sandwich is one of numbers. surprises: of the seeds, score above the
    expected one.
    """
    own, chance = (1.0 / (1.0 + exp(-k * strength)) for k in (1.0, 2.0))
    information = own * (1.0 - own) + 2.0 * games * chance * (1.0 - chance)
    seeds = len(surprises)
    correction = seeds / (seeds - 1) if seeds > 1 else 1.0
    meat = 2.0 * correction * sum(surprise**2 for surprise in surprises) + 0.25
    return sqrt(meat / 2.0) / information


@pytest.mark.parametrize("seeds", [4, 10_000])
def test_the_interval_of_even_games_is_the_sandwich_worked_out_by_hand(seeds: int):
    scores = np.arange(float(seeds))[:, None] % 2.0
    error = error_by_hand(0.0, seeds, [0.5] * seeds)
    for rating in bradley_terry(np.array([[0, 1]]), np.ones_like(scores), scores, 2, 0.95):
        low, high = rating.interval
        assert rating.elo == pytest.approx(0.0) and low == pytest.approx(-high)
        assert high == pytest.approx(1.959964 * ELO * error, rel=1e-6)
    if seeds == 10_000:  # a share of 1/2 has the error 1/200, which is ELO / 50 of distance
        assert error == pytest.approx(1 / 100, rel=0.002)


def test_the_interval_of_a_single_seed_is_the_sandwich_worked_out_by_hand():
    for rating in bradley_terry(*pairs((0, 1, 4.0, 4.0)), 2, 0.9):
        strength = abs(rating.elo) / ELO
        surprise = 4.0 - 4.0 / (1.0 + exp(-2.0 * strength))
        error = error_by_hand(strength, 4.0, [surprise])
        low, high = rating.interval
        assert high - rating.elo == pytest.approx(1.644854 * ELO * error, rel=1e-6)
        assert rating.elo - low == pytest.approx(high - rating.elo)


def test_no_order_of_bots_or_games_changes_a_rating():
    results = [(0, 1, 20.0, 13.0), (1, 2, 20.0, 9.5), (0, 2, 20.0, 15.0)]
    expected = [rating.elo for rating in bradley_terry(*pairs(*results), 3, 0.95)]
    assert sum(expected) == pytest.approx(0.0, abs=1e-9) and max(expected) > 50.0
    for order in permutations(results):
        found = [rating.elo for rating in bradley_terry(*pairs(*order), 3, 0.95)]
        assert found == pytest.approx(expected)
    mirrored = [(2 - a, 2 - b, n, s) for a, b, n, s in results]
    found = [rating.elo for rating in bradley_terry(*pairs(*mirrored), 3, 0.95)]
    assert found == pytest.approx(expected[::-1])


def test_who_won_everything_has_a_finite_rating_and_a_wide_interval():
    best, middle, last = bradley_terry(
        *pairs((0, 1, 10.0, 10.0), (1, 2, 10.0, 10.0), (0, 2, 10.0, 10.0)), 3, 0.95
    )
    assert 2000.0 > best.elo > middle.elo > last.elo > -2000.0
    assert best.interval[0] < best.elo < best.interval[1]


def test_draws_alone_make_everybody_equal():
    for rating in bradley_terry(*pairs((0, 1, 10.0, 5.0), (1, 2, 10.0, 5.0)), 3, 0.95):
        assert rating.elo == pytest.approx(0.0)


def test_bradley_terry_intervals_hold_the_truth():
    assert 0.92 <= rating_coverage(200, 100, dice()) <= 0.98


def test_openskill_ranks_a_winner_above_a_loser_and_ties_between():
    games = [((0, 1, 2), (1, 2, 3)), ((2, 0, 1), (3, 1, 1))] * 20
    skills = openskill_ratings(games, 3)
    assert skills[0][0] > skills[1][0] > skills[2][0]


def test_openskill_ranks_who_comes_in_behind_a_tie_below_it():
    first, tied, last, same, worst = (
        mu for mu, _ in openskill_ratings([(range(5), (1, 2, 4, 2, 5))], 5)
    )
    assert first > tied == same > last > worst


def test_a_55_percent_player_is_found_in_fewer_games_than_a_fixed_size_needs():
    found = sprt_of_pairs(World("55 %", 0.55), 60, 20_000, dice())
    assert found.better >= 0.95
    assert found.games[0] < fixed_size(0.55, DEFAULT.alpha, DEFAULT.beta) == 1077
