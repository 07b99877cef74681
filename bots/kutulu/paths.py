"""The maze of Kutulu, and the distances of its cells from each other.

A cell is a number, row by row from the top left: 0..cell_count-1.
"""

from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records

WAYS = 4  # up, right, down, left
WAIT = 4
ACTIONS = 8
PLAYERS = 4
PLACES = 16
CELL_BITS = 8
CELLS = 1 << CELL_BITS
NOBODY = CELLS - 1  # cell of who is out, FAR from all
ROOM = 4  # steps to a minion that are enough
TOO_NEAR = (1 << ROOM) - 1  # a bit for each step missing
FAR = 1000  # more than any way costs


@record
class Stack:
    """A few numbers: possible actions, or cells."""

    count: int
    items: Numbers[int] = numbers(int, PLACES)


@kernel
def push(stack: Stack, item: int) -> None:
    """Adds a number."""
    stack.items[stack.count] = item
    stack.count += 1


@record
class Cell:
    """A cell, with its distances and ways to all cells."""

    x: int
    y: int
    exits: Numbers[int] = numbers(int, ACTIONS)  # where an action leads
    moves: Stack  # WAIT, the ways that lead on, then WAITs
    steps: Numbers[int] = numbers(Int16, CELLS)  # to each cell on foot
    apart: Numbers[int] = numbers(Int16, CELLS)  # |dx| + |dy|
    firsts: Numbers[int] = numbers(int, CELLS)  # what minions enter first: CELL_BITS a turn mod 4
    threats: Numbers[int] = numbers(Int32, CELLS)  # ROOM bits a move: TOO_NEAR to a minion


@record
class Maze:
    """The start's input, and tables made from it."""

    cell_count: int
    cells: Records[Cell] = records(Cell, CELLS)
    spawns: Stack  # in reading order
    shelters: Stack
    lonely: int  # sanity lost a turn
    group: int  # the same in company
    spawn_time: int  # turns
    life_time: int  # a wanderer's


# By bits of ways: the first by turn.
ORDERS = [[(2 * f"{bits:04b}").find("1", turn) for turn in range(WAYS)] for bits in range(16)]


def measure(maze: Maze) -> None:
    """Fills the tables of cells, from their x, y and exits."""
    cells = maze.cells[: maze.cell_count]
    besides = []
    for here, cell in enumerate(cells):
        ways = [way for way in range(WAYS) if cell.exits[way] != here]
        besides.append([(8 >> way, cell.exits[way]) for way in ways])
        cell.moves.count = 1 + len(ways)
        cell.moves.items[:] = [WAIT, *ways, *[WAIT] * (PLACES - 1 - len(ways))]
    for here, cell in enumerate(cells):
        moves = cell.moves.items[: cell.moves.count]
        nearer = [0] * CELLS
        steps = [FAR] * CELLS
        steps[here] = 0
        queue = [here]
        for there in queue:
            ahead = steps[there] + 1
            first = nearer[there]
            for bit, beside in besides[there]:
                if steps[beside] == FAR:
                    steps[beside] = ahead
                    queue.append(beside)
                if steps[beside] == ahead:
                    nearer[beside] |= first or bit
            if ahead <= ROOM + 1:
                for move, action in enumerate(moves):
                    left = ahead - (action == WAIT) - 2 * (first & 8 >> action > 0)
                    cell.threats[there] |= TOO_NEAR >> left << ROOM * move
        exits = [*cell.exits[:WAYS], *cell.exits]
        firsts = [int.from_bytes([exits[way] for way in order], "little") for order in ORDERS]
        cell.firsts[:] = [firsts[bits] for bits in nearer]
        cell.steps[:] = steps
        apart = [abs(other.x - cell.x) + abs(other.y - cell.y) for other in cells]
        cell.apart[:] = apart + [FAR] * (CELLS - len(apart))
