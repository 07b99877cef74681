"""SnakeByte by a policy alone: the network's inputs, and its move for a snake.

Plane   for each of the viewer's own snakes a plane for the head and one for the body, then the same
        for the rival's; then the grid, platforms, sources, and the share of the match that is over
Cell    (column, row) of the grid, at `place_in` of the records
Scale   255 is full
"""

from bots.snakebyte.rules import (
    MAX_HEIGHT,
    MAX_TURNS,
    MAX_WIDTH,
    PLATFORM,
    SNAKES,
    SOURCE,
    STEPS,
    Board,
    State,
    cell_at,
    column,
    facing,
    part,
    row,
)
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense, heads, planes

GRID = 2 * SNAKES  # the first plane that is no snake's
PLATFORMS, SOURCES, TIME, PLANES = range(GRID + 1, GRID + 5)
CHANNELS, BLOCKS, WAYS = 20, 14, len(STEPS)  # more channels: more than 64 KB of local arrays
LINE = MAX_WIDTH + 2
CELLS = LINE * (MAX_HEIGHT + 2)
FULL = 255
tower = planes.bind(MAX_WIDTH, MAX_HEIGHT, PLANES, CHANNELS, BLOCKS)
policy = dense.bind(CHANNELS, WAYS)


@record
class Seen:
    """The planes of a cell."""

    of: Numbers[int] = numbers(Int16, PLANES)


@record
class Cell:
    """The channels of a cell."""

    of: Numbers[int] = numbers(Int16, CHANNELS)


@record
class First:
    """The weights of a channel of the first layer."""

    of: Numbers[int] = numbers(Int16, 9 * PLANES)
    bias: int
    scale: int


@record
class Row:
    """The weights of a channel of a later layer."""

    of: Numbers[int] = numbers(Int16, 9 * CHANNELS)
    bias: int
    scale: int


@record
class Head:
    """The weights of a way."""

    of: Numbers[int] = numbers(Int16, CHANNELS)
    bias: int
    scale: int


@record
class Net:
    """The weights of the network."""

    first: Records[First] = records(First, CHANNELS)
    rows: Records[Row] = records(Row, 2 * BLOCKS * CHANNELS)
    policy: Records[Head] = records(Head, WAYS)


@record
class Memory:
    """The network, the turn, and the results."""

    net: Net
    board: Board
    state: State
    seen: Records[Seen] = records(Seen, CELLS)
    out: Records[Cell] = records(Cell, CELLS)
    sums: Numbers[int] = numbers(Int32, WAYS)
    legal: Numbers[bool] = numbers(bool, WAYS)


@kernel
def place_in(board: Board, cell: int) -> int:
    """Returns the place of a cell in the records, -1 outside of the grid."""
    x = column(cell)
    y = row(cell)
    is_inside = 0 <= x and x < MAX_WIDTH and 0 <= y and y < board.height
    return (y + 1) * LINE + x + 1 if is_inside else -1


@kernel
def look(memory: Memory, me: int, width: int) -> None:
    """Writes the inputs of player `me` on a grid of this width, and runs the tower."""
    board = memory.board
    state = memory.state
    for place in range(CELLS):
        seen = memory.seen[place].of
        for plane in range(PLANES):
            seen[plane] = 0
    for y in range(board.height):
        for x in range(width):
            seen = memory.seen[(y + 1) * LINE + x + 1].of
            cell = board.cells[cell_at(x, y)]
            seen[GRID] = FULL
            seen[PLATFORMS] = FULL * int(cell == PLATFORM)
            seen[SOURCES] = FULL * int(cell >= SOURCE and state.solid[cell])
            seen[TIME] = FULL * state.turn // MAX_TURNS
    half = board.snakes >> 1
    for number in range(board.snakes):
        snake = state.snakes[number]
        plane = (number - me * half + board.snakes) % board.snakes
        plane += (SNAKES // 2 - half) * int(plane >= half)
        for at in range(snake.length):
            place = place_in(board, part(snake, at))
            if place >= 0:
                memory.seen[place].of[2 * plane + int(at > 0)] = FULL
    tower(memory.net.first, memory.net.rows, memory.seen, memory.out)


@kernel
def choose(memory: Memory, number: int) -> int:
    """Returns the way of a snake: the best one of the policy at its head, never back."""
    snake = memory.state.snakes[number]
    back = facing(snake) ^ 2
    place = place_in(memory.board, part(snake, 0))
    if place < 0:
        return back ^ 2
    for way in range(WAYS):
        memory.legal[way] = way != back
    policy(memory.net.policy, memory.out[place].of, memory.sums, True)
    return heads.best_move(memory.sums, 0, memory.legal)


ENTRIES = (look, choose)
