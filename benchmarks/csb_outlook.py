"""Makes the network of csb, which says how far a runner will come (bots/csb/outlook.py).

    python benchmarks/csb_outlook.py            # a minute of a core; says how good it is
    python benchmarks/csb_outlook.py --apply    # and writes bots/csb/outlook_net.py

The search plays races on the site's maps without the network, and some moves are drawn. A network
learns how far each player's runner comes in AHEAD turns; some races are left out to examine it on.
Its weights are rounded to 8 bits: each hidden number's to steps of its own, by which its weight in
the output is larger.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.outlook_weights import filled, round_layers  # noqa: E402
from bots.csb.outlook import AT_GOAL, INPUTS  # noqa: E402
from bots.csb.rules import PLAYERS, PODS_EACH  # noqa: E402
from botsmith.training.dense import BLOCK, FLOAT, Adam, Array, Dense  # noqa: E402
from botsmith.training.environment import scores_of  # noqa: E402
from botsmith.training.matches import Matches, build_library  # noqa: E402
from contests.csb import environment_outlook  # noqa: E402
from contests.csb.environment import UNITS  # noqa: E402
from contests.csb.environment_outlook import ONE  # noqa: E402
from contests.csb.environment_pairs import LESS, MOVES, TERMS  # noqa: E402

outlook: Any = environment_outlook
PATH = ROOT / "bots/csb/outlook_net.py"
HIDDEN = 20
AHEAD = 15  # turns that it looks at
LANES = 512
ITERATIONS = 120  # of the search
DRAWN, RANDOM = 0.15, 0.07  # shares of moves that are drawn by its visits, and of any
WAY = list(TERMS).index("way")
# The way a turn of who has won, and of who has lost, after the end.
AT_LAST = AT_GOAL / UNITS / AHEAD, 0.25
EVEN = 1 + PLAYERS  # the end of a race that nobody has won
LEFT_OUT = 10  # one lane of so many
USES = 15
RATE = 0.02
MOST = 3.0  # an error that counts as much as any larger one
MODULE = '''"""The numbers of outlook.py, as `python benchmarks/csb_outlook.py --apply` wrote them.

BASE: points of an empty sum
WORTH: points of a 1 in the sum
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

