"""The maze of Kutulu and its tables of distances.

Cell  a walkable cell, 0..cells-1, numbered row by row from the top left
Way   0 up, 1 right, 2 down, 3 left
Tables of two cells are flat, [goal * cells + start]; the row behind the last is nobody's: all FAR.
Without lights the official path search turns to the first of the ways up, right, down, left,
begun at (turn mod 4), that leads nearer.
"""

from common.kernel import Numbers, numbers, record

WAYS = 4
MAX_CELLS = 255  # a cell fits into 8 bits
PLACES = 16
EXPLORERS = 4
FAR = 1000  # more than the cost of any way
TABLE = 65536
PAIR = TABLE - 1  # a mask for places of two cells
CELL_BITS = 8
CELL_MASK = 255
EVERY_TURN = 0x01010101  # a cell times this: the same next cell in each turn mod 4


@record
class Maze:
    """What is told once, and tables of it. exits[cell * WAYS + way]: the cell there, or itself.

    ways[cell * WAYS + n]: the n-th of way_count[cell] ways on. spawns, shelters: in reading order.
    lonely, group: sanity lost a turn. spawn_time, life_time: turns of wanderers.
    walk: steps on foot. apart: |dx| + |dy|. sight: a straight free line. step: the next cell on
    the way, CELL_BITS for each turn mod 4.
    Scratch: the explorers' rows in the tables; how many lit cells surround each of them; steps from
    the nearest wanderer that is after each, FAR for none; the next cell of a minion.
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
    lit: Numbers[int] = numbers(int, EXPLORERS)
    hunted: Numbers[int] = numbers(int, EXPLORERS)
    next: int


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
