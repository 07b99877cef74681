"""The maze of Kutulu: its cells, all walking distances, and searches where a LIGHT burns.

Cell   a walkable cell, 0..cells-1, numbered row by row from the top left
Way    0 up, 1 right, 2 down, 3 left
Tables of two cells are flat: the entry of `goal` and `start` stands at goal * cells + start, so
that whoever walks to one goal reads one row. The row behind the last one is nobody's: all FAR.
A minion's shortest way turns to the first of the ways up, right, down, left, begun at
(turn mod 4), that leads nearer; what the official path search finds without lights is just that.
"""

from common.kernel import Numbers, capacity, kernel, numbers, record

WAYS = 4
MAX_CELLS = 255  # a cell fits into 8 bits
SPAWNS = 16
SHELTERS = 16
EXPLORERS = 4
FAR = 1000  # more than any way, lit or not, of a maze of MAX_CELLS
TABLE = capacity(pure=65536, compiled=65536)
CELL_BITS = 8
CELL_MASK = 255
LIGHT_REACH = 5  # steps from who holds it
LIT_COST = 5  # of entering a lit cell
COSTS = 6  # costs that lie in the open list at one time: LIT_COST and below
MAX_OPEN = 1024  # entries of the open list: each cell is entered from 4 sides at most


@record
class Maze:
    """What is told once. exits[cell * WAYS + way]: the cell there, or -1.

    ways[cell * WAYS + n]: the n-th way that leads on, of way_count[cell].
    lonely, group: sanity lost a turn; spawn_time, life_time: of wanderers, in turns.
    spawns, shelters: cells in reading order.
    """

    cells: int
    cap: int  # width + height: the largest distance that counts for spawning
    x: Numbers[int] = numbers(int, MAX_CELLS)
    y: Numbers[int] = numbers(int, MAX_CELLS)
    exits: Numbers[int] = numbers(int, MAX_CELLS * WAYS)
    ways: Numbers[int] = numbers(int, MAX_CELLS * WAYS)
    way_count: Numbers[int] = numbers(int, MAX_CELLS)
    spawn_count: int
    spawns: Numbers[int] = numbers(int, SPAWNS)
    shelter_count: int
    shelters: Numbers[int] = numbers(int, SHELTERS)
    lonely: int = 3
    group: int = 1
    spawn_time: int = 3
    life_time: int = 40


@record
class Paths:
    """Tables made from a maze, and the scratch of searches among lights.

    walk: steps on foot. apart: |dx| + |dy|. step: four cells of CELL_BITS, the next one on the
    way for each turn mod 4.
    guests[cell]: how many explorers stand there; cost, first: what `search_lit` found, by explorer.
    """

    walk: Numbers[int] = numbers(int, TABLE)
    apart: Numbers[int] = numbers(int, TABLE)
    step: Numbers[int] = numbers(int, TABLE)
    is_lit: Numbers[bool] = numbers(bool, MAX_CELLS)
    is_done: Numbers[bool] = numbers(bool, MAX_CELLS)
    guests: Numbers[int] = numbers(int, MAX_CELLS)
    cost: Numbers[int] = numbers(int, EXPLORERS)
    first: Numbers[int] = numbers(int, EXPLORERS)
    open_cell: Numbers[int] = numbers(int, MAX_OPEN)
    open_first: Numbers[int] = numbers(int, MAX_OPEN)
    open_next: Numbers[int] = numbers(int, MAX_OPEN)


@kernel
def measure(maze: Maze, paths: Paths) -> None:
    """Fills the tables."""
    cells = maze.cells
    for start in range(cells):
        paths.walk[cells * cells + start] = FAR
        measure_from(maze, paths, start)
    for start in range(cells):
        for goal in range(cells):
            paths.step[goal * cells + start] = steps_toward(maze, paths, start, goal)


@kernel
def measure_from(maze: Maze, paths: Paths, start: int) -> None:
    """The rows of `start` in walk and apart."""
    queue = numbers(int, MAX_CELLS)
    cells = maze.cells
    walk = paths.walk
    row = start * cells
    for cell in range(cells):
        walk[row + cell] = FAR
        dx = maze.x[cell] - maze.x[start]
        dy = maze.y[cell] - maze.y[start]
        paths.apart[row + cell] = abs(dx) + abs(dy)
    walk[row + start] = 0
    queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        here = queue[head]
        head += 1
        for exit_ in range(here * WAYS, here * WAYS + WAYS):
            beside = maze.exits[exit_]
            if beside >= 0 and walk[row + beside] == FAR:
                walk[row + beside] = walk[row + here] + 1
                queue[tail] = beside
                tail += 1


@kernel
def steps_toward(maze: Maze, paths: Paths, start: int, goal: int) -> int:
    """An entry of `step`; the own cell where there is no way."""
    row = goal * maze.cells
    nearer = paths.walk[row + start] - 1
    packed = 0
    found = start
    if 0 <= nearer < FAR - 1:
        for way in range(2 * WAYS - 2, -1, -1):  # so the first way of each beginning is found last
            beside = maze.exits[start * WAYS + way % WAYS]
            if beside >= 0 and paths.walk[row + beside] == nearer:
                found = beside
            if way < WAYS:
                packed |= found << (CELL_BITS * way)
        return packed
    for way in range(WAYS):
        packed |= start << (CELL_BITS * way)
    return packed


@kernel
def shine(maze: Maze, paths: Paths, holder: int) -> None:
    """Marks all cells that a LIGHT held on the cell `holder` reaches."""
    row = holder * maze.cells
    for cell in range(maze.cells):
        if paths.walk[row + cell] <= LIGHT_REACH:
            paths.is_lit[cell] = True


@kernel
def search_lit(maze: Maze, paths: Paths, spots: Numbers[int], start: int, turn: int) -> None:
    """The official path search from `start` to the nearest explorers: `cost` and `first`.

    spots: the explorers' cells; paths.guests tells how many there are by cell. Explorers that are
    not among the nearest get the cost FAR. Of equal costs the first come is expanded first.
    """
    head = numbers(int, COSTS)
    tail = numbers(int, COSTS)
    for bucket in range(COSTS):
        head[bucket] = -1
    for cell in range(maze.cells):
        paths.is_done[cell] = False
    for who in range(EXPLORERS):
        paths.cost[who] = FAR
    paths.open_cell[0] = start
    paths.open_first[0] = start
    paths.open_next[0] = -1
    head[0] = 0
    used = 1
    idle = 0  # costs in a row without an entry
    cost = 0
    limit = FAR
    while idle < COSTS and cost <= limit:
        entry = head[cost % COSTS]
        if entry < 0:
            cost += 1
            idle += 1
            continue
        idle = 0
        head[cost % COSTS] = paths.open_next[entry]
        here = paths.open_cell[entry]
        if paths.is_done[here]:
            continue
        paths.is_done[here] = True
        first = paths.open_first[entry]
        if paths.guests[here] > 0:
            limit = cost
            for who in range(EXPLORERS):
                if spots[who] == here:
                    paths.cost[who] = cost
                    paths.first[who] = first
        for attempt in range(turn, turn + WAYS):
            beside = maze.exits[here * WAYS + attempt % WAYS]
            if beside >= 0 and not paths.is_done[beside]:
                bucket_there = (cost + (LIT_COST if paths.is_lit[beside] else 1)) % COSTS
                paths.open_cell[used] = beside
                paths.open_first[used] = beside if here == start else first
                paths.open_next[used] = -1
                if head[bucket_there] < 0:
                    head[bucket_there] = used
                else:
                    paths.open_next[tail[bucket_there]] = used
                tail[bucket_there] = used
                used += 1
