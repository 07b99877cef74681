"""A seedable generator, the same in every engine: drand48's, with the upper 31 bits of each
number.
"""

from common.kernel import kernel, record

MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1


@record
class Dice:
    """The state of a generator: 48 bits."""

    state: int


def make_dice(seed: int) -> Dice:
    """Returns dice whose numbers depend on `seed` alone; near seeds give different streams."""
    dice = Dice()
    dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
    for _ in range(4):
        draw(dice, 2)
    return dice


@kernel
def draw(dice: Dice, count: int) -> int:
    """Returns a random number of 0..count-1, for a count of 1..2**31."""
    dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
    return ((dice.state >> 17) * count) >> 31
