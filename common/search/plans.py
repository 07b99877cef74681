"""Plans: rolling-horizon search over the orders of all units of a side for the next turns.

A plan has an order for each unit and turn: a move, or HABIT, for which the game's habit names a
move in the state as it is then. A trial changes a few orders, plays the whole plan and rates its
end; a new order is drawn where it is played, of the moves that the game lists there. With one
member the trial follows by annealing; with more it is bred from two of them and takes the place of
a worse one. The best plan of the last turn, a turn on, is the first of the next.

The other sides follow their own best plans, which are searched first with a share of the planned
evaluations; without a share they follow the habit.

Source: rolling horizon evolution (Perez and others 2013); annealing (Kirkpatrick and others 1983).
"""

from collections.abc import Callable
from math import exp, log
from typing import Any, TypeVar

from common.kernel import Int16, Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw

MAX_UNITS = 16
MAX_DEPTH = 32
MAX_SIDES = 4
MAX_MEMBERS = 32
MAX_MOVES = 512
HABIT = -1  # no order
DRAWN = -2  # an order of a trial that is drawn where it is played
NOBODY = -1  # owns a unit that there is not
ENDLESS = 1 << 60
ONE = 1 << 30

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Plan:
    """The orders of all units, orders[unit * MAX_DEPTH + turn]. value: of its end, to its side."""

    value: float
    orders: Numbers[int] = numbers(Int16, MAX_UNITS * MAX_DEPTH)


@record
class Plans:
    """The plans of all sides, the search's settings, and counts since `plant`."""

    depth: int  # turns of a plan, 1..MAX_DEPTH
    members: int = 1  # 1: annealing, 2..MAX_MEMBERS: breeding
    changes: int = 2  # orders of a trial that are new, 1 or more
    share: float = 0.2  # 0..1 of the planned evaluations, for the other sides together
    planned: int = 1000  # evaluations that are expected; the search may get more or fewer
    hot: float = 1.0  # temperatures at the start and at the end, in the rating's unit
    cold: float = 0.05
    me: int  # the side that moves
    sides: int = 2
    owner: Numbers[int] = numbers(int, MAX_UNITS)  # side by unit, or NOBODY
    side: int  # whose plan is searched now
    since: int  # evaluations when that began
    until: int  # and when it ends
    evaluations: int
    count: int  # units of the side,
    units: Numbers[int] = numbers(int, MAX_UNITS)  # which those are
    best: Records[Plan] = records(Plan, MAX_SIDES)  # by side
    pool: Records[Plan] = records(Plan, MAX_MEMBERS)
    trial: Plan
    moves: Numbers[int] = numbers(int, MAX_UNITS)
    listed: Numbers[int] = numbers(int, MAX_MOVES)


@kernel
def forget(plans: Plans) -> None:
    """Begins a new match: all follow the habit."""
    for side in range(MAX_SIDES):
        for place in range(MAX_UNITS * MAX_DEPTH):
            plans.best[side].orders[place] = HABIT


@kernel
def shift(plans: Plans) -> None:
    """Notes that a turn has been played: the next orders are the first."""
    for side in range(MAX_SIDES):
        orders = plans.best[side].orders
        for place in range(MAX_UNITS * MAX_DEPTH - 1):
            orders[place] = orders[place + 1]
        for unit in range(MAX_UNITS):
            for turn in range(plans.depth - 1, MAX_DEPTH):
                orders[unit * MAX_DEPTH + turn] = HABIT


@kernel
def begin_side(plans: Plans, side: int) -> None:
    """Begins the search of a side's plan."""
    plans.side = side
    plans.since = plans.evaluations
    work = int(plans.share * float(plans.planned)) // max(1, plans.sides - 1)
    plans.until = ENDLESS if side == plans.me else plans.since + work
    plans.count = 0
    for unit in range(MAX_UNITS):
        if plans.owner[unit] == side:
            plans.units[plans.count] = unit
            plans.count += 1


@kernel
def next_side(plans: Plans, side: int) -> int:
    """Returns the side after `side`, the own one after all others."""
    side += 2 if side + 1 == plans.me else 1
    return side if side < plans.sides else plans.me


@kernel
def plant(plans: Plans) -> None:
    """Begins a new turn of the match, after `forget` or `shift`."""
    plans.evaluations = 0
    is_searched = int(plans.share * float(plans.planned)) >= plans.sides
    begin_side(plans, next_side(plans, -1) if is_searched else plans.me)


@kernel
def temperature(plans: Plans) -> float:
    """Returns a temperature, which falls from hot to cold over a side's planned evaluations."""
    span = (plans.planned if plans.side == plans.me else plans.until) - plans.since
    done = float(plans.evaluations - plans.since) / float(max(1, span))
    return plans.hot * exp(log(plans.cold / plans.hot) * min(1.0, done))


