"""Tiny games whose best plan is known, for the tests of plans.

Lock   two units of side 0 dial a code, a digit a turn, each from its own; a right pair counts more
Feint  side 0 and side 1 pick once, at the same time; what is best depends on what the rival does
"""

from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice
from common.search import plans
from common.search.plans import Plans

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
    """turn: digits so far. picked: by unit, in the last turn."""

    turn: int
    score: float
    picked: Numbers[int] = numbers(int, 2)


@record
class NoSetting:
    """A game without anything that stays as it is."""

    unused: int


@kernel
def list_digits(state: Dial, setting: NoSetting, unit: int, moves: Numbers[int]) -> int:
    for digit in range(DIGITS):
        moves[digit] = digit
    return DIGITS


@kernel
def list_right(state: Dial, setting: NoSetting, unit: int, moves: Numbers[int]) -> int:
    """The right digit, of unit 1 every other turn alone; never after the last."""
    if state.turn == LENGTH or (unit == 1 and state.turn & 1 == 1):
        return 0
    moves[0] = CODE[unit][state.turn]
    return 1


@kernel
def list_picks(state: Dial, setting: NoSetting, unit: int, moves: Numbers[int]) -> int:
    moves[0] = LEFT
    moves[1] = RIGHT
    return 2


@kernel
def clear_picks(state: Dial, setting: NoSetting) -> None:
    """Forgets the picks of the turn before."""
    state.picked[0] = 0
    state.picked[1] = 0


@kernel
def dial(state: Dial, setting: NoSetting, orders: Numbers[int]) -> None:
    """A digit of each unit; nothing after the last."""
    if state.turn == LENGTH:
        return
    right = 0
    for unit in range(2):
        right += int(orders[unit] == CODE[unit][state.turn])
    state.score += 0.5 * float(right) + (PAIR if right == 2 else 0.0)
    state.turn += 1


@kernel
def zero(state: Dial, setting: NoSetting, unit: int) -> int:
    return 0


@kernel
def score(state: Dial, setting: NoSetting, side: int) -> float:
    return state.score


@kernel
def pick(state: Dial, setting: NoSetting, orders: Numbers[int]) -> None:
    """Both sides' picks of the first turn."""
    if state.turn == 0:
        for unit in range(2):
            state.picked[unit] = orders[unit]
    state.turn = 1


@kernel
def payoff(state: Dial, setting: NoSetting, side: int) -> float:
    if side == 1:
        return RIVAL[state.picked[1]]
    return PAYOFF[state.picked[0]][state.picked[1]]


iterate_lock = plans.bind(list_digits, clear_picks, dial, zero, score)
iterate_right = plans.bind(list_right, clear_picks, dial, zero, score)
iterate_feint = plans.bind(list_picks, clear_picks, pick, zero, payoff)


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
    """A new match."""
    plans.forget(memory.plans)
    plans.plant(memory.plans)


@kernel
def go_on(memory: Memory) -> None:
    """The next turn of the match."""
    plans.shift(memory.plans)
    plans.plant(memory.plans)


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
