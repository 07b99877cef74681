"""The maze of Kutulu, its tables of distances, and the path search among lights.

Cell  a walkable cell, 0..cells-1, numbered row by row from the top left
Way   0 up, 1 right, 2 down, 3 left
Tables of two cells are flat, [goal * cells + start]; the row behind the last is nobody's: all FAR.
Without lights the official path search turns to the first of the ways up, right, down, left,
begun at (turn mod 4), that leads nearer.
"""

from common.kernel import Numbers, kernel, numbers, record

WAYS = 4
MAX_CELLS = 255  # a cell fits into 8 bits
PLACES = 16
EXPLORERS = 4
FAR = 1000  # more than the cost of any way
TABLE = 65536
CELL_BITS = 8
CELL_MASK = 255
EVERY_TURN = 0x01010101  # a cell times this: the same next cell in each turn mod 4
LIGHT_REACH = 5
LIT_COST = 5  # of entering a lit cell, 1 of another
COSTS = LIT_COST + 1  # that lie in the open list at one time
OPEN = 1024  # entries of the open list: a cell is entered from 4 sides at most


@record
class Maze:
    """What is told once, and tables of it. exits[cell * WAYS + way]: the cell there, or itself.

    ways[cell * WAYS + n]: the n-th of way_count[cell] ways on. spawns, shelters: in reading order.
    lonely, group: sanity lost a turn. spawn_time, life_time: turns of wanderers.
    walk: steps on foot. apart: |dx| + |dy|. sight: a straight free line. step: the next cell on
    the way, CELL_BITS for each turn mod 4.
    Scratch: the explorers' rows in the tables; cost and first step of a minion's way to each of
    them; lit cells; the open list by cost, with cells and first steps.
    """

    cells: int
    cap: int  # width + height: the largest distance that counts for spawning
    exits: Numbers[int] = numbers(int, MAX_CELLS * WAYS)
    ways: Numbers[int] = numbers(int, MAX_CELLS * WAYS)
    way_count: Numbers[int] = numbers(int, MAX_CELLS)
    spawn_count: int
    spawns: Numbers[int] = numbers(int, PLACES)
    shelter_count: int
    shelters: Numbers[int] = numbers(int, PLACES)
    lonely: int
    group: int
    spawn_time: int
    life_time: int
    walk: Numbers[int] = numbers(int, TABLE)
    apart: Numbers[int] = numbers(int, TABLE)
    step: Numbers[int] = numbers(int, TABLE)
    sight: Numbers[bool] = numbers(bool, TABLE)
    rows: Numbers[int] = numbers(int, EXPLORERS)
    cost: Numbers[int] = numbers(int, EXPLORERS)
    first: Numbers[int] = numbers(int, EXPLORERS)
    is_lit: Numbers[bool] = numbers(bool, MAX_CELLS)
    open: Numbers[int] = numbers(int, COSTS * OPEN)


def measure(maze: Maze, places: list[tuple[int, int]]) -> None:
    """Fills the tables; places: x and y of each cell."""
    cells = maze.cells
    for row in range(cells * cells, cells * cells + cells):
        maze.walk[row] = maze.apart[row] = FAR
    exits = [[maze.exits[cell * WAYS + way] for way in range(WAYS)] for cell in range(cells)]
    for goal, (x, y) in enumerate(places):
        row = goal * cells
        steps = walk_from(exits, goal)
        for cell, beside in enumerate(exits):
            dx, dy = abs(places[cell][0] - x), abs(places[cell][1] - y)
            maze.walk[row + cell] = steps[cell]
            maze.apart[row + cell] = dx + dy
            maze.sight[row + cell] = dx * dy == 0 and steps[cell] == dx + dy
            nearer = [one for one in beside if steps[one] < steps[cell]]
            packed = (nearer or [cell])[0] * EVERY_TURN
            if len(nearer) > 1:
                turned = [beside[turn:] + beside[:turn] for turn in range(WAYS)]
                nexts = [next(one for one in order if one in nearer) for order in turned]
                packed = sum(one << (CELL_BITS * turn) for turn, one in enumerate(nexts))
            maze.step[row + cell] = packed


def walk_from(exits: list[list[int]], start: int) -> list[int]:
    """Steps from `start` to each cell, FAR where there is no way."""
    steps = [FAR] * len(exits)
    steps[start] = 0
    queue = [start]
    for here in queue:
        for beside in exits[here]:
            if steps[beside] == FAR:
                steps[beside] = steps[here] + 1
                queue.append(beside)
    return steps


@kernel
def search_lit(maze: Maze, start: int, turn: int) -> int:
    """The official path search: the least cost, `cost` and `first` of explorers that near.

    Others cost FAR. The least cost is expanded first, of equal ones the first come.
    """
    filled = numbers(int, COSTS)
    taken = numbers(int, COSTS)
    is_done = numbers(bool, MAX_CELLS)
    for who in range(EXPLORERS):
        maze.cost[who] = FAR
    maze.open[0] = start + (start << CELL_BITS)
    filled[0] = 1
    limit = FAR
    cost = 0
    while cost <= limit:
        bucket = cost % COSTS
        if taken[bucket] == filled[bucket]:
            cost += 1
            continue
        entry = maze.open[bucket * OPEN + taken[bucket]]
        taken[bucket] += 1
        here = entry & CELL_MASK
        if is_done[here]:
            continue
        is_done[here] = True
        for who in range(EXPLORERS):
            if maze.walk[maze.rows[who] + here] == 0:
                maze.cost[who] = cost
                maze.first[who] = entry >> CELL_BITS
                limit = cost
        for attempt in range(turn, turn + WAYS):
            beside = maze.exits[here * WAYS + attempt % WAYS]
            if not is_done[beside]:
                bucket = (cost + (LIT_COST if maze.is_lit[beside] else 1)) % COSTS
                first = beside if here == start else entry >> CELL_BITS
                maze.open[bucket * OPEN + filled[bucket]] = beside + (first << CELL_BITS)
                filled[bucket] += 1
    return limit
