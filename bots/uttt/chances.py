"""The value of a position: the chance of winning each small board, and lines made of chances.

A board's chances are those of a game in which a coin decides who moves next. Both sides play well,
but not always, because a square also decides where the other must go. A chance is half the value
after an own mark plus half the value after one of the opponent's; each is the side's best, mixed
with a part of the mean. `even` holds it; `own` and `other` are the chances if the next mark is
surely the one's or the other's. The value of a line is the product of the squared chances of its
boards.

A board with masks x (own) and o has its numbers at THREES[x] + 2 * THREES[o].
"""

from bots.uttt.params import Params
from bots.uttt.rules import ANY_BOARD, BOARDS, State
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, numbers, record

BOARD_STATES = 3**SQUARES
MASKS = FULL + 1
VALUE_UNITS = 10_000.0  # what one sure line of boards is worth


@record
class Chances:
    """The chances of all boards.

    is_ready: True once they are computed
    threes[mask]: the mask's bits in base three
    """

    is_ready: bool
    threes: Numbers[int] = numbers(int, MASKS)
    even: Numbers[float] = numbers(float, BOARD_STATES)
    own: Numbers[float] = numbers(float, BOARD_STATES)
    other: Numbers[float] = numbers(float, BOARD_STATES)
    mine: Numbers[float] = numbers(float, BOARDS)  # the mover's to win each board, squared
    theirs: Numbers[float] = numbers(float, BOARDS)


@kernel
def fill_board(chances: Chances, slip: float, x: int, o: int, free: int) -> None:
    """Computes an open board from the boards with one mark more."""
    threes = chances.threes
    base = threes[x] + 2 * threes[o]
    best = 0.0
    worst = 1.0
    sum_own = 0.0
    sum_other = 0.0
    rest = free
    while rest != 0:
        step = threes[rest & -rest]
        own = chances.even[base + step]
        other = chances.even[base + 2 * step]
        best = max(best, own)
        worst = min(worst, other)
        sum_own += own
        sum_other += other
        rest &= rest - 1
    count = float(free.bit_count())
    best += slip * (sum_own / count - best)
    worst += slip * (sum_other / count - worst)
    chances.own[base] = best
    chances.other[base] = worst
    chances.even[base] = 0.5 * (best + worst)


@kernel
def fill_chances(chances: Chances, slip: float) -> None:
    """Computes all boards, those with more marks first."""
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
                fill_board(chances, slip, x, o, free)
            if o == 0:
                break
            o = (o - 1) & FULL & ~x
    chances.is_ready = True


@kernel
def line_chances(c: Numbers[float]) -> float:
    """Returns the sum of the chances to win a line of boards. c: the chances of the boards"""
    sides = c[0] * (c[1] * c[2] + c[3] * c[6]) + c[8] * (c[2] * c[5] + c[6] * c[7])
    return sides + c[4] * (c[0] * c[8] + c[1] * c[7] + c[2] * c[6] + c[3] * c[5])


@kernel
def rate_position(state: State, chances: Chances, params: Params) -> int:
    """Returns a guess for an unfinished game, from the mover's view: by lines, or by boards if no
    line can be won.
    """
    threes = chances.threes
    own = BOARDS * state.player
    boards = 0.0
    for board in range(BOARDS):
        x = threes[state.marks[own + board]]
        o = threes[state.marks[BOARDS - own + board]]
        mine = chances.even[x + 2 * o]
        theirs = chances.even[o + 2 * x]
        boards += mine - theirs
        if board == state.forced:
            mine = chances.own[x + 2 * o]
            theirs = chances.other[o + 2 * x]
        chances.mine[board] = mine * mine
        chances.theirs[board] = theirs * theirs
    mine = line_chances(chances.mine)
    theirs = line_chances(chances.theirs)
    lead = mine - theirs + params.board * boards / (1.0 + params.stake * (mine + theirs))
    if state.forced == ANY_BOARD:
        lead += params.freedom
    return int(VALUE_UNITS * lead)
