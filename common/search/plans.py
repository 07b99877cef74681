"""Plans: rolling-horizon search over the orders of all rows of a side for the next turns.

A row may get an order: it is a unit's slot, or a place in a hand. In every state the game says
which rows act, so a plan has orders for units to come. An order is a move, or HABIT: the game's own
move. A trial is a child of two good plans: it changes a few orders, plays the plan and rates its
end. The other sides follow their best plans, found first with a share of the evaluations; without a
share they follow their habit. Sources: docs/searches/plans.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import Int8, Int32, Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw
from common.weighted import draw_weighted

MAX_ROWS = 64  # of all sides
MAX_DEPTH = 32
MAX_SIDES = 4
MAX_MEMBERS = 32
MAX_MOVES = 512
HABIT = -1  # no order
DRAWN = -2  # an order of a trial that is drawn where it is played
NO_SIDE = -1  # side of a row that gets no order
ENDLESS = 1 << 60

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Plan:
    """Holds orders[turn * MAX_ROWS + row] of a side, and the end's value to it.

    acts, acting: number of rows that acted in a turn, and these rows
    """

    value: float
    acts: Numbers[int] = numbers(Int32, MAX_DEPTH)
    orders: Numbers[int] = numbers(Int32, MAX_ROWS * MAX_DEPTH)
    acting: Numbers[int] = numbers(Int8, MAX_ROWS * MAX_DEPTH)


@record
class Plans:
    """Holds all plans, the settings, and counts since `begin`."""

    depth: Int32  # turns of a plan, 1..MAX_DEPTH
    rows: Int32 = 2  # of all sides, 1..MAX_ROWS
    members: int = 12  # 1..MAX_MEMBERS: plans that are bred; params may set it
    changes: int = 2  # orders of a trial that are new, 1 or more
    share: float = 0.2  # 0..1 of the planned evaluations for the others; params may set it
    planned: int = 1000  # evaluations that are expected; params may set it
    me: int  # the side that moves
    sides: int = 2
    side: Int32  # whose plan is searched now
    since: int  # evaluations when that began, and when it ends
    until: int
    evaluations: int
    best: Records[Plan] = records(Plan, MAX_SIDES)  # by side
    pool: Records[Plan] = records(Plan, MAX_MEMBERS)
    trial: Plan
    pinned: int = NO_SIDE  # the row whose first order is `order` in every trial
    order: int
    seen: Numbers[int] = numbers(int, MAX_ROWS)  # side by row in the last turn, or NO_SIDE
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    weights: Numbers[int] = numbers(int, MAX_MOVES)


@kernel
def shift(plans: Plans) -> None:
    """Moves all plans a turn on."""
    for best in plans.best:
        orders = best.orders
        for place in range((MAX_DEPTH - 1) * MAX_ROWS):
            orders[place] = orders[place + MAX_ROWS]
        for place in range((plans.depth - 1) * MAX_ROWS, MAX_DEPTH * MAX_ROWS):
            orders[place] = HABIT


@kernel
def copy(plans: Plans, target: Plan, source: Plan) -> None:
    """Copies a plan. An order that was never drawn is copied as the habit."""
    target.value = source.value
    rows = min(plans.rows, MAX_ROWS)  # HOT: C needs no checks
    for turn in range(min(plans.depth, MAX_DEPTH)):
        target.acts[turn] = source.acts[turn]
        first = turn * MAX_ROWS
        for row in range(rows):
            target.acting[first + row] = source.acting[first + row]
        for row in range(rows):
            target.orders[first + row] = max(HABIT, source.orders[first + row])


@kernel
def begin_side(plans: Plans, side: int) -> None:
    """Begins a side's search."""
    plans.side = side
    plans.since = plans.evaluations
    work = int(plans.share * float(plans.planned)) // max(1, plans.sides - 1)
    plans.until = ENDLESS if side == plans.me else plans.since + work


@kernel
def next_side(plans: Plans, side: int) -> int:
    """Returns the side after `side`; the own one is last."""
    side += 2 if side + 1 == plans.me else 1
    return side if side < plans.sides else plans.me


@kernel
def change(plans: Plans, plan: Plan, dice: Dice) -> None:
    """Gives rows other orders, more often in early turns: draws a turn, then a row that acts in
    it. One time in four the row's later orders become the habit.
    """
    for _ in range(plans.changes):
        turn = min(draw(dice, plans.depth), draw(dice, plans.depth))
        while turn > 0 and plan.acts[turn] == 0:
            turn -= 1
        if plan.acts[turn] > 0:
            row = plan.acting[turn * MAX_ROWS + draw(dice, plan.acts[turn])]
            plan.orders[turn * MAX_ROWS + row] = HABIT if draw(dice, 8) == 0 else DRAWN
            if draw(dice, 4) == 0:
                for later in range(turn + 1, plans.depth):
                    plan.orders[later * MAX_ROWS + row] = HABIT


@kernel
def duel(plans: Plans, dice: Dice, sign: float) -> int:
    """Draws two members; returns the better one, or with sign -1.0 the worse one."""
    first = draw(dice, plans.members)
    second = draw(dice, plans.members)
    gap = plans.pool[first].value - plans.pool[second].value
    return first if sign * gap >= 0.0 else second


