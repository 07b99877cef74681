"""How good a position is: the chance of winning each small board, and lines made of chances.

The chances of a board are those of a game in which a coin decides who moves next and both play
well: half the best after an own mark, half the worst after one of the opponent's. `even` holds
that; `own` and `other` what it becomes if it is surely the one's or the other's mark next.

A board with masks x (own) and o has its numbers at THREES[x] + 2 * THREES[o].
"""

from bots.uttt.params import Params
from bots.uttt.rules import ANY_BOARD, BOARDS, State
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, numbers, record

BOARD_STATES = 3**SQUARES
MASKS = FULL + 1
VALUE_UNITS = 10_000.0  # of a value, for one sure line of boards


@record
class Chances:
    """is_ready: whether the rest has been computed. threes[mask]: the mask's bits in base three."""

    is_ready: bool
    threes: Numbers[int] = numbers(int, MASKS)
    even: Numbers[float] = numbers(float, BOARD_STATES)
    own: Numbers[float] = numbers(float, BOARD_STATES)
    other: Numbers[float] = numbers(float, BOARD_STATES)
    mine: Numbers[float] = numbers(float, BOARDS)  # the mover's to win each board, at the moment
    theirs: Numbers[float] = numbers(float, BOARDS)


@kernel
def fill_board(chances: Chances, x: int, o: int, free: int) -> None:
    """The numbers of one board that is still open, from those with a mark more."""
    threes = chances.threes
    base = threes[x] + 2 * threes[o]
    best = 0.0
    worst = 1.0
    rest = free
    while rest != 0:
        step = threes[rest & -rest]
        best = max(best, chances.even[base + step])
        worst = min(worst, chances.even[base + 2 * step])
        rest &= rest - 1
    chances.own[base] = best
    chances.other[base] = worst
    chances.even[base] = 0.5 * (best + worst)


@kernel
def fill_chances(chances: Chances) -> None:
    """All boards, those with more marks first."""
    for mask in range(1, MASKS):
        chances.threes[mask] = 3 * chances.threes[mask >> 1] + (mask & 1)
    for number in range(MASKS):
        x = FULL - number
        o = FULL & ~x
        while True:
            place = chances.threes[x] + 2 * chances.threes[o]
            sure = 1.0 if HAS_LINE[x] else 0.0
            chances.own[place] = sure
            chances.other[place] = sure
            chances.even[place] = sure
            free = FULL & ~(x | o)
            if free != 0 and not HAS_LINE[x] and not HAS_LINE[o]:
                fill_board(chances, x, o, free)
            if o == 0:
                break
            o = (o - 1) & FULL & ~x
    chances.is_ready = True


@kernel
def line_chances(c: Numbers[float]) -> float:
    """Sum of the chances to win a line of boards; c: those of the boards."""
    sides = c[0] * (c[1] * c[2] + c[3] * c[6]) + c[8] * (c[2] * c[5] + c[6] * c[7])
    return sides + c[4] * (c[0] * c[8] + c[1] * c[7] + c[2] * c[6] + c[3] * c[5])


@kernel
def rate_position(state: State, chances: Chances, params: Params) -> int:
    """A guess for a game that goes on, from the view of the player to move."""
    threes = chances.threes
    own = BOARDS * state.player
    lead = params.freedom if state.forced == ANY_BOARD else 0.0
    for board in range(BOARDS):
        x = threes[state.marks[own + board]]
        o = threes[state.marks[BOARDS - own + board]]
        chances.mine[board] = chances.even[x + 2 * o]
        chances.theirs[board] = chances.even[o + 2 * x]
        lead += params.board * (chances.mine[board] - chances.theirs[board])
        if board == state.forced:
            chances.mine[board] = chances.own[x + 2 * o]
            chances.theirs[board] = chances.other[o + 2 * x]
    lead += line_chances(chances.mine) - line_chances(chances.theirs)
    return int(VALUE_UNITS * lead)
