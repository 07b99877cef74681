"""The geometry of the board, built by code: 37 hexagonal cells in a spiral around cell 0.

Bit i of a board is cell i. In a grid it is bit GRID_PLACE[i]: rows of y with a spare column between
them, so that a shift moves all cells at once. Source: docs/games/tororo.md, section 1.
"""

from common.bits import board_of

CELLS = 37
RINGS = 3
DIRECTIONS = 6
MAX_SIZE = 3
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # x, y of directions 0..5
GRID_ROW = 8


def spiral() -> tuple[tuple[int, int], ...]:
    """x and y of all cells in their order."""
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
INDEX = {place: cell for cell, place in enumerate(PLACES)}
GRID_PLACE = tuple(x + RINGS + GRID_ROW * (y + RINGS) for x, y in PLACES)
GRID = board_of(GRID_PLACE)
STEPS_OF_DAYS = tuple(x + GRID_ROW * y for x, y in STEPS) * 5
# A grid << GRID_ROW >> GRID_BACK[day] has made a step with that day's sun.
GRID_BACK = tuple(GRID_ROW - step for step in STEPS_OF_DAYS)


def within(cell: int, far: int) -> int:
    """Board of the cells at a distance of 1..far."""
    x, y = PLACES[cell]
    offsets = {place: (place[0] - x, place[1] - y) for place in PLACES}
    return board_of(
        INDEX[place]
        for place, (dx, dy) in offsets.items()
        if 0 < max(abs(dx), abs(dy), abs(dx + dy)) <= far
    )


# NEAR[distance][cell]: what a tree of that size can seed.
NEAR = tuple(tuple(within(cell, far) for cell in range(CELLS)) for far in range(MAX_SIZE + 1))
