"""Computes the intervals of the means of games, as pure functions over plain values.

Games of one seed with rotated seats belong together. So the interval is a Wilson score interval
with a scaled number of games: the scale is the variance of the means over seeds, relative to that
of independent games with two outcomes. docs/statistics.md shows by simulation how often the
interval holds the truth.
"""

from collections.abc import Sequence
from math import exp, lgamma, log
from statistics import NormalDist, fmean
from typing import Any

# As if the scatter between so many seeds had been seen before: a few seeds tell none.
PRIOR_SEEDS = 5


def share(ranks: Sequence[int], place: int) -> float:
    """Returns a seat's share of the first rank, 0..1: 1 alone, 1/k in a tie of k, 0 behind.

    ranks: by seat
    place: the seat
    """
    return 1.0 / ranks.count(1) if ranks[place] == 1 else 0.0


class Sample:
    """Values in 0..1 that come seed by seed, all games of one seed together.

    per_seed: the games of a complete seed; games of other seeds count for the mean, not for the
    scatter
    repeated: number of games that repeat another one; they count neither for mean nor interval
    """

    def __init__(self, per_seed: int) -> None:
        self.per_seed = per_seed
        self.games = 0
        self.repeated = 0  # of these
        self.total = 0.0
        self.squares = 0.0
        self.seeds = 0  # complete ones
        self.seed_mean = 0.0
        self.seed_squares = 0.0  # of the distances of the seeds' means from theirs (Welford)
        self.seed: int | None = None
        self.open: list[float] = []

    def add(self, seed: int, value: float, is_repeated: bool = False) -> None:
        """Counts one more game."""
        if seed != self.seed:
            self._close()
            self.seed = seed
        self.games += 1
        if is_repeated:
            self.repeated += 1
            return
        self.total += value
        self.squares += value * value
        self.open.append(value)

    @property
    def distinct(self) -> int:
        """Returns the number of games that repeat no earlier game."""
        return self.games - self.repeated

    def _close(self) -> None:
        if len(self.open) == self.per_seed:
            self.seeds += 1
            distance = fmean(self.open) - self.seed_mean
            self.seed_mean += distance / self.seeds
            self.seed_squares += distance * (fmean(self.open) - self.seed_mean)
        self.open = []

    def join(self, other: "Sample") -> None:
        """Adds the games of another sample, whose seeds come later."""
        self._close()
        other._close()
        seeds = self.seeds + other.seeds
        if other.seeds:
            distance = other.seed_mean - self.seed_mean
            self.seed_squares += distance * distance * self.seeds * other.seeds / seeds
            self.seed_mean += distance * other.seeds / seeds
        self.seeds = seeds
        self.seed = other.seed
        self.games += other.games
        self.repeated += other.repeated
        self.total += other.total
        self.squares += other.squares
        self.seed_squares += other.seed_squares

    def mean_and_games(self) -> tuple[float, float]:
        """Returns the mean, and the number of independent games with two outcomes that give the
        same certainty.

        Raises ValueError if there are no games.
        """
        if not self.games:
            raise ValueError("no games, no interval")
        self._close()
        distinct = float(self.distinct)
        mean = min(1.0, self.total / distinct)
        if mean in (0.0, 1.0):
            return mean, distinct
        between = self.seed_squares / (self.seeds - 1) if self.seeds > 1 else 0.0
        single = self.squares / distinct - mean * mean
        scale = scatter(mean, single, between, distinct, self.seeds, self.per_seed)
        return mean, distinct / scale

    def interval(self, confidence: float) -> tuple[float, float]:
        """Returns the interval of the mean, within 0..1. It always contains the mean."""
        mean, games = self.mean_and_games()
        low, high = wilson(mean, games, quantile(confidence))
        return max(0.0, min(low, mean)), min(1.0, max(high, mean))

    def superiority(self) -> float:
        """Returns the chance, 0..1, that the true mean is above 1/2, by a beta distribution."""
        mean, games = self.mean_and_games()
        return above_half(mean * games + 0.5, (1.0 - mean) * games + 0.5)


def above_half(a: float, b: float) -> float:
    """Returns the chance, 0..1, that a number of the distribution beta(a, b) is above 1/2.

    a, b: 0.5 or more
    Source: NIST's Digital Library of Mathematical Functions, 8.17.22, whose fraction converges
    quickly if b is not the smaller one, computed forward by Lentz's method.
    """
    if b < a:
        return 1.0 - above_half(b, a)
    fraction = below = 1.0 / (1.0 - (a + b) / 2.0 / (b + 1.0))
    above, n, factor = 1.0, 0, 0.0
    while abs(factor - 1.0) > 1e-14:
        n += 1
        even = n * (a - n) / 2.0 / ((b + 2 * n - 1.0) * (b + 2 * n))
        odd = -(b + n) * (a + b + n) / 2.0 / ((b + 2 * n) * (b + 2 * n + 1.0))
        factor = 1.0
        for term in (even, odd):
            below, above = 1.0 / (1.0 + term * below), 1.0 + term / above
            factor *= below * above
        fraction *= factor
    size = lgamma(a + b) - lgamma(a) - lgamma(b) - (a + b) * log(2.0)
    return exp(size) / b * fraction


def quantile(confidence: float) -> float:
    """Returns the half width of a normal interval in standard deviations: 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + confidence / 2.0)


def scatter(mean: Any, single: Any, between: Any, games: Any, seeds: int, per_seed: int) -> Any:
    """Returns the variance of the seeds' means, divided by the variance of the same number of
    independent games with two outcomes.

    mean: of all games, not 0 or 1
    single: variance of the games
    between: variance of the means of `seeds` complete seeds with `per_seed` games

    So that a few seeds give no extreme value, it adds PRIOR_SEEDS seeds that scatter as independent
    games do, and one win and one loss. All arguments may be numbers or arrays.
    """
    alone = mean * (1.0 - mean)
    prior = (single * games + 0.5) / (games + 2.0) / alone
    weight = max(seeds - 1, 0)
    return (between * per_seed / alone * weight + prior * PRIOR_SEEDS) / (weight + PRIOR_SEEDS)


def wilson(mean: Any, games: Any, z: float) -> tuple[Any, Any]:
    """Returns Wilson's score interval (1927) of a share, 0..1, that was seen in `games` games.
    Arrays give arrays.
    """
    spread = z * (mean * (1.0 - mean) / games + z * z / (4.0 * games * games)) ** 0.5
    scale = 1.0 + z * z / games
    centre = mean + z * z / (2.0 * games)
    return (centre - spread) / scale, (centre + spread) / scale
