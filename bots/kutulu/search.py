"""What the bot searches: one tree per explorer, and how good a world is for each of them.

A tree's move is a number in a list that depends on the place: at the root every action that makes
sense there (Setting.actions); later 0 to stay and n for the n-th way that leads on. So a move means
something wherever an explorer really is, even if a YELL has held it up.
"""

from bots.kutulu.params import Params
from bots.kutulu.paths import EXPLORERS, FAR, WAYS, Maze, Paths, measure
from bots.kutulu.rules import (
    COMPANY,
    LIGHT,
    MAX_SANITY,
    PLAN,
    RUSHING,
    STALKING,
    WAIT,
    WANDERER,
    YELL,
    YELL_REACH,
    World,
    bind,
)
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search import smitsimax
from common.search.smitsimax import Forest

ROOT_MOVES = 8

play_turn = bind(draw, False)


@record
class Setting:
    """What stays as it is during a search, and scratch.

    actions[unit * ROOT_MOVES + move]: what the moves at a root mean; action_count: how many.
    chance: settles whom a minion follows of explorers that are equally near.
    """

    maze: Maze
    params: Params
    paths: Paths
    chance: Dice
    now: int  # turn at the start
    actions: Numbers[int] = numbers(int, EXPLORERS * ROOT_MOVES)
    action_count: Numbers[int] = numbers(int, EXPLORERS)
    orders: Numbers[int] = numbers(int, EXPLORERS)
    fear: Numbers[float] = numbers(float, EXPLORERS)
    decay: Numbers[float] = numbers(float, FAR + 1)  # danger by distance


@kernel
def count_moves(world: World, setting: Setting, unit: int) -> int:
    """All actions at the root; staying and all ways on later."""
    if world.turn == setting.now:
        return setting.action_count[unit]
    if not world.playing[unit]:
        return 1
    return setting.maze.way_count[world.cell[unit]] + 1


@kernel
def order_for(world: World, setting: Setting, unit: int, move: int) -> int:
    """The action that a move means here."""
    if world.turn == setting.now:
        return setting.actions[unit * ROOT_MOVES + move]
    cell = world.cell[unit]
    if move > 0:
        if move <= setting.maze.way_count[cell]:
            return setting.maze.ways[cell * WAYS + move - 1]
        return WAIT
    if world.plans[unit] > 0 and world.sanity[unit] <= setting.params.plan_below:
        return PLAN
    return WAIT


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
    """One turn in which explorer i plays moves[i]."""
    for unit in range(EXPLORERS):
        setting.orders[unit] = order_for(world, setting, unit, moves[unit])
    play_turn(world, setting.maze, setting.paths, setting.chance, setting.orders)


@kernel
def fear_minions(world: World, setting: Setting) -> None:
    """The danger that each explorer is in from minions that are after it."""
    fear = setting.fear
    walk = setting.paths.walk
    cells = setting.maze.cells
    for who in range(EXPLORERS):
        fear[who] = 0.0
    for index in range(world.minions):
        target = world.target[index]
        if target >= 0:
            kind = world.kind[index]
            if kind == WANDERER:
                steps = walk[world.cell[target] * cells + world.spot[index]]
                fear[target] += setting.decay[steps]
            elif kind == RUSHING or kind == STALKING:
                fear[target] += setting.params.aimed


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """The score of each explorer: sanity and what may become of it."""
    params = setting.params
    walk = setting.paths.walk
    cells = setting.maze.cells
    fear_minions(world, setting)
    total = 0.0
    for who in range(EXPLORERS):
        points = 0.0
        if world.playing[who]:
            points = float(world.sanity[who]) - setting.fear[who]
            points += params.plan * float(world.plans[who])
            points += params.light * float(world.lights[who])
            row = world.cell[who] * cells
            nearest = FAR
            sum_ = 0
            for other in range(EXPLORERS):
                if other != who and world.playing[other]:
                    steps = walk[row + world.cell[other]]
                    nearest = min(nearest, steps)
                    sum_ += steps
                    if not world.has_yelled[who * EXPLORERS + other]:
                        points += params.yell
            if nearest < FAR:
                points -= params.spread * float(sum_)
                if nearest > COMPANY:
                    points -= params.far * float(nearest - COMPANY)
        else:
            points = float(world.score[who] - setting.now) - params.out
        scores[who] = points
        total += points
    share = params.rivals / 3.0
    for who in range(EXPLORERS):
        scores[who] -= share * (total - scores[who])


plant, iterate = smitsimax.bind(EXPLORERS, count_moves, play, rate, draw)


@record
class Memory:
    """All that the search works on; the bot loads start, params and dice every turn, and the maze
    once.
    """

    start: World
    maze: Maze
    params: Params
    dice: Dice
    world: World
    setting: Setting
    forest: Forest


@kernel
def explore(memory: Memory) -> None:
    """Makes the tables of a new maze."""
    assign(memory.setting.maze, memory.maze)
    measure(memory.setting.maze, memory.setting.paths)


@kernel
def add_action(setting: Setting, unit: int, action: int) -> None:
    """One more move at a root."""
    count = setting.action_count[unit]
    setting.actions[unit * ROOT_MOVES + count] = action
    setting.action_count[unit] = count + 1


@kernel
def list_actions(world: World, setting: Setting, unit: int) -> None:
    """The moves at a root: what can be done there."""
    setting.action_count[unit] = 0
    add_action(setting, unit, WAIT)
    if not world.playing[unit] or world.turn < world.stuck_until[unit]:
        return
    cell = world.cell[unit]
    for index in range(setting.maze.way_count[cell]):
        add_action(setting, unit, setting.maze.ways[cell * WAYS + index])
    busy = max(world.plan_until[unit], world.light_until[unit])
    busy = max(busy, world.yell_until[unit])
    if world.turn >= busy:
        if world.plans[unit] > 0 and world.sanity[unit] < MAX_SANITY:
            add_action(setting, unit, PLAN)
        if world.lights[unit] > 0:
            add_action(setting, unit, LIGHT)
    for other in range(EXPLORERS):
        apart = setting.paths.apart[cell * setting.maze.cells + world.cell[other]]
        is_new = not world.has_yelled[unit * EXPLORERS + other] and other != unit
        if world.playing[other] and apart <= YELL_REACH and is_new:
            add_action(setting, unit, YELL)
            return


@kernel
def begin(memory: Memory) -> None:
    """Moves at the roots for the world in `start`, and empty trees."""
    setting = memory.setting
    assign(setting.params, memory.params)
    params = setting.params
    memory.forest.depth = params.depth
    memory.forest.random_visits = params.random_visits
    memory.forest.exploration = params.exploration
    assign(setting.chance, memory.dice)
    setting.now = memory.start.turn
    value = params.danger
    for steps in range(FAR + 1):
        setting.decay[steps] = value
        value *= params.fade
    for unit in range(EXPLORERS):
        list_actions(memory.start, setting, unit)
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` iterations more."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (explore, begin, think)
