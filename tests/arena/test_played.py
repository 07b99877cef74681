"""The times of many turns in little room."""

from dataclasses import replace

from hypothesis import given, strategies as st

from botsmith.arena.matches.played import (
    Job,
    Outcome,
    Played,
    Player,
    Seat,
    TurnTimes,
    in_order,
    played_from,
    steps_from,
)
from botsmith.arena.process.stderr import EngineTurns
from botsmith.referees.base import Match, Result
from tests.arena.samples import percentile

SEAT = Seat(Player("one", ""), 100, 1, 0.0, "", "", TurnTimes())
MATCH = Played(0, "toy", 1, 0, 100, "hard", None, "over", (0,), (SEAT,))


def test_the_first_answer_is_kept_apart():
    times = TurnTimes.of([900.0, 10.0, 30.0])
    assert (times.first, times.turns, times.total, times.max) == (900.0, 2, 40.0, 30.0)
    assert times.summary() == {"first": 900.0, "mean": 20.0, "p99": 30.0, "max": 30.0}
    assert TurnTimes.of([]).summary() == {"first": None, "mean": None, "p99": None, "max": None}


def test_the_99th_percentile_is_that_of_100_turns_of_1_to_100_ms():
    found = TurnTimes.of([0.0, *map(float, range(1, 101))]).summary()["p99"]
    assert found is not None and 99.0 <= found <= 99.99


def test_a_match_is_without_number_and_time_until_it_is_stored():
    assert (MATCH.id, MATCH.league, MATCH.played_at) == (0, 0, 0.0)
    assert (SEAT.squeezed, SEAT.late, SEAT.engine) == (0, 0, EngineTurns(0, 0, 0))


def test_matches_come_in_the_order_of_their_numbers_as_soon_as_they_can():
    ended = [2, 0, 1, 4, 3]
    seen = []

    def outcomes():
        for number in ended:
            seen.append(number)
            yield Outcome(replace(MATCH, number=number), b"")

    found = [(outcome.played.number, len(seen)) for outcome in in_order(outcomes())]
    assert found == [(0, 2), (1, 3), (2, 3), (3, 5), (4, 5)]


def test_a_record_from_before_late_turns_were_counted_has_none():
    extra = {
        "errors": [{"seat": 1, "fault": "crash", "text": "it died"}],
        "turn_ms": {"0": [9.0, 2.0], "1": []},
        "engine": {"0": {"c": 1}, "1": {}},
        "time_rule": "hard",
        "iterations": None,
    }
    result = Result([1.0, 0.0], [1, 2], "over")
    match = Match("toy", "test", "1", 2, {}, {}, [], result, extra)
    job = Job(5, 100, 1, 0, (1, 0), (100, 50))
    found = played_from(match, job, [Player("one", ""), Player("two", "")])
    assert (found.number, found.order, found.ranks) == (5, (1, 0), [1, 2])
    faults = [(seat.late, seat.squeezed, seat.fault) for seat in found.seats]
    assert faults == [(0, 0, ""), (0, 0, "crash")]
    assert [seat.times.first for seat in found.seats] == [9.0, None]
    match.extra |= {"late": [0, 3], "squeezed": [2, 0]}
    found = played_from(match, job, [Player("one", ""), Player("two", "")])
    assert [(seat.late, seat.squeezed) for seat in found.seats] == [(0, 2), (3, 0)]


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