BASE = {base}
WORTH = {worth}
CRC = {crc}
WEIGHTS = (
{lines}
)
'''


def draw_moves(chances: Array, dice: np.random.Generator) -> Array:
    """Returns moves [lanes, ACTORS]: the likeliest, or some drawn."""
    shape = chances.shape[:2]
    below = chances.cumsum(axis=2) < dice.random((*shape, 1)) * chances.sum(axis=2, keepdims=True)
    drawn = np.minimum(below.sum(axis=2), MOVES - 1)
    kind = dice.random(shape)
    moves: Array = np.where(kind < DRAWN, drawn, chances.argmax(axis=2))
    return np.where(kind > 1.0 - RANDOM, dice.integers(0, MOVES, shape), moves)


def ways_ahead(made: Array, ends: Array) -> Array:
    """Returns how far each player's runner comes in AHEAD turns, NaN where that is not known.

    made: the way of a turn, [turns, lanes, PLAYERS].
    ends: of a turn that is a race's last one 1 + the winner, or EVEN, else 0, [turns, lanes].
    """
    won, lost = AT_LAST
    after = np.array([(np.nan, np.nan), (won, lost), (lost, won), (lost, lost)])
    ended, found = np.zeros_like(ends), np.zeros(made.shape)
    for later in range(AHEAD):
        known = len(made) - later
        is_on = ended[:known] == 0
        ways = np.where(is_on[:, :, None], made[later:], after[ended[:known]])
        found[:known] += ways
        found[known:] += after[ended[known:]]
        ended[:known] = np.where(is_on, ends[later:], ended[:known])
    return found


def play_races(turns: int, seed: int, folder: Path) -> tuple[Array, Array]:
    """Returns inputs [turns, lanes, PLAYERS, INPUTS], and ways_ahead of them."""
    build_library(outlook, LANES, folder / "kernels.so")
    matches = Matches(outlook, LANES, folder / "kernels.so", seed)
    matches.begin()
    dice = np.random.default_rng(seed)
    inputs = np.empty((turns, LANES, PLAYERS, INPUTS), np.int16)
    made = np.empty((turns, LANES, PLAYERS))
    ends = np.zeros((turns, LANES), int)
    for turn in range(turns):
        inputs[turn] = matches.inputs[:, ::PODS_EACH]
        matches.teach(ITERATIONS)
        matches.moves[:] = draw_moves(matches.chances, dice)
        matches.play()
        ways = matches.gains[:, :, WAY].reshape(LANES, PLAYERS, PODS_EACH)
        made[turn] = ways.sum(axis=2) / (1.0 + LESS)
        scores = scores_of(outlook, matches.last_sums)
        winners = np.where(scores[:, 0] == scores[:, 1], EVEN, 1 + scores.argmax(axis=1))
        ends[turn] = np.where(matches.has_ended, winners, 0)
    return inputs, ways_ahead(made, ends)


def learn(inputs: Array, ways: Array, seed: int) -> Dense:
    """Returns a network of floats that says the ways."""
    network = Dense((INPUTS, HIDDEN, 1), seed)
    network.layers[-1][0, -1] = ways.mean()
    adam, dice = Adam(network, MOST), np.random.default_rng(seed)
    steps = USES * (len(inputs) // BLOCK)
    places = np.concatenate([dice.permutation(len(inputs)) for _ in range(USES)])
    for step in range(steps):
        some = places[step * BLOCK : (step + 1) * BLOCK]
        rows = rows_of(inputs[some])
        errors = network.forward(rows) - ways[some]
        network.backward(rows, np.clip(errors, -MOST, MOST) / FLOAT(BLOCK))
        adam.step(RATE * (1.0 - step / steps))
    return network


def rows_of(inputs: Array) -> Array:
    """Returns inputs as floats, with a 1 behind each row."""
    rows = np.ones((len(inputs), INPUTS + 1), FLOAT)
    np.multiply(inputs, FLOAT(1.0 / ONE), out=rows[:, :-1])
    return rows


def round_weights(network: Dense) -> tuple[Array, float]:
    """Rounds a network's weights to whole steps; returns these, and the worth of a 1 in the sum.

    Steps are as bots/csb/outlook.py reads them: by input and hidden number, then those of the sum.
    """
    rows, sums, worth = round_layers(network)
    return np.concatenate([rows.T.ravel(), sums]).astype(np.int8), worth


def module_of(steps: Array, worth: float, base: float) -> str:
    """Returns the source of bots/csb/outlook_net.py."""
    return filled(MODULE, steps, worth * UNITS, base=round(base * UNITS, 1))


def explained(said: Array, ways: Array) -> float:
    """Returns the share of the ways' variance that is explained."""
    return 1.0 - float(((said - ways) ** 2).mean() / ways.var())


def main() -> None:
    """Makes a network, and says how good it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--apply", action="store_true", help=f"write {PATH.name}")
    parser.add_argument("--turns", type=int, default=800, help="of each of the races side by side")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="botsmith-") as name, threadpool_limits(1):
        inputs, ways = play_races(given.turns, given.seed, Path(name))
        is_known = ~np.isnan(ways)
        is_left_out = is_known & (np.arange(LANES) % LEFT_OUT == 0)[:, None]
        is_own = is_known & ~is_left_out
        network = learn(inputs[is_own], ways[is_own], given.seed)
        exam, truth = rows_of(inputs[is_left_out]), ways[is_left_out]
        floats = explained(network.outputs(exam)[0], truth)
        steps, worth = round_weights(network)
        rounded = explained(network.outputs(exam)[0], truth)
    print(f"{is_own.sum():,} samples; of the variance in races left out {floats:.3f} explained,")
    print(f"rounded {rounded:.3f}; {process_time():.0f} s of a core")
    if given.apply:
        base = float(network.layers[-1][0, -1])
        PATH.write_text(module_of(steps, worth, base), encoding="utf-8")


if __name__ == "__main__":
    main()
