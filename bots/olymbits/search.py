"""What the bot searches: the rules with random runs, a policy, and how good an outcome is.

An iteration goes on until every mini-game's run has ended, and then those that may begin again
have; what remains of the match is an expected score.
"""

from math import exp, log

from bots.olymbits.minigames import ACTIONS, ORDERS, PLAYERS, Run
from bots.olymbits.policy import Setting, World, choose
from bots.olymbits.rules import (
    ARCHERY,
    GAMES,
    HURDLES,
    OVER,
    RUNNING,
    SKATING,
    TURNS,
    score_in,
    start_run,
    tick,
)
from bots.olymbits.tables import CASES, SHORTEST_RUN, WIND_CHANCES, Tables
from common.kernel import Numbers, assign, kernel, record
from common.rng import Dice, draw
from common.search import duct
from common.search.duct import Forest, Habits


@kernel
def generate(run: Run, game: int, tables: Tables, dice: Dice) -> None:
    """A new run of hurdles, archery or diving, by the contest's distributions."""
    if game == HURDLES:
        case = draw(dice, CASES)
        run.map_id = tables.map_of[case]
        start_run(run, tables.track[run.map_id], 0, 0, 0)
        return
    extra = draw(dice, 4)
    left = SHORTEST_RUN + extra
    if game == ARCHERY:
        place = draw(dice, 100)
        x = 5 + place % 5
        y = 5 + place // 5 % 5
        winds = 0
        for _ in range(left):
            drawn = draw(dice, WIND_CHANCES)
            winds = winds << 4 | tables.wind[drawn]
        start_run(run, winds, left, x if place >= 50 else -x, y if place % 50 >= 25 else -y)
    else:
        goals = draw(dice, 1 << 30)
        start_run(run, goals, left, 0, 0)


@kernel
def play(world: World, setting: Setting, moves: Numbers[int], dice: Dice) -> None:
    """One update, with the runs that may begin again."""
    match = world.match
    tick(match, moves)
    for game in range(GAMES):
        run = match.runs[game]
        if run.phase == RUNNING:
            if game == SKATING:
                run.code = draw(dice, ORDERS)
        elif run.phase == OVER:
            world.ended[game] = match.turn
            if world.again[game] == 0:
                world.open -= 1
        elif world.again[game] > 0:
            world.again[game] -= 1
            world.ended[game] = TURNS  # nothing comes of it, should the match end first
            for player in range(PLAYERS):
                at = player * GAMES + game
                world.weights[at] = world.later[at]
            generate(run, game, setting.tables, dice)


@kernel
def is_over(world: World, setting: Setting) -> bool:
    """Whether nothing is left to play in this iteration."""
    return world.open == 0 or world.match.turn >= TURNS


@kernel
def outcome_of(world: World) -> int:
    """The skating order, which everybody sees."""
    return world.match.runs[SKATING].code


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """Each player's chance to be first: his share of the points, sharper near the end."""
    params = setting.params
    blur = params.blur
    for player in range(PLAYERS):
        scores[player] = 1.0
    for game in range(GAMES):
        runs = setting.runs[game * (TURNS + 1) + TURNS - world.ended[game]]
        blur += params.blur_edition * runs
        for player in range(PLAYERS):
            score = float(score_in(world.match, player, game)) + params.worth * runs
            scores[player] *= max(params.nothing, score)
    total = 0.0
    for player in range(PLAYERS):
        scores[player] = exp(log(scores[player]) / blur)
        total += scores[player]
    for player in range(PLAYERS):
        scores[player] /= total


plant, iterate = duct.bind(PLAYERS, ACTIONS, ORDERS, choose, play, is_over, outcome_of, rate)


@record
class Memory:
    """All that the search works on; the bot loads all but world and forest."""

    start: World
    setting: Setting
    habits: Habits
    dice: Dice
    world: World
    forest: Forest


@kernel
def begin(memory: Memory) -> None:
    """Empty trees."""
    assign(memory.forest.habits, memory.habits)
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` iterations more."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
