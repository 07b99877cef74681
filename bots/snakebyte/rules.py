"""SnakeByte: the exact rules, as kernels, for the bot and the referee.

Cell    int: (row + TOP) * WIDE + column + SIDE, also far outside of the grid, where all cells are
empty
Way     int: 0 up, 1 right, 2 down, 3 left; a snake faces from its second part to its head
Snake   int 0..7: the first half are player 0's, the other half player 1's
Order of a turn: all heads move, sources are eaten, hit heads are lost, snakes without support fall.
Source: docs/games/snakebyte.md. Golden: tests/golden/snakebyte.
"""

from common.kernel import Int8, Int16, Int32, Numbers, Records, kernel, numbers, record, records

PLAYERS = 2
SNAKES = 8
SHORTEST = 3  # parts of a snake in play
MATTER = 160  # parts and sources of a match, which never become more
PARTS = 256  # of a snake, a power of 2
MAX_WIDTH, MAX_HEIGHT = 46, 30
MAX_TURNS = 200
SIDE = TOP = MATTER + 1  # no snake is farther outside: all hang together on the grid
WIDE = MAX_WIDTH + 2 * SIDE
CELLS = WIDE * (TOP + MAX_HEIGHT + MATTER + 3)
EMPTY, PLATFORM, SOURCE = 0, 1, 2  # what is in a cell; the later sources are 3, 4, ..
KINDS = SOURCE + MATTER - 2 * SHORTEST
UP, RIGHT, DOWN, LEFT = range(4)
STEPS = (-WIDE, 1, WIDE, -1)  # by way
AHEAD = -1  # no order


@record
class Snake:
    """The cells of a snake: the head's is at `first` in the ring `parts`. length: 0 if it is
    gone
    """

    length: int
    first: int
    parts: Numbers[int] = numbers(Int32, PARTS)


@record
class Board:
    """The fixed part of a match.

    snakes: number of both players' snakes
    cells: the content of each cell at the start
    taken: by cell, snake + 1 between `enter` and `leave` of a state; else 0
    """

    height: int
    snakes: int
    cells: Numbers[int] = numbers(Int16, CELLS)
    taken: Numbers[int] = numbers(Int8, CELLS)


@record
class State:
    """The changing part of a match.

    left: number of sources left
    losses: by player
    solid: by content of a cell, True for PLATFORM and the sources that are left
    """

    turn: int
    left: int
    solid: Numbers[bool] = numbers(bool, KINDS)
    losses: Numbers[int] = numbers(int, PLAYERS)
    snakes: Records[Snake] = records(Snake, SNAKES)


@kernel
def cell_at(x: int, y: int) -> int:
    return (y + TOP) * WIDE + x + SIDE


@kernel
def column(cell: int) -> int:
    return cell % WIDE - SIDE


@kernel
def row(cell: int) -> int:
    return cell // WIDE - TOP


@kernel
def part(snake: Snake, place: int) -> int:
    """Returns the cell of a snake's part; the head is part 0."""
    return snake.parts[snake.first + place & PARTS - 1]


@kernel
def owner(board: Board, snake: int) -> int:
    return int(snake >= board.snakes >> 1)


@kernel
def facing(snake: Snake) -> int:
    """Returns the way from the second part to the head."""
    ahead = part(snake, 0) - part(snake, 1)
    if abs(ahead) == 1:
        return RIGHT if ahead > 0 else LEFT
    return UP if ahead < 0 else DOWN


@kernel
def copy_state(target: State, source: State) -> None:
    """Copies a state, without the cells of `parts` that no snake uses."""
    target.turn = source.turn
    target.left = source.left
    for what in range(KINDS):
        target.solid[what] = source.solid[what]
    for player in range(PLAYERS):
        target.losses[player] = source.losses[player]
    for number in range(SNAKES):
        snake = source.snakes[number]
        target.snakes[number].length = snake.length
        target.snakes[number].first = snake.first
        for place in range(snake.length):
            at = snake.first + place & PARTS - 1
            target.snakes[number].parts[at] = snake.parts[at]


@kernel
def mark(board: Board, snake: Snake, sign: int) -> None:
    """Writes `sign` into the snake's cells."""
    for place in range(snake.length):
        board.taken[part(snake, place)] = sign


