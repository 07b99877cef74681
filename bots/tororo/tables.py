"""The geometry of the board, built by code: 37 hexagonal cells in a spiral around cell 0.

A board is an int with a bit for each cell: rows of y with a spare column between them, so that a
shift moves all cells at once. Source: docs/games/tororo.md, "Board".
"""

from common.bits import board_of
from common.kernel import kernel

CELLS = 37
RINGS = 3
DIRECTIONS = 6
MAX_SIZE = 3
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # x, y of directions 0..5
ROW = 8  # bits of a row


def spiral() -> tuple[tuple[int, int], ...]:
    """Returns x and y of all cells, in the order of their numbers."""
    places = [(0, 0)]
    x, y = STEPS[0]
    for ring in range(1, RINGS + 1):
        for side in range(DIRECTIONS):
            step = STEPS[(side + 2) % DIRECTIONS]
            for _ in range(ring):
                places.append((x, y))
                x, y = x + step[0], y + step[1]
        x, y = x + STEPS[0][0], y + STEPS[0][1]
    return tuple(places)


PLACES = spiral()
BIT_OF = tuple(x + RINGS + ROW * (y + RINGS) for x, y in PLACES)
BOARD = board_of(BIT_OF)
RAISED = BOARD << ROW
# By a number of 6 bits, which C need not check: a cell's board, or none; a bit's cell, or 0.
CELL_BOARD = (*(1 << bit for bit in BIT_OF), *(0,) * (64 - CELLS))
CELL_AT = tuple(BIT_OF.index(bit) if bit in BIT_OF else 0 for bit in range(64))
# board << ROW >> BACK[day] has made a step with that day's sun.
BACK = tuple(ROW - x - ROW * y for x, y in STEPS) * 5
BACK_MASK = 31  # tells C that they are small


@kernel
def spread_out(board: int) -> int:
    """Returns a board with the neighbours of its cells added."""
    pairs = board | board << 1
    return (pairs | pairs >> 1 | pairs << ROW - 1 | pairs >> ROW) & BOARD


def within(cell: int, far: int) -> int:
    """Returns the board of the cells at a distance of 1..far."""
    board = CELL_BOARD[cell]
    for _ in range(far):
        board = spread_out(board)
    return board ^ CELL_BOARD[cell]


# NEAR[distance][cell]: what a tree of that size can seed.
NEAR = tuple(tuple(within(cell, far) for cell in range(CELLS)) for far in range(MAX_SIZE + 1))
