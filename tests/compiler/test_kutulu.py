"""Kutulu's kernels in both engines: equal in every bit, lights and slashers included."""

import random

from bots.kutulu import search
from bots.kutulu.hunters import play_turn
from bots.kutulu.paths import EXPLORERS
from bots.kutulu.rules import SPAWNING, STUNNED, World
from botsmith.compiler.engine import Engine
from botsmith.compiler.layout import Layout
from botsmith.compiler.translate import translate
from botsmith.referees.kutulu import KutuluReferee
from common.kernel import assign
from common.rng import make_dice


def dump(record, with_pools=False):
    """All values of a record."""
    layout = Layout(type(record), with_pools)
    data = bytearray(layout.size)
    layout.write(record, data)
    return bytes(data)


def random_world(rnd, cells) -> World:
    """Explorers, wanderers and slashers anywhere, with effects of all kinds."""
    world = World()
    world.turn = rnd.randrange(190)
    spots = [rnd.randrange(cells) for _ in range(3)]
    for who in range(EXPLORERS):
        one = world.explorers[who]
        one.cell, one.sanity = rnd.choice(spots), rnd.randrange(1, 251)
        one.light_until = world.turn + rnd.randrange(-1, 3)
        one.plan_until = world.turn + rnd.randrange(-1, 4)
        one.stuck_until = world.turn + rnd.randrange(-2, 2)
        one.has_slasher = rnd.random() < 0.5
    world.last_light = world.last_plan = world.turn + 4
    for index in range(rnd.randrange(4, 20)):
        world.spot[index] = rnd.randrange(cells)
        world.leave[index] = world.turn + rnd.randrange(25, 43)
        world.target[index] = rnd.randrange(-1, EXPLORERS)
        world.count = index + 1
    for _ in range(2):
        slasher = world.slashers[world.slasher_count]
        slasher.state, slasher.cell = rnd.randrange(SPAWNING, STUNNED + 1), rnd.randrange(cells)
        slasher.until = world.turn + rnd.randrange(3)
        slasher.target, slasher.memory = rnd.randrange(-1, EXPLORERS), rnd.randrange(-1, cells)
        world.slasher_count += 1
        world.spot[world.count], world.target[world.count] = -world.slasher_count, -1
        world.count += 1
    return world


def test_kutulu_turns_are_equal_in_every_bit(require):
    require("gcc")
    engine = Engine(translate({"play_turn": play_turn}))
    rnd = random.Random(5)
    for seed in range(8):
        maze = KutuluReferee.from_seed(seed).maze
        for _ in range(12):
            world, same = random_world(rnd, maze.cells), World()
            assign(same, world)
            dice, twin = make_dice(seed), make_dice(seed)
            for _ in range(4):
                actions = [rnd.randrange(8) for _ in range(EXPLORERS)]
                play_turn(world, maze, dice, actions)
                engine.run("play_turn", same, maze, twin, actions)
            assert dump(world) == dump(same)
            assert dice.state == twin.state


def test_a_kutulu_search_grows_the_same_trees(require):
    require("gcc")
    entries = {entry.__name__: entry for entry in search.ENTRIES}
    engine = Engine(translate(entries, pools="pure"), with_pools=True)
    rnd = random.Random(6)
    for seed in range(2):
        memory, same = search.Memory(), search.Memory()
        assign(memory.setting.maze, KutuluReferee.from_seed(seed).maze)
        assign(memory.start, random_world(rnd, memory.setting.maze.cells))
        assign(memory.dice, make_dice(seed))
        assign(memory.menu, search.make_menu(memory.start, memory.setting.maze, 1))
        assign(same, memory)
        search.begin(memory, 1, 50)
        engine.run("begin", same, 1, 50)
        search.think(memory, 60)
        engine.run("think", same, 60)
        assert memory.forest.iterations == 60
        assert dump(memory, with_pools=True) == dump(same, with_pools=True)
