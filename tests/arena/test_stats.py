"""Wins, shares, intervals: all of it against values worked out by hand or by simulation."""

from collections.abc import Sequence
from math import comb, pi
from random import Random

import pytest
from hypothesis import given, strategies as st

from botsmith.arena.statistics.standings import Entry
from botsmith.arena.statistics.stats import Sample, above_half, share
from tests.arena.samples import share_interval


def test_a_first_place_is_shared_by_all_who_have_it() -> None:
    assert [share([1, 2], 0), share([1, 2], 1)] == [1.0, 0.0]
    assert [share([1, 1], 0), share([1, 1, 3], 2)] == [0.5, 0.0]
    assert share([1, 1, 1, 4], 1) == pytest.approx(1 / 3)


def entry(games: Sequence[tuple[int, Sequence[int]]], place: int) -> Entry:
    """Who sat in `place` in games of (seed, ranks by seat)."""
    players = len(games[0][1])
    found = Entry(0, 100, players, players)
    for seed, ranks in games:
        found.count(seed, ranks, place)
    return found


def test_two_players_win_draw_and_lose() -> None:
    games = [(1, (1, 2)), (1, (1, 2)), (2, (1, 1)), (2, (2, 1))]
    mine, other = entry(games, 0), entry(games, 1)
    assert (mine.wins, mine.draws, mine.losses, mine.games) == (2, 1, 1, 4)
    assert (other.wins, other.draws, other.losses) == (1, 1, 2)
    assert (mine.first_share, mine.mean_rank) == (0.625, 1.25)
    low, high = mine.interval(0.95)
    assert low < 0.625 < high
    assert low == pytest.approx(1.0 - other.interval(0.95)[1])


def test_more_players_get_an_interval_of_their_mean_rank() -> None:
    games = [(seed, (1, 2, 2)) for seed in range(30)]
    mine = entry(games, 0)
    assert (mine.wins, mine.mean_rank) == (30, 1.0)
    low, high = mine.interval(0.95)
    assert low == pytest.approx(1.0)
    assert 1.0 < high < 2.0  # parity is 2
    assert entry(games, 1).mean_rank == 2.0
    low, high = entry(games, 1).interval(0.95)
    assert low < 2.0 < high and low + high == pytest.approx(4.0)
    last = entry([(seed, (1, 2, 3)) for seed in range(30)], 2)
    assert last.interval(0.95)[0] > 2.5 and last.interval(0.95)[1] == pytest.approx(3.0)


def test_twenty_wins_of_twenty_are_no_certainty() -> None:
    low, high = share_interval([[1.0, 1.0]] * 10, 0.95, 2)
    assert low == pytest.approx(0.8389, abs=1e-4)  # Wilson, 20 of 20
    assert high == 1.0


def test_without_pairs_it_is_the_plain_wilson_interval() -> None:
    values = [[1.0]] * 60 + [[0.0]] * 40
    low, high = share_interval(values, 0.95, 1)
    assert (low, high) == pytest.approx((0.5020, 0.6906), abs=1.5e-3)


def test_seats_that_decide_everything_make_pairs_exact() -> None:
    decided = [[1.0, 0.0]] * 200  # who sits in seat 0 wins
    low, high = share_interval(decided, 0.95, 2)
    free = share_interval([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]] * 50, 0.95, 2)
    assert 0.48 < low < 0.5 < high < 0.52
    assert free[1] - free[0] > 4.0 * (high - low)


def test_seeds_that_decide_everything_make_pairs_worth_one_game() -> None:
    low, high = share_interval([[1.0, 1.0], [0.0, 0.0]] * 100, 0.95, 2)
    single = share_interval([[1.0], [0.0]] * 100, 0.95, 1)
    assert (low, high) == pytest.approx(single, abs=0.004)


@pytest.mark.parametrize("likely", [0.5, 0.7, 0.9])
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_the_interval_covers_the_truth_as_often_as_it_says(likely: float, alike: float) -> None:
    """alike: how often the second game of a seed repeats the first one's result."""
    dice = Random(12345)
    covered = 0
    for _ in range(600):
        groups = []
        for _ in range(40):
            first = float(dice.random() < likely)
            second = first if dice.random() < alike else float(dice.random() < likely)
            groups.append([first, second])
        low, high = share_interval(groups, 0.95, 2)
        covered += low <= likely <= high
    assert 0.92 <= covered / 600 <= 0.98


@given(
    st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=2), min_size=1),
    st.floats(0.5, 0.99),
)
def test_the_mean_is_inside_its_interval(groups: list[list[float]], confidence: float) -> None:
    low, high = share_interval(groups, confidence, 2)
    flat = [value for group in groups for value in group]
    mean = sum(flat) / len(flat)
    assert 0.0 <= low <= mean + 1e-9 and mean - 1e-9 <= high <= 1.0


def test_more_confidence_is_a_wider_interval() -> None:
    groups = [[1.0, 0.0], [1.0, 1.0], [0.5, 1.0]]
    low, high = share_interval(groups, 0.95, 2)
    wide_low, wide_high = share_interval(groups, 0.99, 2)
    assert wide_low < low < high < wide_high


def test_no_games_have_no_interval() -> None:
    with pytest.raises(ValueError, match="no games"):
        share_interval([], 0.95, 2)


@given(
    st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=2), max_size=12),
    st.integers(0, 12),
)
def test_two_samples_joined_are_one(groups: list[list[float]], cut: int) -> None:
    whole, first, second = Sample(2), Sample(2), Sample(2)
    for seed, group in enumerate(groups):
        for value in group:
            whole.add(seed, value)
            (first if seed < cut else second).add(seed, value)
    first.join(second)
    assert (first.games, first.seeds) == (whole.games, len([g for g in groups if len(g) == 2]))
    if groups:
        assert first.interval(0.95) == pytest.approx(whole.interval(0.95))
        assert first.mean_and_games() == pytest.approx(whole.mean_and_games())


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 9), (9, 1), (40, 60), (600, 500)])
def test_a_beta_distribution_above_one_half_is_a_binomial_tail(a: int, b: int) -> None:
    trials = a + b - 1
    tail = sum(comb(trials, count) for count in range(a)) / 2**trials
    assert above_half(a, b) == pytest.approx(tail, rel=1e-10)
    assert above_half(a, b) + above_half(b, a) == pytest.approx(1.0)


def test_half_games_count_in_a_beta_distribution() -> None:
    assert above_half(0.5, 1.5) == pytest.approx(0.5 - 1.0 / pi)
    assert above_half(0.5, 0.5) == pytest.approx(0.5)
