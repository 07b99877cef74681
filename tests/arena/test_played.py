"""The times of many turns in little room."""

from hypothesis import given, strategies as st

from botsmith.arena.played import Played, Player, Seat, TurnTimes, steps_from
from botsmith.arena.stderr import EngineTurns
from tests.arena.samples import percentile


def test_the_first_answer_is_kept_apart():
    times = TurnTimes.of([900.0, 10.0, 30.0])
    assert (times.first, times.turns, times.total, times.max) == (900.0, 2, 40.0, 30.0)
    assert times.summary() == {"first": 900.0, "mean": 20.0, "p99": 30.0, "max": 30.0}
    assert TurnTimes.of([]).summary() == {"first": None, "mean": None, "p99": None, "max": None}


def test_the_99th_percentile_is_that_of_100_turns_of_1_to_100_ms():
    found = TurnTimes.of([0.0, *map(float, range(1, 101))]).summary()["p99"]
    assert found is not None and 99.0 <= found <= 99.99


def test_a_match_is_without_number_and_time_until_it_is_stored():
    seat = Seat(Player("one", ""), 100, 1, 0.0, "", "", TurnTimes())
    match = Played(0, "toy", 1, 0, 100, "hard", None, "over", (0,), (seat,))
    assert (match.id, match.league, match.played_at) == (0, 0, 0.0)
    assert (seat.squeezed, seat.late, seat.engine) == (0, 0, EngineTurns(0, 0, 0))


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
