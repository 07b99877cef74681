"""Intervals and percentiles of plain lists, for tests."""

from collections.abc import Sequence
from math import ceil

from botsmith.arena.statistics.stats import Sample


def share_interval(
    values: Sequence[Sequence[float]], confidence: float, per_seed: int
) -> tuple[float, float]:
    """Interval of the mean of values in 0..1 that come in groups, one group a seed."""
    sample = Sample(per_seed)
    for seed, group in enumerate(values):
        for value in group:
            sample.add(seed, value)
    return sample.interval(confidence)


def percentile(values: Sequence[float], percent: float) -> float:
    """Nearest rank: the smallest value that at least `percent` of all values do not exceed."""
    return sorted(values)[max(0, ceil(percent / 100.0 * len(values)) - 1)]
