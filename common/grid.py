"""Grids as kernels: neighbours, cells in sight, cells in reach and the nearest walker.

Cell   int: row * width + column
Way    int: 0 up, 1 right, 2 down, 3 left
walls  by cell: True if no walker can enter
"""

from common.kernel import Numbers, kernel

WAYS = 4
BEYOND = -1  # no cell
NOBODY = -1


@kernel
def step(cell: int, way: int, width: int, height: int) -> int:
    """Returns the next cell in a direction, BEYOND outside of the grid."""
    if way == 0:
        return cell - width if cell >= width else BEYOND
    if way == 1:
        return cell + 1 if cell % width < width - 1 else BEYOND
    if way == 2:
        return cell + width if cell < width * (height - 1) else BEYOND
    return cell - 1 if cell % width > 0 else BEYOND


@kernel
def sight(walls: Numbers[bool], cell: int, way: int, width: int, height: int) -> int:
    """Returns the number of free cells ahead, up to the first wall or the edge."""
    free = 0
    ahead = step(cell, way, width, height)
    while ahead != BEYOND and not walls[ahead]:
        free += 1
        ahead = step(ahead, way, width, height)
    return free


@kernel
def spread(
    walls: Numbers[bool],
    owner: Numbers[int],
    distance: Numbers[int],
    queue: Numbers[int],
    count: int,
    width: int,
    height: int,
) -> int:
    """Writes each cell's first walker and its steps; returns the number of cells reached.

    The first `count` cells of the queue are the walkers' cells: walker i is owner i. Of walkers
    that arrive together the lower number wins. owner is NOBODY and distance BEYOND for other cells.
    owner, distance and queue are written, with a place for each cell; walkers may stand in walls.
    """
    for place in range(width * height):
        owner[place] = NOBODY
        distance[place] = BEYOND
    for walker in range(count):
        if owner[queue[walker]] == NOBODY:
            owner[queue[walker]] = walker
            distance[queue[walker]] = 0
    end = count
    at = 0
    while at < end:
        cell = queue[at]
        at += 1
        for way in range(WAYS):
            ahead = step(cell, way, width, height)
            if ahead != BEYOND and not walls[ahead] and owner[ahead] == NOBODY:
                owner[ahead] = owner[cell]
                distance[ahead] = distance[cell] + 1
                queue[end] = ahead
                end += 1
    return end - count
