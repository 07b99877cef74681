"""sqrt(ln n), remembered: with it the unknown in an upper bound grows."""

from math import log, sqrt

from common.kernel import Numbers, kernel

ROOTS = 4096  # that are remembered


@kernel
def root_of_log(roots: Numbers[float], tries: float) -> float:
    """sqrt(ln tries) of a whole number from 1 on. roots: ROOTS of them, 0.0 if not known yet."""
    place = int(tries)
    if place >= ROOTS:
        return sqrt(log(tries))
    if roots[place] == 0.0:
        roots[place] = sqrt(log(tries))
    return roots[place]
