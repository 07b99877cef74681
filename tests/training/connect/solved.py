"""What positions of the small Connect-4 are worth, by alpha-beta in plain Python."""

from random import Random

from tests.training.connect.environment import CELLS, COLUMN, HEIGHT, STEPS, WIDTH

FULL = (1 << HEIGHT) - 1
ORDER = sorted(range(WIDTH), key=lambda column: abs(2 * column - WIDTH + 1))
Stones = tuple[int, int]  # of who moves, of the other
known: dict[Stones, tuple[int, int]] = {}  # the worth lies between them


def has_four(mask: int) -> bool:
    pairs = [(mask & mask >> step, step) for step in STEPS]
    return any(pair & pair >> 2 * step for pair, step in pairs)


def columns(stones: Stones) -> list[int]:
    """The columns with room, those in the middle first."""
    taken = stones[0] | stones[1]
    return [column for column in ORDER if taken >> column * COLUMN & FULL != FULL]


def after(stones: Stones, column: int) -> Stones:
    """The position after a move, from the other side."""
    taken = (stones[0] | stones[1]) & FULL << column * COLUMN
    return stones[1], stones[0] | taken + (1 << column * COLUMN)


def worth(stones: Stones, low: int = -1, high: int = 1) -> int:
    """What the player to move gets, 1, 0 or -1; exact within low..high."""
    if has_four(stones[1]):
        return -1
    if (stones[0] | stones[1]).bit_count() == CELLS:
        return 0
    least, most = known.get(stones, (-1, 1))
    low, high = max(low, least), min(high, most)
    if low >= high:
        return least if low == least else most
    best, floor = -1, low
    for column in columns(stones):
        best = max(best, -worth(after(stones, column), -high, -floor))
        floor = max(floor, best)
        if floor >= high:
            break
    known[stones] = (best if best > low else least, best if best < high else most)
    return best


def good_columns(stones: Stones) -> list[int]:
    """The moves that keep what a position is worth."""
    whole = worth(stones)
    return [column for column in columns(stones) if -worth(after(stones, column)) == whole]


def some_positions(count: int, seed: int) -> list[Stones]:
    """Different positions after random moves, in which somebody moves."""
    dice, found = Random(seed), dict[Stones, None]()
    while len(found) < count:
        stones: Stones = (0, 0)
        for _ in range(dice.randrange(CELLS)):
            stones = after(stones, dice.choice(columns(stones)))
            if has_four(stones[1]):
                break
        else:
            found[stones] = None
    return list(found)
