"""UCB1 (Auer, Cesa-Bianchi, Fischer 2002): a bound is mean + width * share.

width = exploration * range of scores * sqrt(ln(parent's visits)).
"""

from common.kernel import Numbers, kernel


@kernel
def best_bound(
    mean: Numbers[float], share: Numbers[float], first: int, count: int, width: float
) -> int:
    """Returns the first of slots first..first+count-1 with the largest bound."""
    best = first
    best_value = -1.0e300
    for place in range(count):
        slot = first + place
        value = mean[slot] + width * share[slot]
        if value > best_value:
            best_value = value
            best = slot
    return best
