"""Races of the search that train the network of bots/csb/outlook.py; benchmarks/csb_outlook.py
plays them.

The races are those of environment_pairs.py. An actor's inputs are those of the network for the
runner of its side.
"""

from bots.csb.outlook import INPUTS, observe as look
from bots.csb.rating import Setting, World, set_out
from bots.csb.rules import PODS_EACH
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice
from contests.csb import environment_pairs as pairs
from contests.csb.environment_pairs import ACTORS, MOVES, SIDES, TERMS, Desk
from contests.csb.rivals import set_roles

__all__ = ["ACTORS", "INPUTS", "MOVES", "SIDES", "TERMS", "Desk"]

ONE = 32_000.0  # an input of 1


@record
class Match:
    """A race of pairs.

    world, setting: the state and the settings of a search
    """

    pairs: pairs.Match
    world: World
    setting: Setting


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a race on one of the site's maps."""
    pairs.begin(match.pairs, dice, True)
    assign(match.setting.track, match.pairs.track)
    match.setting.params.depth = 0


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes the inputs of the network for the runner of an actor's side."""
    set_roles(match.setting, match.pairs.race)
    set_out(match.world, match.setting, match.pairs.race)
    seen = numbers(float, INPUTS)
    look(match.world, match.setting, match.setting.runner[actor // PODS_EACH], seen)
    for place in range(INPUTS):
        inputs[place] = round(seen[place] * ONE)


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a turn. Returns True if the race is over."""
    return pairs.play(match.pairs, moves, gains, dice)


@kernel
def teach(match: Match, iterations: int, desk: Desk, dice: Dice, chances: Numbers[float]) -> None:
    """Writes the probabilities of all pods' moves by the search.

    iterations: fixed work of the search
    """
    pairs.teach(match.pairs, iterations, desk, dice, chances)
