"""The scaled UCB against the formula, computed here from lists of scores."""

import math
from statistics import fmean

from hypothesis import given, strategies as st

from common.search.smitsimax import best_scaled_ucb


def width(exploration: float, parent: float) -> float:
    """What the bound of an arm that was visited once is above its mean."""
    return exploration * math.sqrt(math.log(parent))


SCORES = st.lists(st.integers(-1000, 1000).map(float), min_size=1, max_size=30)


@given(st.lists(SCORES, min_size=1, max_size=8), st.floats(0.1, 5.0), st.integers(0, 5))
def test_the_slot_with_the_largest_upper_bound_is_picked(arms, exploration, first):
    seen = [score for arm in arms for score in arm]
    scale = max(seen) - min(seen) or 1.0
    parent = float(len(seen))

    def bound(arm: list[float]) -> float:
        return float(fmean(arm) / scale + exploration * math.sqrt(math.log(parent) / len(arm)))

    total = [9e9] * first + [sum(arm) for arm in arms] + [9e9]
    visits = [1.0] * first + [float(len(arm)) for arm in arms] + [1.0]
    wide = width(exploration, parent)
    slot = best_scaled_ucb(total, visits, first, len(arms), scale, wide)
    assert first <= slot < first + len(arms)
    best = max(map(bound, arms))
    assert math.isclose(bound(arms[slot - first]), best, rel_tol=1e-9, abs_tol=1e-9)


@given(st.lists(st.booleans(), min_size=1, max_size=8).filter(lambda tried: not all(tried)))
def test_a_slot_that_was_never_visited_goes_first(tried):
    visits = [3.0 if is_tried else 0.0 for is_tried in tried]
    total = [300.0 if is_tried else 0.0 for is_tried in tried]
    assert best_scaled_ucb(total, visits, 0, len(tried), 1.0, 0.1) == tried.index(False)


def test_exploration_decides_between_few_and_many_visits():
    total, visits = [60.0, 5.0], [100.0, 10.0]  # means 0.6 and 0.5
    assert best_scaled_ucb(total, visits, 0, 2, 1.0, width(0.01, 110.0)) == 0
    assert best_scaled_ucb(total, visits, 0, 2, 1.0, width(1.0, 110.0)) == 1


def test_a_larger_range_of_scores_makes_the_means_count_less():
    total, visits = [60.0, 5.0], [100.0, 10.0]
    wide = width(0.3, 110.0)
    assert best_scaled_ucb(total, visits, 0, 2, 0.1, wide) == 0
    assert best_scaled_ucb(total, visits, 0, 2, 10.0, wide) == 1


def test_losses_are_compared_like_gains():
    assert best_scaled_ucb([-50.0, -20.0, -90.0], [10.0, 10.0, 10.0], 0, 3, 10.0, 0.5) == 1
