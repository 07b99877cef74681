"""Kutulu's kernels in both engines: equal in every bit, lights and slashers included."""

import random

from bots.kutulu import search
from bots.kutulu.hunters import play_turn
from bots.kutulu.paths import EXPLORERS
from bots.kutulu.rules import SPAWNING, STUNNED, World
from botsmith.referees.kutulu import KutuluReferee
from common.engine import Engine
from common.kernel import assign
from common.rng import make_dice
from tests.compiler.comparison import dump
from tests.compiler.library import Library


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
    example = (World(), KutuluReferee.from_seed(0).maze, make_dice(0), [0] * EXPLORERS)
    library = Library({play_turn: example})
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
                library.call(play_turn, same, maze, twin, actions)
            assert dump(world) == dump(same)
            assert dice.state == twin.state


def test_a_kutulu_search_grows_the_same_trees(require):
    require("gcc")
    memory = search.Memory()
    library = Library({search.begin: (memory, 1, 50), search.think: (memory, 1)})
    rnd = random.Random(6)
    for seed in range(2):
        plain, same = Engine(search.Memory), search.Memory()
        memory = plain.memory
        maze = KutuluReferee.from_seed(seed).maze
        assign(memory.setting.maze, maze)
        assign(memory.dice, make_dice(seed))
        search.begin_at(plain, random_world(rnd, maze.cells), maze, 1, 50)
        assign(same, memory)
        library.call(search.begin, same, 1, 50)
        search.think(memory, 60)
        library.call(search.think, same, 60)
        assert memory.forest.iterations == 60
        assert dump(memory) == dump(same)
