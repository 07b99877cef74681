"""Races of the search for the network of bots/csb/outlook.py: benchmarks/csb_outlook.py plays them.

The races are those of environment_pairs.py; an actor sees what the network sees of the runner of
its side.
"""

from math import cos, sin

from bots.csb.outlook import INPUTS, observe as look
from bots.csb.rules import PODS_EACH
from common.kernel import Numbers, kernel, numbers
from common.rng import Dice
from contests.csb import environment_pairs as pairs
from contests.csb.environment_pairs import ACTORS, MOVES, SIDES, TERMS, Desk, Match, play, teach

__all__ = ["ACTORS", "INPUTS", "MOVES", "SIDES", "TERMS", "Desk", "Match", "play", "teach"]

ONE = 32_000.0  # an input of 1


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a race on one of the site's maps."""
    pairs.begin(match, dice, True)


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes what the network sees of the runner of an actor's side."""
    player = actor // PODS_EACH
    pod = match.race.pods[match.runners[player]]
    foe = match.race.pods[match.runners[1 - player] ^ 1]
    seen = numbers(float, INPUTS)
    x = cos(pod.heading)
    y = sin(pod.heading)
    look(pod, foe, match.track, x, y, cos(foe.heading), sin(foe.heading), seen)
    for place in range(INPUTS):
        inputs[place] = round(seen[place] * ONE)
