"""Tiny games whose best plan is known, for the tests of plans.

A row is a unit; the state says whose it is.

Lock   two units of side 0 dial a code, a digit a turn, each from its own; a right pair counts more
Feint  side 0 and side 1 pick once, at the same time; what is best depends on what the rival does
"""

from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice
from common.search import plans
from common.search.plans import NO_SIDE, Plans

DIGITS = 4
LENGTH = 5
CODE = ((2, 0, 3, 1, 2), (1, 3, 3, 0, 2))  # by unit and turn
PAIR = 1.0  # beside a half for each right digit: all right are worth 2 a turn
MOST = 2.0 * LENGTH

HIGH, LOW = 0, 1  # of side 0
LEFT, RIGHT = 0, 1  # of side 1; RIGHT is better for it whatever side 0 does, LEFT its habit
PAYOFF = ((3.0, 0.0), (1.0, 2.0))  # of side 0, by its pick and the rival's
RIVAL = (0.0, 5.0)  # of side 1, by its own pick


@record
class Dial:
    """Holds the digits so far.

    owner: side + 1 by unit, 0 for nobody
    picked: order by unit, in this turn
    """

    turn: int
    score: float
    owner: Numbers[int] = numbers(int, 2)
    picked: Numbers[int] = numbers(int, 2)


@record
class NoSetting:
    """A game without anything that stays as it is."""

    unused: int


@kernel
def is_open(state: Dial) -> bool:
    """Returns True once all digits are dialled."""
    return state.turn == LENGTH


@kernel
def has_picked(state: Dial) -> bool:
    return state.turn > 0


@kernel
def side_of(state: Dial, unit: int) -> int:
    return state.owner[unit] - 1


@kernel
def side_in_turns(state: Dial, unit: int) -> int:
    """Returns the side of a unit; unit 1 acts every other turn alone."""
    return NO_SIDE if unit == 1 and state.turn & 1 == 1 else state.owner[unit] - 1


@kernel
def list_digits(state: Dial, unit: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    for digit in range(DIGITS):
        moves[digit] = digit
        weights[digit] = 1
    return DIGITS


@kernel
def list_right(state: Dial, unit: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    """Writes all digits, of which the wrong ones have weight 0."""
    for digit in range(DIGITS):
        moves[digit] = digit
        weights[digit] = int(digit == CODE[unit][state.turn])
    return DIGITS


@kernel
def list_picks(state: Dial, unit: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    for move in range(2):
        moves[move] = move
        weights[move] = 1
    return 2


@kernel
def give(state: Dial, unit: int, order: int) -> None:
    state.picked[unit] = order


@kernel
def dial(state: Dial) -> None:
    """Dials a digit of each unit; one without an order has a wrong one."""
    right = 0
    for unit in range(2):
        right += int(state.picked[unit] == CODE[unit][state.turn])
        state.picked[unit] = -1
    state.score += 0.5 * float(right) + (PAIR if right == 2 else 0.0)
    state.turn += 1


@kernel
def zero(state: Dial, setting: NoSetting, unit: int) -> int:
    return 0


@kernel
def score(state: Dial, setting: NoSetting, side: int) -> float:
    return state.score


@kernel
def pick(state: Dial) -> None:
    """Ends the only turn."""
    state.turn = 1


@kernel
def payoff(state: Dial, setting: NoSetting, side: int) -> float:
    if side == 1:
        return RIVAL[state.picked[1]]
    return PAYOFF[state.picked[0]][state.picked[1]]


begin_lock, iterate_lock = plans.bind(is_open, side_of, list_digits, give, dial, zero, score)
begin_right, iterate_right = plans.bind(is_open, side_in_turns, list_right, give, dial, zero, score)
begin_feint, iterate_feint = plans.bind(has_picked, side_of, list_picks, give, pick, zero, payoff)


@record
class Memory:
    """All that a search works on."""

    plans: Plans
    start: Dial
    world: Dial
    setting: NoSetting
    dice: Dice


@kernel
def begin(memory: Memory) -> None:
    """Begins a new match."""
    begin_lock(memory.plans, memory.start, 0)


@kernel
def go_on(memory: Memory) -> None:
    """Begins the next turn of the match."""
    begin_lock(memory.plans, memory.start, 1)


@kernel
def lock(memory: Memory, count: int) -> None:
    iterate_lock(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def right(memory: Memory, count: int) -> None:
    iterate_right(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def feint(memory: Memory, count: int) -> None:
    iterate_feint(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, go_on, lock, right, feint)
