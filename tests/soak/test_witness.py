"""Witnesses: a gap is reported when not even the first in the queue had the processor."""

import os
import time
from time import perf_counter

import pytest

from botsmith.soak.load import BUSY, few_cores, helper
from botsmith.soak.witness import Witness, may_witness, processor_of, witnesses
from tests.waiting import until

FIRST = """
import os, sys, time
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(3))
while os.getppid() == int(sys.argv[1]):
    end = time.perf_counter() + 0.05
    while time.perf_counter() < end:
        pass
    time.sleep(0.2)
"""


def witness_of(text: str) -> Witness:
    """A witness that has reported this."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, text.encode())
    found = Witness(reading)
    found.listen()
    os.close(writing)
    os.close(reading)
    return found


def test_gaps_count_for_the_time_asked():
    found = witness_of("10.000000 10.500000\n12.000000 12.250000\n")
    assert found.longest == 0.5
    assert found.overlap(9.0, 13.0) == 0.75
    assert found.overlap(10.25, 12.125) == 0.375
    assert found.overlap(10.5, 12.0) == found.overlap(13.0, 14.0) == 0.0


def test_nothing_told_is_no_gap():
    assert witness_of("").overlap(0.0, 1e9) == 0.0


def test_a_process_runs_on_one_of_its_processors():
    assert processor_of(os.getpid()) in os.sched_getaffinity(0)
    assert processor_of(0) == -1


def test_there_is_none_where_it_may_not_come_first(monkeypatch):
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refused)
    with witnesses() as found:
        assert found == {}


@pytest.mark.skipif(not may_witness(), reason="needs root: a witness comes before all others")
def test_a_processor_that_others_had_is_told_and_a_busy_one_is_not():
    with few_cores(1), witnesses() as found, helper(BUSY):
        (watching,) = found.values()
        time.sleep(0.2)
        watching.listen()
        busy = watching.longest  # of a machine that may be shared: only shorter than what follows
        began = perf_counter()
        with helper(FIRST):

            def is_seen() -> bool:
                watching.listen()
                return watching.longest >= 0.045

            until(is_seen, lambda: f"busy {busy}, reported {watching.gaps}")
        assert watching.overlap(began, perf_counter()) >= 0.045
