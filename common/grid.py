"""Grids as kernels: neighbours, what is in sight, what is in reach and who is nearer.

Cell   int: row * width + column
Way    int: 0 up, 1 right, 2 down, 3 left
walls  by cell: True where nobody can enter
"""

from common.kernel import Numbers, kernel

WAYS = 4
BEYOND = -1  # no cell
NOBODY = -1


@kernel
def step(cell: int, way: int, width: int, height: int) -> int:
    """Returns the next cell on a way, BEYOND behind the edge."""
    if way == 0:
        return cell - width if cell >= width else BEYOND
    if way == 1:
        return cell + 1 if cell % width < width - 1 else BEYOND
    if way == 2:
        return cell + width if cell < width * (height - 1) else BEYOND
    return cell - 1 if cell % width > 0 else BEYOND


@kernel
def sight(walls: Numbers[bool], cell: int, way: int, width: int, height: int) -> int:
    """Counts the free cells ahead, up to the first wall or the edge."""
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
    """Writes each cell's first walker and its steps; returns how many cells are reached.

    The first `count` cells of the queue are where walkers stand: number i is owner i. Where several
    arrive together, the earlier one comes first. owner is NOBODY and distance BEYOND elsewhere.
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
