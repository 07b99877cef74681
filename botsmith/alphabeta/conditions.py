"""How long a search by alpha-beta may go on.

`start` is called once when a search begins, `step` at every state that is visited below the root,
`depth(d)` before iteration d = 0, 1, 2, ...; the first False stops the search at once.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

Clock = Callable[[], float]


class RunCondition(Protocol):
    """What a search asks. The answers may depend on all that was asked since `start`."""

    def start(self) -> None: ...
    def step(self) -> bool: ...
    def depth(self, number: int) -> bool: ...


class ToCompletion:
    """Goes on until nothing is open: the answer is optimal."""

    def start(self) -> None:
        """Nothing to prepare."""

    def step(self) -> bool:
        return True

    def depth(self, number: int) -> bool:
        return True


class Depth(ToCompletion):
    """Exactly `count` iterations, fewer if the tree ends before; 0 answers by look-ahead alone.

    ValueError for a count below 0.
    """

    def __init__(self, count: int) -> None:
        if count < 0:
            raise ValueError(f"a depth of {count}; expected 0 or more iterations")
        self.count = count

    def depth(self, number: int) -> bool:
        return number < self.count


class Instant(ToCompletion):
    """Until the clock `now` shows `end`, in seconds of that clock.

    With a deadline of common.clock: Instant(deadline.ends, deadline.now).
    """

    def __init__(self, end: float, now: Clock = perf_counter) -> None:
        self.end = end
        self.now = now

    def step(self) -> bool:
        return self.now() < self.end

    def depth(self, number: int) -> bool:
        return self.now() < self.end


class Duration(Instant):
    """For `length` seconds from the start of each search."""

    def __init__(self, length: float, now: Clock = perf_counter) -> None:
        super().__init__(now() + length, now)
        self.length = length

    def start(self) -> None:
        self.end = self.now() + self.length


class Steps(ToCompletion):
    """The `count`-th visited state stops the search. ValueError for a count below 0."""

    def __init__(self, count: int) -> None:
        if count < 0:
            raise ValueError(f"{count} steps; expected 0 or more")
        self.count = count
        self.done = 0

    def start(self) -> None:
        self.done = 0

    def step(self) -> bool:
        self.done += 1
        return self.done < self.count


class Logger:
    """Asks `inner` and remembers what happened.

    steps: visited states of the last search. iterations: the last depth that was asked for, which
    is the number of iterations that were completed. is_completed: False from the first time on
    that `inner` said stop, in later searches too. seconds: from the start of the last search to
    its last question.
    """

    def __init__(self, inner: RunCondition, now: Clock = perf_counter) -> None:
        self.inner = inner
        self.now = now
        self.steps = 0
        self.iterations = 0
        self.is_completed = True
        self.started = self.asked = now()

    @property
    def seconds(self) -> float:
        return self.asked - self.started

    def start(self) -> None:
        self.steps = 0
        self.iterations = 0
        self.started = self.asked = self.now()
        self.inner.start()

    def step(self) -> bool:
        self.steps += 1
        return self._heard(self.inner.step())

    def depth(self, number: int) -> bool:
        self.iterations = number
        return self._heard(self.inner.depth(number))

    def _heard(self, goes_on: bool) -> bool:
        self.asked = self.now()
        self.is_completed = self.is_completed and goes_on
        return goes_on
