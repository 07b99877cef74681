"""The maze of Kutulu, and how far its cells are from each other.

A cell is a number, row by row from the top left: 0..cell_count-1. NOBODY is FAR from all.
"""

from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records

WAYS = 4  # up, right, down, left
WAIT = 4
ACTIONS = 8
PLAYERS = 4
PLACES = 16
CELL_BITS = 8
CELLS = 1 << CELL_BITS
NOBODY = CELLS - 1  # the cell of explorers that are out
ROOM = 4  # steps to a minion that are enough
TOO_NEAR = (1 << ROOM) - 1  # a bit for each step missing
FAR = 1000  # more than the cost of any way


@record
class Stack:
    """A few numbers: actions to choose from, or cells."""

    count: int
    items: Numbers[int] = numbers(int, PLACES)


@kernel
def push(stack: Stack, item: int) -> None:
    """One number more."""
    stack.items[stack.count] = item
    stack.count += 1


@record
class Cell:
    """A cell, and all cells as seen from it."""

    x: int
    y: int
    exits: Numbers[int] = numbers(int, ACTIONS)  # where an action leads
    moves: Stack  # WAIT, the ways that lead on, then WAITs
    steps: Numbers[int] = numbers(Int16, CELLS)  # to each cell on foot
    apart: Numbers[int] = numbers(Int16, CELLS)  # |dx| + |dy|
    firsts: Numbers[int] = numbers(int, CELLS)  # what minions enter first: CELL_BITS a turn mod 4
    threats: Numbers[int] = numbers(Int32, CELLS)  # ROOM a move: steps too near to a minion


@record
class Maze:
    """The start's input, and tables of it."""

    cell_count: int
    cells: Records[Cell] = records(Cell, CELLS)
    spawns: Stack  # in reading order
    shelters: Stack
    lonely: int  # sanity lost a turn
    group: int  # the same in company
    spawn_time: int  # turns
    life_time: int  # a wanderer's


def measure(maze: Maze) -> None:
    """Fills the tables of cells whose x, y and exits are known."""
    cells = maze.cells[: maze.cell_count]
    for here, cell in enumerate(cells):
        menu = cell.moves
        menu.count = 1
        menu.items[:] = [WAIT] * PLACES
        for way in range(WAYS):
            if cell.exits[way] != here:
                push(menu, way)
        firsts = []  # what is entered first, by the ways that lead nearer
        ways = [*cell.exits[:WAYS], *cell.exits]
        for choice in range(1 << WAYS):
            bits = 2 * f"{choice:04b}"
            order = [ways[bits.find("1", turn)] for turn in range(WAYS)]
            firsts.append(int.from_bytes(order, "little"))
        nearer = [0] * CELLS
        steps = [FAR] * CELLS
        steps[here] = 0
        queue = [here]
        for there in queue:
            ahead = steps[there] + 1
            for way, beside in enumerate(cells[there].exits[:WAYS]):
                if steps[beside] == FAR:
                    steps[beside] = ahead
                    queue.append(beside)
                if steps[beside] == ahead:
                    nearer[beside] |= nearer[there] or 8 >> way
            cell.firsts[there] = firsts[nearer[there]]
            if ahead <= ROOM + 1:
                for move, action in enumerate(menu.items[: menu.count]):
                    left = ahead - (action == WAIT) - 2 * (nearer[there] & 8 >> action > 0)
                    cell.threats[there] |= TOO_NEAR >> left << ROOM * move
        cell.steps[:] = steps
        cell.apart[:] = [FAR] * CELLS
        for there, other in enumerate(cells):
            cell.apart[there] = abs(other.x - cell.x) + abs(other.y - cell.y)
