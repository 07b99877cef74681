"""Whom Kutulu's bot takes minions to follow, beside the official search; its view of others."""

import random

from bots.kutulu.hunters import chase, habit, note_hunters
from bots.kutulu.params import Params
from bots.kutulu.paths import EXPLORERS, FAR
from bots.kutulu.rules import PLAN, WAIT, WAYS, YELL, World, note_lights, stand
from botsmith.referees.kutulu import KutuluReferee
from botsmith.referees.kutulu_chase import search_lit
from common.rng import make_dice
from tests.bots.kutulu_table import Table

PLAN_BELOW = Params().plan_below


def random_chases(lights: int):
    """Explorers anywhere with so many LIGHTs burning, a minion anywhere: the world, maze, cell."""
    rnd = random.Random(7)
    for seed in range(60):
        referee = KutuluReferee.from_seed(seed % 12)
        maze = referee.maze
        world = World()
        world.turn = world.last_light = seed
        for who in range(EXPLORERS):
            one = world.explorers[who]
            one.cell = referee.world.explorers[rnd.randrange(EXPLORERS)].cell
            for _ in range(rnd.randrange(8)):
                one.cell = maze.exits[one.cell * WAYS + rnd.randrange(WAYS)]
            if who < lights:
                one.light_until = world.last_light = seed + 1
        stand(world, maze)
        note_lights(world, maze)
        start = rnd.choice(
            [cell for cell in range(maze.cells) if maze.walk[maze.rows[0] + cell] < FAR]
        )
        yield world, maze, start


def test_without_a_light_the_bot_knows_whom_a_minion_follows_and_by_which_way():
    for world, maze, start in random_chases(0):
        costs, firsts = [0] * EXPLORERS, [0] * EXPLORERS
        best = search_lit(world, maze, start, costs, firsts)
        chosen = chase(world, maze, make_dice(1), start, -1)
        assert costs[chosen] == best
        assert maze.next == firsts[chosen]


def test_among_lights_the_estimate_is_wrong_less_often_than_steps_are():
    wrong_by_estimate = wrong_by_steps = 0
    for world, maze, start in random_chases(1):
        costs, firsts = [0] * EXPLORERS, [0] * EXPLORERS
        best = search_lit(world, maze, start, costs, firsts)
        chosen = chase(world, maze, make_dice(1), start, -1)
        wrong_by_estimate += costs[chosen] > best
        steps = [maze.walk[maze.rows[who] + start] for who in range(EXPLORERS)]
        wrong_by_steps += costs[steps.index(min(steps))] > best
    assert wrong_by_steps > 5
    assert wrong_by_estimate < wrong_by_steps


def expected(table: Table, who: int) -> int:
    """What explorer `who` is taken to do."""
    maze = table.place.maze
    stand(table.world, maze)
    note_hunters(table.world, maze)
    return habit(table.world, maze, who, PLAN_BELOW)


def test_others_yell_at_whom_a_wanderer_is_about_to_catch_but_not_when_chased_themselves():
    table = Table()
    table.put((1, 1), (2, 1), (9, 5), (9, 1))
    table.wanderer((4, 1), target=1)
    assert expected(table, 0) == YELL
    table.one(0).yelled_at = 1 << 1
    assert expected(table, 0) != YELL
    table.one(0).yelled_at = 0
    table.wanderer((1, 3), target=0)
    assert expected(table, 0) != YELL


def test_others_plan_in_company_once_it_heals():
    table = Table()
    table.put((1, 1), (2, 1), (9, 5), (9, 1))
    assert expected(table, 0) == WAIT
    table.one(0).sanity = PLAN_BELOW
    assert expected(table, 0) == PLAN
    assert expected(table, 3) != PLAN, "nobody is near"


def test_others_run_from_a_minion_and_else_walk_to_the_nearest_explorer():
    table = Table()
    table.put((1, 1), (1, 5), (9, 5), (9, 1))
    assert expected(table, 0) == 2, "down, to the other one"
    table.wanderer((1, 3), target=0)
    assert expected(table, 0) == 1, "right, away from the wanderer"
