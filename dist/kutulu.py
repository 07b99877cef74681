# kutulu: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197+
# content     2e1ffffd08e72849
# flavour     pure
# size           82,036 of 100,000 UTF-16 units
# parameters  out = 60.0, close = 60.0, far = 5.0, danger = 16.0, reach = 6, plan = 32.0,
#             light = 10.0, yell = 13.0, plan_below = 215, habit = 50, regular = 52, depth = 5,
#             random_visits = 4.0, exploration = 0.85, first_ms = 800.0, margin_ms = 10.0
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/kutulu/params.py ====
__stickytape_write_module('bots/kutulu/params.py', rb'''
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is a point of sanity.
"""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- how good a world is for an explorer
    out: float = 60.0  # 0..500 points: being out of the game
    close: float = 60.0  # 5..500 points: a lead over another that counts half of any
    far: float = 5.0  # 0..10 points: a step beyond the group's reach to the nearest explorer
    danger: float = 16.0  # 0..40 points: a wanderer after one, divided by its steps
    reach: int = 6  # 0..20 steps: from which a wanderer is feared
    plan: float = 32.0  # 0..80 points: a PLAN left
    light: float = 10.0  # 0..40 points: a LIGHT left
    yell: float = 13.0  # 0..40 points: an explorer not yet yelled at
    plan_below: int = 215  # 0..250 points: sanity at which staying becomes a PLAN later on

    # --- the search
    habit: int = 50  # 0..100 percent: of turns in which others do what most would, at most
    regular: int = 52  # 0..100 percent: of what they did by habit so far, to be taken so
    depth: int = 5  # 1..12 turns looked ahead
    random_visits: float = 4.0  # 1..50 picks at a node before UCB decides
    exploration: float = 0.85  # 0.01..5 times: weight of the unknown against scores of 0..1

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..40 ms: kept from each turn besides the pauses met
''')


