"""What the bot searches: the rules with random runs, a policy, and how good an outcome is.

An iteration goes on until every mini-game's run has ended; the rest of the match is an expected
score.
"""

from math import log, tanh

from bots.olymbits.minigames import (
    ACTIONS,
    DOWN,
    FALL,
    LEFT,
    ORDERS,
    PLACES,
    PLAYERS,
    RIGHT,
    UP,
    Run,
)
from bots.olymbits.rules import (
    ARCHERY,
    GAMES,
    HURDLES,
    MEDALS,
    OVER,
    RUNNING,
    SKATING,
    TURNS,
    Match,
)
from bots.olymbits.tables import CELLS, Tables
from bots.olymbits.updates import tick
from common.kernel import Numbers, assign, each, kernel, numbers, record
from common.rng import Dice, draw
from common.search import duct
from common.search.duct import Forest, Habits

NOBODY = -1  # no mini-game is served
ANY = (1 << ACTIONS) - 1
# PICKS[bits * ACTIONS + skipped]: the action of a bit, after so many lower ones.
PICKS = tuple(
    ([action for action in range(ACTIONS) if bits >> action & 1] + [-1] * ACTIONS)[skipped]
    for bits in range(ANY + 1)
    for skipped in range(ACTIONS)
)
# PACES[left * FALL + risk], ticks from LONG_GLIDE on alike: a skater's place in the order for the
# largest distance to expect, if he meets somebody in a fifth of the ticks (NOTES.md).
PACES = (*(0,) * 5, *(3, 3, 3, 3, 3), *(3, 3, 3, 1, 1), *(3, 1, 1, 0, 1), *(1, 1, 1, 0, 1))
LONG_GLIDE = 4
FARTHEST = 3
CALM = 1  # the place in the order of two cells without risk
# AT_PLACE[order * ACTIONS + place]: the action there.
AT_PLACE = tuple(
    PLACES[order : order + ACTIONS].index(place)
    for order in range(0, len(PLACES), ACTIONS)
    for place in range(ACTIONS)
)


@record
class World:
    """What an iteration plays on. served[p]: the mini-game that player p serves, or NOBODY.

    weights[p * GAMES + g]: of serving one; ended[g]: turn of its end; open: mini-games that run.
    """

    match: Match
    served: Numbers[int] = numbers(int, PLAYERS)
    weights: Numbers[int] = numbers(int, PLAYERS * GAMES)
    ended: Numbers[int] = numbers(int, GAMES)
    open: int


@record
class Setting:
    """What stays. to_come[game * (TURNS + 1) + updates]: points to expect; the rest: Params."""

    nothing: float
    blur: float
    blur_point: float
    tables: Tables
    to_come: Numbers[float] = numbers(float, GAMES * (TURNS + 1))


@kernel
def best_in(run: Run, tables: Tables, game: int, player: int) -> int:
    """The actions that a player of a mini-game picks from: bit a for action a."""
    first = run.first[player]
    second = run.second[player]
    if game == HURDLES:
        return tables.best[run.map_id * CELLS + first]
    if game == ARCHERY:  # toward the centre, on the axis that is farther off
        if first * first > second * second:
            return 1 << LEFT if first > 0 else 1 << RIGHT
        return 1 << UP if second > 0 else 1 << DOWN
    if game == SKATING:
        place = PACES[min(run.left, LONG_GLIDE) * FALL + second]
        return 1 << AT_PLACE[run.code * ACTIONS + place]
    return 1 << (run.code & 3)


@kernel
def is_awake(run: Run, game: int, player: int) -> bool:
    """Whether a running mini-game heeds the player's next action."""
    if game == HURDLES:
        return run.second[player] == 0
    return game != SKATING or run.second[player] >= 0


@kernel
def serve(world: World, player: int, dice: Dice) -> int:
    """A mini-game for a player, by the weights, where he is not stunned; or NOBODY."""
    total = 0
    chosen = NOBODY
    first = player * GAMES
    for game in each(GAMES):
        run = world.match.runs[game]
        weight = world.weights[first | game]
        if run.phase == RUNNING and weight > 0 and is_awake(run, game, player):
            total += weight
            drawn = draw(dice, total)
            if drawn < weight:
                chosen = game
    return chosen


@kernel
def choose(world: World, setting: Setting, player: int, dice: Dice) -> int:
    """One of the best actions in the mini-game that the player serves."""
    match = world.match
    game = world.served[player]
    if game == NOBODY or match.runs[game].phase != RUNNING:
        game = serve(world, player, dice)
        world.served[player] = game
    elif not is_awake(match.runs[game], game, player):
        game = serve(world, player, dice)  # meanwhile
    actions = ANY
    if game != NOBODY:
        actions = best_in(match.runs[game], setting.tables, game, player)
    skipped = 0
    if actions & (actions - 1) != 0:  # there is a choice
        skipped = draw(dice, actions.bit_count())
    return PICKS[actions * ACTIONS + skipped]


@kernel
def play(world: World, setting: Setting, moves: Numbers[int], dice: Dice) -> None:
    """One update; no run begins again."""
    match = world.match
    tick(match, moves, False)
    for game in each(GAMES):
        run = match.runs[game]
        if run.phase == RUNNING:
            if game == SKATING:
                run.code = draw(dice, ORDERS)
        elif run.phase == OVER:
            world.ended[game] = match.turn
            world.open -= 1


@kernel
def is_over(world: World, setting: Setting) -> bool:
    """Whether the iteration ends."""
    return world.open == 0 or world.match.turn >= TURNS


@kernel
def outcome_of(world: World) -> int:
    """The skating action that moves two cells without risk; everybody sees the order."""
    return AT_PLACE[world.match.runs[SKATING].code * ACTIONS + CALM]


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """The share of the others that each player beats, by points, blurred less near the end."""
    logs = numbers(float, PLAYERS)
    ahead = numbers(float, GAMES)
    medals = world.match.medals
    for game in each(GAMES):
        ahead[game] = setting.to_come[game * (TURNS + 1) + TURNS - world.ended[game]]
    to_come = 0.0
    at = 0
    for player in each(PLAYERS):
        product = 1.0
        for game in each(GAMES):
            to_come += ahead[game]
            # score_in, written out: calls take time in CPython
            points = float(3 * medals[at] + medals[at + 1]) + ahead[game]
            product *= max(setting.nothing, points)
            at += MEDALS
        logs[player] = log(product)
        scores[player] = 0.5
    width = 2.0 * (setting.blur + setting.blur_point * to_come)
    for player in each(PLAYERS):
        for other in range(player):
            lead = 0.25 * tanh((logs[player] - logs[other]) / width)
            scores[player] += lead
            scores[other] -= lead


plant, iterate = duct.bind(PLAYERS, ACTIONS, ACTIONS, choose, play, is_over, outcome_of, rate, draw)


@record
class Memory:
    """The bot loads all but world and forest."""

    forest: Forest  # first, so that in C its pools begin with a cache line
    start: World
    setting: Setting
    habits: Habits
    dice: Dice
    world: World


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