@kernel
def cross(plans: Plans, dice: Dice) -> None:
    """Makes the trial a child of two good members, row by row."""
    copy(plans, plans.trial, plans.pool[duel(plans, dice, 1.0)])
    father = plans.pool[duel(plans, dice, 1.0)]
    for row in range(plans.rows):
        if draw(dice, 2) == 0:
            for turn in range(plans.depth):
                place = turn * MAX_ROWS + row
                plans.trial.orders[place] = father.orders[place]


@kernel
def make_trial(plans: Plans, number: int, dice: Dice) -> None:
    """Makes the trial by its number: 0 the best plan, 1 the habit. Later ones change the best plan
    until all members exist, then are children of two members.
    """
    trial = plans.trial
    if number < plans.members:
        copy(plans, trial, plans.best[plans.side])
    else:
        cross(plans, dice)
    if number == 1:
        for place in range(plans.depth * MAX_ROWS):
            trial.orders[place] = HABIT
    elif number > 1:
        change(plans, trial, dice)
    if plans.pinned != NO_SIDE:
        trial.orders[plans.pinned] = plans.order


@kernel
def keep_trial(plans: Plans, number: int, dice: Dice) -> None:
    """Puts the trial in place of a worse member if there is one, and makes it the best plan if it
    is.
    """
    trial = plans.trial
    best = plans.best[plans.side]
    place = number if number < plans.members else duel(plans, dice, -1.0)
    if number < plans.members or trial.value >= plans.pool[place].value:
        copy(plans, plans.pool[place], trial)
    if number == 0 or trial.value > best.value:
        copy(plans, best, trial)


def bind(
    has_ended: Callable[[AnyState], bool],
    side_of: Callable[[AnyState, int], int],
    list_moves: Callable[[AnyState, int, Numbers[int], Numbers[int]], int],
    give: Callable[[AnyState, int, int], None],
    end_turn: Callable[[AnyState], None],
    habit: Callable[[AnyState, AnySetting, int], int],
    rate: Callable[[AnyState, AnySetting, int], float],
    set_out: Callable[[AnyState, AnyState], None] = assign,
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Returns the kernels begin and iterate, defined below.

    has_ended: returns True if no further turn is played.
    side_of: returns the side that gives the row an order now, or NO_SIDE.
    list_moves: writes up to MAX_MOVES orders, each 0 or more, and weights, 1 for an even draw;
        returns their number. It changes nothing.
    give: gives a row its order, and subtracts the costs. Rows come in ascending order. An order
        that is impossible by then has its effect in the game.
    end_turn: plays the turn.
    habit: returns the move of a row without an order.
    rate: returns the end's value to a side. It may change the state.
    set_out: copies the start of a plan into a state; may leave out fields that never change.
    """

    @kernel
    def follow(
        plans: Plans, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice
    ) -> None:
        """Plays the trial against the best plans of the others, and rates its end."""
        trial = plans.trial
        set_out(world, start)
        is_over = False
        rows = min(plans.rows, MAX_ROWS)
        for turn in range(min(plans.depth, MAX_DEPTH)):
            acts = 0
            is_over = is_over or has_ended(world)
            if not is_over:
                first = turn * MAX_ROWS
                for row in range(rows):
                    side = side_of(world, row)
                    if side != NO_SIDE:
                        if side == plans.side:
                            order = trial.orders[first + row]
                            if order == DRAWN:
                                count = list_moves(world, row, plans.moves, plans.weights)
                                drawn = draw_weighted(dice, plans.weights, count)
                                order = plans.moves[drawn] if drawn >= 0 else HABIT
                                trial.orders[first + row] = order
                            trial.acting[first + acts] = row
                            acts += 1
                        else:
                            order = plans.best[side].orders[first + row]
                        if order == HABIT:
                            order = habit(world, setting, row)
                        give(world, row, order)
                end_turn(world)
            trial.acts[turn] = acts
        trial.value = rate(world, setting, plans.side)

    @kernel
    def begin(plans: Plans, start: AnyState, turns: int) -> None:
        """Begins a turn of the match, `turns` after the last one, 0 in a new match. Rows that are
        gone lose their orders; the unborn do not.
        """
        for _ in range(turns):
            shift(plans)
        for row in range(plans.rows):
            side = side_of(start, row)
            if turns == 0 or (plans.seen[row] != NO_SIDE and plans.seen[row] != side):
                for best in plans.best:
                    for turn in range(MAX_DEPTH):
                        best.orders[turn * MAX_ROWS + row] = HABIT
            plans.seen[row] = side
        plans.evaluations = 0
        is_searched = int(plans.share * float(plans.planned)) >= plans.sides
        begin_side(plans, next_side(plans, -1) if is_searched else plans.me)

    @kernel
    def iterate(
        plans: Plans, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice, count: int
    ) -> None:
        """Plays `count` more evaluations; after each the best plans hold."""
        for _ in range(count):
            if plans.evaluations >= plans.until:
                begin_side(plans, next_side(plans, plans.side))
            number = plans.evaluations - plans.since
            make_trial(plans, number, dice)
            follow(plans, start, world, setting, dice)
            plans.evaluations += 1
            keep_trial(plans, number, dice)

    return begin, iterate


def counts(plans: Plans) -> dict[str, Any]:
    """Returns the work since `begin`."""
    return {
        "iterations": plans.evaluations,
        "simulated_turns": plans.evaluations * plans.depth,
        "nodes": plans.members,
        "evaluations": plans.evaluations,
        "ucb": 0,
        "depth": plans.depth,
    }
