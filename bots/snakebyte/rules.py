"""SnakeByte: the exact rules, as kernels, for the bot and the referee.

Cell    int: (row + TOP) * WIDE + column + SIDE, also far outside of the grid, where all is empty
Way     int: 0 up, 1 right, 2 down, 3 left; a snake faces from its second part to its head
Snake   int 0..7: the first half are player 0's, the other half player 1's
Order of a turn: all heads move, sources are eaten, hit heads are lost, what nothing carries falls.
Source: docs/games/snakebyte.md. Golden: tests/golden/snakebyte.
"""

from common.kernel import Int8, Int16, Int32, Numbers, Records, kernel, numbers, record, records

PLAYERS = 2
SNAKES = 8
SHORTEST = 3  # parts of a snake in play
MATTER = 160  # parts and sources of a match, which never become more
SOURCES = MATTER - 2 * SHORTEST
PARTS = 256  # of a snake, a power of 2
MAX_WIDTH, MAX_HEIGHT = 46, 30
MAX_TURNS = 200
SIDE = TOP = MATTER + 1  # no snake is farther outside: all hang together on the grid
WIDE = MAX_WIDTH + 2 * SIDE
CELLS = WIDE * (TOP + MAX_HEIGHT + MATTER + 3)
EMPTY, PLATFORM, SOURCE = 0, 1, 2  # SOURCE + its number
UP, RIGHT, DOWN, LEFT = range(4)
STEPS = (-WIDE, 1, WIDE, -1)  # by way
AHEAD = -1  # no order
GROUND = 1 << SNAKES  # a bit beside those of the snakes


@record
class Snake:
    """Holds a snake of `length` parts; the length is 0 once it is removed.

    The head stands at `first` in the ring `parts`. A part's cell is its number plus `shift`.
    """

    length: int
    first: int
    shift: int
    parts: Numbers[int] = numbers(Int32, PARTS)


@record
class Board:
    """The fixed part. snakes: of both players. cells: EMPTY, PLATFORM, or SOURCE + number, eaten
    too.

    taken: snake + 1 by cell, between `enter` and `leave` of a state; else 0.
    """

    height: int
    snakes: int
    cells: Numbers[int] = numbers(Int16, CELLS)
    taken: Numbers[int] = numbers(Int8, CELLS)


@record
class State:
    """The part that changes. left: sources that lie. lies: by source. losses: by player."""

    turn: int
    left: int
    lies: Numbers[bool] = numbers(bool, SOURCES)
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


def place_of(cell: int) -> tuple[int, int]:
    return column(cell), row(cell)


@kernel
def part(snake: Snake, place: int) -> int:
    """The cell of a part; the head's place is 0."""
    return snake.parts[snake.first + place & PARTS - 1] + snake.shift


@kernel
def owner(board: Board, snake: int) -> int:
    """Returns the player whose snake it is."""
    return int(snake >= board.snakes >> 1)


@kernel
def facing(snake: Snake) -> int:
    """The way from the second part to the head."""
    ahead = part(snake, 0) - part(snake, 1)
    if ahead == 1:
        return RIGHT
    if ahead == -1:
        return LEFT
    return UP if ahead < 0 else DOWN


@kernel
def move(board: Board, state: State, orders: Numbers[int]) -> None:
    """All heads go a cell on; who reaches a source keeps its tail. No snake turns back."""
    for number in range(board.snakes):
        snake = state.snakes[number]
        if snake.length == 0:
            continue
        way = facing(snake)
        order = orders[number]
        if order != AHEAD and order != way ^ 2:
            way = order
        head = part(snake, 0) + STEPS[way]
        source = board.cells[head] - SOURCE
        if source >= 0 and state.lies[source]:
            snake.length += 1
        else:
            board.taken[part(snake, snake.length - 1)] = 0
        snake.first = snake.first - 1 & PARTS - 1
        snake.parts[snake.first] = head - snake.shift


@kernel
def eat(board: Board, state: State) -> None:
    """The sources below all heads are gone, whatever becomes of the heads."""
    for number in range(board.snakes):
        snake = state.snakes[number]
        if snake.length > 0:
            source = board.cells[part(snake, 0)] - SOURCE
            if source >= 0 and state.lies[source]:
                state.lies[source] = False
                state.left -= 1


@kernel
def mark(board: Board, snake: Snake, first: int, sign: int) -> None:
    """Writes `sign` into the snake's cells from the part `first` on."""
    for place in range(first, snake.length):
        board.taken[part(snake, place)] = sign