@kernel
def enter(board: Board, state: State) -> None:
    """Writes the snakes into `taken`; call it before turns are played."""
    for number in range(board.snakes):
        mark(board, state.snakes[number], number + 1)


@kernel
def leave(board: Board, state: State) -> None:
    """Removes the snakes from `taken`."""
    for number in range(board.snakes):
        mark(board, state.snakes[number], 0)


@kernel
def move(board: Board, state: State, orders: Numbers[int]) -> None:
    """Moves all heads by a cell. A snake that reaches a source keeps its tail. No snake turns
    back.
    """
    for number in range(board.snakes):
        snake = state.snakes[number]
        if snake.length == 0:
            continue
        way = facing(snake)
        if orders[number] != AHEAD and orders[number] != way ^ 2:
            way = orders[number]
        head = part(snake, 0) + STEPS[way]
        what = board.cells[head]
        if what >= SOURCE and state.solid[what]:
            snake.length += 1
        else:
            board.taken[part(snake, snake.length - 1)] = 0
        snake.first = snake.first - 1 & PARTS - 1
        snake.parts[snake.first] = head


@kernel
def collide(board: Board, state: State) -> None:
    """Lets heads eat. A hit head is lost, and the whole snake if it has the smallest length."""
    hit = numbers(bool, SNAKES)
    for number in range(board.snakes):
        if state.snakes[number].length > 0:
            head = part(state.snakes[number], 0)
            what = board.cells[head]
            if what >= SOURCE and state.solid[what]:
                state.solid[what] = False
                state.left -= 1
            hit[number] = what == PLATFORM or board.taken[head] != 0
            for other in range(number):
                snake = state.snakes[other]
                if snake.length > 0 and part(snake, 0) == head:
                    hit[number] = True
                    hit[other] = True
    for number in range(board.snakes):
        snake = state.snakes[number]
        if hit[number]:
            snake.first = snake.first + 1 & PARTS - 1
            snake.length -= 1
            state.losses[owner(board, number)] += 1 if snake.length >= SHORTEST else SHORTEST
            if snake.length < SHORTEST:
                mark(board, snake, 0)
                snake.length = 0
        elif snake.length > 0:
            board.taken[part(snake, 0)] = number + 1


@kernel
def is_carried(board: Board, state: State, number: int, standing: int) -> bool:
    """Returns True if a snake rests on something solid or on a snake in `standing`, or is gone."""
    snake = state.snakes[number]
    for place in range(snake.length):
        below = part(snake, place) + WIDE
        if state.solid[board.cells[below]] or standing >> board.taken[below] & 1 != 0:
            return True
    return snake.length == 0


@kernel
def fall(board: Board, state: State) -> None:
    """Lets snakes without support fall together, cell by cell, until they rest or are gone."""
    floor = cell_at(-SIDE, board.height + 1)  # who is wholly from here on is gone
    standing = 0  # a bit for each snake + 1, as in `taken`
    while standing != (2 << board.snakes) - 2:
        before = -1
        while before != standing:
            before = standing
            for number in range(board.snakes):
                if standing & 2 << number == 0 and is_carried(board, state, number, standing):
                    standing |= 2 << number
        for number in range(board.snakes):
            if standing & 2 << number == 0:
                mark(board, state.snakes[number], 0)
        for number in range(board.snakes):
            snake = state.snakes[number]
            if standing & 2 << number == 0:
                is_gone = True
                for place in range(snake.length):
                    at = snake.first + place & PARTS - 1
                    snake.parts[at] += WIDE
                    is_gone = is_gone and snake.parts[at] >= floor
                if is_gone:
                    snake.length = 0
                mark(board, snake, number + 1)


@kernel
def play(board: Board, state: State, orders: Numbers[int]) -> None:
    """Plays a turn, between `enter` and `leave`. orders: by snake, a way or AHEAD"""
    move(board, state, orders)
    collide(board, state)
    fall(board, state)
    state.turn += 1


@kernel
def count_parts(board: Board, state: State, player: int) -> int:
    parts = 0
    for number in range(board.snakes):
        if owner(board, number) == player:
            parts += state.snakes[number].length
    return parts


@kernel
def has_ended(board: Board, state: State) -> bool:
    """Returns True if the match is over by its rules; a player that was put out is not
    considered.
    """
    fewest = min(count_parts(board, state, 0), count_parts(board, state, 1))
    return state.turn >= MAX_TURNS or state.left == 0 or fewest == 0
