"""SnakeByte's environment: what a network sees and plays, and whom it learns from."""

import sys
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bots.snakebyte import policy
from bots.snakebyte.bot import SnakebyteBot
from bots.snakebyte.charts import free_spots, spot_at, steps_from
from bots.snakebyte.params import Params
from bots.snakebyte.policy import FULL, INPUTS, MOVES, PLANES, SIDE, PolicyBot, mirrored
from bots.snakebyte.protocol import WAYS
from bots.snakebyte.rules import KINDS, SOURCE, cell_at, column, facing, part, row
from bots.snakebyte.search import Memory
from botsmith.cli.app import main
from botsmith.compiler.compile import c_text
from botsmith.training.environment import find_environment
from botsmith.training.matches import bind
from botsmith.training.policy_weights import rounded
from botsmith.training.quantise import net_module
from botsmith.training.tower import Tower
from botsmith.training.window import as_seen
from common.engine import Engines
from common.kernel import assign
from common.rng import draw, make_dice
from contests.snakebyte.referee import SnakebyteReferee
from tests.bots.talking import reader
from tests.cutting import work

environment = partial(import_module, "contests.snakebyte.environment")  # makes maps
MIDDLE = SIDE * SIDE // 2 * PLANES


def number():
    """Returns the number of the map."""
    return draw(make_dice(3), environment().EXAMS)


@pytest.fixture(scope="module")
def begun():
    match = environment().Match()
    environment().begin(match, make_dice(3), True)
    return match


def test_a_match_begins_on_a_map_of_the_generator(begun):
    made = environment().MAPS[number()]
    free = free_spots(made.rows(made.walls))
    for what, place in list(enumerate(made.sources, SOURCE))[::7]:
        assert begun.setting.charts.away[what::KINDS] == steps_from(spot_at(*place), free)
    cells = [part(snake, at) for snake in begun.world.state.snakes for at in range(snake.length)]
    expected = [cell for team in made.snakes for snake in team for cell in snake]
    assert [(column(cell), row(cell)) for cell in cells] == expected


def seen(match, actor):
    """What an actor sees."""
    inputs = [0] * INPUTS
    environment().observe(match, actor, inputs)
    return inputs


def test_the_rival_sees_the_same_from_the_other_side(begun):
    """The board and the snakes of a match's beginning are mirrored; so are those of a `seen`."""
    places, ways = mirrored()
    for actor in range(environment().TEAM):
        there = [0] * INPUTS
        for place, value in zip(places, seen(begun, actor), strict=True):
            there[place] = value
        assert seen(begun, environment().TEAM + actor) == there
    assert ways == [0, 3, 2, 1]