@kernel
def meets_head(board: Board, state: State, number: int) -> bool:
    """True if another snake's head is in the same cell."""
    head = part(state.snakes[number], 0)
    for other in range(board.snakes):
        snake = state.snakes[other]
        if other != number and snake.length > 0 and part(snake, 0) == head:
            return True
    return False


@kernel
def collide(board: Board, state: State) -> None:
    """Hit snakes lose their head, or all if they are of the shortest; other heads are taken."""
    hit = numbers(bool, SNAKES)
    for number in range(board.snakes):
        snake = state.snakes[number]
        if snake.length > 0:
            head = part(snake, 0)
            is_blocked = board.cells[head] == PLATFORM or board.taken[head] != 0
            hit[number] = is_blocked or meets_head(board, state, number)
    for number in range(board.snakes):
        snake = state.snakes[number]
        if snake.length == 0:
            continue
        if not hit[number]:
            board.taken[part(snake, 0)] = number + 1
        elif snake.length > SHORTEST:
            snake.first = snake.first + 1 & PARTS - 1
            snake.length -= 1
            state.losses[owner(board, number)] += 1
        else:
            mark(board, snake, 1, 0)
            snake.length = 0
            state.losses[owner(board, number)] += SHORTEST


@kernel
def carriers(board: Board, state: State, number: int) -> int:
    """The bits of the other snakes below a snake; GROUND alone if it lies on something solid."""
    snake = state.snakes[number]
    found = 0
    for place in range(snake.length):
        below = part(snake, place) + WIDE
        what = board.cells[below]
        if what == PLATFORM:
            return GROUND
        if what >= SOURCE and state.lies[what - SOURCE]:
            return GROUND
        other = board.taken[below] - 1
        if other >= 0 and other != number:
            found |= 1 << other
    return found


@kernel
def is_below(board: Board, snake: Snake) -> bool:
    """True if all parts are below the cells beneath the floor."""
    end = cell_at(-SIDE, board.height + 1)
    for place in range(snake.length):
        if part(snake, place) < end:
            return False
    return True


@kernel
def fall(board: Board, state: State) -> None:
    """Snakes that nothing carries fall together, cell by cell, until they stand or are gone."""
    carried = numbers(int, SNAKES)
    standing = GROUND
    falling = 0
    for number in range(board.snakes):
        falling |= int(state.snakes[number].length > 0) << number
    while falling != 0:
        for number in range(board.snakes):
            if falling >> number & 1 != 0:
                carried[number] = carriers(board, state, number)
        before = 0
        while before != standing:
            before = standing
            for number in range(board.snakes):
                if falling >> number & 1 != 0 and carried[number] & standing != 0:
                    standing |= 1 << number
                    falling ^= 1 << number
        for number in range(board.snakes):
            if falling >> number & 1 != 0:
                mark(board, state.snakes[number], 0, 0)
        for number in range(board.snakes):
            snake = state.snakes[number]
            if falling >> number & 1 != 0:
                snake.shift += WIDE
                if is_below(board, snake):
                    snake.length = 0
                    falling ^= 1 << number
                mark(board, snake, 0, number + 1)


@kernel
def enter(board: Board, state: State) -> None:
    """Writes the snakes into `taken`, before turns are played."""
    for number in range(board.snakes):
        mark(board, state.snakes[number], 0, number + 1)


@kernel
def leave(board: Board, state: State) -> None:
    """Empties `taken` again."""
    for number in range(board.snakes):
        mark(board, state.snakes[number], 0, 0)


@kernel
def play(board: Board, state: State, orders: Numbers[int]) -> None:
    """One turn, between `enter` and `leave`. orders: a way or AHEAD by snake."""
    move(board, state, orders)
    eat(board, state)
    collide(board, state)
    fall(board, state)
    state.turn += 1


@kernel
def count_parts(board: Board, state: State, player: int) -> int:
    """The parts of a player's snakes; 0 if none lives."""
    parts = 0
    for number in range(board.snakes):
        if owner(board, number) == player:
            parts += state.snakes[number].length
    return parts


@kernel
def has_ended(board: Board, state: State) -> bool:
    """True if the match is over, unless a player was put out."""
    if state.turn >= MAX_TURNS or state.left == 0:
        return True
    return count_parts(board, state, 0) == 0 or count_parts(board, state, 1) == 0
