"""The way of a sequential test, taken seed by seed and all at once."""

from math import inf, log, nextafter
from random import Random

import numpy as np
import pytest

from botsmith.arena.statistics.sprt import (
    BETTER,
    DEFAULT,
    NOT_BETTER,
    UNDECIDED,
    Progress,
    Test,
    expected_score,
    first_crossing,
    log_likelihood_ratios,
    walk,
)

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
    assert walk([]) == [] and first_crossing([]) is None


def test_the_first_crossing_is_where_the_running_test_ends():
    observed = [0.0, 0.5, 0.25] * 60 + [1.0] * 400
    progress = Progress()
    ended = next(place for place, value in enumerate(observed) if progress.add(value) != UNDECIDED)
    assert progress.verdict == NOT_BETTER
    llrs = walk(observed)
    assert first_crossing(llrs) == ended < 180
    assert llrs[-1] > DEFAULT.bounds()[1], "it comes back, which counts no more"


def test_elo_is_the_logistic_curve_of_base_ten_and_400_points():
    assert expected_score(0.0) == 0.5
    assert expected_score(400.0) == pytest.approx(10 / 11)
    assert Test(elo0=-400.0, elo1=800.0).means() == pytest.approx((1 / 11, 100 / 101))


def test_the_bounds_are_walds_for_nine_tenths_of_the_error_rates():
    assert DEFAULT.bounds() == pytest.approx((log(0.045 / 0.955), log(0.955 / 0.045)))
    lopsided = Test(alpha=0.01, beta=0.1)
    assert lopsided.bounds() == pytest.approx((log(0.09 / 0.991), log(0.91 / 0.009)))


def test_at_a_bound_the_test_has_ended_and_just_before_it_has_not():
    lower, upper = DEFAULT.bounds()
    for llr, verdict in (
        (lower, NOT_BETTER),
        (nextafter(lower, inf), UNDECIDED),
        (nextafter(upper, -inf), UNDECIDED),
        (upper, BETTER),
    ):
        assert Progress(llr=llr).verdict == verdict
        assert first_crossing([0.0, llr]) == (None if verdict == UNDECIDED else 1)


def test_of_pairs_that_are_won_or_lost_whole_it_is_the_likelihood_of_a_coin():
    progress = Progress()
    for number in range(100):
        progress.add(float(number % 10 < 7))
    null, other = DEFAULT.means()
    coin = 70 * log(other / null) + 30 * log((1.0 - other) / (1.0 - null))
    assert progress.llr == pytest.approx(coin, abs=0.01)
    counts = np.array([[30.0, 0.0, 0.0, 0.0, 70.0]])
    assert progress.llr == log_likelihood_ratios(counts, np.array(PAIRS), progress.test)[0]
