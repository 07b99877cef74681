"""The times of many turns in little room."""

from hypothesis import given, strategies as st

from botsmith.arena.played import TurnTimes, steps_from
from tests.arena.samples import percentile


def test_the_first_answer_is_kept_apart():
    times = TurnTimes.of([900.0, 10.0, 30.0])
    assert (times.first, times.turns, times.total, times.max) == (900.0, 2, 40.0, 30.0)
    assert times.summary() == {"first": 900.0, "mean": 20.0, "p99": 30.0, "max": 30.0}
    assert TurnTimes.of([]).summary() == {"first": None, "mean": None, "p99": None, "max": None}


@given(st.lists(st.lists(st.floats(0.01, 5000.0), max_size=30), min_size=1, max_size=10))
def test_added_up_they_are_as_if_measured_at_once(matches: list[list[float]]):
    times = TurnTimes()
    for match in matches:
        times.add(TurnTimes.of(match))
    later = [used for match in matches for used in match[1:]]
    firsts = [match[0] for match in matches if match]
    assert times.first == (max(firsts) if firsts else None)
    assert times.turns == len(later)
    for percent in (50.0, 99.0):
        found = times.percentile(percent)
        if later:
            exact = percentile(later, percent)
            assert found is not None
            assert exact * 0.999 <= found <= exact * 1.0101
        else:
            assert found is None
    assert steps_from(times.steps_text()) == times.steps
