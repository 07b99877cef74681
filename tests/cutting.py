"""Deadlines that expire at a given look at the clock, or after given work."""

from itertools import count

from common.clock import Deadline


def after_checks(checks: int) -> Deadline:
    """A deadline whose `chunks` give exactly `checks - 1` chunks; checks counts from 1."""
    looks = count(1)
    return Deadline(checks * 1000.0, 0.0, started=0.0, now=lambda: float(next(looks)))


def work(iterations: int) -> Deadline:
    """Returns the deadline of a turn by counted work."""
    return Deadline(1000.0, 0.0, iterations=iterations)