def bind(
    list_moves: Callable[[AnyState, AnySetting, int, Numbers[int]], int],
    open_state: Callable[[AnyState, AnySetting], None],
    play: Callable[[AnyState, AnySetting, Numbers[int]], None],
    habit: Callable[[AnyState, AnySetting, int], int],
    rate: Callable[[AnyState, AnySetting, int], float],
) -> Callable[[Plans, AnyState, AnyState, AnySetting, Dice, int], None]:
    """Returns iterate(plans, start, world, setting, dice, count): `count` evaluations more.

    list_moves(state, setting, unit, moves): writes the orders worth a trial, 0..MAX_MOVES of them,
    each 0..32767; changes nothing. Called where a trial gets a new order.
    open_state(state, setting): called before a plan is played; may change the state.
    play(state, setting, orders): one turn. It takes every order of every unit in every state, and
    changes nothing after the end. What counts on the way it keeps in the state.
    habit(state, setting, unit): the move of a unit without an order.
    rate(state, setting, side): what the end is worth to a side; any scale, more is better. It may
    change the state, which is not used again.
    """

    @kernel
    def follow(
        plans: Plans, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice
    ) -> None:
        """Plays the trial against the best plans of the others, and rates its end."""
        trial = plans.trial
        listed = plans.listed
        assign(world, start)
        open_state(world, setting)
        for turn in range(plans.depth):
            for unit in range(MAX_UNITS):
                side = plans.owner[unit]
                if side != NOBODY:
                    plan = trial if side == plans.side else plans.best[side]
                    place = unit * MAX_DEPTH + turn
                    if plan.orders[place] == DRAWN:
                        count = list_moves(world, setting, unit, listed)
                        plan.orders[place] = listed[draw(dice, count)] if count > 0 else HABIT
                    order = plan.orders[place]
                    plans.moves[unit] = order if order != HABIT else habit(world, setting, unit)
            play(world, setting, plans.moves)
        trial.value = rate(world, setting, plans.side)

    @kernel
    def change(plans: Plans, orders: Numbers[int], dice: Dice) -> None:
        """Gives units other orders, in early turns more often than in late ones. With each, one
        time in four, the unit's later orders become the habit.
        """
        for _ in range(plans.changes):
            first = plans.units[draw(dice, plans.count)] * MAX_DEPTH
            place = first + min(draw(dice, plans.depth), draw(dice, plans.depth))
            orders[place] = HABIT if draw(dice, 8) == 0 else DRAWN
            if draw(dice, 4) == 0:
                for later in range(place + 1, first + plans.depth):
                    orders[later] = HABIT

    @kernel
    def duel(plans: Plans, dice: Dice, sign: float) -> int:
        """Returns the better of two drawn members; with -1.0 the worse."""
        first = draw(dice, plans.members)
        second = draw(dice, plans.members)
        gap = plans.pool[first].value - plans.pool[second].value
        return first if sign * gap >= 0.0 else second

    @kernel
    def cross(plans: Plans, dice: Dice) -> None:
        """Makes the trial a child of two good members: each unit follows one of them."""
        assign(plans.trial, plans.pool[duel(plans, dice, 1.0)])
        father = plans.pool[duel(plans, dice, 1.0)]
        for number in range(plans.count):
            if draw(dice, 2) == 0:
                first = plans.units[number] * MAX_DEPTH
                for place in range(first, first + plans.depth):
                    plans.trial.orders[place] = father.orders[place]

    @kernel
    def make_trial(plans: Plans, number: int, dice: Dice) -> None:
        """Makes trial 0 the best plan so far, 1 the habit. Others are changed: founders of a
        population from the best plan, then a child; in annealing the only member.
        """
        trial = plans.trial
        if number < 2 or number < plans.members:
            assign(trial, plans.best[plans.side])
        elif plans.members > 1:
            cross(plans, dice)
        else:
            assign(trial, plans.pool[0])
        if number == 1:
            for place in range(MAX_UNITS * MAX_DEPTH):
                trial.orders[place] = HABIT
        elif number > 1:
            change(plans, trial.orders, dice)

    @kernel
    def keep_trial(plans: Plans, number: int, dice: Dice) -> None:
        """Makes the played trial a member, or not, and the best plan, or not."""
        trial = plans.trial
        best = plans.best[plans.side]
        place = 0
        is_kept = True
        if number > 0 and number < plans.members:
            place = number
        elif number > 0 and plans.members > 1:
            place = duel(plans, dice, -1.0)
            is_kept = trial.value >= plans.pool[place].value
        elif number > 0:
            loss = plans.pool[0].value - trial.value
            if loss > 0.0:
                is_kept = float(draw(dice, ONE)) < float(ONE) * exp(-loss / temperature(plans))
        if is_kept:
            assign(plans.pool[place], trial)
        if number == 0 or trial.value > best.value:
            assign(best, trial)

    @kernel
    def iterate(
        plans: Plans, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice, count: int
    ) -> None:
        """Plays `count` evaluations more; after each the best plans hold."""
        for _ in range(count):
            if plans.evaluations >= plans.until:
                begin_side(plans, next_side(plans, plans.side))
            number = plans.evaluations - plans.since
            make_trial(plans, number, dice)
            follow(plans, start, world, setting, dice)
            plans.evaluations += 1
            keep_trial(plans, number, dice)

    return iterate


def first_orders(plans: Plans, side: int) -> list[int]:
    """Returns the orders of the next turn by unit, HABIT for none."""
    return [*plans.best[side].orders[::MAX_DEPTH]]


def describe(plans: Plans, unit: int, name: Callable[[int], str]) -> list[str]:
    """Returns a unit's orders in its side's best plan, each (HABIT too) as `name` calls it."""
    first = unit * MAX_DEPTH
    return [name(o) for o in plans.best[plans.owner[unit]].orders[first : first + plans.depth]]


def counts(plans: Plans) -> dict[str, Any]:
    """Returns the work since `plant`."""
    return {
        "iterations": plans.evaluations,
        "simulated_turns": plans.evaluations * plans.depth,
        "nodes": plans.members,
        "evaluations": plans.evaluations,
        "ucb": 0,
        "depth": plans.depth,
    }
