"""The deadline of a turn, with a clock that the test turns by hand."""

import pytest

from common.clock import Deadline
from tests.cutting import after_checks


class HandClock:
    """Seconds that pass only when a test says so."""

    def __init__(self, seconds: float = 100.0) -> None:
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds

    def pass_ms(self, milliseconds: float) -> None:
        """Lets time go by."""
        self.seconds += milliseconds / 1000.0


def test_chunks_are_handed_out_until_the_margin_begins():
    clock = HandClock()
    deadline = Deadline(budget_ms=75.0, margin_ms=10.0, now=clock)
    begun_at = []
    for size in deadline.chunks(4):
        assert size == 4
        begun_at.append(1000.0 * (clock() - deadline.started))
        clock.pass_ms(20.0)
    assert begun_at == pytest.approx([0.0, 20.0, 40.0, 60.0])


def test_time_is_counted_from_the_first_line_not_from_the_search():
    clock = HandClock()
    read_at = clock()
    clock.pass_ms(50.0)
    deadline = Deadline(75.0, 10.0, started=read_at, now=clock)
    for _ in deadline.chunks(1):
        clock.pass_ms(15.0)
    assert 1000.0 * (clock() - read_at) == pytest.approx(65.0)


def test_a_turn_that_begins_late_gets_no_chunk():
    clock = HandClock()
    read_at = clock()
    clock.pass_ms(65.0)
    deadline = Deadline(75.0, 10.0, started=read_at, now=clock)
    assert list(deadline.chunks(4)) == []


def test_a_margin_that_leaves_nothing_leaves_no_chunk():
    assert list(Deadline(75.0, 75.0).chunks(4)) == []


@pytest.mark.parametrize(
    ("iterations", "chunks"), [(1, [1]), (3, [3]), (4, [4]), (10, [4, 4, 2]), (12, [4, 4, 4])]
)
def test_counted_work_adds_up_exactly_whatever_the_clock_says(iterations, chunks):
    clock = HandClock()
    deadline = Deadline(75.0, 10.0, now=clock, iterations=iterations)
    clock.pass_ms(1_000_000.0)
    assert list(deadline.chunks(4)) == chunks


@pytest.mark.parametrize("checks", [1, 2, 7])
def test_the_clock_is_looked_at_before_each_chunk(checks):
    assert list(after_checks(checks).chunks(4)) == [4] * (checks - 1)


def test_the_clock_of_a_match_is_monotonic_wall_time():
    first = Deadline(75.0, 10.0)
    second = Deadline(75.0, 10.0)
    assert second.started >= first.started
    assert first.ends - first.started == pytest.approx(0.065)


def test_the_longest_time_between_two_looks_is_a_pause():
    clock = HandClock()
    deadline = Deadline(75.0, 10.0, now=clock)
    clock.pass_ms(12.0)  # nobody has looked yet: reading, not a pause
    for length_ms, _ in zip([3.0, 17.0, 5.0], deadline.chunks(4), strict=False):
        clock.pass_ms(length_ms)
    assert deadline.pause_ms == pytest.approx(17.0)


@pytest.mark.parametrize(
    ("us_an_iteration", "chunks"),
    [
        (2.1, [10, 20, 40, 80, 80, 80]),
        (15.9, [10, 20, 20, 20, 20, 20]),
        (16.1, [10, 10, 10, 10, 10, 10]),
        (900.0, [10, 10, 10, 10, 10, 10]),
    ],
)
def test_a_chunk_grows_until_it_takes_160_us_and_is_never_smaller_than_asked(
    us_an_iteration, chunks
):
    clock = HandClock(0.0)
    deadline = Deadline(75.0, 10.0, now=clock)
    found = []
    for size, _ in zip(deadline.chunks(10), chunks, strict=False):
        found.append(size)
        clock.pass_ms(size * us_an_iteration / 1000.0)
    assert found == chunks


def test_a_chunk_that_was_held_up_makes_the_next_one_smaller():
    clock = HandClock(0.0)
    found = []
    for size, spent_ms in zip(
        Deadline(75.0, 10.0, now=clock).chunks(3),
        [0.01, 0.01, 0.2, 0.39, 5.0, 5.0, 5.0, 0.01],
        strict=False,
    ):
        found.append(size)
        clock.pass_ms(spent_ms)
    assert found == [3, 6, 12, 12, 12, 6, 3, 3]


def test_the_pause_in_which_a_search_overran_counts():
    clock = HandClock()
    deadline = Deadline(75.0, 10.0, now=clock)
    for _ in deadline.chunks(4):
        clock.pass_ms(90.0)
    assert deadline.pause_ms == pytest.approx(90.0)


def test_what_lies_between_two_searches_is_no_pause():
    clock = HandClock()
    deadline = Deadline(75.0, 10.0, now=clock)
    for pause_ms in (30.0, 0.0):  # taking up a library
        for _, _ in zip(deadline.chunks(4), range(3), strict=False):
            clock.pass_ms(2.0)
        clock.pass_ms(pause_ms)
    assert deadline.pause_ms == pytest.approx(2.0)


def test_counted_work_knows_no_pauses():
    clock = HandClock()
    deadline = Deadline(75.0, 10.0, now=clock, iterations=8)
    for _ in deadline.chunks(4):
        clock.pass_ms(20.0)
    assert deadline.pause_ms == 0.0
