"""Tests if A is better than B, sequentially: it stops as soon as the games decide it.

A seed that both played in all rotations is one observation: A's mean score against B in its games
(1 ahead of B, 1/2 level, 0 behind). With two players the observation is 0, 1/4, 1/2, 3/4 or 1, the
five kinds of a pair ("pentanomial"); with three or four players, where a seed has more rotations,
there are more kinds and nothing else changes.

The test compares two hypotheses: the mean score is that of elo0, or that of elo1, by the logistic
formula 1/(1 + 10^(-elo/400)). The log likelihood ratio is the generalised one: under each
hypothesis the frequencies of the kinds are the most likely ones with this mean. Source: Van den
Bergh, "A practical introduction to the GSPRT" (2020), equations for a multinomial distribution.
Error rates: docs/statistics.md.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a test imports it: slow, and most commands make none
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]

BETTER = "better"
NOT_BETTER = "not better"
UNDECIDED = "undecided"
REGULAR = 1e-3  # weight of a kind that was not seen, so that each mean stays possible
BISECTIONS = 32
KINDS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair of games
# Wald's bounds hold for a likelihood that is known. Here it is fitted, which costs up to a
# twentieth of the error rates in simulation, so the bounds are those of a tenth less.
CAUTION = 0.9


@dataclass(frozen=True)
class Test:
    """The two hypotheses in Elo and the error rates.

    alpha: chance of the verdict BETTER if elo0 is true
    beta: chance of the verdict NOT BETTER if elo1 is true
    """

    __test__ = False  # no test of pytest's

    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    def means(self) -> tuple[float, float]:
        """Returns the mean scores of the two hypotheses."""
        return expected_score(self.elo0), expected_score(self.elo1)

    def bounds(self) -> tuple[float, float]:
        """Returns the log likelihood ratios at which the test ends (Wald 1945), widened by
        CAUTION.
        """
        alpha, beta = CAUTION * self.alpha, CAUTION * self.beta
        return log(beta / (1.0 - alpha)), log((1.0 - beta) / alpha)


DEFAULT = Test()


def expected_score(elo: float) -> float:
    """Returns the mean score of a player who is `elo` points better."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def log_likelihoods(counts: "Array", values: "ArrayLike", mean: float) -> "Array":
    """Returns the largest log likelihood of observations under the constraint of a mean, (tests,).

    counts: (tests, kinds), how often each kind was seen, all above 0
    values: (kinds,), ascending from 0 to 1

    The frequencies are counts / total / (1 + t * (value - mean)) with the one t that gives them the
    mean; it is found by bisection.
    """
    import numpy as np

    shares = counts / counts.sum(axis=1, keepdims=True)
    distances = np.array(values) - mean
    low = np.full(len(counts), -1.0 / distances[-1])
    high = np.full(len(counts), -1.0 / distances[0])
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        slope = (shares * distances / (1.0 + middle[:, None] * distances)).sum(axis=1)
        low, high = np.where(slope > 0.0, middle, low), np.where(slope > 0.0, high, middle)
    fitted = shares / (1.0 + ((low + high) / 2.0)[:, None] * distances)
    result: Array = (counts * np.log(fitted)).sum(axis=1)
    return result


def log_likelihood_ratios(counts: "ArrayLike", values: "ArrayLike", test: Test) -> "Array":
    """Returns the generalised log likelihood ratio of elo1 over elo0, as in `log_likelihoods`."""
    import numpy as np

    seen = np.maximum(counts, REGULAR)
    mean0, mean1 = test.means()
    return log_likelihoods(seen, values, mean1) - log_likelihoods(seen, values, mean0)


@dataclass
class Progress:
    """A running test. `add` an observation at a time until `verdict` is not UNDECIDED."""

    test: Test = DEFAULT
    seen: Counter[float] = field(default_factory=Counter)
    llr: float = 0.0

    def add(self, value: float) -> str:
        """Adds A's mean score in one more seed, 0..1; returns the verdict after it."""
        self.seen[round(value, 9)] += 1
        values = sorted({*KINDS, *self.seen})
        counts = [[self.seen[kind] for kind in values]]
        self.llr = float(log_likelihood_ratios(counts, values, self.test)[0])
        return self.verdict

    @property
    def verdict(self) -> str:
        """Returns BETTER, NOT_BETTER or UNDECIDED."""
        lower, upper = self.test.bounds()
        if self.llr >= upper:
            return BETTER
        return NOT_BETTER if self.llr <= lower else UNDECIDED


def walk(observations: Sequence[float], test: Test = DEFAULT) -> list[float]:
    """Returns the log likelihood ratio after each of these observations, as `Progress`
    computes it.
    """
    found: list[float] = []
    rounded = [round(value, 9) for value in observations]
    seen: Counter[float] = Counter()
    while len(found) < len(rounded):
        kinds = {*KINDS, *seen, rounded[len(found)]}
        values, counts = sorted(kinds), []
        for value in takewhile(kinds.__contains__, rounded[len(found) :]):
            seen[value] += 1
            counts.append([seen[kind] for kind in values])
        found += log_likelihood_ratios(counts, values, test).tolist()
    return found


def first_crossing(llrs: Sequence[float], test: Test = DEFAULT) -> int | None:
    """Returns the index of the first ratio at or beyond a bound, where the test ends; None without
    one.
    """
    lower, upper = test.bounds()
    return next((place for place, llr in enumerate(llrs) if not lower < llr < upper), None)
