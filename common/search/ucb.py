"""Scores by which a search picks the next arm to try.

Visits are floats: exact up to 2**53, no conversions in hot loops.
"""

from math import sqrt

from common.kernel import Numbers, kernel


@kernel
def best_scaled_ucb(
    total: Numbers[float],
    visits: Numbers[float],
    first: int,
    count: int,
    scale: float,
    width: float,
) -> int:
    """The slot in first..first+count-1 with the largest scaled UCB, or the first never visited.

    Scaled UCB = total / (visits * scale) + width / sqrt(visits), with scale the range of the tree's
    scores, above 0, and width = exploration * sqrt(ln(visits of the parent)).
    Source: as Smitsimax; UCB1 (Auer, Cesa-Bianchi, Fischer 2002).
    """
    best = first
    best_value = -1.0e300
    for slot in range(first, first + count):
        tries = visits[slot]
        if tries < 1.0:
            return slot
        value = total[slot] / (tries * scale) + width / sqrt(tries)
        if value > best_value:
            best_value = value
            best = slot
    return best
