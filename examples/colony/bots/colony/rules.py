"""Plays Colony by its rules: kernels that bot and referee share.

Cell  int: y * WIDTH + x
Row   int: side * ROWS_EACH + slot, which may get an order each turn. A beetle keeps its slot for
life.
Move  int: a verb with a direction (`pack`), 31 bits. Move 0 is REST.
Order of a turn: beetles eat, move and lay eggs as they get their orders; eggs hatch; on a cell with
both sides, each loses as many as the smaller side has there; food grows.
"""

from common.kernel import Int8, Numbers, Records, kernel, numbers, record, records
from common.rng import draw, make_dice

PLAYERS = 2
UNITS_EACH = 16  # beetles of a player, at most
ROWS_EACH = UNITS_EACH
ROWS = PLAYERS * ROWS_EACH
WIDTH, HEIGHT = 12, 8
CELLS = WIDTH * HEIGHT
RICHEST = 9  # food of a cell
VERBS = 4
REST, EAT, MOVE, SPLIT = range(VERBS)
UNIT_VERBS = (REST, EAT, MOVE, SPLIT)
WAYS = 4
STEP_X = (0, 1, 0, -1)  # by direction: north, east, south, west
STEP_Y = (-1, 0, 1, 0)
MOVES = 2 + 2 * WAYS  # that `list_moves` writes, at most
SIZES = (2, 3)  # bits of a move: of its verb, then of its direction
MAX_TURNS = 60
BITE = 3  # food that a beetle eats in a turn
COST = 5  # of an egg
GROWTH = 5  # turns in which each cell grows one more food
NOBODY = -1
OUTSIDE = -1


@record
class Beetle:
    """Holds the beetle of a row. egg: direction + 1 of an egg of this turn, 0 for none"""

    is_alive: bool
    x: int
    y: int
    egg: int


@record
class State:
    """Holds the state of a match. By player: is_out after a fault, and stock of food.

    food, rich: by cell, the present food and the most that it can hold
    """

    players: int
    turn: int
    is_out: Numbers[bool] = numbers(bool, PLAYERS)
    stock: Numbers[int] = numbers(int, PLAYERS)
    food: Numbers[int] = numbers(Int8, CELLS)
    rich: Numbers[int] = numbers(Int8, CELLS)
    beetles: Records[Beetle] = records(Beetle, ROWS)


