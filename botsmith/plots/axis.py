"""Scales: the place of a number between two ends, and round numbers between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log, log10

PARTS = 5  # a scale has about so many round numbers
ROOM = 0.05  # of a scale, beyond what it must hold
FEWEST = 3  # on a scale by the logarithm; narrower ones have the numbers of a plain one
ROUND = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Axis:
    """A scale from low to high, which differ. is_log: True for a logarithmic scale; then both are
    above 0
    """

    low: float
    high: float
    is_log: bool = False

    def share(self, value: float) -> float:
        """Returns the place of a number between the ends, 0..1; a number outside gets the nearer
        end.
        """
        if self.is_log:
            share = log(max(value, self.low) / self.low) / log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, share))

    def ticks(self, parts: int = PARTS) -> list[float]:
        """Returns the round numbers on the axis, at most `parts` + 1."""
        found = log_ticks(self.low, self.high, parts) if self.is_log else []
        return found if len(found) >= FEWEST else self._ticks(parts)

    def _ticks(self, parts: int) -> list[float]:
        rough = (self.high - self.low) / parts
        power = 10.0 ** floor(log10(rough))
        step = next(power * factor for factor in ROUND if power * factor >= rough * (1.0 - 1e-9))
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [step * number for number in range(first, last + 1)]


def around(values: Sequence[float], least: float) -> Axis:
    """Returns an axis from the lowest to the highest value, extended at both ends.

    least: the smallest distance of the ends
    """
    low, high = min(values), max(values)
    beyond = max(ROOM * (high - low), 0.5 * (least - (high - low)))
    return Axis(low - beyond, high + beyond)


def log_ticks(low: float, high: float, parts: int) -> list[float]:
    """Returns powers of ten, with 2 and 5 times them where there is room."""
    powers = [10.0**power for power in range(floor(log10(low)), ceil(log10(high)) + 1)]
    finer = [power * factor for power in powers for factor in ROUND[:3]]
    for numbers in (finer, powers):
        found = [number for number in numbers if low <= number <= high]
        if len(found) <= parts + 1:
            return found
    return found[:: ceil(len(found) / (parts + 1))]


def thinned(values: Sequence[float], most: int) -> list[tuple[int, float]]:
    """Returns (index, value) pairs of a long series: the lowest and the highest value of each
    stretch, and the last value. They are at most 2 * `most` + 1.
    """
    if len(values) <= 2 * most:
        return list(enumerate(values))
    length = ceil(len(values) / most)
    places = set()
    for start in range(0, len(values), length):
        stretch = range(start, min(start + length, len(values)))
        places |= {min(stretch, key=values.__getitem__), max(stretch, key=values.__getitem__)}
    places.add(len(values) - 1)
    return [(place, values[place]) for place in sorted(places)]
