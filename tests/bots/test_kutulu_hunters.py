"""Whom Kutulu's bot takes minions to follow, beside the official search; its view of others."""

import random
from pathlib import Path

import pytest

from bots.kutulu.hunters import chase, habit, note_hunters
from bots.kutulu.params import Params
from bots.kutulu.paths import EXPLORERS, FAR, ROOM, ROW
from bots.kutulu.rules import ACTIONS, PLAN, WAIT, WAYS, YELL, World, stand
from botsmith.arena.record import read_matches
from botsmith.referees.kutulu import KutuluReferee
from botsmith.referees.kutulu_chase import search_lit
from common.kernel import assign
from common.rng import make_dice
from tests.bots.kutulu_table import Table

GOLDEN = Path(__file__).parents[1] / "golden" / "kutulu" / "matches.jsonl.gz"
PLAN_BELOW = Params().plan_below


def random_chases(lights: int):
    """Explorers near each other with so many LIGHTs burning, a minion anywhere, on some maps."""
    rnd = random.Random(7)
    for seed in range(120):
        referee = KutuluReferee.from_seed(seed % 12)
        maze = referee.maze
        world = World()
        world.turn = world.last_light = seed
        for who in range(EXPLORERS):
            one = world.explorers[who]
            one.cell = referee.world.explorers[rnd.randrange(EXPLORERS)].cell
            one.is_in = rnd.random() < 0.9
            for _ in range(rnd.randrange(8)):
                one.cell = maze.exits[one.cell * ACTIONS + rnd.randrange(WAYS)]
            if who < lights and one.is_in:
                one.light_until = world.last_light = seed + 1
        stand(world, maze)
        yield world, maze, rnd.randrange(maze.cells)


@pytest.mark.parametrize("lights", [0, 1, 2, 4])
def test_the_bot_knows_whom_a_minion_follows_and_by_which_way(lights):
    for world, maze, start in random_chases(lights):
        costs, firsts = [0] * EXPLORERS, [0] * EXPLORERS
        best = search_lit(world, maze, start, costs, firsts)
        chosen = chase(world, maze, make_dice(1), start, -1)
        if best == FAR:
            assert chosen == -1
        else:
            assert (costs[chosen], firsts[chosen]) == (best, maze.next)


@pytest.mark.parametrize(
    "matches", [6, pytest.param(1000, marks=pytest.mark.campaign, id="all")], ids=str
)
def test_the_bot_knows_it_in_recorded_turns_with_lights(matches):
    compared = 0
    for match, _ in zip(read_matches(GOLDEN), range(matches), strict=False):
        referee = KutuluReferee.from_config(match.config, match.seed, match.players)
        world, maze = World(), referee.maze
        for turn in match.turns:
            referee.apply(turn.outputs)
            assign(world, referee.world)
            world.turn -= 1  # a LIGHT's last turn is the one just played
            if world.turn >= world.last_light:
                continue
            stand(world, maze)
            for index in range(world.count):
                if world.spot[index] < 0:
                    continue
                costs, firsts = [0] * EXPLORERS, [0] * EXPLORERS
                best = search_lit(world, maze, world.spot[index], costs, firsts)
                chosen = chase(world, maze, make_dice(1), world.spot[index], -1)
                assert best == FAR or (costs[chosen], firsts[chosen]) == (best, maze.next)
                compared += 1
    assert compared > 100


def test_the_table_of_rooms_gives_the_steps_to_a_minion_after_each_move():
    maze = KutuluReferee.from_seed(3).maze
    for cell in range(maze.cells):
        for minion in range(maze.cells):
            rooms = maze.rooms[cell * ROW + minion]
            for index in range(maze.move_count[cell]):
                after = maze.exits[cell * ACTIONS + maze.moves[cell * ACTIONS + index]]
                steps = min(ROOM, maze.walk[after * ROW + minion])
                bits = (rooms >> (index * ROOM)) & ((1 << ROOM) - 1)
                assert bits == (1 << steps) - 1


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
