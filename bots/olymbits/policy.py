"""What a player does in a rollout: he serves one mini-game until its run ends, by fixed rules.

Sets of actions are bits: bit a for action a.
"""

from bots.olymbits.minigames import ACTIONS, DOWN, LEFT, PLACES, PLAYERS, RIGHT, UP, Run
from bots.olymbits.params import Params
from bots.olymbits.rules import ARCHERY, GAMES, HURDLES, RUNNING, SKATING, TURNS, Match
from bots.olymbits.tables import CELLS, Tables
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw

NOBODY = -1  # no mini-game is served
ANY = (1 << ACTIONS) - 1
# The members of a set: PICKS[set * ACTIONS + n] for n below COUNTS[set].
PICKS = tuple(
    ([action for action in range(ACTIONS) if actions >> action & 1] + [0] * ACTIONS)[number]
    for actions in range(1 << ACTIONS)
    for number in range(ACTIONS)
)
COUNTS = tuple(actions.bit_count() for actions in range(1 << ACTIONS))
# The policy's place in the order by risk 0..4: as far as is safe even if somebody is met.
BOLD = (3, 3, 1, 1, 0)
FARTHEST = 3


@record
class World:
    """What an iteration plays on. served[p]: player p's mini-game, or NOBODY.

    weights[p * GAMES + g]: of serving a mini-game; later: of its next run. again[g]: runs that may
    still begin; ended[g]: turn of the last end; open: mini-games that still run or will.
    """

    match: Match
    served: Numbers[int] = numbers(int, PLAYERS)
    weights: Numbers[int] = numbers(int, PLAYERS * GAMES)
    later: Numbers[int] = numbers(int, PLAYERS * GAMES)
    again: Numbers[int] = numbers(int, GAMES)
    ended: Numbers[int] = numbers(int, GAMES)
    open: int


@record
class Setting:
    """What stays as it is. runs[game * (TURNS + 1) + updates]: to expect in so many updates."""

    params: Params
    tables: Tables
    runs: Numbers[float] = numbers(float, GAMES * (TURNS + 1))


@kernel
def best_in(run: Run, tables: Tables, game: int, player: int) -> int:
    """The actions that a player of a mini-game picks from."""
    first = run.first[player]
    second = run.second[player]
    if game == HURDLES:
        return tables.best[run.map_id * CELLS + first]
    if game == ARCHERY:  # toward the centre, on the axis that is farther off
        if abs(first) > abs(second):
            return 1 << LEFT if first > 0 else 1 << RIGHT
        return 1 << UP if second > 0 else 1 << DOWN
    if game == SKATING:
        place = FARTHEST if run.left == 1 else BOLD[second]
        for action in range(ACTIONS):
            if PLACES[run.code * ACTIONS + action] == place:
                return 1 << action
    return 1 << (run.code & 3)


@kernel
def is_awake(run: Run, game: int, player: int) -> bool:
    """Whether a running mini-game heeds the player's next action: stuns are counted differently."""
    if game == HURDLES:
        return run.second[player] == 0
    return game != SKATING or run.second[player] >= 0


@kernel
def serve(world: World, player: int, dice: Dice) -> int:
    """A mini-game for a player by the weights, of those where he is not stunned, or NOBODY."""
    total = 0
    chosen = NOBODY
    for game in range(GAMES):
        run = world.match.runs[game]
        weight = world.weights[player * GAMES + game]
        if run.phase == RUNNING and weight > 0 and is_awake(run, game, player):
            total += weight
            drawn = draw(dice, total)
            if drawn < weight:
                chosen = game
    return chosen


@kernel
def choose(world: World, setting: Setting, player: int, dice: Dice) -> int:
    """The policy's action: one of the best in the mini-game that the player serves."""
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
    count = COUNTS[actions]
    number = 0
    if count > 1:
        number = draw(dice, count)
    return PICKS[actions * ACTIONS + number]
