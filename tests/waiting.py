"""Waits for an event itself: a busy machine may take as long as it likes."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

PATIENCE = 240.0  # seconds, after which something hangs
PATIENCE_MS = 1000.0 * PATIENCE
Found = TypeVar("Found")


def until(holds: Callable[[], Found], seen: Callable[[], object] = lambda: "") -> Found:
    """Returns the first result of `holds` that is true. Raises AssertionError, with what `seen`
    returns then, if none comes within PATIENCE.
    """
    limit = monotonic() + PATIENCE
    while not (found := holds()):
        assert monotonic() < limit, seen() or "it does not come"
        sleep(0.01)
    return found
