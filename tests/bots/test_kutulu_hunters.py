"""Whom Kutulu's bot takes minions to follow, and its view of others."""

import random
from pathlib import Path

import pytest

from bots.kutulu.hunters import Hunt, chase, find_hunted, habit
from bots.kutulu.params import Params
from bots.kutulu.paths import FAR, PLAYERS, ROOM, TOO_NEAR, WAIT, WAYS, Maze
from bots.kutulu.rules import PLAN, YELL, LitWays, World, create, put, put_out, search_ways
from botsmith.referees.java_random import JavaRandom
from contests.kutulu.referee import KutuluReferee
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
        for who in range(PLAYERS):
            cell = referee.world.players[rnd.randrange(PLAYERS)].cell
            is_in = rnd.random() < 0.9
            for _ in range(rnd.randrange(8)):
                cell = maze.cells[cell].exits[rnd.randrange(WAYS)]
            put(world, who, cell)
            if not is_in:
                put_out(world, who, 0)
            elif who < lights:
                world.players[who].light_until = world.last_light = seed + 1
        create(world, rnd.randrange(maze.cell_count), -1, seed + 20)
        yield world, maze


def chase_as_expected(world: World, maze: Maze, hunt: Hunt, index: int) -> bool:
    """Whether the bot's minion follows one of the nearest by the way that a search finds."""
    ways = LitWays()
    search_ways(world, maze, world.spot[index], ways)
    best = min(ways.steps[cell] for cell in world.where)
    start, world.target[index] = world.spot[index], -1
    chase(world, maze, hunt, index)
    chosen = world.target[index]
    if best == FAR:
        return chosen == -1 and world.spot[index] == start
    goal = world.where[chosen]
    return (ways.steps[goal], ways.firsts[goal]) == (best, world.spot[index])


@pytest.mark.parametrize("lights", [0, 1, 2, 4])
def test_the_bot_knows_whom_a_minion_follows_and_by_which_way(lights):
    hunt = Hunt()
    for world, maze in random_chases(lights):
        for ways in hunt.lit:
            ways.key = 0  # of another maze
        assert chase_as_expected(world, maze, hunt, 0)


@pytest.mark.parametrize(
    ("old", "chosen"), [(-1, {0, 2}), (0, {0}), (1, {0, 2}), (2, {2}), (3, {0, 2})]
)
def test_of_two_who_are_as_near_it_keeps_its_own_else_one_is_drawn(old, chosen):
    found = set()
    for seed in range(1, 21):
        table = Table()  # seats 0 and 2 are two steps from (1, 3)
        table.dice = JavaRandom(seed << 30)  # small ones draw alike
        table.wanderer((1, 3), target=old)
        table.play()
        found.add(table.world.target[0])
    assert found == chosen


def test_of_four_on_one_cell_each_is_drawn():
    found = set()
    for seed in range(1, 41):
        table = Table()
        table.put(*4 * [(1, 1)])
        table.dice = JavaRandom(seed << 30)  # small ones draw alike
        table.wanderer((1, 5))
        table.play()
        found.add(table.world.target[0])
    assert found == {0, 1, 2, 3}


def expected(table: Table, who: int) -> int:
    """What explorer `who` is taken to do."""
    hunted = find_hunted(table.world, table.maze)
    return habit(table.world, table.maze, hunted, who, PLAN_BELOW)


def test_moves_of_a_cell_begin_with_staying_and_what_stands_behind_them_stays_too():
    maze = KutuluReferee.from_seed(1).maze
    for here, cell in enumerate(maze.cells[: maze.cell_count]):
        moves, rest = cell.moves.items[: cell.moves.count], cell.moves.items[cell.moves.count :]
        assert list(moves) == [WAIT, *(way for way in range(WAYS) if cell.exits[way] != here)]
        assert rest and set(rest) == {WAIT}


def test_a_maze_knows_after_each_move_how_much_too_near_a_minion_would_be():
    maze = KutuluReferee.from_seed(3).maze
    cells = maze.cells[: maze.cell_count]
    for here in cells:
        for spot in range(maze.cell_count):
            for move, action in enumerate(here.moves.items[: here.moves.count]):
                missing = here.threats[spot] >> ROOM * move & TOO_NEAR
                steps = cells[here.exits[action]].steps[spot]
                assert missing.bit_count() == max(0, ROOM - steps)
                assert missing & missing + 1 == 0, "so that | of two minions is the nearer one"


def test_others_yell_at_whom_a_wanderer_is_about_to_catch_but_not_when_chased_themselves():
    table = Table()
    table.put((1, 1), (2, 1), (9, 5), (9, 1))
    table.wanderer((4, 1), target=1)
    assert expected(table, 0) == YELL
    table.one(0).yelled_at[1] = True
    assert expected(table, 0) != YELL
    table.one(0).yelled_at[1] = False
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
