"""The times of many turns in little room: count, sum, maximum, and a histogram for percentiles.

The histogram's steps are 1 % wide, so a percentile is right within 1 %; everything else is exact.
A million matches need no more room than one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log

STEP = log(1.01)
SHORTEST_MS = 0.001  # shorter times count as this long


def step_of(used_ms: float) -> int:
    """The number of the histogram's step that holds a time."""
    return floor(log(max(used_ms, SHORTEST_MS)) / STEP)


@dataclass
class Times:
    """Milliseconds. first: the slowest first answer, None without one; the rest over later turns.

    steps: how many turns fell into each step of the histogram.
    """

    first: float | None = None
    turns: int = 0
    total: float = 0.0
    max: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, turn_ms: Sequence[float]) -> "Times":
        """The times of one seat in one match; the longer first turn is kept apart."""
        later = turn_ms[1:]
        return cls(
            first=turn_ms[0] if turn_ms else None,
            turns=len(later),
            total=sum(later),
            max=max(later, default=0.0),
            steps=Counter(map(step_of, later)),
        )

    def add(self, other: "Times") -> None:
        """Takes in the times of another match."""
        if other.first is not None:
            self.first = other.first if self.first is None else max(self.first, other.first)
        self.turns += other.turns
        self.total += other.total
        self.max = max(self.max, other.max)
        self.steps.update(other.steps)

    def percentile(self, percent: float) -> float | None:
        """Nearest rank, within 1 %; never more than the maximum. None without turns."""
        wanted = ceil(percent / 100.0 * self.turns)
        for step in sorted(self.steps):
            wanted -= self.steps[step]
            if wanted <= 0:
                return float(min(self.max, 1.01 ** (step + 1)))
        return None

    def summary(self) -> dict[str, float | None]:
        """The `turn_ms` of a report."""
        mean = self.total / self.turns if self.turns else None
        longest = self.max if self.turns else None
        return {"first": self.first, "mean": mean, "p99": self.percentile(99.0), "max": longest}

    def steps_text(self) -> str:
        """The histogram as `step:count` words, for the store."""
        return " ".join(f"{step}:{count}" for step, count in sorted(self.steps.items()))


def steps_from(text: str) -> Counter[int]:
    """The histogram that `steps_text` wrote; ValueError for another text."""
    pairs: Iterable[list[str]] = (word.split(":") for word in text.split())
    return Counter({int(step): int(count) for step, count in pairs})
