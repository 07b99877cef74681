"""The maze of Kutulu and its tables of distances.

Cell  a walkable cell, 0..cells-1, numbered row by row from the top left
Way   0 up, 1 right, 2 down, 3 left
Tables of two cells are flat, [one * ROW + other]; the cell behind the last is nobody's: FAR.
walk: steps on foot. apart: |dx| + |dy|. sight: a straight free line.
step[start * ROW + goal]: the next cell on the way, CELL_BITS for each turn mod 4.
rooms[cell * ROW + minion]: ROOM bits for each move, as many of them set as the minion then is steps
away, ROOM at most (-1: all of them); so & of several minions leaves the steps to the nearest.
Without lights the official path search turns to the first of the ways up, right, down, left,
begun at (turn mod 4), that leads nearer. Behind the rows of walk and step stand LIT_ROWS of ways
among LIGHTs; lit_rows: for what start and LIGHTs each was worked out.
"""

from common.kernel import Numbers, numbers, record

WAYS = 4
ACTIONS = 8
MAX_CELLS = 255  # a cell, and nobody's, fit into 8 bits
PLACES = 16
EXPLORERS = 4
COMPANY = 2  # distance of others that counts as a group
FAR = 1000  # more than the cost of any way
CELL_BITS = 8
CELLS = 1 << CELL_BITS
ROW = CELLS + 8  # a cache line more, which spreads columns over the cache
TABLE = CELLS * ROW
EVERY_TURN = 0x01010101  # a cell times this: the same next cell in each turn mod 4
LIT_ROWS = 251
ROOM = 4  # steps to a minion that are enough
LONG_ROOM = (1 << ROOM) - 1


@record
class Maze:
    """What is told once, and tables of it. exits[cell * ACTIONS + action]: where it leads.

    moves[cell * ACTIONS + n]: the n-th of move_count[cell] moves there, of which 0 is to stay.
    spawns, shelters: in reading order. lonely, group: sanity lost a turn. Scratch: where explorers
    are; hunted: steps to each from the nearest wanderer after it; the next cell of a minion.
    """

    cells: int
    cap: int  # width + height: the largest distance that counts for spawning
    exits: Numbers[int] = numbers(int, CELLS * ACTIONS)
    moves: Numbers[int] = numbers(int, CELLS * ACTIONS)
    move_count: Numbers[int] = numbers(int, CELLS)
    spawn_count: int
    spawns: Numbers[int] = numbers(int, PLACES)
    shelter_count: int
    shelters: Numbers[int] = numbers(int, PLACES)
    lonely: int
    group: int
    spawn_time: int  # turns
    life_time: int  # of a wanderer
    walk: Numbers[int] = numbers(int, 2 * TABLE)
    apart: Numbers[int] = numbers(int, TABLE)
    step: Numbers[int] = numbers(int, 2 * TABLE)
    rooms: Numbers[int] = numbers(int, TABLE)
    sight: Numbers[bool] = numbers(bool, TABLE)
    lit_rows: Numbers[int] = numbers(int, LIT_ROWS)
    where: Numbers[int] = numbers(int, EXPLORERS)
    hunted: Numbers[int] = numbers(int, EXPLORERS)
    next: int


def measure(maze: Maze, places: list[tuple[int, int]], exits: list[list[int]]) -> None:
    """Fills the tables; places: x and y of each cell; exits: where its ways lead."""
    maze.walk[:TABLE] = maze.apart[:] = [FAR] * TABLE
    afters = [[cell, *(one for one in beside if one != cell)] for cell, beside in enumerate(exits)]
    for goal, (x, y) in enumerate(places):
        row = goal * ROW
        steps = walk_from(exits, goal)
        rooms = [(1 << min(ROOM, one)) - 1 for one in steps]
        for cell, beside in enumerate(exits):
            dx, dy = abs(places[cell][0] - x), abs(places[cell][1] - y)
            maze.walk[row + cell] = steps[cell]
            maze.apart[row + cell] = dx + dy
            maze.sight[row + cell] = dx * dy == 0 and steps[cell] == dx + dy
            nearer = [one for one in beside if steps[one] < steps[cell]]
            packed = (nearer or [cell])[0] * EVERY_TURN
            if len(nearer) > 1:
                twice = beside + beside
                nexts = [next(one for one in twice[turn:] if one in nearer) for turn in range(WAYS)]
                packed = sum(one << (CELL_BITS * turn) for turn, one in enumerate(nexts))
            way = cell * ROW + goal
            maze.step[way] = packed
            maze.rooms[way] = -1
            if steps[cell] <= ROOM:
                spread = (rooms[one] << (ROOM * move) for move, one in enumerate(afters[cell]))
                maze.rooms[way] = sum(spread)


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
