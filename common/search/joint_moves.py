"""Joint moves: candidates of several units, combined in the order of their loss, least first."""

from common.kernel import Int8, Int16, Int32, Numbers, Records, kernel, numbers, record
from common.search.equilibrium import MAX_PICKS

MAX_UNITS = 32  # rows of the game that may get an order
MAX_DEPTH = 32
MAX_MOVES = 32  # of a unit
TRIAL = MAX_MOVES  # the line that is tried
HABIT = -1  # no order


@record
class Unit:
    """A unit with a line for each move that it has now; orders[line * MAX_DEPTH + turn].

    owner: its side, or NO_SIDE
    count: number of lines, 1..MAX_MOVES
    played: the line of the rollout
    best: the line in force, the answer if the unit is an own one
    ranked: lines, the best first
    """

    owner: int
    count: int
    played: Int32
    best: Int32
    values: Numbers[float] = numbers(float, MAX_MOVES)
    ranked: Numbers[int] = numbers(Int8, MAX_MOVES)
    orders: Numbers[int] = numbers(Int32, (MAX_MOVES + 1) * MAX_DEPTH)


@record
class Camp:
    """The joint moves of the own units, or of all others, those of least loss first.

    count: number of units in `units`
    most: largest number of joint moves, 1..MAX_PICKS
    done: number of units combined so far
    used: number of their joint moves. Number j is line pick[.. + j] of unit `done - 1` beside joint
    move parent[.. + j] of the units before it, where .. is the unit's place times MAX_PICKS
    """

    count: int
    most: int
    done: int
    used: int
    units: Numbers[int] = numbers(int, MAX_UNITS)
    loss: Numbers[float] = numbers(float, MAX_PICKS * (MAX_UNITS + 1))
    parent: Numbers[int] = numbers(Int16, MAX_PICKS * MAX_UNITS)
    pick: Numbers[int] = numbers(Int8, MAX_PICKS * MAX_UNITS)


@kernel
def keep_line(unit: Unit, first: int) -> None:
    """Makes the line in force, from turn `first` on, the only one."""
    for turn in range(MAX_DEPTH):
        later = turn + first
        order = HABIT
        if later < MAX_DEPTH:
            order = unit.orders[unit.best * MAX_DEPTH + later]
        unit.orders[turn] = order
    unit.best = 0
    unit.played = 0
    unit.count = 1


@kernel
def rank(unit: Unit) -> None:
    """Sorts the lines, the best first, equal ones in their old order."""
    for line in range(unit.count):
        place = line
        while place > 0 and unit.values[unit.ranked[place - 1]] < unit.values[line]:
            unit.ranked[place] = unit.ranked[place - 1]
            place -= 1
        unit.ranked[place] = line


@kernel
def combine(units: Records[Unit], camp: Camp, each: int) -> None:
    """Adds the candidates of the camp's next unit to each joint move of the units before it."""
    unit = units[camp.units[camp.done]]
    before = camp.done * MAX_PICKS
    after = before + MAX_PICKS
    heads = numbers(int, MAX_MOVES)  # by candidate, the joint move that comes next to it
    rank(unit)
    used = 0
    while used < camp.most:
        best = -1
        least = 0.0
        for number in range(min(each, unit.count)):
            if heads[number] < camp.used:
                line = unit.ranked[number]
                loss = unit.values[unit.ranked[0]] - unit.values[line]
                loss += camp.loss[before + heads[number]]
                if best < 0 or loss < least:
                    best = number
                    least = loss
        if best < 0:
            break
        camp.loss[after + used] = least
        camp.parent[before + used] = heads[best]
        camp.pick[before + used] = unit.ranked[best]
        heads[best] += 1
        used += 1
    camp.used = used
    camp.done += 1


@kernel
def take(units: Records[Unit], camp: Camp, joint: int, is_answer: bool) -> None:
    """Makes the camp's units play the lines of a joint move; with is_answer, keeps them in
    force.
    """
    for place in range(camp.count - 1, -1, -1):
        unit = units[camp.units[place]]
        line = camp.pick[place * MAX_PICKS + joint]
        if is_answer:
            unit.best = line
        else:
            unit.played = line
        joint = camp.parent[place * MAX_PICKS + joint]
