"""Upper confidence bounds against the formula, computed here from lists of scores."""

import math
from statistics import fmean

import pytest
from hypothesis import given, strategies as st

from common.search.pick import best_bound
from common.search.ucb import TABLE, UNTRIED, Roots, fill, root_of_log, share_of

ROOTS = Roots()
fill(ROOTS, TABLE)
SCORES = st.lists(st.integers(-1000, 1000).map(float), min_size=1, max_size=30)


@given(st.lists(SCORES, min_size=1, max_size=8), st.floats(0.1, 5.0), st.integers(0, 5))
def test_the_slot_with_the_largest_upper_bound_is_picked(arms, exploration, first):
    parent = sum(map(len, arms))

    def bound(arm: list[float]) -> float:
        return float(fmean(arm) + exploration * math.sqrt(math.log(parent) / len(arm)))

    mean = [9e9] * first + [fmean(arm) for arm in arms] + [9e9]
    share = [1.0] * first + [share_of(ROOTS, len(arm)) for arm in arms] + [1.0]
    slot = best_bound(mean, share, first, len(arms), exploration * root_of_log(ROOTS, parent))
    assert first <= slot < first + len(arms)
    best = max(map(bound, arms))
    assert math.isclose(bound(arms[slot - first]), best, rel_tol=1e-9, abs_tol=1e-9)


@given(st.lists(st.booleans(), min_size=1, max_size=8).filter(lambda tried: not all(tried)))
def test_the_first_slot_that_was_never_visited_goes_first(tried):
    mean = [300.0 if is_tried else UNTRIED for is_tried in tried]
    share = [0.5 if is_tried else 0.0 for is_tried in tried]
    for width in (0.0, 0.1, 1.0e9):
        assert best_bound(mean, share, 0, len(tried), width) == tried.index(False)


def test_exploration_decides_between_few_and_many_visits():
    mean, share = [0.6, 0.5], [share_of(ROOTS, 100), share_of(ROOTS, 10)]
    assert best_bound(mean, share, 0, 2, 0.01 * root_of_log(ROOTS, 110)) == 0
    assert best_bound(mean, share, 0, 2, root_of_log(ROOTS, 110)) == 1


def test_the_table_grows_with_the_visits_and_ends_where_it_is_full():
    roots = Roots()
    for most, known in ((3, 3), (2, 3), (100, 100), (TABLE + 5, TABLE - 1)):
        fill(roots, most)
        end = known * 2 + 2
        assert [*roots.table[:end]] == [*ROOTS.table[:end]]
        assert not any(roots.table[end:])
    assert roots.table == ROOTS.table


def test_of_equal_bounds_the_first_slot_is_picked():
    assert best_bound([0.0, 1.0, 1.0, 1.0], [0.5] * 4, 0, 4, 2.0) == 1
    assert best_bound([0.0, 0.0, -0.0], [0.0] * 3, 1, 2, 1.0) == 1


def test_losses_are_compared_like_gains():
    share = share_of(ROOTS, 10)
    assert best_bound([-5.0, -2.0, -9.0], [share] * 3, 0, 3, 0.5) == 1


@pytest.mark.parametrize("visits", [1, 2, 3, 100, TABLE - 1, TABLE, TABLE + 1, 10**9])
def test_the_roots_are_those_of_the_formula_in_the_table_and_beyond(visits):
    assert root_of_log(ROOTS, visits) == math.sqrt(math.log(visits))
    assert share_of(ROOTS, visits) == 1.0 / math.sqrt(visits)
