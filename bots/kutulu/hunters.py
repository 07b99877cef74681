"""Whom the bot takes minions to follow, and what it takes the others to do about it."""

from bots.kutulu.paths import CELL_BITS, CELL_MASK, EXPLORERS, FAR, PAIR, WAYS, Maze
from bots.kutulu.rules import (
    COMPANY,
    LIGHT_REACH,
    LIT_COST,
    MINIONS,
    PLAN,
    PLAN_REACH,
    WAIT,
    YELL,
    YELL_REACH,
    World,
    bind,
    is_free,
)
from common.kernel import Numbers, kernel, numbers
from common.rng import Dice, draw

NEAR = 2  # steps of a wanderer that spoil a PLAN, and that a YELL is good for
ROOM = 4  # steps to a minion that are enough
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@kernel
def chase(world: World, maze: Maze, dice: Dice, here: int, old: int) -> int:
    """rules.bind's chase: exact without a LIGHT; with one, lit cells count but no way around them.

    Of equally near explorers the old target, else any.
    """
    best = FAR
    chosen = -1
    equals = 0
    is_burning = world.turn < world.last_light
    dark = LIGHT_REACH  # steps from the minion to the nearest LIGHT, up to its reach
    if is_burning:
        for caster in range(EXPLORERS):
            if world.turn < world.explorers[caster].light_until:
                dark = min(dark, maze.walk[(maze.rows[caster] + here) & PAIR])
    for who in range(EXPLORERS):
        cost = maze.walk[(maze.rows[who] + here) & PAIR]
        if is_burning and cost < FAR:
            cost += (LIT_COST - 1) * min(cost, maze.lit[who] + LIGHT_REACH - dark)
        if cost < best:
            best = cost
            chosen = who
            equals = 1
        elif cost == best < FAR and chosen != old:
            equals += 1
            drawn = draw(dice, equals)
            if drawn == 0 or who == old:
                chosen = who
    if chosen >= 0:
        packed = maze.step[(maze.rows[chosen] + here) & PAIR]
        maze.next = (packed >> (CELL_BITS * (world.turn % WAYS))) & CELL_MASK
    return chosen


play_turn = bind(chase)


@kernel
def note_hunters(world: World, maze: Maze) -> None:
    """hunted: steps to each explorer from the nearest wanderer that is after it."""
    for who in range(EXPLORERS):
        maze.hunted[who] = FAR
    for index in range(world.count):
        target = world.target[index]
        if target >= 0:
            steps = maze.walk[(maze.rows[target] + world.spot[index]) & PAIR]
            maze.hunted[target] = min(maze.hunted[target], steps)


@kernel
def watch(world: World, maze: Maze, who: int, near: Numbers[int]) -> int:
    """The cells of minions that walk within ROOM steps of an explorer; how many."""
    count = 0
    for index in range(world.count):
        cell = world.spot[index]
        is_awake = world.turn >= world.leave[index] - maze.life_time
        if cell < 0:
            cell = world.slashers[-1 - cell].cell
        if is_awake and maze.walk[(maze.rows[who] + cell) & PAIR] <= ROOM:
            near[count] = cell
            count += 1
    return count


@kernel
def habit(world: World, maze: Maze, who: int, plan_below: int) -> int:
    """What most would do: YELL where that kills, PLAN in company, else run and stay together."""
    near = numbers(int, MINIONS)
    one = world.explorers[who]
    is_chased = maze.hunted[who] <= NEAR
    can_plan = one.plans > 0 and one.sanity <= plan_below and is_free(one, world.turn)
    for other in range(EXPLORERS):
        at = (maze.rows[other] + one.cell) & PAIR
        if other != who and not is_chased:
            is_new = (one.yelled_at >> other) & 1 == 0
            if is_new and maze.apart[at] <= YELL_REACH and maze.hunted[other] <= NEAR:
                return YELL
            if can_plan and maze.walk[at] <= PLAN_REACH:
                return PLAN
    count = watch(world, maze, who, near)
    best = WAIT
    best_value = -FAR * FAR
    for index in range(-1, maze.way_count[one.cell]):
        action = WAIT if index < 0 else maze.ways[one.cell * WAYS + max(index, 0)]
        cell = one.cell if index < 0 else maze.exits[one.cell * WAYS + action % WAYS]
        nearest = FAR
        for other in range(EXPLORERS):
            if other != who:
                nearest = min(nearest, maze.walk[(maze.rows[other] + cell) & PAIR])
        room = ROOM
        for minion in range(count):
            room = min(room, maze.walk[(cell * maze.cells + near[minion]) & PAIR])
        value = ROOM_WORTH * room - max(0, nearest - COMPANY)
        if value > best_value:
            best_value = value
            best = action
    return best
