"""Ultimate tic-tac-toe: the rules, as kernels, shared by the bot and the referee.

Cell   int 0..80 = board * 9 + square, both 0..8 row by row
Order of a move: place, close the board if it is won or full, name the next board.
Source: docs/games/uttt.md. Golden: tests/golden/uttt.
"""

from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Int8, Int16, Numbers, kernel, numbers, record

BOARDS = 9
CELLS = BOARDS * SQUARES
CELL_MASK = 127  # tells C that a cell is small
ANY_BOARD = 9


@record
class State:
    """Holds marks[player * BOARDS + board], masks of squares, and won[player], masks of boards.

    open: mask of the boards that are neither won nor full
    forced: the board of the next mark, or ANY_BOARD
    player: the player to move
    """

    marks: Numbers[int] = numbers(Int16, 2 * BOARDS)
    won: Numbers[int] = numbers(Int16, 2)
    open: Int16 = FULL
    forced: Int8 = ANY_BOARD
    player: Int8


@kernel
def play(state: State, cell: int) -> None:
    """Marks an unchecked `cell`, from list_cells, for the player to move."""
    cell &= CELL_MASK
    board = cell // SQUARES
    square = cell % SQUARES
    place = state.player * BOARDS + board
    mask = state.marks[place] | (1 << square & FULL)
    state.marks[place] = mask
    if HAS_LINE[mask]:
        state.won[state.player] |= 1 << board
        state.open &= ~(1 << board)
    elif state.marks[board] | state.marks[BOARDS + board] == FULL:
        state.open &= ~(1 << board)
    state.forced = square if state.open >> square & 1 == 1 else ANY_BOARD
    state.player = 1 - state.player


@kernel
def is_over(state: State) -> bool:
    """Returns True if three boards are in line, or no board is open."""
    return state.open == 0 or HAS_LINE[state.won[0]] or HAS_LINE[state.won[1]]


@kernel
def outcome(state: State) -> int:
    """Returns the winner of a game that is over: 1 player 0, -1 player 1, 0 nobody. A line of
    boards decides, else the number of boards.
    """
    if HAS_LINE[state.won[0]]:
        return 1
    if HAS_LINE[state.won[1]]:
        return -1
    lead = state.won[0].bit_count() - state.won[1].bit_count()
    return min(1, max(-1, lead))


@kernel
def list_cells(state: State, cells: Numbers[int]) -> int:
    """Writes the legal cells, in rising order; returns their number, 0 if the game is over."""
    if is_over(state):
        return 0
    count = 0
    boards = state.open if state.forced == ANY_BOARD else 1 << state.forced
    while boards != 0:
        board = (boards & -boards).bit_length() - 1
        boards &= boards - 1
        free = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
        while free != 0:
            cells[count] = board * SQUARES + (free & -free).bit_length() - 1
            free &= free - 1
            count += 1
    return count


def legal_cells(state: State) -> list[int]:
    """Returns the legal cells, rising."""
    cells = [0] * CELLS
    return cells[: list_cells(state, cells)]
