"""Random draws by weight."""

from common.kernel import Numbers, kernel
from common.rng import Dice, draw


@kernel
def draw_weighted(dice: Dice, weights: Numbers[int], count: int) -> int:
    """Returns a number of 0..count-1, drawn by its weight, 0 or more; -1 if all weights are 0."""
    total = 0
    for number in range(count):
        total += weights[number]
    if total <= 0:
        return -1
    left = draw(dice, total)
    number = 0
    while left >= weights[number]:
        left -= weights[number]
        number += 1
    return number
