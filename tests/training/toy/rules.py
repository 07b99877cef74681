"""Tic-tac-toe. A move is a square, 0..8 row by row."""

from common.kernel import Numbers, kernel, numbers, record

SQUARES = 9
FULL = 511
LINES = (7, 56, 448, 73, 146, 292, 273, 84)


@record
class State:
    """marks: masks of squares, by player. player: who moves."""

    marks: Numbers[int] = numbers(int, 2)
    player: int


@kernel
def play(state: State, move: int) -> None:
    """The player to move takes a square."""
    state.marks[state.player] |= 1 << move
    state.player = 1 - state.player


@kernel
def has_line(mask: int) -> bool:
    """Three in a row."""
    for line in range(len(LINES)):
        if mask & LINES[line] == LINES[line]:
            return True
    return False


@kernel
def is_over(state: State) -> bool:
    """A line, or no square left."""
    full = state.marks[0] | state.marks[1] == FULL
    return full or has_line(state.marks[0]) or has_line(state.marks[1])


@kernel
def outcome(state: State) -> int:
    """Who has won: 1 player 0, -1 player 1, 0 nobody."""
    return int(has_line(state.marks[0])) - int(has_line(state.marks[1]))
