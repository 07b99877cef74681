"""Plans: rolling-horizon search over the orders of all units of a side for the next turns.

A plan has an order for each unit and turn: a move, or HABIT, for which the game's habit names a
move in the state as it is then. A trial changes a few orders, plays the whole plan and rates its
end. With one member the trial follows by annealing; with more it is bred from two of them and takes
the place of a worse one. The best plan of the last turn, a turn on, is the first of the next.

The other sides follow their own best plans, which are searched first with a share of the planned
evaluations; without a share they follow the habit.

Source: rolling horizon evolution (Perez and others 2013); annealing (Kirkpatrick and others 1983).
"""

from collections.abc import Callable
from math import exp, log
from typing import Any, TypeVar

from common.kernel import Int8, Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw

MAX_UNITS = 16
MAX_DEPTH = 32
MAX_SIDES = 4
MAX_MEMBERS = 32
MAX_MOVES = 32
HABIT = -1  # no order
NOBODY = -1  # owns a unit that there is not
ENDLESS = 1 << 60
ONE = 1 << 30
WORST = -1.0e300

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Plan:
    """The orders of all units; orders[unit * MAX_DEPTH + turn]. value: of its owner's."""

    value: float
    orders: Numbers[int] = numbers(Int8, MAX_UNITS * MAX_DEPTH)


@record
class Plans:
    """The plans of all sides, the search's settings, and counts since `plant`."""

    depth: int = 8  # turns of a plan, 1..MAX_DEPTH
    members: int = 1  # 1: annealing, 2..MAX_MEMBERS: breeding
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
    turns: int  # played
    better: int  # times that the best plan was replaced
    count: int  # units of the side,
    units: Numbers[int] = numbers(int, MAX_UNITS)  # which those are
    best: Records[Plan] = records(Plan, MAX_SIDES)  # by side
    pool: Records[Plan] = records(Plan, MAX_MEMBERS)
    trial: Plan
    moves: Numbers[int] = numbers(int, MAX_UNITS)


@kernel
def forget(plans: Plans) -> None:
    """All follow the habit: a new match."""
    for side in range(MAX_SIDES):
        for place in range(MAX_UNITS * MAX_DEPTH):
            plans.best[side].orders[place] = HABIT


@kernel
def shift(plans: Plans) -> None:
    """A turn has been played: the next orders are the first."""
    for side in range(MAX_SIDES):
        orders = plans.best[side].orders
        for unit in range(MAX_UNITS):
            first = unit * MAX_DEPTH
            for turn in range(first, first + MAX_DEPTH - 1):
                orders[turn] = orders[turn + 1]
            for turn in range(first + plans.depth - 1, first + MAX_DEPTH):
                orders[turn] = HABIT


@kernel
def begin_side(plans: Plans, side: int) -> None:
    """The plan of `side` is searched from now on."""
    plans.side = side
    plans.since = plans.evaluations
    rivals = max(1, plans.sides - 1)
    turn = int(plans.share * float(plans.planned)) // rivals
    plans.until = ENDLESS if side == plans.me else plans.since + turn
    plans.count = 0
    for unit in range(MAX_UNITS):
        if plans.owner[unit] == side:
            plans.units[plans.count] = unit
            plans.count += 1


@kernel
def next_side(plans: Plans, side: int) -> int:
    """The side after `side`, the own one after all others."""
    side += 1
    if side == plans.me:
        side += 1
    return side if side < plans.sides else plans.me


@kernel
def plant(plans: Plans) -> None:
    """A new turn of the match begins, after `forget` or `shift`."""
    plans.evaluations = 0
    plans.turns = 0
    plans.better = 0
    first = next_side(plans, -1)
    is_searched = plans.share > 0.0 and int(plans.share * float(plans.planned)) >= plans.sides
    begin_side(plans, first if is_searched else plans.me)
    if plans.share == 0.0:
        for side in range(MAX_SIDES):
            if side != plans.me:
                for place in range(MAX_UNITS * MAX_DEPTH):
                    plans.best[side].orders[place] = HABIT


@kernel
def temperature(plans: Plans) -> float:
    """Falls from hot to cold over the planned evaluations of the side, and stays there."""
    span = (plans.planned if plans.side == plans.me else plans.until) - plans.since
    done = float(plans.evaluations - plans.since) / float(max(1, span))
    return plans.hot * exp(log(plans.cold / plans.hot) * min(1.0, done))


