"""Compares states of Coders Strike Back with recorded ones and with those of the site."""

from collections.abc import Sequence
from math import fmod
from typing import Any

from bots.csb.rules import FULL_CIRCLE, PODS
from botsmith.errors import BadInput

HEADING = 4  # index of the heading in a row of `pods`
HEADING_SLACK = 1e-9  # radians; another referee's sine and atan2 differ in the last bit
HIT_TIME_SLACK = 1e-5  # turns; five bounces in one turn can make that of a float's last bit


def is_same_state(expected: Any, got: Any) -> bool:
    """Returns True if a recorded state equals ours, within small tolerances for headings and
    collision times.

    Raises BadInput if the recorded value is no state.
    """
    if expected is None or got is None:
        return expected is got
    try:
        hits, own = expected["collisions"], got["collisions"]
        apart = [abs(hit[0] - ours[0]) for hit, ours in zip(hits, own, strict=False)]
        return (
            expected["timeouts"] == got["timeouts"]
            and len(expected["pods"]) == PODS
            and all(map(is_same_pod, expected["pods"], got["pods"]))
            and [row[1:] for row in hits] == [row[1:] for row in own]
            and all(time <= HIT_TIME_SLACK for time in apart)
        )
    except (IndexError, KeyError, TypeError) as error:
        raise BadInput(f"csb state: expected pods, timeouts, collisions: {error!r}") from None


def is_same_pod(expected: Sequence[Any], got: Sequence[Any]) -> bool:
    """Returns True if two rows are equal; headings, which are None while unset, are compared modulo
    a full circle.
    """
    rest, own = [*expected], [*got]
    one, other = rest.pop(HEADING), own.pop(HEADING)
    if one is None or other is None:
        return one is other and rest == own
    apart = fmod(abs(one - other), FULL_CIRCLE)
    return rest == own and min(apart, FULL_CIRCLE - apart) <= HEADING_SLACK


def are_same_hits(reported: Any, hits: Sequence[Sequence[float]], slack: float) -> bool:
    """Returns True if the site's collisions equal ours, in any order of the pairs and of their
    pods.

    slack: the largest difference of two times, in turns
    Raises TypeError or ValueError if they are no rows [time, pod, pod].
    """
    theirs, ours = (
        sorted((min(a, b), max(a, b), time) for time, a, b in rows) for rows in (reported, hits)
    )
    return [row[:2] for row in theirs] == [row[:2] for row in ours] and all(
        abs(one[2] - other[2]) <= slack for one, other in zip(theirs, ours, strict=True)
    )


def is_as_reported(key: str, reported: Any, ours: Any) -> bool:
    """Returns True if the site's value of a state's `key` equals ours.

    Rows of `pods` may end before the next checkpoint, or before the heading.
    """
    try:
        if key == "collisions":
            return are_same_hits(reported, ours, HIT_TIME_SLACK)
        if key != "pods":
            return bool(reported == ours)
        return len(reported) == PODS and all(
            is_same_pod(row, own[: len(row)]) if len(row) > HEADING else row == own[:HEADING]
            for row, own in zip(reported, ours, strict=True)
        )
    except (IndexError, TypeError, ValueError):
        return False  # no such rows: the difference shows what stands there
