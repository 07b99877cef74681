"""Scales: round numbers, few of them, and long series made short."""

import pytest

from botsmith.plots.axis import Axis, thinned


@pytest.mark.parametrize(
    ("low", "high"), [(-3.0, 4.0), (-10.0, 10.0), (-812.5, 1430.0), (0.0, 1.0), (4.0, 40.0)]
)
def test_a_scale_has_a_few_round_numbers(low: float, high: float) -> None:
    found = Axis(low, high).ticks()
    assert 3 <= len(found) <= 6
    assert all(low <= tick <= high for tick in found)
    steps = {round(other - one, 9) for one, other in zip(found, found[1:], strict=False)}
    assert len(steps) == 1 and f"{steps.pop():e}"[0] in "125"


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.9, 1100.0, [1, 10, 100, 1000]),
        (4.0, 82.5, [5, 10, 20, 50]),
        (50.0, 82.5, [50, 60, 70, 80]),  # too narrow for powers: a plain scale's
        (1e-3, 7e4, [0.001, 0.1, 10, 1000]),
    ],
)
def test_a_scale_by_the_logarithm_has_powers_of_ten(low, high, ticks) -> None:
    assert Axis(low, high, is_log=True).ticks() == pytest.approx(ticks)


def test_a_number_lies_between_the_ends_and_outside_at_them() -> None:
    plain, by_log = Axis(-10.0, 10.0), Axis(1.0, 100.0, is_log=True)
    assert [plain.share(value) for value in (-99.0, -10.0, 5.0, 99.0)] == [0.0, 0.0, 0.75, 1.0]
    assert [by_log.share(value) for value in (0.0, 1.0, 10.0, 999.0)] == [0.0, 0.0, 0.5, 1.0]


def test_a_long_series_keeps_its_extremes_and_its_end() -> None:
    values = [float(place % 97) for place in range(10_000)]
    values[5000], values[7001] = 500.0, -500.0
    found = thinned(values, 50)
    assert len(found) <= 101 and found == sorted(found)
    assert {(5000, 500.0), (7001, -500.0), (9999, values[-1])} <= set(found)
    assert thinned([1.0, 2.0], 50) == [(0, 1.0), (1, 2.0)]
