"""Scores by which a search picks the next arm to try.

Counts of visits are floats here and in the searches: exact up to 2**53, and no conversion in the
hot loops.
"""

from math import log, sqrt

from common.kernel import Numbers, kernel


@kernel
def best_scaled_ucb(
    total: Numbers[float],
    visits: Numbers[float],
    first: int,
    count: int,
    scale: float,
    shared: float,
) -> int:
    """The slot in first..first+count-1 with the largest scaled UCB; one that was never visited
    goes first.

    Scaled UCB of a slot = total / (visits * scale) + shared / sqrt(visits).
    scale: range of the scores seen so far in this tree, above 0, so that exploration means the
    same in every game; subtracting the range's lower end would shift all slots alike and is left
    out.
    shared: from `shared_width` of the parent.
    Source: the Smitsimax article (P. Smit), "Search".
    """
    best = first
    best_value = -1.0e300
    for slot in range(first, first + count):
        tries = visits[slot]
        if tries < 1.0:
            return slot
        value = total[slot] / (tries * scale) + shared / sqrt(tries)
        if value > best_value:
            best_value = value
            best = slot
    return best


@kernel
def shared_width(exploration: float, visits: float) -> float:
    """exploration * sqrt(ln(visits)), visits those of the parent, at least 1.

    Source: UCB1 (Auer, Cesa-Bianchi, Fischer 2002), where exploration is sqrt(2) for rewards in
    0..1.
    """
    return exploration * sqrt(log(visits))
