"""Candidates: the best moves of each unit, combined and rolled out against the rivals' candidates.

A candidate is a unit's next move with a line of orders after it. First each unit is searched alone,
rivals before own ones, while the others follow their lines. Its best moves are combined with those
of the other units of the side, joint moves of least loss first. Own joint moves are the rows of a
matrix, the rivals' the columns; each entry is a rollout. The row is chosen by its worst entry, by
its mean, or drawn from the mixed equilibrium.

Source: docs/searches/candidates.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import Int32, Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw
from common.search import equilibrium
from common.search.equilibrium import MAX_PICKS, MAXIMIN, MIXED, WORST, Matrix
from common.search.joint_moves import (
    HABIT,
    MAX_DEPTH,
    MAX_MOVES,
    MAX_UNITS,
    TRIAL,
    Camp,
    Unit,
    combine,
    keep_line,
    take,
)
from common.weighted import draw_weighted

DRAWN = -2  # an order of a trial that is drawn where it is played
NO_SIDE = -1  # owns a unit that there is not
ALONE, COMBINE, FILL, SOLVE, DONE = range(5)
LEAST = 8  # rollouts of a unit alone; where there is work for fewer, rivals go by their lines,
AGAIN = 32  # and for as many in each, a second sweep answers what the first one found

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Candidates:
    """The units of all sides, the matrix, the search's settings, and counts since `plant`.

    each: number of a unit's moves to combine, 1..MAX_MOVES
    rows, columns: most own and other joint moves, 1..MAX_PICKS
    share: of the planned work for the units alone, 0..1; more if the matrix needs less
    planned: expected number of rollouts
    rule: MAXIMIN, AVERAGE or MIXED
    rounds: of regret matching
    """

    units: Int32 = 2  # rows of the game that may get an order, of all sides, 1..MAX_UNITS
    depth: Int32 = 8  # turns of a rollout, 1..MAX_DEPTH; params may set it
    each: int = 3  # params may set it
    rows: int = 64  # params may set it
    columns: int = 16  # params may set it
    share: float = 0.4  # params may set it
    planned: int = 1000  # params may set it
    rule: int = MAXIMIN
    rounds: int = 200
    me: int  # the side that moves
    phase: int
    sweeps: int  # over the units alone that are left, this one too
    tries: int  # rollouts of a unit in a sweep
    is_listed: bool  # the units have their lines
    place: int  # in `queue`
    number: int  # of its rollout
    row: int
    column: int
    top: float  # of the first column
    answer: int  # the row
    evaluations: int
    count: int  # units that are searched alone,
    queue: Numbers[int] = numbers(int, MAX_UNITS)  # in this order
    unit: Records[Unit] = records(Unit, MAX_UNITS)
    own: Camp
    others: Camp
    matrix: Matrix  # own joint moves, and those columns of the others' that are complete
    listed: Numbers[int] = numbers(int, MAX_MOVES)
    weights: Numbers[int] = numbers(int, MAX_MOVES)


@kernel
def forget_unit(unit: Unit) -> None:
    """Makes all orders of a unit the habit."""
    for turn in range(MAX_DEPTH):
        unit.orders[turn] = HABIT
    unit.best = 0
    keep_line(unit, 0)


@kernel
def forget(search: Candidates) -> None:
    """Begins a new match: all units follow the habit."""
    for number in range(MAX_UNITS):
        forget_unit(search.unit[number])


@kernel
def shift(search: Candidates) -> None:
    """Moves the lines in force a turn on: their next orders become the first."""
    for number in range(MAX_UNITS):
        keep_line(search.unit[number], 1)


@kernel
def gather(search: Candidates, camp: Camp, is_own: bool, most: int) -> int:
    """Lists a camp's units; returns the largest number of its joint moves."""
    camp.count = 0
    camp.done = 0
    camp.used = 1
    joint = 1
    for number in range(MAX_UNITS):
        owner = search.unit[number].owner
        if owner != NO_SIDE and (owner == search.me) == is_own:
            camp.units[camp.count] = number
            camp.count += 1
            joint = min(most, joint * search.each)
    camp.most = joint
    return joint


@kernel
def plant(search: Candidates) -> None:
    """Begins a new turn of the match, after `forget` or `shift`."""
    entries = gather(search, search.own, True, search.rows)
    entries *= gather(search, search.others, False, search.columns)
    own = search.own.count
    others = search.others.count
    alone = max(int(search.share * float(search.planned)), search.planned - entries)
    if alone < LEAST * (own + others):
        others = 0
    for place in range(others):
        search.queue[place] = search.others.units[place]
    for place in range(own):
        search.queue[others + place] = search.own.units[place]
    search.count = others + own
    search.sweeps = 2 if alone >= 2 * AGAIN * search.count else 1
    search.tries = alone // max(1, search.sweeps * search.count)
    search.is_listed = False
    search.place = 0
    search.number = 0
    search.row = 0
    search.column = 0
    search.matrix.columns = 0
    search.answer = 0
    search.top = WORST
    search.evaluations = 0
    search.phase = ALONE if own > 0 else DONE