# ==== bots/kutulu/bot.py ====
__stickytape_write_module('bots/kutulu/bot.py', rb'''
"""The Kutulu bot: keeps track of the world, searches with Smitsimax, writes one action."""

import json
from collections.abc import Mapping, Sequence

from bots.kutulu import protocol
from bots.kutulu.hunters import habit, note_hunters
from bots.kutulu.params import Params
from bots.kutulu.paths import ACTIONS, EXPLORERS
from bots.kutulu.protocol import ACTION_WORDS, Observer, Place
from bots.kutulu.rules import WAIT, Explorer, World
from bots.kutulu.search import Memory, Setting, begin_at, think
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Value, run
from common.rng import make_dice
from common.search.smitsimax import describe, root_moves
from common.stdio import LineReader

TURN_MS = 50.0
CHUNK = 1  # iterations between looks at the clock
WARM_UP = 12  # iterations before the first line
TRUST = 8  # percent of habit for each percent of moves by it above Params.regular
DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP_ROWS = ["#######", "#w...U#", "#.#.#.#", "#.....#", "#######"]


class KutuluBot:
    """Plays as explorer `observer.me`. engine: of the last search.

    Among LIGHTs an iteration takes up to 5 ms in CPython: so it looks at the clock after each.
    """

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.engine: Engine = engines.python
        self.setting = Setting()
        assign(self.setting.params, params)
        self._settle_in(protocol.make_place(WARM_UP_ROWS, [3, 1, 3, 40]))
        self.search_ms = 0.0

    def prepare(self, seed: int) -> None:
        """Searches in a made-up world, to fill all caches."""
        self.seed = seed
        world = World()
        for who in range(EXPLORERS):
            world.explorers[who].cell = 2 * who
        self._search(world, Deadline(TURN_MS, 0.0, iterations=WARM_UP), self.params.habit)
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        self._settle_in(protocol.read_place(reader))

    def _settle_in(self, place: Place) -> None:
        """A new maze; engines have not been told of it.

        led: others, and the cells where habit led them. seen, fits: others' moves, and those that
        habit led to; a guess at first.
        """
        self.place = place
        self.observer = Observer(place)
        self.informed: Engine | None = None
        self.led: list[tuple[Explorer, int]] = []
        self.seen, self.fits = 20, 11
        assign(self.setting.maze, place.maze)

    def read_turn(self, reader: LineReader) -> None:
        self.observer.observe(protocol.read_turn(reader, self.place.cells))

    def _watch(self, world: World) -> int:
        """Percent of turns in which others are taken to play by habit, for what they did."""
        maze, params = self.place.maze, self.params
        for one, cell in self.led:
            self.seen += one.is_in
            self.fits += one.is_in and one.cell == cell
        self.led = []
        note_hunters(world, maze)
        for who, one in enumerate(world.explorers):
            if one.is_in and who != self.observer.me and world.turn >= one.stuck_until:
                action = habit(world, maze, who, params.plan_below)
                self.led.append((one, maze.exits[one.cell * ACTIONS + action]))
        fit = 100 * self.fits // self.seen
        return min(params.habit, TRUST * max(0, fit - params.regular))

    def answer(self, deadline: Deadline) -> list[str]:
        world = self.observer.world
        engine = self._search(world, deadline, self._watch(world))
        me = self.observer.me
        moves = root_moves(engine, "forest", me)
        if not moves:
            return self.fallback()
        action = self.menus[me][moves[0][0]]
        return [protocol.format_action(self.place, world.explorers[me].cell, action)]

    def _search(self, world: World, deadline: Deadline, share: int) -> Engine:
        """Searches from `world` until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        if self.informed is not engine:
            engine.load("setting", self.setting)
            self.informed = engine
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + world.turn))
        self.menus = begin_at(engine, world, self.place.maze, max(0, self.observer.me), share)
        for count in deadline.chunks(CHUNK * engine.pace):
            engine.call(think, count)
        self.search_ms = deadline.search_ms
        return engine

    def fallback(self) -> list[str]:
        """What is legal wherever it is said."""
        return [ACTION_WORDS[WAIT]]

    def stats(self) -> Mapping[str, Value]:
        iterations = round(self.engine.read("forest.iterations"))
        return {
            "iterations": iterations,
            "simulated_turns": iterations * self.params.depth,
            "nodes": round(self.engine.read("forest.used")),
            "evaluations": iterations,
            "ucb": round(self.engine.read("forest.ucb_picks")),
            "depth": self.params.depth,
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        """Moves at the roots; the later moves of a line in the root's words, by their number."""
        names: list[Sequence[str]] = [[ACTION_WORDS[one] for one in menu] for menu in self.menus]
        units = describe(self.engine, "forest", names)
        return json.dumps({"turn": self.observer.world.turn, "units": units})


def main(engines: Engines | None = None) -> None:
    """Plays on stdin and stdout; a compiled bundle brings other engines."""
    run(KutuluBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/kutulu/search.py ====
__stickytape_write_module('bots/kutulu/search.py', rb'''
"""What the bot searches: one tree per explorer, and how good a world is for each of them.

A tree's move is a number in a list that depends on the place: at the root every action that makes
sense there (Setting.actions); later 0 to stay and n for the n-th way that leads on. So a move means
something wherever an explorer really is, even if a YELL has held it up.
"""

from bots.kutulu.hunters import habit, note_hunters, play_turn
from bots.kutulu.params import Params
from bots.kutulu.paths import ACTIONS, CELL_MASK, COMPANY, EXIT, EXPLORERS, FAR, ROW, Maze
from bots.kutulu.rules import (
    LIGHT,
    LIGHT_REACH,
    MAX_SANITY,
    MINIONS,
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
PERCENT = 100


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
    return setting.maze.move_count[one.cell & CELL_MASK] if one.is_in else 1


@kernel
def order_for(world: World, setting: Setting, unit: int, move: int) -> int:
    """The action that a move means here."""
    if world.turn == setting.now:
        return setting.menu.actions[unit * ROOT_MOVES + move]
    one = world.explorers[unit]
    if move == 0 and one.plans > 0 and one.sanity <= setting.params.plan_below:
        return PLAN
    is_way = move < setting.maze.move_count[one.cell & CELL_MASK]
    return setting.maze.moves[(one.cell * ACTIONS + move) & EXIT] if is_way else WAIT


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
    """One turn in which explorer i plays moves[i], or by habit if it is another than the bot."""
    maze = setting.maze
    stand(world, maze)
    note_hunters(world, maze)
    for unit in range(EXPLORERS):
        order = order_for(world, setting, unit, moves[unit])
        if unit != setting.me and world.explorers[unit].is_in:
            drawn = draw(setting.chance, PERCENT)
            if drawn < setting.params.habit:
                order = habit(world, maze, unit, setting.params.plan_below)
        setting.orders[unit] = order
    play_turn(world, maze, setting.chance, setting.orders)


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """The score of each explorer: its leads, in sanity and in what may become of it.

    Wanderers are feared by all on their target's cell, for they spook them all.
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
            row = (one.cell & CELL_MASK) * ROW
            for other in range(EXPLORERS):
                steps = maze.walk[row + (maze.where[other] & CELL_MASK)]
                if other != who and steps < FAR:
                    nearest = min(nearest, steps)
                    if (one.yelled_at >> other) & 1 == 0:
                        value += params.yell
            if COMPANY < nearest < FAR:
                value -= params.far * float(nearest - COMPANY)
            for index in range(min(world.count, MINIONS)):
                target = world.target[index]
                if target >= 0 and maze.where[target] == one.cell:
                    steps = maze.walk[row + (world.spot[index] & CELL_MASK)]
                    if 0 < steps <= params.reach:
                        value -= params.danger / float(steps)
        points[who] = value
    for who in range(EXPLORERS):
        scores[who] = 0.0
        for other in range(EXPLORERS):
            lead = points[who] - points[other]
            scores[who] += lead / (params.close + abs(lead))


plant, iterate = smitsimax.bind(EXPLORERS, count_moves, play, rate, draw)


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
    is_leaving = False
    is_yelling = False
    for other in range(EXPLORERS):
        at = one.cell * ROW + maze.where[other]
        if other != unit and maze.walk[at] < FAR:
            is_leaving = is_leaving or maze.walk[at] > LIGHT_REACH
            is_new = (one.yelled_at >> other) & 1 == 0
            is_yelling = is_yelling or (is_new and maze.apart[at] <= YELL_REACH)
    if is_yelling:
        actions.append(YELL)
    if is_free(one, world.turn):
        if one.plans > 0 and one.sanity < MAX_SANITY:
            actions.append(PLAN)
        if has_light and one.lights > 0 and is_leaving:
            actions.append(LIGHT)
    return actions


def make_menu(world: World, maze: Maze, me: int) -> Menu:
    """What can be done at all roots. LIGHTs of others are not looked at: that takes long."""
    menu = Menu()
    stand(world, maze)
    for unit in range(EXPLORERS):
        actions = list_actions(world, maze, unit, unit == me)
        first = unit * ROOT_MOVES
        menu.count[unit] = len(actions)
        menu.actions[first : first + len(actions)] = actions
    return menu


def begin_at(engine: Engine, world: World, maze: Maze, me: int, habit: int) -> list[Numbers[int]]:
    """Begins in this world, in an engine that knows the maze; what each root's moves mean."""
    menu = make_menu(world, maze, me)
    engine.load("start", world)
    engine.load("menu", menu)
    engine.call(begin, me, habit)
    starts = range(0, EXPLORERS * ROOT_MOVES, ROOT_MOVES)
    return [menu.actions[at : at + ROOT_MOVES] for at in starts]


ENTRIES = (begin, think)
''')


# ==== bots/kutulu/rules.py ====
__stickytape_write_module('bots/kutulu/rules.py', rb'''
"""Kutulu in its top league: the rules, as kernels, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
A span of time is kept as the turn in which it ends, so that nothing has to be counted down.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters, the end.
Source: docs/games/kutulu.md. Golden: tests/golden/kutulu.
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import ACTIONS, CELL_MASK, EXIT, EXPLORERS, FAR, PLACES, ROW, WAYS, Maze
from common.kernel import Numbers, Records, kernel, numbers, record, records

LAST_TURN = 200
MAX_SANITY = 250
SPOOK = 20
ALONE = 50  # lost a turn by the last one in the game
YELL_REACH = 1
HEAL = 3
PLAN_REACH = 2  # steps
PLAN_TURNS = 4
CAST_TURNS = 2  # of a LIGHT and a YELL
LIGHT_REACH = 5  # steps
LIT_COST = 5  # for a minion to enter a lit cell, 1 of another
SHELTER_HEAL = 5
SHELTER_ENERGY = 10
SHELTER_PERIOD = 50
SPAWN_PERIOD = 5
SLASHER_SANITY = 200
SLASHER_TURNS = 6  # of spawning, and of being stunned
STALK_TURNS = 2
IDS = 1024  # of a minion's id in `leave`
LEAVE_MASK = IDS - 1
MINIONS = 88  # at once: eight wanderers a period, each for ten periods, and slashers

WAIT = 4
PLAN = 5
LIGHT = 6
YELL = 7

SPAWNING = 0
WANDERING = 1
STALKING = 2
RUSHING = 3
STUNNED = 4

Dice = TypeVar("Dice")


@record
class Explorer:
    """A PLAN, a LIGHT, being stuck and having yelled last while turn < *_until."""

    cell: int
    sanity: int = MAX_SANITY
    plans: int = 2
    lights: int = 3
    is_in: bool = True  # the game
    score: int
    has_slasher: bool  # has caused the one slasher
    yelled_at: int  # bit v: has caught explorer v with a YELL
    plan_until: int
    light_until: int
    stuck_until: int
    yell_until: int


@record
class Slasher:
    """until: the turn in which its countdown ends. memory: the cell it remembers, or -1."""

    state: int
    cell: int
    until: int
    target: int
    memory: int


@record
class World:
    """The state between two turns; turn: the one that comes next.

    Minions in the order of their creation: spot is a wanderer's cell, or -1 - s for slasher s.
    leave: the turn in which a wanderer leaves, which spawns until life_time before; ids above it.
    """

    turn: int
    living: int = EXPLORERS  # explorers in the game
    next_id: int = EXPLORERS
    last_plan: int  # the largest of plan_until, so far
    last_light: int
    energy: Numbers[int] = numbers(int, PLACES)
    explorers: Records[Explorer] = records(Explorer, EXPLORERS)
    slasher_count: int
    slashers: Records[Slasher] = records(Slasher, EXPLORERS)
    count: int  # of minions
    spot: Numbers[int] = numbers(int, MINIONS)
    leave: Numbers[int] = numbers(int, MINIONS)
    target: Numbers[int] = numbers(int, MINIONS)


@kernel
def put_out(world: World, one: Explorer, score: int) -> None:
    """An explorer leaves the game, and its PLAN and LIGHT with it."""
    one.is_in = False
    one.score = score
    one.sanity = 0
    one.plan_until = 0
    one.light_until = 0
    world.living -= 1


@kernel
def stand(world: World, maze: Maze) -> None:
    """Notes where explorers are; who is out is far from everything."""
    for who in range(EXPLORERS):
        one = world.explorers[who]
        maze.where[who] = one.cell if one.is_in else maze.cells


@kernel
def create(world: World, spot: int, leave: int) -> None:
    """A new minion, if there is room for it."""
    if world.count < MINIONS:
        world.spot[world.count] = spot
        world.leave[world.count] = world.next_id * IDS + leave
        world.target[world.count] = -1
        world.count += 1
    world.next_id += 1


@kernel
def room_at(maze: Maze, cell: int) -> int:
    """Distance from a cell to the nearest explorer, maze.cap at most."""
    room = maze.cap
    row = (cell & CELL_MASK) * ROW
    for who in range(EXPLORERS):
        room = min(room, maze.apart[row + (maze.where[who] & CELL_MASK)])
    return room


@kernel
def spawn(world: World, maze: Maze) -> None:
    """A slasher where somebody has lost heart; wanderers where explorers are farthest."""
    turn = world.turn
    for who in range(EXPLORERS):
        one = world.explorers[who]
        is_due = one.sanity < SLASHER_SANITY and one.is_in and not one.has_slasher
        if is_due and world.slasher_count < EXPLORERS:
            one.has_slasher = True
            index = world.slasher_count % EXPLORERS
            slasher = world.slashers[index]
            slasher.cell = one.cell
            slasher.until = turn + SLASHER_TURNS - 1
            slasher.target = who
            slasher.memory = one.cell
            world.slasher_count = index + 1
            create(world, -1 - index, 0)
    if turn % SPAWN_PERIOD == 0:
        farthest = 0
        for place in range(min(maze.spawn_count, PLACES)):
            farthest = max(farthest, room_at(maze, maze.spawns[place]))
        for place in range(min(maze.spawn_count, PLACES)):
            if room_at(maze, maze.spawns[place]) == farthest:
                create(world, maze.spawns[place], turn + maze.spawn_time + maze.life_time - 1)


@kernel
def is_free(one: Explorer, turn: int) -> bool:
    """Whether no effect of an explorer is there, so that it can cast."""
    return turn >= one.plan_until and turn >= one.light_until and turn >= one.yell_until


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
    """Yells by who is not stuck yet, then steps and casts by who is not stuck now.

    yelling: bit i is explorer i.
    """
    turn = world.turn
    yelling = 0
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if actions[who] == YELL and one.is_in and turn >= one.stuck_until:
            yelling |= 1 << who
    for who in range(EXPLORERS):
        if (yelling >> who) & 1 == 0:
            continue
        one = world.explorers[who]
        row = (one.cell & CELL_MASK) * ROW
        for victim in range(EXPLORERS):
            is_near = maze.apart[row + (maze.where[victim] & CELL_MASK)] <= YELL_REACH
            if is_near and victim != who and (one.yelled_at >> victim) & 1 == 0:
                one.yelled_at |= 1 << victim
                one.yell_until = turn + CAST_TURNS
                world.explorers[victim].stuck_until = turn + CAST_TURNS
    for who in range(EXPLORERS):
        one = world.explorers[who]
        action = actions[who]
        if turn < one.stuck_until or not one.is_in:
            continue
        if action < WAYS:
            one.cell = maze.exits[(one.cell * ACTIONS + action) & EXIT]
        elif is_free(one, turn):
            if action == PLAN and one.plans > 0:
                one.plans -= 1
                one.plan_until = turn + PLAN_TURNS
                world.last_plan = one.plan_until
            elif action == LIGHT and one.lights > 0:
                one.lights -= 1
                one.light_until = turn + CAST_TURNS
                world.last_light = one.light_until


@kernel
def change(one: Explorer, points: int) -> None:
    """Sanity won or lost."""
    one.sanity = max(0, min(MAX_SANITY, one.sanity + points))


@kernel
def heal(world: World, maze: Maze) -> None:
    """PLANs and shelters."""
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if world.turn >= one.plan_until:
            continue
        row = (one.cell & CELL_MASK) * ROW
        for guest in range(EXPLORERS):
            if maze.walk[row + (maze.where[guest] & CELL_MASK)] <= PLAN_REACH:
                change(one, HEAL)
                if guest != who:
                    change(world.explorers[guest], HEAL)
    for shelter in range(min(maze.shelter_count, PLACES)):
        energy = world.energy[shelter]
        for who in range(EXPLORERS):
            if energy > 0 and maze.where[who] == maze.shelters[shelter]:
                change(world.explorers[who], SHELTER_HEAL)
                world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def scare(world: World, maze: Maze, cell: int) -> None:
    """Everybody on the cell is spooked."""
    for who in range(EXPLORERS):
        if maze.where[who] == cell:
            change(world.explorers[who], -SPOOK)


@kernel
def acquire(world: World, maze: Maze, slasher: Slasher) -> None:
    """A slasher looks for its target: the one it has, else the only nearest one in sight."""
    if slasher.target >= 0 and world.explorers[slasher.target].sanity == 0:
        slasher.target = -1
        slasher.memory = -1
    nearest = FAR
    seen = -1
    row = (slasher.cell & CELL_MASK) * ROW
    for who in range(EXPLORERS):
        at = row + (maze.where[who] & CELL_MASK)
        if maze.sight[at]:
            if who == slasher.target:
                slasher.memory = maze.where[who]
                return
            steps = maze.walk[at]
            if steps <= nearest:
                seen = who if steps < nearest else -1
                nearest = steps
    slasher.target = seen
    if nearest < FAR:
        slasher.memory = maze.where[seen] if seen >= 0 else -1


@kernel
def madness(world: World, maze: Maze) -> None:
    """Sanity goes, and who has none left goes too."""
    is_last = world.living == 1
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if one.is_in:
            loss = ALONE if is_last else maze.lonely
            row = (one.cell & CELL_MASK) * ROW
            for other in range(EXPLORERS):
                if maze.is_group[row + (maze.where[other] & CELL_MASK)] and other != who:
                    loss = maze.group
                    break
            one.sanity -= loss
            if one.sanity <= 0:
                put_out(world, one, world.turn)


@kernel
def end_turn(world: World, maze: Maze) -> None:
    """Shelters are filled, the turn is over; the last one gives survivors their score."""
    if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
        for shelter in range(min(maze.shelter_count, PLACES)):
            world.energy[shelter] = SHELTER_ENERGY
    if world.turn == LAST_TURN:
        for who in range(EXPLORERS):
            one = world.explorers[who]
            if one.is_in:
                one.score = LAST_TURN + one.sanity
                one.is_in = False
        world.living = 0
    world.turn += 1


def bind(
    chase: Callable[[World, Maze, Dice, int, int], int],
) -> Callable[[World, Maze, Dice, Numbers[int]], None]:
    """play_turn(world, maze, dice, actions), in which explorer i does actions[i].

    chase(world, maze, dice, here, old): whom a minion on the cell `here` follows that has followed
    `old`, or -1; then maze.next is the cell that it enters.
    """

    @kernel
    def slash(world: World, maze: Maze, dice: Dice, slasher: Slasher) -> None:
        """A slasher's turn."""
        state = slasher.state
        if SPAWNING < state < STUNNED:
            acquire(world, maze, slasher)
        if state == RUSHING:
            if slasher.memory >= 0:
                slasher.cell = slasher.memory
            scare(world, maze, slasher.cell)
            slasher.target = -1
            slasher.memory = -1
            slasher.state = STUNNED
            slasher.until = world.turn + SLASHER_TURNS
        elif state != WANDERING:
            if world.turn >= slasher.until:
                slasher.state = WANDERING if state == STUNNED else RUSHING
        elif slasher.target >= 0:
            slasher.state = STALKING
            slasher.until = world.turn + STALK_TURNS
        else:
            chosen = chase(world, maze, dice, slasher.cell, -1)
            if chosen >= 0:
                slasher.target = chosen
                slasher.cell = maze.next

    @kernel
    def move_minions(world: World, maze: Maze, dice: Dice) -> None:
        """Every minion in turn moves and spooks; wanderers that met somebody or are old leave."""
        kept = 0
        for index in range(min(world.count, MINIONS)):
            spot = world.spot[index]
            target = world.target[index]
            leave = world.leave[index] & LEAVE_MASK
            is_staying = True
            if spot < 0:
                slash(world, maze, dice, world.slashers[-1 - spot])
            elif world.turn > leave - maze.life_time:
                is_staying = world.turn < leave
                chosen = chase(world, maze, dice, spot, target)
                if chosen >= 0:
                    target = chosen
                    spot = maze.next
                    if maze.where[chosen] == spot:
                        scare(world, maze, spot)
                        is_staying = False
            if is_staying:
                world.spot[kept] = spot
                world.target[kept] = target
                world.leave[kept] = world.leave[index]
                kept += 1
        world.count = kept

    @kernel
    def play_turn(world: World, maze: Maze, dice: Dice, actions: Numbers[int]) -> None:
        """One turn in which explorer i does actions[i]."""
        stand(world, maze)
        spawn(world, maze)
        act(world, maze, actions)
        stand(world, maze)
        if world.turn > SHELTER_PERIOD or world.turn < world.last_plan:
            heal(world, maze)
        move_minions(world, maze, dice)
        madness(world, maze)
        end_turn(world, maze)

    return play_turn
''')


# ==== bots/kutulu/protocol.py ====
__stickytape_write_module('bots/kutulu/protocol.py', rb'''
"""What a Kutulu bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.kutulu.paths import ACTIONS, EXPLORERS, MAX_CELLS, PLACES, WAYS, Maze, measure
from bots.kutulu.rules import (
    MINIONS,
    RUSHING,
    SLASHER_SANITY,
    SPAWNING,
    STALKING,
    WAIT,
    World,
    acquire,
    create,
    stand,
)
from common.stdio import LineReader, UnreadableInput, parse_integers

WALL, SPAWN, SHELTER = "#", "w", "U"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
STEP_WORDS = ("UP", "RIGHT", "DOWN", "LEFT")
CAST_WORDS = ("WAIT", "PLAN", "LIGHT", "YELL")
ACTION_WORDS = (*STEP_WORDS, *CAST_WORDS)  # by action
LIMITS = (MAX_CELLS, PLACES, PLACES)  # of cells, spawn points and shelters

EXPLORER = "EXPLORER"
WANDERER = "WANDERER"
SLASHER = "SLASHER"
EFFECT_PLAN = "EFFECT_PLAN"
EFFECT_LIGHT = "EFFECT_LIGHT"
EFFECT_YELL = "EFFECT_YELL"
EFFECT_SHELTER = "EFFECT_SHELTER"
IDS = set(range(EXPLORERS))
TYPES = (EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER)


class Entity(NamedTuple):
    """A line of a turn. cell: -1 where nobody can stand."""

    kind: str
    number: int
    cell: int
    first: int
    second: int
    third: int


class Place(NamedTuple):
    """A maze, the cell at each (x, y) that is walkable, and x and y of each cell."""

    maze: Maze
    cells: dict[tuple[int, int], int]
    spots: list[tuple[int, int]]


def make_place(rows: list[str], constants: list[int]) -> Place:
    """The maze of these rows; constants: lonely, group, spawn time, life time.

    ValueError for a map that is empty or too large. Whatever is no wall can be walked on.
    """
    maze = Maze()
    places = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
    cells = {spot: number for number, spot in enumerate(places)}
    spawns = [number for (x, y), number in cells.items() if rows[y][x] == SPAWN]
    shelters = [number for (x, y), number in cells.items() if rows[y][x] == SHELTER]
    counts = (len(cells), len(spawns), len(shelters))
    if not cells or any(count > most for count, most in zip(counts, LIMITS, strict=True)):
        raise ValueError(f"expected at most {LIMITS} cells, spawns, shelters, got {counts}")
    maze.cells = len(cells)
    maze.cap = len(rows[0]) + len(rows)
    for (x, y), number in cells.items():
        at = number * ACTIONS
        maze.exits[at : at + ACTIONS] = [number] * ACTIONS
        moves = [WAIT]
        for way, (dx, dy) in enumerate(STEPS):
            if (x + dx, y + dy) in cells:
                maze.exits[at + way] = cells[x + dx, y + dy]
                moves.append(way)
        maze.moves[at : at + len(moves)] = moves
        maze.move_count[number] = len(moves)
    maze.spawn_count = len(spawns)
    for index, cell in enumerate(spawns):
        maze.spawns[index] = cell
    maze.shelter_count = len(shelters)
    for index, cell in enumerate(shelters):
        maze.shelters[index] = cell
    maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
    measure(maze, places)
    return Place(maze, cells, places)


def read_place(reader: LineReader) -> Place:
    """The maze from the lines that a player gets once, else UnreadableInput."""
    (width,) = reader.integers(1, "width")
    (height,) = reader.integers(1, "height")
    rows = [reader.line() for _ in range(height)]
    what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
    constants = reader.integers(4, what)
    if any(len(row) != width for row in rows):
        raise UnreadableInput(f"line {reader.number}: expected rows of {width} characters")
    try:
        return make_place(rows, constants)
    except ValueError as error:
        raise UnreadableInput(f"line {reader.number}: {error}") from None


def read_turn(reader: LineReader, cells: dict[tuple[int, int], int]) -> list[Entity]:
    """The entities of a turn, else UnreadableInput once all of its lines are read."""
    (count,) = reader.integers(1, "entityCount")
    first = reader.number + 1
    lines = [reader.line() for _ in range(count)]
    return [parse_entity(line, first + index, cells) for index, line in enumerate(lines)]


def parse_entity(line: str, number: int, cells: dict[tuple[int, int], int]) -> Entity:
    """TYPE id x y param0 param1 param2, else UnreadableInput; number: of the line."""
    kind, _, rest = line.partition(" ")
    what = f"line {number}: type id x y param0 param1 param2"
    values = parse_integers(rest, 6, what)
    if kind not in TYPES:
        raise UnreadableInput(f"{what}: expected a type of {' '.join(TYPES)}, got {kind[:30]!r}")
    who, x, y, *params = values
    entity = Entity(kind, who, cells.get((x, y), -1), *params)
    ids = {EXPLORER: (who,), EFFECT_YELL: params[1:], EFFECT_SHELTER: ()}.get(kind, params[1:2])
    if kind in (WANDERER, SLASHER):
        ids = (params[2] if params[2] != -1 else 0,)
    if not set(ids) <= IDS or (entity.cell < 0 and kind != EFFECT_YELL):
        raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
    return entity


def format_action(place: Place, cell: int, action: int) -> str:
    """An action of the explorer on `cell` as an output line; a step as MOVE to the next cell."""
    if action >= WAYS:
        return ACTION_WORDS[action]
    x, y = place.spots[place.maze.exits[cell * ACTIONS + action]]
    return f"MOVE {x} {y}"


class Observer:
    """The world as one player knows it: what the lines tell, and what follows from earlier ones.

    world: at the start of the turn that was read last. me: the player's id, -1 before that.
    Not known: which of equally near explorers a minion will follow, and what others do.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.maze = place.maze
        self.world = World()
        self.me = -1

    def observe(self, entities: list[Entity]) -> None:
        """Takes in the entities of a turn."""
        world = self.world
        told: dict[str, list[Entity]] = {kind: [] for kind in TYPES}
        for entity in entities:
            told[entity.kind].append(entity)
        if self.me < 0:
            self.me = next((one.number for one in told[EXPLORER]), 0)
        else:
            world.turn += 1
        self._observe_explorers(told[EXPLORER])
        self._observe_effects(told)
        stand(world, self.maze)
        known = world.slasher_count
        world.count = world.slasher_count = 0
        for entity in entities:
            if world.count < MINIONS and entity.kind == WANDERER:
                self._observe_wanderer(entity)
            elif world.slasher_count < EXPLORERS and entity.kind == SLASHER:
                self._observe_slasher(entity, world.slasher_count >= known)

    def _observe_explorers(self, told: list[Entity]) -> None:
        for who in range(EXPLORERS):
            one = self.world.explorers[who]
            if one.is_in and one.sanity < SLASHER_SANITY:
                one.has_slasher = True  # it has come in the turn just over
            one.is_in = False
            one.sanity = one.plan_until = one.light_until = one.stuck_until = one.yell_until = 0
        for entity in told:
            one = self.world.explorers[entity.number]
            one.is_in = True
            one.cell = entity.cell
            one.sanity, one.plans, one.lights = entity[3:]
        self.world.living = len(told)

    def _observe_effects(self, told: dict[str, list[Entity]]) -> None:
        world = self.world
        for entity in told[EFFECT_PLAN]:
            world.last_plan = world.turn + entity.first
            world.explorers[entity.second].plan_until = world.last_plan
        for entity in told[EFFECT_LIGHT]:
            world.last_light = world.turn + entity.first
            world.explorers[entity.second].light_until = world.last_light
        for entity in told[EFFECT_YELL]:
            yeller, victim = world.explorers[entity.second], world.explorers[entity.third]
            yeller.yell_until = victim.stuck_until = world.turn + entity.first
            yeller.yelled_at |= 1 << entity.third
        energy = {entity.cell: entity.first for entity in told[EFFECT_SHELTER]}
        for index in range(self.maze.shelter_count):
            world.energy[index] = energy.get(self.maze.shelters[index], 0)

    def _observe_wanderer(self, told: Entity) -> None:
        world = self.world
        left = told.first + (self.maze.life_time if told.second == SPAWNING else 0)
        world.next_id = told.number
        create(world, told.cell, world.turn - 1 + left)
        world.target[world.count - 1] = told.third

    def _observe_slasher(self, told: Entity, is_new: bool) -> None:
        """Slashers stay in their order. What one remembers is not told, but follows."""
        world = self.world
        one = world.slashers[world.slasher_count]
        old = SPAWNING if is_new else one.state
        is_lost = one.target >= 0 and not world.explorers[one.target].is_in
        one.cell, one.state, one.target = told.cell, told.second, told.third
        one.until = world.turn - 1 + told.first
        if one.state == SPAWNING:
            one.memory = one.cell
        elif one.state not in (STALKING, RUSHING):
            one.memory = -1
        elif old != SPAWNING:  # it has looked around
            acquire(world, self.maze, one)
            if is_lost or one.target != told.third:
                one.target, one.memory = told.third, -1
        world.slasher_count += 1
        world.next_id = told.number
        create(world, -world.slasher_count, 0)
''')


# ==== bots/kutulu/hunters.py ====
__stickytape_write_module('bots/kutulu/hunters.py', rb'''
"""Whom minions follow, and what the bot takes the others to do about it."""

from bots.kutulu.paths import (
    ACTIONS,
    CELL_BITS,
    CELL_MASK,
    CELLS,
    COMPANY,
    EVERY_TURN,
    EXIT,
    EXPLORERS,
    FAR,
    LAST_WAY,
    LIT_ROWS,
    LONG_ROOM,
    ROOM,
    ROW,
    TABLE,
    WAYS,
    Maze,
)
from bots.kutulu.rules import (
    LEAVE_MASK,
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
from common.kernel import each, kernel, numbers
from common.rng import Dice, draw

QUEUES = 2 * CELLS - 1  # a mask for places in them
COST_BITS = CELL_BITS + 1  # of an entry of them below its cost: whether dark, cell
LIT_PRICE = LIT_COST << COST_BITS
DARK_PRICE = (1 << COST_BITS) + CELLS
NO_WAY = FAR << COST_BITS
COSTS = (1 << 30) - (1 << COST_BITS)
LAMPS = (1 << 40) - 1
NEAR = 2  # steps of a wanderer that spoil a PLAN, and that a YELL is good for
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@kernel
def search_ways(maze: Maze, turn: int, lights: int, start: int, row: int) -> None:
    """Fills a row of maze.walk and maze.step with the ways from `start`, lamps counted.

    The official search: the least cost goes on first, of equal costs what was found first. All
    that enters a cell pays the same, so its first way is its best, and two queues stay in order:
    of lit cells, which were found earlier than dark ones of equal cost, and, from CELLS on, of
    dark ones.
    """
    queues = numbers(int, 2 * CELLS)
    begins = numbers(int, 2)
    ends = numbers(int, 2)
    is_lit = numbers(bool, CELLS)
    for who in range(EXPLORERS):
        lamp = (lights >> (CELL_BITS * who)) & CELL_MASK
        if lamp != maze.cells:
            for cell in range(CELLS):
                if maze.walk[lamp * ROW + cell] <= LIGHT_REACH:
                    is_lit[cell] = True
    for cell in range(CELLS):
        queues[cell] = NO_WAY
        queues[CELLS + cell] = NO_WAY
        maze.walk[row + cell] = FAR
    maze.walk[row + start] = 0
    maze.step[row + start] = start * EVERY_TURN
    begins[1] = CELLS
    ends[1] = CELLS
    entry = CELLS + start
    while entry < NO_WAY:
        here = entry & CELL_MASK
        for way in each(WAYS):
            beside = maze.exits[here * ACTIONS + ((turn + way) & LAST_WAY)] & CELL_MASK
            if maze.walk[row + beside] == FAR:
                price = LIT_PRICE if is_lit[beside] else DARK_PRICE
                found = (entry & COSTS) + price + beside
                kind = (found >> CELL_BITS) & 1
                first = beside * EVERY_TURN if here == start else maze.step[row + here]
                maze.walk[row + beside] = found >> COST_BITS
                maze.step[row + beside] = first
                queues[ends[kind] & QUEUES] = found
                ends[kind] += 1
        entry = min(queues[begins[0] & QUEUES], queues[begins[1] & QUEUES])
        begins[(entry >> CELL_BITS) & 1] += 1


@kernel
def find_row(world: World, maze: Maze, here: int) -> int:
    """Where the ways from `here` stand in maze.walk and maze.step, while some LIGHT may burn."""
    lights = 1
    for who in range(EXPLORERS):
        is_dark = world.turn >= world.explorers[who].light_until
        lights = (lights * CELLS + (maze.cells if is_dark else maze.where[who])) & LAMPS
    wanted = (lights * WAYS + (world.turn & LAST_WAY)) * CELLS + here
    index = wanted % LIT_ROWS
    row = TABLE + index * ROW
    if maze.lit_rows[index] != wanted:
        maze.lit_rows[index] = wanted
        search_ways(maze, world.turn, lights, here, row)
    return row


@kernel
def chase(world: World, maze: Maze, dice: Dice, here: int, old: int) -> int:
    """rules.bind's chase. Of equally near explorers the old target, else any."""
    best = FAR
    chosen = -1
    equals = 0
    row = (here & CELL_MASK) * ROW
    if world.turn < world.last_light:
        row = find_row(world, maze, here & CELL_MASK)
    for who in range(EXPLORERS):
        cost = maze.walk[row + (maze.where[who] & CELL_MASK)]
        if cost < best:
            best = cost
            chosen = who
            equals = 1
        elif cost == best < FAR and chosen != old:
            equals += 1
            drawn = draw(dice, equals)
            chosen = who if drawn == 0 or who == old else chosen
    if chosen >= 0:
        step = maze.step[row + (maze.where[chosen] & CELL_MASK)]
        maze.next = (step >> (CELL_BITS * (world.turn & LAST_WAY))) & CELL_MASK
    return chosen


play_turn = bind(chase)


@kernel
def note_hunters(world: World, maze: Maze) -> None:
    """hunted: steps to each explorer from the nearest wanderer that is after it."""
    for who in range(EXPLORERS):
        maze.hunted[who] = FAR
    for index in range(min(world.count, MINIONS)):
        target = world.target[index]
        if target >= 0:
            row = (world.spot[index] & CELL_MASK) * ROW
            steps = maze.walk[row + (maze.where[target] & CELL_MASK)]
            maze.hunted[target] = min(maze.hunted[target], steps)


@kernel
def habit(world: World, maze: Maze, who: int, plan_below: int) -> int:
    """What most would do: YELL where that kills, PLAN in company, else run and stay together."""
    one = world.explorers[who]
    is_chased = maze.hunted[who] <= NEAR
    can_plan = one.plans > 0 and one.sanity <= plan_below and is_free(one, world.turn)
    row = (one.cell & CELL_MASK) * ROW
    if not is_chased:
        for other in range(EXPLORERS):
            if other != who:
                at = row + (maze.where[other] & CELL_MASK)
                is_new = (one.yelled_at >> other) & 1 == 0
                if is_new and maze.hunted[other] <= NEAR and maze.apart[at] <= YELL_REACH:
                    return YELL
                if can_plan and maze.walk[at] <= PLAN_REACH:
                    return PLAN
    rooms = -1  # bits of maze.rooms
    for index in range(min(world.count, MINIONS)):
        if world.turn >= (world.leave[index] & LEAVE_MASK) - maze.life_time:
            cell = world.spot[index]
            if cell < 0:
                cell = world.slashers[-1 - cell].cell
            rooms &= maze.rooms[row + (cell & CELL_MASK)]
    best = WAIT
    best_value = -FAR * FAR
    here = (one.cell & CELL_MASK) * ACTIONS
    for index in range(maze.move_count[one.cell & CELL_MASK]):
        action = maze.moves[(here + index) & EXIT]
        cell = maze.exits[(here + action) & EXIT]
        row = (cell & CELL_MASK) * ROW
        nearest = FAR
        for other in range(EXPLORERS):
            if other != who:
                nearest = min(nearest, maze.walk[row + (maze.where[other] & CELL_MASK)])
        room = (rooms & LONG_ROOM).bit_count()
        rooms >>= ROOM
        value = ROOM_WORTH * room - max(0, nearest - COMPANY)
        if value > best_value:
            best_value = value
            best = action
    return best
''')


# ==== bots/kutulu/paths.py ====
__stickytape_write_module('bots/kutulu/paths.py', rb'''
"""The maze of Kutulu and its tables of distances.

Cell  a walkable cell, 0..cells-1, numbered row by row from the top left
Way   0 up, 1 right, 2 down, 3 left
Tables of two cells are flat, [one * ROW + other]; the cell behind the last is nobody's: FAR.
walk: steps on foot. apart: |dx| + |dy|. sight: a straight free line.
step[start * ROW + goal]: the next cell on the way, CELL_BITS for each turn mod 4.
rooms[cell * ROW + minion]: ROOM bits for each move, as many of them set as the minion then is steps
away, ROOM at most (-1: all of them); so & of several minions leaves the steps to the nearest.
is_group: apart is COMPANY at most.
Without lights the official path search turns to the first of the ways up, right, down, left,
begun at (turn mod 4), that leads nearer. Behind the rows of walk and step stand LIT_ROWS of ways
among LIGHTs; lit_rows: for what start and LIGHTs each was worked out.
"""

from common.kernel import Numbers, numbers, record

WAYS = 4
LAST_WAY = WAYS - 1  # a mask for ways
ACTIONS = 8
MAX_CELLS = 255  # a cell fits into 8 bits
PLACES = 16
EXPLORERS = 4
COMPANY = 2  # distance of others that counts as a group
FAR = 1000  # more than the cost of any way
CELL_BITS = 8
CELLS = 1 << CELL_BITS
CELL_MASK = CELLS - 1
ROW = CELLS + 8  # a cache line more, which spreads columns over the cache
TABLE = CELLS * ROW
EXIT = CELLS * ACTIONS - 1  # a mask for places of a cell and an action
EVERY_TURN = 0x01010101  # a cell times this: the same next cell in each turn mod 4
LIT_ROWS = 251  # kept of minions that walk among LIGHTs
STEPS = 2 * TABLE
ROOM = 4  # steps to a minion that are enough
LONG_ROOM = (1 << ROOM) - 1


@record
class Maze:
    """What is told once, and tables of it. exits[cell * ACTIONS + action]: where it leads.

    moves[cell * ACTIONS + n]: the n-th of move_count[cell] moves there, of which 0 is to stay.
    spawns, shelters: in reading order. lonely, group: sanity lost a turn. spawn_time, life_time:
    turns of wanderers. Scratch: where explorers are; steps from the nearest wanderer that
    is after each, FAR for none; the next cell of a minion.
    """

    cells: int
    cap: int  # width + height: the largest distance that counts for spawning
    exits: Numbers[int] = numbers(int, CELLS * ACTIONS)
    moves: Numbers[int] = numbers(int, CELLS * ACTIONS)
    move_count: Numbers[int] = numbers(int, CELLS)
    spawn_count: int
    spawns: Numbers[int] = numbers(int, PLACES)
    shelter_count: int
    shelters: Numbers[int] = numbers(int, PLACES)
    lonely: int
    group: int
    spawn_time: int
    life_time: int
    walk: Numbers[int] = numbers(int, STEPS)
    apart: Numbers[int] = numbers(int, TABLE)
    step: Numbers[int] = numbers(int, STEPS)
    rooms: Numbers[int] = numbers(int, TABLE)
    is_group: Numbers[bool] = numbers(bool, TABLE)
    sight: Numbers[bool] = numbers(bool, TABLE)
    lit_rows: Numbers[int] = numbers(int, LIT_ROWS)
    where: Numbers[int] = numbers(int, EXPLORERS)
    hunted: Numbers[int] = numbers(int, EXPLORERS)
    next: int


def measure(maze: Maze, places: list[tuple[int, int]]) -> None:
    """Fills the tables; places: x and y of each cell."""
    for nobody in range(maze.cells * ROW, (maze.cells + 1) * ROW):
        maze.walk[nobody] = maze.apart[nobody] = FAR
    exits = [
        [maze.exits[cell * ACTIONS + way] for way in range(WAYS)] for cell in range(maze.cells)
    ]
    afters = [
        [maze.exits[at + maze.moves[at + move]] for move in range(maze.move_count[cell])]
        for cell, at in enumerate(range(0, maze.cells * ACTIONS, ACTIONS))
    ]
    for goal, (x, y) in enumerate(places):
        row = goal * ROW
        maze.walk[row + maze.cells] = maze.apart[row + maze.cells] = FAR
        steps = walk_from(exits, goal)
        rooms = [(1 << min(ROOM, one)) - 1 for one in steps]
        for cell, beside in enumerate(exits):
            dx, dy = abs(places[cell][0] - x), abs(places[cell][1] - y)
            maze.walk[row + cell] = steps[cell]
            maze.apart[row + cell] = dx + dy
            maze.is_group[row + cell] = dx + dy <= COMPANY
            maze.sight[row + cell] = dx * dy == 0 and steps[cell] == dx + dy
            nearer = [one for one in beside if steps[one] < steps[cell]]
            packed = (nearer or [cell])[0] * EVERY_TURN
            if len(nearer) > 1:
                turned = [beside[turn:] + beside[:turn] for turn in range(WAYS)]
                nexts = [next(one for one in order if one in nearer) for order in turned]
                packed = sum(one << (CELL_BITS * turn) for turn, one in enumerate(nexts))
            maze.rooms[cell * ROW + goal] = -1
            if steps[cell] <= ROOM:
                spread = (rooms[one] << (ROOM * move) for move, one in enumerate(afters[cell]))
                maze.rooms[cell * ROW + goal] = sum(spread)
            maze.step[cell * ROW + goal] = packed


def walk_from(exits: list[list[int]], start: int) -> list[int]:
    """Steps from `start` to each cell, FAR where there is no way."""
    steps = [FAR] * len(exits)
    steps[start] = 0
    queue = [start]
    for here in queue:
        for beside in exits[here]:
            if steps[beside] == FAR:
                steps[beside] = steps[here] + 1
                queue.append(beside)
    return steps
''')


# ==== common/clock.py ====
__stickytape_write_module('common/clock.py', rb'''
"""The time of a turn, which is wall time from its first line on, and work in chunks."""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter


class Deadline:
    """How long a search may go on.

    budget_ms: wall time of the turn; margin_ms: kept of it, ValueError if nothing is left.
    started: seconds of the clock `now` at the turn's first line. iterations: work to be counted
    instead of timed. pause_ms: the longest between two looks at the clock.
    """

    looked = inf  # at the clock
    pause_ms = 0.0
    search_ms = 0.0  # from the first to the last look

    def __init__(
        self,
        budget_ms: float,
        margin_ms: float,
        started: float | None = None,
        now: Callable[[], float] = perf_counter,
        iterations: int | None = None,
    ) -> None:
        if margin_ms >= budget_ms:
            raise ValueError(f"a margin of {margin_ms} ms leaves nothing of {budget_ms} ms")
        self.now = now
        self.started = now() if started is None else started
        self.ends = self.started + (budget_ms - margin_ms) / 1000.0
        self.iterations = iterations

    def look(self) -> float:
        """The time; since the last look there was a pause."""
        last, self.looked = self.looked, self.now()
        self.pause_ms = max(self.pause_ms, (self.looked - last) * 1000.0)
        return self.looked

    def chunks(self, size: int) -> Iterator[int]:
        """Iterations to do until time or count are used up; none in a turn that begins late."""
        began = self.looked = self.now()
        if self.iterations is None:
            while self.looked < self.ends:
                yield size
                self.look()
        else:
            for done in range(0, self.iterations, size):
                yield min(size, self.iterations - done)
        self.search_ms = (self.now() - began) * 1000.0
''')


# ==== common/engine.py ====
__stickytape_write_module('common/engine.py', rb'''
"""Where a bot's kernels run, and the record that they work on: its memory."""

from collections.abc import Callable
from typing import Any, TypeVar

from common.clock import Deadline
from common.kernel import assign

Value = TypeVar("Value")


class EngineFailed(Exception):
    """The engine cannot go on; another one plays now."""


class Engine:
    """A memory and the kernels that work on it. pace: how fast against CPython, roughly."""

    name = "python"
    pace = 1

    def __init__(self, memory: type) -> None:
        self.memory: Any = memory()

    def load(self, field: str, source: object) -> None:
        """Copies the record `source` into the memory's nested record `field`."""
        assign(getattr(self.memory, field), source)

    def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        """kernel(memory, *values)."""
        return kernel(self.memory, *values)

    def read(self, path: str, index: int = -1) -> float:
        """A number of the memory, as `forest.used`; with `index` one of an array."""
        value = self.memory
        for name in path.split("."):
            value = getattr(value, name)
        return float(value[index] if index >= 0 else value)


class Engines:
    """Which engine plays; it may change between turns, never inside one."""

    def __init__(self, memory: type) -> None:
        self.python = Engine(memory)

    def start(self) -> None:
        """Called once, after the warm-up and before the first line is read."""

    def current(self, deadline: Deadline) -> Engine:
        """The engine for the turn whose lines have been read."""
        return self.python
''')


# ==== common/kernel.py ====
__stickytape_write_module('common/kernel.py', rb'''
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

from collections.abc import Callable
from typing import Any, TypeVar

TYPE_CHECKING = False  # mypy takes it for true

Value = TypeVar("Value", int, float, bool)
Item = TypeVar("Item")
Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

SCALARS = (int, float, bool)
each = range  # C writes its rounds out

if TYPE_CHECKING:  # of fixed length both; the records in Records are never replaced
    from collections.abc import MutableSequence, Sequence

    Numbers = MutableSequence
    Records = Sequence
else:
    Numbers = Records = list


def numbers(kind: type[Value], length: int) -> Numbers[Value]:
    """`length` zeros, as the default of a record's field or as a local of a kernel."""
    if kind not in SCALARS:
        raise TypeError(f"numbers() of int, float or bool, not of {kind!r}")
    return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:
    """`length` records of zeros, for the same places."""
    if not hasattr(kind, "kernel_fields"):
        raise TypeError(f"records() of a class made with @record, not of {kind!r}")
    return _array([kind() for _ in range(length)], length)


class Capacity(int):
    """A length that also knows the length in C. Arithmetic on it gives a plain int."""

    compiled: int


class Pool(list[Item]):
    """The default of a pool's field, for `record` to read; the record itself holds a list."""

    compiled: int


def capacity(pure: int, compiled: int) -> int:
    """The length of a pool on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
    if not 1 <= pure <= compiled:
        raise ValueError(f"capacity() needs 1 <= pure <= compiled, not {pure} and {compiled}")
    length = Capacity(pure)
    length.compiled = compiled
    return length


def _array(items: list[Item], length: int) -> list[Item]:
    if length < 1:
        raise ValueError(f"an array has a length of at least 1, not {length}")
    if not isinstance(length, Capacity):
        return items
    pool = Pool(items)
    pool.compiled = length.compiled
    return pool


def kernel(function: Function) -> Function:
    """Marks a function as part of the subset."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


def record(cls: Class) -> Class:
    """Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

    A field is an int, float or bool, a nested record, numbers() or records(); else TypeError.
    kernel_fields: name -> class, or [class, length, length in C] for an array.
    """
    if cls.__bases__ != (object,):
        raise TypeError(f"{cls.__name__}: a record has no base class: make it a field")
    make, copy = ["def make(self):"], ["def copy(self, source):"]
    scope: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        default = cls.__dict__.get(name)
        new = f"new_{name}"
        if isinstance(default, list):
            length = len(default)
            inner = type(default[0]) if default else None
            if getattr(kind, "__args__", 0) != (inner,) or (inner in SCALARS and any(default)):
                raise TypeError(f"{cls.__name__}.{name}: {kind} is made by numbers() or records()")
            fields[name] = [inner, length, getattr(default, "compiled", length)]
            if inner in SCALARS:
                make.append(f"self.{name} = [{inner(0)}] * {length}")
                copy.append(f"self.{name}[:] = source.{name}")
                continue
            scope[new] = inner
            make.append(f"self.{name} = [{new}() for _ in range({length})]")
            if length > 8:  # a line for each would be slow to compile
                copy.append(f"for a, b in zip(self.{name}, source.{name}): a.kernel_assign(b)")
                continue
            for index in range(length):
                copy.append(f"self.{name}[{index}].kernel_assign(source.{name}[{index}])")
            continue
        fields[name] = kind
        if kind in SCALARS and type(default) in (kind, type(None)) and (default or 0) * 0 == 0:
            make.append(f"self.{name} = {kind(0) if default is None else default!r}")
            copy.append(f"self.{name} = source.{name}")
        elif hasattr(kind, "kernel_fields") and default is None:
            scope[new] = kind
            make.append(f"self.{name} = {new}()")
            copy.append(f"self.{name}.kernel_assign(source.{name})")
        else:
            raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default!r}; see record()")
    if not fields:
        raise TypeError(f"{cls.__name__}: a record needs an annotated field")
    exec("\n    ".join(make) + "\n" + "\n    ".join(copy), scope)
    hidden = ("__dict__", "__weakref__", *fields)
    body = {key: value for key, value in cls.__dict__.items() if key not in hidden}
    body["__slots__"] = tuple(fields)
    body["__qualname__"] = cls.__qualname__
    body["__init__"] = scope["make"]
    body["kernel_assign"] = scope["copy"]
    body["kernel_fields"] = fields
    return type(cls)(cls.__name__, cls.__bases__, body)


def assign(target: Item, source: Item) -> None:
    """Copies every value of the record `source` into `target`, a record of the same class."""
    target.kernel_assign(source)  # type: ignore[attr-defined]
''')


# ==== common/loop.py ====
__stickytape_write_module('common/loop.py', rb'''
"""The life of a bot: set up, then read, think and answer until the input ends.

The workshop sets BOTSMITH_ITERATIONS, BOTSMITH_SEED, BOTSMITH_BUDGET, BOTSMITH_MARGIN,
BOTSMITH_STATS and BOTSMITH_EXPLAIN: docs/measuring.md.
"""

import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TextIO

from common.clock import Deadline
from common.engine import EngineFailed
from common.stdio import EndOfInput, LineReader, UnreadableInput, log, write_lines

Value = int | float | str


class Bot(Protocol):
    """A contest's bot; times in ms: of the first answer, of later ones, kept besides pauses.

    fallback: a legal answer without search. stats, explain: the last search's work and thoughts.
    """

    first_ms: float
    turn_ms: float
    margin_ms: float

    def prepare(self, seed: int) -> None: ...
    def read_start(self, reader: LineReader) -> None: ...
    def read_turn(self, reader: LineReader) -> None: ...
    def answer(self, deadline: Deadline) -> list[str]: ...
    def fallback(self) -> list[str]: ...
    def stats(self) -> Mapping[str, Value]: ...
    def explain(self) -> str: ...


class Options:
    """The environment's words. ValueError for a number that is none."""

    deadline = Deadline(1.0, 0.0)

    def __init__(self, words: Mapping[str, str]) -> None:
        self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
        self.seed = int(words.get("BOTSMITH_SEED", "1"))
        self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
        self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
        self.is_telling_stats = words.get("BOTSMITH_STATS") == "1"
        self.is_explaining = words.get("BOTSMITH_EXPLAIN") == "1"

    def begin_turn(self, bot: Bot, is_first: bool, reader: LineReader) -> Deadline:
        """The deadline of a begun turn. Twice the pauses met are kept too, 1 % less each turn."""
        budget_ms = (bot.first_ms if is_first else bot.turn_ms) * self.share
        pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
        margin_ms = self.margin_ms if self.margin_ms >= 0.0 else bot.margin_ms + 2 * pause_ms
        margin_ms = min(margin_ms, 0.8 * budget_ms)  # some search is left
        self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, self.iterations)
        self.deadline.pause_ms = pause_ms
        return self.deadline


def answer_turn(
    bot: Bot, options: Options, is_first: bool, reader: LineReader
) -> tuple[list[str], str]:
    """The lines of an answer and, if something failed, the text to log after it."""
    try:
        bot.read_turn(reader)
        deadline = options.begin_turn(bot, is_first, reader)
        try:
            return bot.answer(deadline), ""
        except EngineFailed as error:
            return bot.answer(deadline), f"{error}; CPython plays on"
    except EndOfInput:
        raise
    except UnreadableInput as error:
        if reader.is_at_end:
            raise
        return bot.fallback(), f"unreadable input, playing the fallback move: {error}"
    except Exception:
        return bot.fallback(), traceback.format_exc()


def play(
    bot: Bot,
    options: Options,
    source: TextIO,
    sink: TextIO,
    now: Callable[[], float] = perf_counter,
    born: float | None = None,
    queued: Callable[[], float] = float,
) -> None:
    """Plays until EndOfInput, or UnreadableInput if the input breaks off.

    born: when the process began; the time until it reads is taken from the first turn.
    """
    bot.prepare(options.seed)
    gc.collect()
    gc.freeze()
    gc.disable()
    if born is not None:
        bot.first_ms = max(bot.turn_ms, bot.first_ms - (now() - born) * 1000.0)
    reader = LineReader(source, now, queued)
    bot.read_start(reader)
    turn = 0
    while True:
        lines, trouble = answer_turn(bot, options, turn == 0, reader)
        write_lines(lines, sink)
        if trouble:
            log(f"turn {turn}: {trouble}")
        if options.is_telling_stats:
            log("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
        if options.is_explaining:
            log(bot.explain())
        reader.begin_turn()
        turn += 1


def told(file: str, place: int) -> int:
    """A number that Linux tells of this process, else 0."""
    try:
        with open(f"/proc/self/{file}", "rb", buffering=0) as text:
            return int(text.read().rpartition(b")")[2].split()[place])
    except (OSError, ValueError, IndexError):
        return 0


def queued() -> float:
    """Seconds of waiting for a processor."""
    return told("schedstat", 1) / 1e9


def age() -> float:
    """Seconds since this process began, else 0."""
    ticks = told("stat", 19)  # of 10 ms
    return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: Bot) -> None:
    """Plays on stdin and stdout; unreadable input ends it with one line and status 2."""
    try:
        options = Options(os.environ)
    except ValueError as error:
        log(f"BOTSMITH_ variables: {error}")
        sys.exit(2)
    try:
        source = open(0, errors="replace", closefd=False)
        play(bot, options, source, sys.stdout, perf_counter, perf_counter() - age(), queued)
    except EndOfInput:
        return
    except UnreadableInput as error:
        log(f"unreadable input: {error}")
        sys.exit(2)
    except BrokenPipeError:  # nobody listens any more: no complaint at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
''')


# ==== common/rng.py ====
__stickytape_write_module('common/rng.py', rb'''
"""A seedable generator, the same in every engine: drand48's, of which the upper 31 bits count."""

from common.kernel import kernel, record

MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1


@record
class Dice:
    """The state of a generator: 48 bits."""

    state: int


def make_dice(seed: int) -> Dice:
    """Dice whose numbers depend on `seed` alone; near seeds give unlike streams."""
    dice = Dice()
    dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
    for _ in range(4):
        draw(dice, 2)
    return dice


@kernel
def draw(dice: Dice, count: int) -> int:
    """A number of 0..count-1, count up to 2**31."""
    dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
    return ((dice.state >> 17) * count) >> 31
''')


# ==== common/search/smitsimax.py ====
__stickytape_write_module('common/search/smitsimax.py', rb'''
"""Smitsimax: one tree per unit, selected together, every unit after its own score.

An iteration walks down all trees in step: at each depth every unit picks a move in its own tree,
then the game plays all of them at once. At the end each unit's score goes into its own path.
A node's children are neighbours in the pool:

    slot   0 1 2 3 | 4 5 6 | ...   block[0] = 4 << BITS | 3: moves 0 1 2 lead to slots 4 5 6

A root gets children at once, another node when it is reached again, if the pool is not full; below
it moves are random. The first `random_visits` picks at a node are random, then scaled UCB picks.

Source: the Smitsimax article (P. Smit), "Search".
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, Records, assign, capacity, kernel, numbers, record, records
from common.search.ucb import best_scaled_ucb

MAX_UNITS = 4
MAX_DEPTH = 16
POOL = capacity(pure=200_000, compiled=4_000_000)
BITS = 6  # of a block that count its nodes
MOST = (1 << BITS) - 1  # moves of a node
OUTSIDE = -1  # where a unit is once it has left its tree in this iteration

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


@record
class Tree:
    """One unit: the range of its scores, and its way in this iteration."""

    lowest: float
    highest: float
    at: int  # slot that it has reached, or OUTSIDE
    length: int  # of its path, the root included
    path: Numbers[int] = numbers(int, MAX_DEPTH + 1)


@record
class Forest:
    """The trees of all units, the search's settings, and counts since `plant`."""

    depth: int = 6  # turns looked ahead, 1..MAX_DEPTH
    random_visits: float = 10.0  # picks at a node before UCB
    exploration: float = 1.0  # against scores scaled to their range
    used: int  # slots of the pool in use
    iterations: int
    ucb_picks: int
    block: Numbers[int] = numbers(int, POOL)  # first child << BITS | children; 0: none
    visits: Numbers[float] = numbers(float, POOL)
    total: Numbers[float] = numbers(float, POOL)  # sum of the scores of all visits
    root: Numbers[int] = numbers(int, MAX_UNITS)  # a unit's; set it to a child to keep a tree
    trees: Records[Tree] = records(Tree, MAX_UNITS)
    moves: Numbers[int] = numbers(int, MAX_UNITS)
    scores: Numbers[float] = numbers(float, MAX_UNITS)


def bind(
    units: int,
    count_moves: Callable[[State, Setting, int], int],
    play: Callable[[State, Setting, Numbers[int]], None],
    rate: Callable[[State, Setting, Numbers[float]], None],
    draw: Callable[[Dice, int], int],
) -> tuple[Callable[[Forest], None], Callable[[Forest, State, State, Setting, Dice, int], None]]:
    """plant(forest), which empties the trees, and iterate(forest, start, world, setting, dice,
    count), which searches on from `start` and tries moves on `world`, for a game's kernels.

    units: 1..MAX_UNITS, else ValueError.
    count_moves(state, setting, unit): 1..MOST, asked once a node; `play` must accept these
    moves whenever the node is reached again.
    play(state, setting, moves): one turn, in which unit u plays moves[u].
    rate(state, setting, scores): writes each unit's score; any scale, more is better.
    draw(dice, n): a random number of 0..n-1.
    """
    if not 1 <= units <= MAX_UNITS:
        raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, one tree each, not {units}")

    @kernel
    def plant(forest: Forest) -> None:
        """A root for each unit, and nothing else."""
        forest.used = units
        forest.iterations = 0
        forest.ucb_picks = 0
        for unit in range(units):
            forest.root[unit] = unit
            forest.block[unit] = 0
            forest.visits[unit] = 0.0
            forest.total[unit] = 0.0
            forest.trees[unit].lowest = 1.0e300
            forest.trees[unit].highest = -1.0e300

    @kernel
    def open_node(forest: Forest, node: int, moves: int) -> None:
        """Gives `node` its block of children, if the pool still has room."""
        slot = forest.used
        if slot + moves > POOL:
            return
        forest.used = slot + moves
        forest.block[node] = slot * (MOST + 1) + moves
        for child in range(slot, slot + moves):
            forest.block[child] = 0
            forest.visits[child] = 0.0
            forest.total[child] = 0.0

    @kernel
    def pick(forest: Forest, world: State, setting: Setting, unit: int, dice: Dice) -> int:
        """The move of `unit`, which goes one step down in its tree, or out of it."""
        tree = forest.trees[unit]
        node = tree.at
        block = 0
        if node != OUTSIDE:
            is_due = forest.visits[node] > 0.0 or tree.length == 1
            if forest.block[node] == 0 and is_due:
                open_node(forest, node, count_moves(world, setting, unit))
            block = forest.block[node]
        if block == 0:
            tree.at = OUTSIDE
            moves = count_moves(world, setting, unit)
            return draw(dice, moves)
        tries = forest.visits[node]
        first = block >> BITS
        count = block & MOST
        if tries < forest.random_visits:
            move = draw(dice, count)
            child = first + move
        else:
            forest.ucb_picks += 1
            scale = max(tree.highest - tree.lowest, 1.0e-9)
            width = forest.exploration * sqrt(log(tries))
            child = best_scaled_ucb(forest.total, forest.visits, first, count, scale, width)
        tree.at = child
        tree.path[tree.length] = child
        tree.length += 1
        return child - first

    @kernel
    def learn(forest: Forest, tree: Tree, score: float) -> None:
        """Puts a score into the slots of a unit's path and into its range."""
        tree.lowest = min(tree.lowest, score)
        tree.highest = max(tree.highest, score)
        for step in range(tree.length):
            node = tree.path[step]
            forest.visits[node] += 1.0
            forest.total[node] += score

    @kernel
    def iterate(
        forest: Forest, start: State, world: State, setting: Setting, dice: Dice, count: int
    ) -> None:
        """`count` iterations; after any of them root_moves has an answer."""
        for _ in range(count):
            assign(world, start)
            for unit in range(units):
                tree = forest.trees[unit]
                tree.at = forest.root[unit]
                tree.path[0] = tree.at
                tree.length = 1
            for _depth in range(forest.depth):
                for unit in range(units):
                    forest.moves[unit] = pick(forest, world, setting, unit, dice)
                play(world, setting, forest.moves)
            rate(world, setting, forest.scores)
            for unit in range(units):
                learn(forest, forest.trees[unit], forest.scores[unit])
            forest.iterations += 1

    return plant, iterate


def root_moves(engine: Engine, field: str, unit: int) -> list[tuple[int, int, float]]:
    """(move, visits, mean score) at a unit's root in the Forest `field`, most visited first."""
    return children(engine, field, int(engine.read(field + ".root", unit)))


def children(engine: Engine, field: str, slot: int) -> list[tuple[int, int, float]]:
    """The same for any node."""
    block = int(engine.read(field + ".block", slot))
    first = block >> BITS
    rows = []
    for move in range(block & MOST):
        visits = engine.read(field + ".visits", first + move)
        total = engine.read(field + ".total", first + move)
        rows.append((move, int(visits), total / visits if visits else 0.0))
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(engine: Engine, field: str, names: list[Sequence[str]]) -> list[dict[str, Any]]:
    """Each unit's moves at the root and principal line, in the words of names[unit]."""
    units = []
    for unit, name in enumerate(names):
        slot = int(engine.read(field + ".root", unit))
        rows = children(engine, field, slot)
        moves = [{"move": name[row[0]], "visits": row[1], "value": row[2]} for row in rows]
        line = []
        while rows and rows[0][1]:
            line.append(name[rows[0][0]])
            slot = (int(engine.read(field + ".block", slot)) >> BITS) + rows[0][0]
            rows = children(engine, field, slot)
        units.append({"unit": unit, "moves": moves, "line": line})
    return units
''')


# ==== common/search/ucb.py ====
__stickytape_write_module('common/search/ucb.py', rb'''
"""Scores by which a search picks the next arm to try.

Visits are floats: exact up to 2**53, no conversions in hot loops.
"""

from math import sqrt

from common.kernel import Numbers, kernel


@kernel
def best_scaled_ucb(
    total: Numbers[float],
    visits: Numbers[float],
    first: int,
    count: int,
    scale: float,
    width: float,
) -> int:
    """The slot in first..first+count-1 with the largest scaled UCB, or the first never visited.

    Scaled UCB = total / (visits * scale) + width / sqrt(visits), with scale the range of the tree's
    scores, above 0, and width = exploration * sqrt(ln(visits of the parent)).
    Source: the Smitsimax article (P. Smit), "Search"; UCB1 (Auer, Cesa-Bianchi, Fischer 2002).
    """
    best = first
    best_value = -1.0e300
    for slot in range(first, first + count):
        tries = visits[slot]
        if tries < 1.0:
            return slot
        value = total[slot] / (tries * scale) + width / sqrt(tries)
        if value > best_value:
            best_value = value
            best = slot
    return best
''')


# ==== common/stdio.py ====
__stickytape_write_module('common/stdio.py', rb'''
"""Lines in, with the time at which a turn began; lines out, flushed at once; a log on stderr."""

import sys
from collections.abc import Callable
from time import perf_counter
from typing import TextIO


class EndOfInput(Exception):
    """The input ended between two turns: the match is over."""


class UnreadableInput(ValueError):
    """A line is not what the protocol says; the text names it and what was expected."""


class LineReader:
    """Reads the referee's lines; started: seconds of `now` when a turn's first line was there.

    queued: seconds of waiting for a processor.
    """

    def __init__(
        self,
        source: TextIO,
        now: Callable[[], float] = perf_counter,
        queued: Callable[[], float] = float,
    ) -> None:
        self.source = source
        self.now = now
        self.queued = queued
        self.started: float | None
        self.number = 0
        self.is_at_end = False
        self.begin_turn()

    def begin_turn(self) -> None:
        """The next line is the first of a turn."""
        self.started = None
        self.before = self.queued()

    def line(self) -> str:
        """The next line; EndOfInput between turns, UnreadableInput inside one."""
        text = self.source.readline()
        if not text:
            self.is_at_end = True
            if self.started is None:
                raise EndOfInput
            raise UnreadableInput(f"input ended after line {self.number}, in the middle of a turn")
        if self.started is None:
            self.started = self.now() - self.queued() + self.before
        self.number += 1
        return text.rstrip("\r\n")

    def integers(self, count: int, what: str) -> list[int]:
        """The next line as `count` integers; `what` names them in the error."""
        return parse_integers(self.line(), count, f"line {self.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:
    """`text` as exactly `count` integers of 32 bits, else UnreadableInput."""
    try:
        values = [int(word) for word in text.split()]
    except ValueError:
        values = []
    if len(values) != count or max(map(abs, values)) >> 31:
        noun = "integer" if count == 1 else "integers"
        raise UnreadableInput(f"{what}: expected {count} {noun}, got {text[:60]!r}")
    return values


def write_lines(lines: list[str], sink: TextIO) -> None:
    """An answer in one write, flushed."""
    sink.write("\n".join(lines) + "\n")
    sink.flush()


def log(text: str) -> None:
    """Text on stderr."""
    print(text, file=sys.stderr, flush=True)
''')




# ==== the importer ====
class __stickytape_importer:
    """Imports modules from memory: nothing is written, so nothing can stay behind."""

    def __init__(self, modules):
        from importlib.machinery import ModuleSpec

        self.modules = modules
        self.new_spec = ModuleSpec

    def find_spec(self, name, path=None, target=None):
        stem = name.replace(".", "/")
        is_package = any(file.startswith(stem + "/") for file in self.modules)
        file = stem + ("/__init__.py" if is_package else ".py")
        if is_package or file in self.modules:
            return self.new_spec(name, self, origin=file, is_package=is_package)
        return None

    def create_module(self, spec):
        return None

    def get_source(self, name):
        return self.modules[self.find_spec(name).origin].decode()

    def exec_module(self, module):
        this_file = self.exec_module.__code__.co_filename  # tracebacks show its lines
        source = self.modules.get(module.__spec__.origin, b"")  # empty ones are left out
        exec(compile(source, this_file, "exec", dont_inherit=True), module.__dict__)


__stickytape_sys.meta_path.insert(0, __stickytape_importer(__stickytape_modules))


# ==== bots/kutulu/main.py ====
from bots.kutulu.bot import main

main()
