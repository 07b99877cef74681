"""The way of a sequential test, taken seed by seed and all at once."""

from random import Random

import pytest

from botsmith.arena.sprt import DEFAULT, NOT_BETTER, UNDECIDED, Progress, first_crossing, walk

PAIRS = (0.0, 0.25, 0.5, 0.75, 1.0)
TRIOS = (0.0, 1 / 6, 1 / 3, 0.5, 2 / 3, 5 / 6, 1.0)


@pytest.mark.parametrize("kinds", [PAIRS, TRIOS], ids=["pairs", "trios"])
def test_the_way_is_that_of_the_running_test(kinds):
    dice, progress, llrs = Random(5), Progress(), []
    observed = [dice.choice(kinds) for _ in range(60)]
    for value in observed:
        progress.add(value)
        llrs.append(progress.llr)
    assert walk(observed) == llrs


def test_no_seed_is_no_way():
    assert walk([]) == []
    assert first_crossing([]) is None


def test_the_first_crossing_is_where_the_running_test_ends():
    observed = [0.0, 0.5, 0.25] * 60 + [1.0] * 400
    progress = Progress()
    ended = next(place for place, value in enumerate(observed) if progress.add(value) != UNDECIDED)
    assert progress.verdict == NOT_BETTER
    llrs = walk(observed)
    assert first_crossing(llrs) == ended < 180
    assert llrs[-1] > DEFAULT.bounds()[1], "it comes back, which counts no more"