def bind(
    moves: int,
    open_state: Callable[[AnyState, AnySetting], None],
    play: Callable[[AnyState, AnySetting, Numbers[int]], None],
    habit: Callable[[AnyState, AnySetting, int], int],
    rate: Callable[[AnyState, AnySetting, int], float],
) -> Callable[[Plans, AnyState, AnyState, AnySetting, Dice, int], None]:
    """iterate(plans, start, world, setting, dice, count) for a game's kernels: `count` evaluations.

    moves: of a unit, 1..MAX_MOVES, else ValueError; unit u plays orders[u], 0..moves-1.
    open_state(state, setting): called before a plan is played; may change the state.
    play(state, setting, orders): one turn. It takes every order of every unit in every state, and
    changes nothing after the end. What counts on the way it keeps in the state.
    habit(state, setting, unit): the move of a unit without an order, 0..moves-1.
    rate(state, setting, side): what the end is worth to a side; any scale, more is better. It may
    change the state, which is not used again.
    """
    if not 1 <= moves <= MAX_MOVES:
        raise ValueError(f"a plan's orders are among 1 to {MAX_MOVES} moves, not {moves}")

    @kernel
    def follow(
        plans: Plans, plan: Plan, start: AnyState, world: AnyState, setting: AnySetting
    ) -> None:
        """Plays a plan of the side against the best plans of the others, and rates its end."""
        assign(world, start)
        open_state(world, setting)
        for turn in range(plans.depth):
            for unit in range(MAX_UNITS):
                side = plans.owner[unit]
                if side != NOBODY:
                    place = unit * MAX_DEPTH + turn
                    order = plan.orders[place]
                    if side != plans.side:
                        order = plans.best[side].orders[place]
                    plans.moves[unit] = order if order != HABIT else habit(world, setting, unit)
            play(world, setting, plans.moves)
        plan.value = rate(world, setting, plans.side)
        plans.turns += plans.depth

    @kernel
    def change(plans: Plans, plan: Plan, dice: Dice) -> None:
        """Gives a unit, now and then two, another order, in an early turn rather than a late one;
        half of the time its later orders go.
        """
        times = draw(dice, 4)
        for _ in range(2 if times == 0 else 1):
            which = draw(dice, plans.count)
            turn = draw(dice, plans.depth)
            other = draw(dice, plans.depth)
            turn = min(turn, other)
            place = plans.units[which] * MAX_DEPTH + turn
            order = draw(dice, moves + 1)
            plan.orders[place] = order - 1
            goes_on = draw(dice, 2)
            if goes_on == 0:
                for later in range(place + 1, place + plans.depth - turn):
                    plan.orders[later] = HABIT

    @kernel
    def duel(plans: Plans, dice: Dice, sign: float) -> int:
        """Of two members, the better; with -1.0 the worse."""
        first = draw(dice, plans.members)
        second = draw(dice, plans.members)
        gap = plans.pool[first].value - plans.pool[second].value
        return first if sign * gap >= 0.0 else second

    @kernel
    def cross(plans: Plans, dice: Dice) -> None:
        """A child of two good members: each unit follows one of them."""
        mother = duel(plans, dice, 1.0)
        father = duel(plans, dice, 1.0)
        assign(plans.trial, plans.pool[mother])
        for number in range(plans.count):
            parent = draw(dice, 2)
            if parent == 0:
                first = plans.units[number] * MAX_DEPTH
                for place in range(first, first + plans.depth):
                    plans.trial.orders[place] = plans.pool[father].orders[place]

    @kernel
    def make_trial(plans: Plans, number: int, dice: Dice) -> None:
        """Number 0 is the best plan so far, 1 the habit; others are changed: founders of a
        population the best plan, then a child, in annealing the only member.
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
            change(plans, trial, dice)

    @kernel
    def keep_trial(plans: Plans, number: int, dice: Dice) -> None:
        """The played trial becomes a member, or not, and the best plan, or not."""
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
            chance = draw(dice, ONE)
            if loss > 0.0:
                share = exp(-loss / temperature(plans))
                is_kept = float(chance) < float(ONE) * share
        if is_kept:
            assign(plans.pool[place], trial)
        if number == 0 or trial.value > best.value:
            assign(best, trial)
            plans.better += 1

    @kernel
    def iterate(
        plans: Plans,
        start: AnyState,
        world: AnyState,
        setting: AnySetting,
        dice: Dice,
        count: int,
    ) -> None:
        """`count` evaluations more; after each the best plans hold."""
        for _ in range(count):
            if plans.evaluations >= plans.until:
                begin_side(plans, next_side(plans, plans.side))
            number = plans.evaluations - plans.since
            make_trial(plans, number, dice)
            follow(plans, plans.trial, start, world, setting)
            plans.evaluations += 1
            keep_trial(plans, number, dice)

    return iterate


def first_orders(plans: Plans, side: int) -> list[int]:
    """The orders of the next turn by unit, HABIT for none."""
    return [*plans.best[side].orders[::MAX_DEPTH]]


def describe(plans: Plans, unit: int, name: Callable[[int], str]) -> list[str]:
    """A unit's line in its side's best plan, in the words of `name`; HABIT has a name, too."""
    first = unit * MAX_DEPTH
    return [name(o) for o in plans.best[plans.owner[unit]].orders[first : first + plans.depth]]


def counts(plans: Plans) -> dict[str, Any]:
    """The work since `plant`."""
    return {
        "iterations": plans.evaluations,
        "simulated_turns": plans.turns,
        "nodes": plans.members,
        "evaluations": plans.evaluations,
        "ucb": 0,
        "depth": plans.depth,
    }