def test_a_snake_sees_itself_its_ground_and_how_near_sources_are(begun):
    inputs = seen(begun, 1)
    snake = begun.world.state.snakes[1]
    left = column(part(snake, 0)) - SIDE // 2
    top = row(part(snake, 0)) - SIDE // 2
    assert inputs[MIDDLE + policy.HEADS] == FULL // 2, "a hit kills it"
    below = MIDDLE + SIDE * PLANES
    assert inputs[below + policy.HEADS + 1] == FULL * 2 // 15, "it leaves the cell in two turns"
    assert inputs[MIDDLE + policy.LENGTH] == 48
    for place in range(SIDE * SIDE):
        cell = cell_at(left + place % SIDE, top + place // SIDE)
        what = begun.setting.board.cells[cell]
        assert inputs[place * PLANES : place * PLANES + 2] == [
            FULL * (what == 1),
            FULL * (what >= SOURCE),
        ]
        assert (inputs[place * PLANES + 3] == FULL) == (what >= SOURCE)


def test_a_gone_snake_sees_nothing_and_has_one_way_that_means_nothing(begun):
    match = environment().Match()
    assign(match, begun)
    match.world.state.snakes[2].length = 0
    legal = [False] * MOVES
    environment().allow(match, 2, legal)
    assert not any(seen(match, 2)) and legal == [True, False, False, False]


def test_actors_of_a_side_are_neighbours_in_a_match_of_three_snakes_each():
    teams = environment().TEAMS[environment().EXAMS :]
    seed = next(seed for seed in range(999) if teams[draw(make_dice(seed), len(teams))] == 3)
    match = environment().Match()
    environment().begin(match, make_dice(seed), False)
    snakes = [environment().snake_of(match, actor) for actor in range(environment().ACTORS)]
    assert snakes == [0, 1, 2, 7, 3, 4, 5, 7]
    assert match.world.state.snakes[7].length == 0


def test_the_teacher_is_the_bots_search(begun):
    match, desk, chances = (
        environment().Match(),
        environment().Desk(),
        [0.0] * (environment().ACTORS * MOVES),
    )
    assign(match, begun)
    environment().teach(match, 150, desk, make_dice(1), chances)
    for actor in range(environment().ACTORS):
        legal = [False] * MOVES
        environment().allow(match, actor, legal)
        given = chances[actor * MOVES : actor * MOVES + MOVES]
        assert sorted(given) == [0.0, 0.0, 0.0, 1.0] and legal[given.index(1.0)]
    lines = follow(SnakebyteBot(Params(), Engines(Memory)))
    ways = [chances[at * MOVES : at * MOVES + MOVES].index(1.0) for at in range(environment().TEAM)]
    assert lines == [";".join(f"{at} {WAYS[way]}" for at, way in enumerate(ways))]


def follow(bot):
    """A bot's answer to the first turn of the match, through the referee's lines."""
    referee = SnakebyteReferee.from_seed(number() + 1)
    lines = referee.init_inputs(0) + referee.inputs(0)
    source = reader(*lines)
    bot.read_start(source)
    bot.read_turn(source)
    return bot.answer(work(150))


def test_the_bot_names_the_ways_of_the_network_in_training(begun, monkeypatch):
    network = Tower((PLANES, SIDE), policy.CHANNELS, MOVES + 1, 3)
    network.layers[-1][:-1] *= 100.0
    inputs = np.array([seen(begun, actor) for actor in range(environment().ACTORS)])
    net = rounded(network, as_seen(inputs), 8)
    scope: dict[str, str] = {}
    exec(net_module("snakebyte", net, {}), scope)
    monkeypatch.setitem(sys.modules, "bots.snakebyte.weights", SimpleNamespace(**scope))
    bot = PolicyBot(Params(), Engines(policy.Memory))
    lines = follow(bot)
    ways = []
    for actor, sums in enumerate(net.run(inputs)[-1][: environment().TEAM]):
        legal = [False] * MOVES
        environment().allow(begun, actor, legal)
        ways.append(max(range(MOVES), key=lambda way: (legal[way], sums[way])))
    memory: Any = bot.engine.memory
    assert memory.net.sums == sums.tolist()
    assert lines == [";".join(f"{at} {WAYS[way]}" for at, way in enumerate(ways))]


def test_a_network_over_a_window_has_one_number_of_channels(capsys):
    assert main("train policy snakebyte --method imitate --hidden 32,32".split()) == 2
    assert "--hidden 32,32: expected a number of channels" in capsys.readouterr().err


def test_a_turn_gains_parts_and_the_last_one_the_match(begun):
    match, gains = environment().Match(), [0.0] * (environment().ACTORS * environment().ROW)
    assign(match, begun)
    state = match.world.state
    state.turn = 199
    state.snakes[1].length = 0
    moves = [facing(snake) for snake in state.snakes]
    assert environment().play(match, moves, gains, make_dice(1))
    assert gains[environment().TEAM * environment().ROW] == 1.0 and gains[0] == 0.0
    assert gains[environment().ROW + 1] == 0.0


def test_its_kernels_and_the_bots_become_c():
    memory, kernels = bind(find_environment("contests.snakebyte"), 4)
    assert "teach_all" in c_text(kernels, memory)
    assert "think" in c_text(policy.ENTRIES, policy.Memory)
