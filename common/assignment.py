"""Chooses targets for units: the best pair first; a chosen target costs more afterwards."""

from common.kernel import Numbers, kernel

NOTHING = -1  # no target


@kernel
def assign_targets(
    values: Numbers[float],
    units: int,
    targets: int,
    prices: Numbers[float],
    rise: float,
    chosen: Numbers[int],
) -> float:
    """Gives each unit a target, always by the pair with the largest value minus price; returns the
    sum of these differences.

    values: values[unit * targets + target], the worth of a target to a unit
    prices: of the targets at the start, often 0
    rise: added to a target's price when it is chosen; a high rise makes it the target of one unit
    chosen: written, by unit: its target, or NOTHING if none is worth its price
    Of equal pairs the first one counts.
    """
    total = 0.0
    for unit in range(units):
        chosen[unit] = NOTHING
    for _ in range(units):
        most = 0.0
        best = NOTHING
        for unit in range(units):
            if chosen[unit] == NOTHING:
                for target in range(targets):
                    value = values[unit * targets + target] - prices[target]
                    if value > most:
                        most = value
                        best = unit * targets + target
        if best == NOTHING:
            return total
        chosen[best // targets] = best % targets
        prices[best % targets] += rise
        total += most
    return total