def make_state(players: int, seed: int = 0) -> State:
    """Returns the state at the start: a beetle of each side in opposite corners of the field, which
    is point-symmetric.
    """
    state = State()
    state.players = players
    dice = make_dice(seed)
    half = [max(0, draw(dice, 2 * RICHEST) - RICHEST) for _ in range(CELLS // 2)]
    half[0] = RICHEST
    state.rich[:] = half + half[::-1]
    state.food[:] = state.rich
    for side in range(players):
        beetle = state.beetles[side * ROWS_EACH]
        beetle.is_alive = True
        beetle.x, beetle.y = side * (WIDTH - 1), side * (HEIGHT - 1)
    return state


@kernel
def pack(verb: int, direction: int) -> int:
    """Returns the move of a verb with its direction."""
    return verb | direction << SIZES[0]


@kernel
def part(move: int, place: int) -> int:
    """Returns a part of a move: 0 its verb, 1 its direction."""
    shift = 0
    for before in range(place):
        shift += SIZES[before]
    return move >> shift & (1 << SIZES[place]) - 1


@kernel
def cell_of(beetle: Beetle) -> int:
    """Returns the cell of a beetle."""
    return beetle.y * WIDTH + beetle.x


@kernel
def next_to(beetle: Beetle, direction: int) -> int:
    """Returns the cell beside a beetle, or OUTSIDE."""
    x = beetle.x + STEP_X[direction]
    y = beetle.y + STEP_Y[direction]
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else OUTSIDE


@kernel
def count_living(state: State, side: int) -> int:
    """Returns the number of a side's beetles in play."""
    count = 0
    for row in range(side * ROWS_EACH, side * ROWS_EACH + UNITS_EACH):
        count += int(state.beetles[row].is_alive)
    return count


@kernel
def count_eggs(state: State, side: int) -> int:
    """Returns the number of eggs that a side lays in this turn."""
    count = 0
    for row in range(side * ROWS_EACH, side * ROWS_EACH + UNITS_EACH):
        count += int(state.beetles[row].egg > 0)
    return count


@kernel
def score(state: State, side: int) -> int:
    """Returns the points of a side: its stock and the cost of its beetles; -1 if it is out."""
    return -1 if state.is_out[side] else state.stock[side] + COST * count_living(state, side)


@kernel
def put_out(state: State, side: int) -> None:
    """Removes a side from the match after a fault."""
    state.is_out[side] = True
    for row in range(side * ROWS_EACH, side * ROWS_EACH + UNITS_EACH):
        state.beetles[row].is_alive = False


@kernel
def has_ended(state: State) -> bool:
    """Returns True if the match is over."""
    if state.turn >= MAX_TURNS:
        return True
    for side in range(state.players):
        if count_living(state, side) == 0:
            return True
    return False


@kernel
def side_of(state: State, row: int) -> int:
    """Returns the side that gives the row an order in this turn, NOBODY for none."""
    return row // ROWS_EACH if state.beetles[row].is_alive else NOBODY


@kernel
def may_split(state: State, side: int) -> bool:
    """Returns True if a side can pay for an egg, and has a slot for it."""
    if state.stock[side] < COST:
        return False
    return count_living(state, side) + count_eggs(state, side) < UNITS_EACH


@kernel
def list_moves(state: State, row: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    """Writes the moves that a row may get now; returns their number, 1..MOVES.

    weights: the more food, the more often the search draws a move
    """
    beetle = state.beetles[row]
    cell = cell_of(beetle)
    moves[0] = pack(REST, 0)
    weights[0] = 1
    count = 1
    if state.food[cell] > 0:
        moves[1] = pack(EAT, 0)
        weights[1] = 8 * min(BITE, state.food[cell])
        count = 2
    is_rich = may_split(state, row // ROWS_EACH)
    for direction in range(WAYS):
        there = next_to(beetle, direction)
        if there != OUTSIDE:
            moves[count] = pack(MOVE, direction)
            weights[count] = 1 + 2 * state.food[there]
            count += 1
            if is_rich:
                moves[count] = pack(SPLIT, direction)
                weights[count] = 4 + 4 * state.food[there]
                count += 1
    return count


@kernel
def give(state: State, row: int, order: int) -> None:
    """Gives a row its order, and subtracts its cost, so that `list_moves` of later rows sees the
    rest.

    A beetle whose order is not possible rests.
    """
    beetle = state.beetles[row]
    side = row // ROWS_EACH
    verb = part(order, 0)
    cell = cell_of(beetle)
    there = next_to(beetle, part(order, 1))
    if verb == EAT:
        bite = min(BITE, state.food[cell])
        state.food[cell] -= bite
        state.stock[side] += bite
    elif verb == MOVE and there != OUTSIDE:
        beetle.x = there % WIDTH
        beetle.y = there // WIDTH
    elif verb == SPLIT and there != OUTSIDE and may_split(state, side):
        state.stock[side] -= COST
        beetle.egg = part(order, 1) + 1


@kernel
def hatch(state: State, row: int) -> None:
    """Puts the beetle of an egg into the first free slot of its side."""
    mother = state.beetles[row]
    first = row // ROWS_EACH * ROWS_EACH
    for slot in range(first, first + UNITS_EACH):
        beetle = state.beetles[slot]
        if not beetle.is_alive:
            beetle.is_alive = True
            beetle.x = mother.x + STEP_X[mother.egg - 1]
            beetle.y = mother.y + STEP_Y[mother.egg - 1]
            break
    mother.egg = 0


@kernel
def end_turn(state: State) -> None:
    """Plays the turn, after all rows got their orders."""
    standing = numbers(int, PLAYERS * CELLS)  # beetles by side and cell
    for row in range(ROWS):
        if state.beetles[row].egg > 0:
            hatch(state, row)
    for row in range(ROWS):
        if state.beetles[row].is_alive:
            standing[row // ROWS_EACH * CELLS + cell_of(state.beetles[row])] += 1
    for cell in range(CELLS):
        lost = min(standing[cell], standing[CELLS + cell])
        standing[cell] = lost
        standing[CELLS + cell] = lost
    for row in range(ROWS):
        place = row // ROWS_EACH * CELLS + cell_of(state.beetles[row])
        if state.beetles[row].is_alive and standing[place] > 0:
            state.beetles[row].is_alive = False
            standing[place] -= 1
    state.turn += 1
    if state.turn % GROWTH == 0:
        for cell in range(CELLS):
            state.food[cell] = min(state.food[cell] + 1, state.rich[cell])
