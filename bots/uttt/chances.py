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
    first: Numbers[float] = numbers(float, BOARDS)  # of player 0 to win each board, at the moment
    second: Numbers[float] = numbers(float, BOARDS)


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
    for mask in range(MASKS):
        threes = 0
        unit = 1
        for square in range(SQUARES):
            if mask >> square & 1 == 1:
                threes += unit
            unit *= 3
        chances.threes[mask] = threes
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
def line_lead(first: Numbers[float], second: Numbers[float]) -> float:
    """Chances of the eight lines, player 0's minus player 1's."""
    lead = first[0] * (first[1] * first[2] + first[3] * first[6] + first[4] * first[8])
    lead += first[4] * (first[1] * first[7] + first[2] * first[6] + first[3] * first[5])
    lead += first[8] * (first[2] * first[5] + first[6] * first[7])
    lead -= second[0] * (second[1] * second[2] + second[3] * second[6] + second[4] * second[8])
    lead -= second[4] * (second[1] * second[7] + second[2] * second[6] + second[3] * second[5])
    lead -= second[8] * (second[2] * second[5] + second[6] * second[7])
    return lead


@kernel
def board_lead(
    first: Numbers[float], second: Numbers[float], chances: Chances, marks: Numbers[int]
) -> float:
    """Fills the chances of all boards; boards that player 0 may expect more than player 1."""
    threes = chances.threes
    even = chances.even
    lead = 0.0
    for board in range(BOARDS):
        x = threes[marks[board]]
        o = threes[marks[BOARDS + board]]
        first[board] = even[x + 2 * o]
        second[board] = even[o + 2 * x]
        lead += first[board] - second[board]
    return lead


@kernel
def rate_position(state: State, chances: Chances, params: Params) -> int:
    """A guess for a game that goes on, from the view of the player to move."""
    lead = board_lead(chances.first, chances.second, chances, state.marks)
    side = 1.0 if state.player == 0 else -1.0
    if state.forced != ANY_BOARD:
        board = state.forced
        x = chances.threes[state.marks[board]]
        o = chances.threes[state.marks[BOARDS + board]]
        if state.player == 0:
            chances.first[board] = chances.own[x + 2 * o]
            chances.second[board] = chances.other[o + 2 * x]
        else:
            chances.first[board] = chances.other[x + 2 * o]
            chances.second[board] = chances.own[o + 2 * x]
    value = line_lead(chances.first, chances.second) + params.board * lead
    if state.forced == ANY_BOARD:
        value += side * params.freedom
    return int(VALUE_UNITS * side * value)
