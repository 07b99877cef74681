"""Self-play of Connect-4 on a board of 5 x 4. Who waits passes: that is his only move."""

from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw

WIDTH, HEIGHT = 5, 4
CELLS = WIDTH * HEIGHT
COLUMN = HEIGHT + 1  # bits of a column; the one on top stays empty
STEPS = (1, COLUMN, COLUMN - 1, COLUMN + 1)

ACTORS = 2
PASS = WIDTH
MOVES = WIDTH + 1
INPUTS = 4 * CELLS + 1
TERMS = {"won": 1.0}
ON = 255


@record
class Match:
    """stones: masks by player. count: stones in all; player count % 2 moves."""

    stones: Numbers[int] = numbers(int, 2)
    count: int


@kernel
def has_four(mask: int) -> bool:
    """Returns whether four stones lie in a row."""
    for way in range(len(STEPS)):
        pairs = mask & mask >> STEPS[way]
        if pairs & pairs >> 2 * STEPS[way] != 0:
            return True
    return False


@kernel
def height_of(match: Match, column: int) -> int:
    """Returns how many stones a column has."""
    stones = (match.stones[0] | match.stones[1]) >> column * COLUMN
    return (stones & (1 << HEIGHT) - 1).bit_count()


@kernel
def drop(match: Match, column: int) -> bool:
    """Drops a stone of the player to move into a column with room; whether it wins."""
    mover = match.count % 2
    match.stones[mover] |= 1 << column * COLUMN + height_of(match, column)
    match.count += 1
    return has_four(match.stones[mover])


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a game after some random moves, so that all kinds of positions come up."""
    match.count = 0
    match.stones[0] = 0
    match.stones[1] = 0
    for _ in range(draw(dice, CELLS - 1)):
        column = draw(dice, WIDTH)
        if height_of(match, column) < HEIGHT and drop(match, column):
            match.count = 0
            match.stones[0] = 0
            match.stones[1] = 0


@kernel
def fours(mask: int) -> int:
    """Returns the cells with which these stones would have four in a row."""
    found = (mask << 1) & (mask << 2) & (mask << 3)
    for way in range(1, len(STEPS)):
        step = STEPS[way]
        below = (mask << step) & (mask << 2 * step)
        above = (mask >> step) & (mask >> 2 * step)
        found |= below & (mask << 3 * step | mask >> step)
        found |= above & (mask >> 3 * step | mask << step)
    return found


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes own stones, the other's, the free cells of fours of each, and who moves."""
    taken = match.stones[0] | match.stones[1]
    for side in range(2):
        mask = match.stones[actor if side == 0 else 1 - actor]
        wins = fours(mask) & ~taken
        for column in range(WIDTH):
            for row in range(HEIGHT):
                place = side * 2 * CELLS + column * HEIGHT + row
                inputs[place] = (mask >> column * COLUMN + row & 1) * ON
                inputs[place + CELLS] = (wins >> column * COLUMN + row & 1) * ON
    inputs[INPUTS - 1] = ON if match.count % 2 == actor else 0


@kernel
def mover(match: Match) -> int:
    """Returns who moves."""
    return match.count % 2


@kernel
def allow(match: Match, actor: int, legal: Numbers[bool]) -> None:
    """Allows the columns with room, or to pass."""
    is_mover = match.count % 2 == actor
    legal[PASS] = not is_mover
    for column in range(WIDTH):
        legal[column] = is_mover and height_of(match, column) < HEIGHT


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a move."""
    mover = match.count % 2
    has_won = drop(match, moves[mover])
    if has_won:
        gains[mover] = 1.0
        gains[1 - mover] = -1.0
    return has_won or match.count == CELLS


def symmetries() -> list[tuple[list[int], list[int]]]:
    """Returns where inputs and moves go, as they are and in the mirror."""
    columns = [*range(WIDTH)]
    cells = [column * HEIGHT + row for column in columns[::-1] for row in range(HEIGHT)]
    places = [plane * CELLS + cell for plane in range(4) for cell in cells]
    same = [*range(INPUTS)], [*range(MOVES)]
    return [same, ([*places, INPUTS - 1], [*columns[::-1], PASS])]
