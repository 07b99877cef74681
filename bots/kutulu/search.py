"""What the bot searches: one tree per explorer, and how good a world is for each of them.

A tree's move is a number in a list that depends on the place: at the root every action that makes
sense there (Setting.actions); later 0 to stay and n for the n-th way that leads on. So a move means
something wherever an explorer really is, even if a YELL has held it up.
"""

from bots.kutulu.hunters import (
    habit,
    note_hunters,
    play_turn as play_turn,  # for benchmarks too
)
from bots.kutulu.params import Params
from bots.kutulu.paths import EXPLORERS, FAR, PAIR, WAYS, Maze
from bots.kutulu.rules import (
    COMPANY,
    LIGHT,
    LIGHT_REACH,
    MAX_SANITY,
    PLAN,
    RUSHING,
    STALKING,
    WAIT,
    YELL,
    YELL_REACH,
    World,
    is_free,
    stand,
)
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search import smitsimax
from common.search.smitsimax import Forest

C_LEVEL = "-O3"  # a third more iterations
ROOT_MOVES = 8
PERCENT = 100


@record
class Setting:
    """What stays as it is during a search, and scratch.

    actions[unit * ROOT_MOVES + move]: what the moves at a root mean; action_count: how many.
    chance: what is not known: whom a minion follows of explorers that are equally near, and whether
    another explorer plays by habit.
    """

    maze: Maze
    params: Params
    chance: Dice
    now: int  # turn at the start
    me: int
    actions: Numbers[int] = numbers(int, EXPLORERS * ROOT_MOVES)
    action_count: Numbers[int] = numbers(int, EXPLORERS)
    orders: Numbers[int] = numbers(int, EXPLORERS)


@kernel
def count_moves(world: World, setting: Setting, unit: int) -> int:
    """All actions at the root; staying and all ways on later."""
    if world.turn == setting.now:
        return setting.action_count[unit]
    one = world.explorers[unit]
    return setting.maze.way_count[one.cell] + 1 if one.is_in else 1


@kernel
def order_for(world: World, setting: Setting, unit: int, move: int) -> int:
    """The action that a move means here."""
    if world.turn == setting.now:
        return setting.actions[unit * ROOT_MOVES + move]
    one = world.explorers[unit]
    if move > 0:
        is_way = move <= setting.maze.way_count[one.cell]
        return setting.maze.ways[one.cell * WAYS + move - 1] if is_way else WAIT
    return PLAN if one.plans > 0 and one.sanity <= setting.params.plan_below else WAIT


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
    """One turn in which explorer i plays moves[i], or by habit if it is another than the bot."""
    maze = setting.maze
    params = setting.params
    stand(world, maze)
    note_hunters(world, maze)
    for unit in range(EXPLORERS):
        order = order_for(world, setting, unit, moves[unit])
        if unit != setting.me and world.explorers[unit].is_in:
            drawn = draw(setting.chance, PERCENT)
            if drawn < params.habit:
                order = habit(world, maze, unit, params.plan_below)
        setting.orders[unit] = order
    play_turn(world, maze, setting.chance, setting.orders)


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """The score of each explorer: sanity and what may become of it."""
    params = setting.params
    maze = setting.maze
    stand(world, maze)
    note_hunters(world, maze)
    for who in range(EXPLORERS):
        one = world.explorers[who]
        points = float(one.score - setting.now) - params.out
        if one.is_in:
            points = float(one.sanity) + params.plan * float(one.plans)
            points += params.light * float(one.lights)
            nearest = FAR
            for other in range(EXPLORERS):
                steps = maze.walk[(maze.rows[other] + one.cell) & PAIR]
                if other != who and steps < FAR:
                    nearest = min(nearest, steps)
                    if (one.yelled_at >> other) & 1 == 0:
                        points += params.yell
            if COMPANY < nearest < FAR:
                points -= params.far * float(nearest - COMPANY)
            points -= params.danger * float(max(0, params.reach - maze.hunted[who]))
        scores[who] = points
    for index in range(world.slasher_count):
        slasher = world.slashers[index]
        if slasher.target >= 0 and (slasher.state == STALKING or slasher.state == RUSHING):
            scores[slasher.target] -= params.aimed
    total = scores[0] + scores[1] + scores[2] + scores[3]
    for who in range(EXPLORERS):
        scores[who] -= params.rivals / 3.0 * (total - scores[who])


plant, iterate = smitsimax.bind(EXPLORERS, count_moves, play, rate, draw)


@record
class Memory:
    """All that the search works on; the bot loads start and dice every turn, setting once."""

    start: World
    dice: Dice
    world: World
    setting: Setting
    forest: Forest


@kernel
def add_action(setting: Setting, unit: int, action: int) -> None:
    """One more move at a root."""
    count = setting.action_count[unit]
    setting.actions[unit * ROOT_MOVES + count] = action
    setting.action_count[unit] = count + 1


@kernel
def list_actions(world: World, setting: Setting, unit: int) -> None:
    """The moves at a root: what can be done there; a LIGHT if it leaves somebody in the dark."""
    one = world.explorers[unit]
    setting.action_count[unit] = 0
    add_action(setting, unit, WAIT)
    if not one.is_in or world.turn < one.stuck_until:
        return
    for index in range(setting.maze.way_count[one.cell]):
        add_action(setting, unit, setting.maze.ways[one.cell * WAYS + index])
    is_alone_in_light = False
    is_yelling = False
    for other in range(EXPLORERS):
        at = (setting.maze.rows[other] + one.cell) & PAIR
        steps = setting.maze.walk[at]
        if other != unit:
            if LIGHT_REACH < steps < FAR:
                is_alone_in_light = True
            if setting.maze.apart[at] <= YELL_REACH and (one.yelled_at >> other) & 1 == 0:
                is_yelling = True
    if is_yelling:
        add_action(setting, unit, YELL)
    if is_free(one, world.turn):
        if one.plans > 0 and one.sanity < MAX_SANITY:
            add_action(setting, unit, PLAN)
        if one.lights > 0 and is_alone_in_light:
            add_action(setting, unit, LIGHT)


@kernel
def begin(memory: Memory, me: int) -> None:
    """Moves at the roots for the world in `start`, and empty trees; `me` is the bot."""
    setting = memory.setting
    params = setting.params
    memory.forest.depth = params.depth
    memory.forest.random_visits = params.random_visits
    memory.forest.exploration = params.exploration
    assign(setting.chance, memory.dice)
    setting.now = memory.start.turn
    setting.me = me
    stand(memory.start, setting.maze)
    for unit in range(EXPLORERS):
        list_actions(memory.start, setting, unit)
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` iterations more."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
