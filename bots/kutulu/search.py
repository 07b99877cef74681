"""What the bot searches: one tree per explorer, and how good a world is for each of them.

A tree's move is a number in a list that depends on the place: at the root every action that makes
sense there (Menu); later 0 to stay and n for the n-th way that leads on. So a move means
something wherever an explorer really is, even if a YELL has held it up.
"""

from bots.kutulu.hunters import habit, note_hunters, play_turn
from bots.kutulu.params import Params
from bots.kutulu.paths import ACTIONS, COMPANY, EXPLORERS, FAR, ROW, Maze
from bots.kutulu.rules import (
    LIGHT,
    LIGHT_REACH,
    MAX_SANITY,
    PLAN,
    WAIT,
    YELL,
    YELL_REACH,
    World,
    is_free,
    stand,
)
from common.engine import Engine
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search import smitsimax
from common.search.smitsimax import Forest

ROOT_MOVES = 8


@record
class Menu:
    """What can be done at the roots: actions[unit * ROOT_MOVES + move] of count[unit] moves."""

    actions: Numbers[int] = numbers(int, EXPLORERS * ROOT_MOVES)
    count: Numbers[int] = numbers(int, EXPLORERS)


@record
class Setting:
    """What stays as it is during a search, and scratch.

    chance: what is not known: whom a minion follows of explorers that are equally near, and
    whether another explorer than the bot, `me`, plays by habit.
    """

    maze: Maze
    params: Params
    menu: Menu
    chance: Dice
    now: int  # turn at the start
    me: int
    orders: Numbers[int] = numbers(int, EXPLORERS)


@kernel
def count_moves(world: World, setting: Setting, unit: int) -> int:
    """All actions at the root; staying and all ways on later."""
    if world.turn == setting.now:
        return setting.menu.count[unit]
    one = world.explorers[unit]
    return setting.maze.move_count[one.cell] if one.is_in else 1


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
    """One turn in which explorer i plays moves[i], or by habit if it is another than the bot."""
    maze = setting.maze
    stand(world, maze)
    note_hunters(world, maze)
    for unit in range(EXPLORERS):
        one = world.explorers[unit]
        move = moves[unit]
        order = WAIT
        if world.turn == setting.now:
            order = setting.menu.actions[unit * ROOT_MOVES + move]
        elif move == 0 and one.plans > 0 and one.sanity <= setting.params.plan_below:
            order = PLAN
        elif move < maze.move_count[one.cell]:
            order = maze.moves[one.cell * ACTIONS + move]
        if unit != setting.me and one.is_in:
            drawn = draw(setting.chance, 100)
            if drawn < setting.params.habit:
                order = habit(world, maze, unit, setting.params.plan_below)
        setting.orders[unit] = order
    play_turn(world, maze, setting.chance, setting.orders)


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """The score of each explorer: its leads, in sanity and in what may become of it.

    A wanderer is feared by all on its target's cell, for it spooks them all.
    """
    points = numbers(float, EXPLORERS)
    params = setting.params
    maze = setting.maze
    stand(world, maze)
    for who in range(EXPLORERS):
        one = world.explorers[who]
        value = float(one.score - setting.now) - params.out
        if one.is_in:
            value = float(one.sanity) + params.plan * float(one.plans)
            value += params.light * float(one.lights)
            nearest = FAR
            row = one.cell * ROW
            for other in range(EXPLORERS):
                steps = maze.walk[row + maze.where[other]]
                if other != who and steps < FAR:
                    nearest = min(nearest, steps)
                    if (one.yelled_at >> other) & 1 == 0:
                        value += params.yell
            if COMPANY < nearest < FAR:
                value -= params.far * float(nearest - COMPANY)
            for index in range(world.count):
                target = world.target[index]
                if target >= 0 and maze.where[target] == one.cell:
                    steps = maze.walk[row + world.spot[index]]
                    if 0 < steps <= params.reach:
                        value -= params.danger / float(steps)
        points[who] = value
    for who in range(EXPLORERS):
        scores[who] = 0.0
        for other in range(EXPLORERS):
            lead = points[who] - points[other]
            scores[who] += lead / (params.close + abs(lead))


plant, iterate = smitsimax.bind(EXPLORERS, count_moves, play, rate)


@record
class Memory:
    """All that the search works on; the bot loads setting once, start, menu, dice each turn."""

    start: World
    menu: Menu
    dice: Dice
    world: World
    setting: Setting
    forest: Forest


@kernel
def begin(memory: Memory, me: int, habit: int) -> None:
    """Empty trees for the world in `start` and the menu; `me` is the bot, habit the others'."""
    setting = memory.setting
    params = setting.params
    params.habit = habit
    memory.forest.depth = params.depth
    memory.forest.random_visits = params.random_visits
    memory.forest.exploration = params.exploration
    assign(setting.menu, memory.menu)
    assign(setting.chance, memory.dice)
    setting.now = memory.start.turn
    setting.me = me
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` iterations more."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


def list_actions(world: World, maze: Maze, unit: int, has_light: bool) -> list[int]:
    """What can be done at a root; a LIGHT, if at all, where it leaves somebody in the dark."""
    one = world.explorers[unit]
    if not one.is_in or world.turn < one.stuck_until:
        return [WAIT]
    first = one.cell * ACTIONS
    actions = list(maze.moves[first : first + maze.move_count[one.cell]])
    places = [one.cell * ROW + cell for cell in maze.where]
    near = [other for other, at in enumerate(places) if maze.apart[at] <= YELL_REACH]
    if any((one.yelled_at >> other) & 1 == 0 for other in near if other != unit):
        actions.append(YELL)
    if is_free(one, world.turn):
        if one.plans > 0 and one.sanity < MAX_SANITY:
            actions.append(PLAN)
        is_leaving = any(LIGHT_REACH < maze.walk[at] < FAR for at in places)
        if has_light and one.lights > 0 and is_leaving:
            actions.append(LIGHT)
    return actions


def begin_at(
    engine: Engine[Memory], world: World, maze: Maze, me: int, habit: int
) -> list[Numbers[int]]:
    """Begins in this world, in an engine that knows the maze; what each root's moves mean.

    LIGHTs of others are not looked at: that takes long.
    """
    menu = Menu()
    stand(world, maze)
    starts = range(0, EXPLORERS * ROOT_MOVES, ROOT_MOVES)
    for unit, first in enumerate(starts):
        actions = list_actions(world, maze, unit, unit == me)
        menu.count[unit] = len(actions)
        menu.actions[first : first + len(actions)] = actions
    engine.load("start", world)
    engine.load("menu", menu)
    engine.call(begin, me, habit)
    return [menu.actions[first : first + ROOT_MOVES] for first in starts]


ENTRIES = (begin, think)
