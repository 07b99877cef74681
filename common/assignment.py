"""Targets for units: the best pair first, and what is taken becomes dearer."""

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
    """Gives each unit a target, always the pair whose value is most over its price; returns the
    sum of that.

    values: what a unit gets of a target, values[unit * targets + target]. prices: of the targets at
    the start, often 0; one rises by `rise` when it is taken, a high rise makes it the only one. A
    unit without a target that is worth its price gets NOTHING. Equal pairs: the first one.
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
