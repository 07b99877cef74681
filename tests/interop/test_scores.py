"""A match's result as whole numbers for tools that know nothing else."""

import pytest
from hypothesis import given, strategies as st

from botsmith.interop.old_protocol import end_line
from botsmith.interop.scores import LARGEST, whole_scores
from botsmith.referees.base import ranks_of


@pytest.mark.parametrize(
    ("scores", "ranks", "out", "expected"),
    [
        ([12.0, 7.0], [1, 2], (), [12, 7]),
        ([12.5, 7.0], [1, 2], (), [1, 0]),  # no whole numbers
        ([7.0, 7.0], [1, 2], (), [1, 0]),  # a tie was broken
        ([3.0, 9.0], [1, 2], (), [1, 0]),  # the lower score won
        ([-3.0, -9.0], [1, 2], (), [1, 0]),  # negative means an error
        ([1e12, 5.0], [1, 2], (), [1, 0]),  # more than 32 bits
        ([float("inf"), 5.0], [1, 2], (), [1, 0]),
        ([float("nan"), 5.0], [1, 2], (), [1, 0]),
        ([5.0, 5.0], [1, 1], (), [5, 5]),
        ([1.0, 0.0], [1, 2], {1}, [1, -1]),
        ([4.0, -1.0], [1, 2], {1}, [4, -1]),  # the game says it already
        ([0.0, 0.0], [1, 1], {0, 1}, [-1, -1]),
        ([9.0, 5.0, 3.0], [1, 2, 3], {1, 2}, [9, -1, -2]),
        ([9.0, 5.0, 3.0], [1, 2, 3], {1}, [9, 5, 3]),  # somebody honest is behind
        ([9.0, 5.0, 3.0, 3.0], [1, 2, 3, 3], {2}, [9, 5, 3, 3]),
    ],
)
def test_scores_order_as_the_ranks_do(scores, ranks, out, expected):
    assert whole_scores(scores, ranks, out) == expected


numbers = st.integers(-3, 3).map(float) | st.floats()


@given(st.lists(st.tuples(numbers, st.integers(0, 3), st.booleans()), min_size=1, max_size=4))
def test_no_match_changes_its_order(seats):
    scores = [score for score, _, _ in seats]
    levels = [level for _, level, _ in seats]
    ranks = [1 + sum(other < level for other in levels) for level in levels]
    out = {seat for seat, (_, _, is_out) in enumerate(seats) if is_out}
    found = whole_scores(scores, ranks, out)
    assert ranks_of(found) == ranks
    assert all(abs(score) <= LARGEST for score in found)
    assert all(score >= 0 or seat in out for seat, score in enumerate(found))


@pytest.mark.parametrize(
    ("ranks", "line"),
    [
        ([1, 2], "###End 0 1"),
        ([2, 1], "###End 1 0"),
        ([1, 1], "###End 01"),
        ([1, 3, 1], "###End 02 1"),
    ],
)
def test_the_end_names_the_best_first_and_ties_together(ranks, line):
    assert end_line(ranks) == line
