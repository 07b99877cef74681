"""Kutulu's kernels in both engines: equal in every bit, lights and slashers included."""

import random

from bots.kutulu import search
from bots.kutulu.hunters import Hunt, play_turn
from bots.kutulu.paths import PLAYERS
from bots.kutulu.rules import SPAWNING, STUNNED, World, create, put
from common.engine import Engine
from common.kernel import assign
from common.rng import make_dice
from contests.kutulu.referee import KutuluReferee
from tests.compiler.comparison import dump
from tests.compiler.library import Library


def random_world(rnd, cells) -> World:
    """Explorers, wanderers and slashers anywhere, with effects of all kinds."""
    world = World()
    world.turn = rnd.randrange(190)
    spots = [rnd.randrange(cells) for _ in range(3)]
    for who in range(PLAYERS):
        one = world.players[who]
        put(world, who, rnd.choice(spots))
        one.sanity = rnd.randrange(1, 251)
        one.light_until = world.turn + rnd.randrange(-1, 3)
        one.plan_until = world.turn + rnd.randrange(-1, 4)
        one.busy_until = max(one.light_until, one.plan_until)
        one.stuck_until = world.turn + rnd.randrange(-2, 2)
        one.has_slasher = rnd.random() < 0.5
    world.last_light = world.turn + 4
    for _ in range(rnd.randrange(4, 20)):
        leave = world.turn + rnd.randrange(25, 43)
        create(world, rnd.randrange(cells), rnd.randrange(-1, PLAYERS), leave)
    for _ in range(2):
        slasher = world.slashers[world.slasher_count]
        slasher.state, slasher.memory = rnd.randrange(SPAWNING, STUNNED + 1), rnd.randrange(
            -1, cells
        )
        slasher.until = world.turn + rnd.randrange(3)
        world.slasher_count += 1
        target = rnd.randrange(-1, PLAYERS)
        create(world, rnd.randrange(cells), target, -world.slasher_count)
    return world


def test_kutulu_turns_are_equal_in_every_bit(require):
    require("gcc")
    example = (World(), KutuluReferee.from_seed(0).maze, Hunt(), [0] * PLAYERS)
    library = Library({play_turn: example})
    rnd = random.Random(5)
    for seed in range(2):
        maze = KutuluReferee.from_seed(seed).maze
        for _ in range(2):
            world, same = random_world(rnd, maze.cell_count), World()
            assign(same, world)
            hunt, twin = Hunt(), Hunt()
            hunt.dice, twin.dice = make_dice(seed), make_dice(seed)
            for _ in range(4):
                actions = [rnd.randrange(8) for _ in range(PLAYERS)]
                play_turn(world, maze, hunt, actions)
                library.call(play_turn, same, maze, twin, actions)
            assert dump(world) == dump(same)
            assert dump(hunt) == dump(twin)


def test_a_kutulu_search_grows_the_same_trees(require):
    require("gcc")
    memory = search.Memory()
    library = Library({search.begin: (memory, 1, 50), search.think: (memory, 1)})
    rnd = random.Random(6)
    for seed in range(2):
        plain, same = Engine(search.Memory), search.Memory()
        memory = plain.memory
        maze = KutuluReferee.from_seed(seed).maze
        assign(memory.maze, maze)
        assign(memory.dice, make_dice(seed))
        assign(memory.start, random_world(rnd, maze.cell_count))
        assign(same, memory)
        share = 50 * seed
        search.begin(memory, 1, share)
        library.call(search.begin, same, 1, share)
        search.think(memory, 12)
        library.call(search.think, same, 12)
        assert memory.forest.iterations == 12
        assert dump(memory) == dump(same)
