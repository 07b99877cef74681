"""The time of a turn: a deadline counted from the first line read, and work handed out in chunks.

Wall time is what the contest's judge measures, so the clock is `time.perf_counter`, never
processor time.
"""

from collections.abc import Callable, Iterator
from time import perf_counter


class Deadline:
    """Whether a search may start one more chunk of work.

    budget_ms: wall time of this turn as the contest states it; margin_ms: kept for printing and
    the judge.
    started: the clock's seconds when the first line of the turn had been read; now: that clock,
    injected.
    iterations: with a number, work is counted instead of timed and the clock is not looked at.
    Raises ValueError if margin_ms >= budget_ms: the turn would be over before it begins.
    """

    def __init__(
        self,
        budget_ms: float,
        margin_ms: float,
        started: float | None = None,
        now: Callable[[], float] = perf_counter,
        iterations: int | None = None,
    ) -> None:
        if margin_ms >= budget_ms:
            raise ValueError(f"a margin of {margin_ms} ms leaves nothing of {budget_ms} ms")
        self.now = now
        self.started = now() if started is None else started
        self.ends = self.started + (budget_ms - margin_ms) / 1000.0
        self.iterations = iterations
        self.work_began = self.started
        self.work_ended = self.started

    def expired(self) -> bool:
        """Whether the time of this turn is used up."""
        return self.now() >= self.ends

    def elapsed_ms(self) -> float:
        """Milliseconds since the first line of the turn was read."""
        return (self.now() - self.started) * 1000.0

    def search_ms(self) -> float:
        """Milliseconds between the first and the last look at the clock inside `chunks`."""
        return (self.work_ended - self.work_began) * 1000.0

    def chunks(self, size: int) -> Iterator[int]:
        """Numbers of iterations to do, one after another, until the time or the count is used up.

        Every number may be the last: whatever the caller holds between two of them must be an
        answer. A turn that begins late gets none at all.
        """
        self.work_began = self.work_ended = self.now()
        if self.iterations is not None:
            left = self.iterations
            while left > 0:
                yield min(size, left)
                left -= size
            self.work_ended = self.now()
            return
        while self.work_ended < self.ends:
            yield size
            self.work_ended = self.now()

    @staticmethod
    def after_checks(checks: int) -> "Deadline":
        """A deadline that expires at the given look at its clock: for tests that cut a search
        anywhere.
        """
        ticks = iter(range(-1, checks + 1_000_000_000))
        return Deadline(float(checks) * 1000.0, 0.0, started=0.0, now=lambda: float(next(ticks)))
