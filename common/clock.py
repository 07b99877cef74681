"""The wall time of a turn, counted from its first line, and work in chunks."""

from collections.abc import Callable, Iterator
from time import perf_counter


class Deadline:
    """The end of a search's time.

    budget_ms: wall time of the turn
    margin_ms: the part of it that the search leaves unused
    started: time of the turn's first line, in seconds of the clock `now`
    iterations: fixed work, instead of time
    turn: from 0
    pause_ms: the longest time between two readings of the clock in a search
    """

    pause_ms = 0.0
    turn = 0

    def __init__(
        self,
        budget_ms: float,
        margin_ms: float,
        started: float | None = None,
        now: Callable[[], float] = perf_counter,
        iterations: int | None = None,
    ) -> None:
        self.now = now
        self.started = now() if started is None else started
        self.ends = self.started + (budget_ms - margin_ms) / 1000.0
        self.iterations = iterations

    def chunks(self, size: int) -> Iterator[int]:
        """Yields numbers of iterations to do, until time or count are used up; none in a turn that
        begins late.

        size: smallest chunk by the clock, largest chunk of fixed work
        """
        self.began = last = self.now()
        if self.iterations is None:
            chunk = size
            while last < self.ends:
                yield chunk
                spent = self.now() - last
                last += spent
                self.pause_ms = max(self.pause_ms, spent * 1000.0)
                if spent < 160e-6:  # s: shorter chunks cost, longer ones end late
                    chunk += chunk
                elif spent > 400e-6:
                    chunk = max(size, chunk // 2)
        else:
            for done in range(0, self.iterations, size):
                yield min(size, self.iterations - done)
