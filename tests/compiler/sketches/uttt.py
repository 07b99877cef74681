"""Ultimate tic-tac-toe's hot loops: nine-bit masks, playouts, and alpha-beta on a stack."""

from random import Random
from typing import Any

from common.kernel import Numbers, assign, kernel, numbers, record, records
from common.rng import Dice, draw, make_dice

BOARDS = 9
FULL = 511
ANY_BOARD = 9
LINES = (7, 56, 448, 73, 146, 292, 273, 84)
HAS_LINE = tuple(any(mask & line == line for line in LINES) for mask in range(512))
WIN = 1000
DEPTH = 3


@record
class State:
    """marks[player * BOARDS + board]: nine bits. won: boards of each player. open: not closed."""

    marks: Numbers[int] = numbers(int, 2 * BOARDS)
    won: Numbers[int] = numbers(int, 2)
    open: int
    forced: int
    player: int


@record
class Ply:
    """A state of the line that is searched; its moves not tried yet; what is proven so far."""

    state: State
    board: int
    free: int
    alpha: int
    beta: int


@kernel
def free_squares(state: State, board: int) -> int:
    """Mask of the empty squares of a board; 0 if it is closed or not to be played on."""
    if state.open >> board & 1 == 0 or (state.forced != ANY_BOARD and state.forced != board):
        return 0
    return FULL & ~(state.marks[board] | state.marks[BOARDS + board])


@kernel
def play(state: State, board: int, square: int) -> None:
    """The player to move takes a square."""
    own = state.player * BOARDS + board
    state.marks[own] |= 1 << square
    if HAS_LINE[state.marks[own]]:
        state.won[state.player] |= 1 << board
        state.open &= ~(1 << board)
    elif state.marks[board] | state.marks[BOARDS + board] == FULL:
        state.open &= ~(1 << board)
    state.forced = square if state.open >> square & 1 == 1 else ANY_BOARD
    state.player = 1 - state.player


@kernel
def outcome(state: State) -> int:
    """1 or -1 if player 0 or 1 has won, 0 if the game goes on or is a draw; by lines, then
    counts.
    """
    if HAS_LINE[state.won[0]]:
        return 1
    if HAS_LINE[state.won[1]]:
        return -1
    if state.open == 0:
        lead = state.won[0].bit_count() - state.won[1].bit_count()
        return min(1, max(-1, lead))
    return 0


@kernel
def nth_bit(mask: int, number: int) -> int:
    """The place of set bit `number`, counted from 0."""
    rest = mask
    for _ in range(number):
        rest &= rest - 1
    return (rest & -rest).bit_length() - 1


@kernel
def playout(start: State, dice: Dice, count: int) -> int:
    """Sum of the outcomes of `count` random games."""
    state = State()
    total = 0
    for _ in range(count):
        assign(state, start)
        result = outcome(state)
        while result == 0 and state.open != 0:
            moves = 0
            for board in range(BOARDS):
                moves += free_squares(state, board).bit_count()
            choice = draw(dice, moves)
            for board in range(BOARDS):
                free = free_squares(state, board)
                if choice < free.bit_count():
                    play(state, board, nth_bit(free, choice))
                    break
                choice -= free.bit_count()
            result = outcome(state)
        total += result
    return total


@kernel
def leaf_value(state: State) -> int:
    """The outcome, else the count of boards, from the side of the player to move."""
    sign = 1 - 2 * state.player
    result = outcome(state)
    if result != 0 or state.open == 0:
        return sign * result * WIN
    return sign * (state.won[0].bit_count() - state.won[1].bit_count())


@kernel
def search(state: State, depth: int, alpha: int, beta: int) -> int:
    """Alpha-beta from the side of the player to move, at most DEPTH deep."""
    plies = records(Ply, DEPTH + 1)
    assign(plies[0].state, state)
    plies[0].alpha = alpha
    plies[0].beta = beta
    value = 0
    at = 0
    is_new = True
    while at >= 0:
        ply = plies[at]
        if is_new and (at == depth or ply.state.open == 0 or outcome(ply.state) != 0):
            value = leaf_value(ply.state)
            is_new = False
            at -= 1
            continue
        if is_new:
            ply.board = 0
            ply.free = free_squares(ply.state, 0)
        else:
            ply.alpha = max(ply.alpha, -value)
        while ply.free == 0 and ply.board < BOARDS - 1:
            ply.board += 1
            ply.free = free_squares(ply.state, ply.board)
        is_new = ply.free != 0 and ply.alpha < ply.beta
        if not is_new:
            value = ply.alpha
            at -= 1
            continue
        child = plies[at + 1]
        assign(child.state, ply.state)
        play(child.state, ply.board, nth_bit(ply.free, 0))
        ply.free &= ply.free - 1
        child.alpha = -ply.beta
        child.beta = -ply.alpha
        at += 1
    return value


ENTRIES = (play, playout, search)


def calls(seed: int) -> list[tuple[Any, list[Any]]]:
    """What the test calls: some random moves, then playouts and a search."""
    rnd = Random(seed)
    state = State()
    state.open = FULL
    state.forced = ANY_BOARD
    for _ in range(rnd.randrange(30, 60)):
        places = [(b, s) for b in range(9) for s in range(9) if free_squares(state, b) >> s & 1]
        if not places or outcome(state) != 0:
            break
        play(state, *rnd.choice(places))
    return [(playout, [state, make_dice(seed), 5]), (search, [state, DEPTH, -WIN - 1, WIN + 1])]