@kernel
def set_answer(search: Candidates, row: int) -> None:
    search.answer = row
    take(search.unit, search.own, row, True)


@kernel
def solve(search: Candidates, dice: Dice) -> None:
    """Plays a round of regret matching; after the last one draws a row."""
    equilibrium.play_round(search.matrix)
    if search.matrix.rounds >= search.rounds:
        set_answer(search, equilibrium.draw_row(search.matrix, dice))
        search.phase = FILL if search.column < search.others.used else DONE


@kernel
def close_column(search: Candidates) -> None:
    """Ends a column, once all rows were played against it: chooses the best row again."""
    matrix = search.matrix
    search.row = 0
    search.column += 1
    matrix.rows = search.own.used
    matrix.columns = search.column
    is_last = search.column == search.others.used
    search.phase = DONE if is_last else FILL
    if search.rule != MIXED:
        set_answer(search, equilibrium.best_row(matrix, search.rule))
    elif is_last or search.column & search.column - 1 == 0:  # the more columns, the rarer
        equilibrium.start_rounds(matrix)
        search.phase = SOLVE


@kernel
def set_out(world: AnyState, start: AnyState) -> None:
    """Makes `world` the state in which a line begins."""
    assign(world, start)


def bind(
    has_ended: Callable[[AnyState], bool],
    side_of: Callable[[AnyState, int], int],
    list_moves: Callable[[AnyState, int, Numbers[int], Numbers[int]], int],
    give: Callable[[AnyState, int, int], None],
    end_turn: Callable[[AnyState], None],
    habit: Callable[[AnyState, AnySetting, int], int],
    rate: Callable[[AnyState, AnySetting, int], float],
    set_out: Callable[[AnyState, AnyState], None] = set_out,
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Returns find_units(search, start), called before `plant`, and
    iterate(search, start, world, setting, dice, count), which does `count` steps.

    The kernels are those of plans.bind, but list_moves writes at most MAX_MOVES. A step is a
    rollout, a unit combined with those before it, or a round of regret matching.
    """

    @kernel
    def find_units(search: Candidates, start: AnyState) -> None:
        """Finds the rows that act at the start; they are the units of this turn."""
        for number in range(MAX_UNITS):
            side = side_of(start, number) if number < search.units else NO_SIDE
            if search.unit[number].owner == NO_SIDE and side != NO_SIDE:
                forget_unit(search.unit[number])
            search.unit[number].owner = side

    @kernel
    def roll_out(
        search: Candidates, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice
    ) -> None:
        """Plays the units' lines from the start; `world` becomes the end."""
        set_out(world, start)
        is_over = False
        for turn in range(search.depth):
            is_over = is_over or has_ended(world)
            if not is_over:
                for number in range(search.units):
                    if side_of(world, number) != NO_SIDE:
                        unit = search.unit[number]
                        at = unit.played * MAX_DEPTH + turn
                        order = unit.orders[at]
                        if order == DRAWN:
                            count = list_moves(world, number, search.listed, search.weights)
                            drawn = draw_weighted(dice, search.weights, count)
                            order = search.listed[drawn] if drawn >= 0 else HABIT
                            unit.orders[at] = order
                        if order == HABIT:
                            order = habit(world, setting, number)
                        give(world, number, order)
                end_turn(world)
        search.evaluations += 1

    @kernel
    def list_lines(
        search: Candidates, start: AnyState, world: AnyState, setting: AnySetting, number: int
    ) -> None:
        """Makes a line for each move of a unit: the line in force if it begins with this move, else
        the move and then the habit.
        """
        unit = search.unit[number]
        set_out(world, start)
        count = list_moves(world, number, search.listed, search.weights)
        unit.count = max(1, count)
        if count == 0:
            return
        first = unit.orders[0] if unit.orders[0] != HABIT else habit(world, setting, number)
        for turn in range(MAX_DEPTH):
            unit.orders[TRIAL * MAX_DEPTH + turn] = unit.orders[turn]
        for line in range(count):
            place = line * MAX_DEPTH
            unit.orders[place] = search.listed[line]
            for turn in range(1, MAX_DEPTH):
                is_kept = search.listed[line] == first
                later = unit.orders[TRIAL * MAX_DEPTH + turn] if is_kept else HABIT
                unit.orders[place + turn] = later

    @kernel
    def change(search: Candidates, unit: Unit, dice: Dice) -> int:
        """Makes a trial of the better of two lines, with another later order; returns the line."""
        line = draw(dice, unit.count)
        second = draw(dice, unit.count)
        if unit.values[second] > unit.values[line]:
            line = second
        place = TRIAL * MAX_DEPTH
        for turn in range(search.depth):
            unit.orders[place + turn] = unit.orders[line * MAX_DEPTH + turn]
        if search.depth > 1:
            later = search.depth - 1
            turn = 1 + min(draw(dice, later), draw(dice, later))
            unit.orders[place + turn] = HABIT if draw(dice, 8) == 0 else DRAWN
            if draw(dice, 4) == 0:
                for after in range(turn + 1, search.depth):
                    unit.orders[place + after] = HABIT
        return line

    @kernel
    def try_alone(
        search: Candidates, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice
    ) -> None:
        """Rolls out one unit's line; the others follow theirs."""
        number = search.queue[search.place]
        unit = search.unit[number]
        if search.number == 0:
            for other in range(MAX_UNITS):
                search.unit[other].played = search.unit[other].best
            if not search.is_listed:
                list_lines(search, start, world, setting, number)
        line = search.number
        unit.played = line
        if line >= unit.count:
            line = change(search, unit, dice)
            unit.played = TRIAL
        roll_out(search, start, world, setting, dice)
        value = rate(world, setting, unit.owner)
        if unit.played != TRIAL:
            unit.values[line] = value
        elif value > unit.values[line]:
            unit.values[line] = value
            for turn in range(search.depth):
                order = max(HABIT, unit.orders[TRIAL * MAX_DEPTH + turn])
                unit.orders[line * MAX_DEPTH + turn] = order
        if search.number == 0 or unit.values[line] > unit.values[unit.best]:
            unit.best = line
        search.number += 1
        if search.number >= max(unit.count, search.tries if search.depth > 1 else 0):
            search.number = 0
            search.place += 1
        if search.place == search.count:
            search.place = 0
            search.is_listed = True
            search.sweeps -= 1
            search.phase = ALONE if search.sweeps > 0 else COMBINE

    @kernel
    def fill(
        search: Candidates, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice
    ) -> None:
        """Rolls out a row against a column. In the first column the best entry is the answer."""
        take(search.unit, search.own, search.row, False)
        take(search.unit, search.others, search.column, False)
        roll_out(search, start, world, setting, dice)
        value = rate(world, setting, search.me)
        search.matrix.payoff[search.row * MAX_PICKS + search.column] = value
        if search.column == 0 and value > search.top:
            search.top = value
            set_answer(search, search.row)
        search.row += 1
        if search.row == search.own.used:
            close_column(search)

    @kernel
    def iterate(
        search: Candidates,
        start: AnyState,
        world: AnyState,
        setting: AnySetting,
        dice: Dice,
        count: int,
    ) -> None:
        """Does `count` steps, fewer if the matrix is full; after each the answer is in force."""
        for _ in range(count):
            if search.phase == ALONE:
                try_alone(search, start, world, setting, dice)
            elif search.phase == COMBINE:
                is_own = search.own.done < search.own.count
                combine(search.unit, search.own if is_own else search.others, search.each)
                if search.own.done + search.others.done == search.own.count + search.others.count:
                    search.phase = FILL
            elif search.phase == FILL:
                fill(search, start, world, setting, dice)
            elif search.phase == SOLVE:
                solve(search, dice)

    return find_units, iterate


def orders(search: Candidates) -> list[int]:
    """Returns the orders of the next turn by unit, HABIT for none."""
    return [unit.orders[unit.best * MAX_DEPTH] for unit in search.unit]


def describe(search: Candidates, number: int, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns a unit's moves, the best alone first, and its line in force, in the words of `name`.

    name: returns the words of an order, also of HABIT
    """
    unit = search.unit[number]
    lines = sorted(range(unit.count), key=lambda line: -unit.values[line])
    moves = [
        {"move": name(unit.orders[line * MAX_DEPTH]), "visits": 1, "value": unit.values[line]}
        for line in lines
    ]
    first = unit.best * MAX_DEPTH
    line = [name(order) for order in unit.orders[first : first + search.depth]]
    return {"moves": moves, "line": line}


def counts(search: Candidates) -> dict[str, Any]:
    """Returns the work since `plant`."""
    return {
        "iterations": search.evaluations,
        "simulated_turns": search.evaluations * search.depth,
        "nodes": search.own.used * search.matrix.columns,
        "evaluations": search.evaluations,
        "ucb": 0,
        "depth": search.depth,
    }
