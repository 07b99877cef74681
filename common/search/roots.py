"""A table of sqrt(ln n), the factor of exploration in an upper bound."""

from math import log, sqrt

from common.kernel import Numbers, kernel

ROOTS = 4096  # size of the table


@kernel
def root_of_log(roots: Numbers[float], tries: float) -> float:
    """sqrt(ln tries) of a whole number >= 1. roots: the table, 0.0 where it is not known yet."""
    place = int(tries)
    if place >= ROOTS:
        return sqrt(log(tries))
    if roots[place] == 0.0:
        roots[place] = sqrt(log(tries))
    return roots[place]
