"""Makes the network of kutulu, which says what becomes of an explorer (bots/kutulu/outlook.py).

    python benchmarks/kutulu_outlook.py            # some minutes of a core; says how good it is
    python benchmarks/kutulu_outlook.py --apply    # and writes bots/kutulu/outlook_net.py

The search plays matches against itself without the network (kutulu_selfplay.py). rate() says what
the world is worth to each explorer before each turn, and the network learns how far that is from
its mean some turns later. Only differences between the explorers of a world count. Their mean would
be left to chance, so it is held near 0: an explorer that is out gets nothing from the network.
Some matches are left out to examine it on. Weights are rounded to 8 bits, each hidden number's to
steps of its own, by which its weight in the output is larger.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.kutulu_selfplay import ENTRIES, Match, open_match, play_on, show  # noqa: E402
from benchmarks.outlook_weights import filled, round_layers  # noqa: E402
from bots.kutulu.outlook import INPUTS, ONE, UNITS  # noqa: E402
from bots.kutulu.params import Params  # noqa: E402
from bots.kutulu.paths import PLAYERS  # noqa: E402
from bots.kutulu.rules import LAST_TURN  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from botsmith.training.dense import FLOAT, Adam, Array, Dense  # noqa: E402
from common.rng import make_dice  # noqa: E402
from contests.kutulu.referee import KutuluReferee  # noqa: E402

PATH = ROOT / "bots/kutulu/outlook_net.py"
AHEAD = 4, 8, 12  # turns later, of which it says the mean
FLAGS = "-O3"
ITERATIONS = 160  # of an explorer's search
DEPTH = 6  # of it
SEED_STEP = 104_729  # all prices of being alone
LEFT_OUT = 8  # one match of so many
BLOCK = 1024  # worlds of a step
USES = 24
RATE = 0.012
MOST = 3.0  # an error that counts as much as any larger one, of these points each:
UNIT = 30.0
ANCHOR = 0.05  # how much a world's mean counts
MODULE = '''"""The numbers of outlook.py, by `python benchmarks/kutulu_outlook.py --apply`.

WORTH: points of a 1 in the sum
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

WORTH = {worth}
CRC = {crc}
WEIGHTS = (
{lines}
)
'''
CONSTANTS = "lonely", "group", "spawn_time", "life_time"  # of a maze, besides its map


@dataclass
class Worlds:
    """Worlds before a turn.

    inputs: [worlds, PLAYERS, INPUTS]
    misses: points of what comes beyond what is rated now, [worlds, PLAYERS]
    is_in: who is in the game, [worlds, PLAYERS]
    match: the number of each one's match
    """

    inputs: Array
    misses: Array
    is_in: Array
    match: Array

    def part(self, which: Array) -> "Worlds":
        """Returns some of the worlds."""
        return Worlds(self.inputs[which], self.misses[which], self.is_in[which], self.match[which])


def later(rated: Array, is_in: Array, scores: Array) -> Array:
    """Returns the mean of what is rated AHEAD turns later, [turns, PLAYERS], in points.

    rated: [turns, PLAYERS]; is_in: the same; scores: [PLAYERS], the turn in which each was out.
    Who is out has the turns that it was in, less Params.out; who never was has what it had at last.
    """
    turns = np.arange(len(rated))
    out = scores - turns[:, None] - Params().out
    found = np.zeros(rated.shape)
    for ahead in AHEAD:
        then = np.minimum(turns + ahead, len(rated) - 1)
        is_gone = ~is_in[then] | (turns + ahead >= len(rated))[:, None]
        found += np.where(is_gone & (scores < LAST_TURN), out, rated[then])
    return found / len(AHEAD)


def play_match(engine: Any, seed: int) -> tuple[Array, Array, Array]:
    """Plays a match; returns inputs [turns, PLAYERS, INPUTS], what is rated, and who is in."""
    memory = engine.memory
    engine.call(open_match, make_dice(seed).state)
    inputs, rated, is_in = [], [], []
    while memory.world.living:
        engine.call(show)
        inputs.append([view.of[:] for view in memory.views])
        rated.append(memory.search.values[:])
        is_in.append([player.is_in for player in memory.world.players])
        engine.call(play_on, ITERATIONS)
    return np.array(inputs, np.int16), np.array(rated), np.array(is_in)


def play_matches(count: int, seed: int) -> Worlds:
    """Plays matches, map by map, and returns their worlds."""
    engine = native_engine(Match, ENTRIES, FLAGS)
    memory: Any = engine.memory
    params = memory.search.params
    params.depth = params.slow_depth = DEPTH
    seeds = [seed + SEED_STEP * number for number in range(count)]
    rows: dict[str, list[Array]] = {"inputs": [], "misses": [], "is_in": [], "match": []}
    loaded: list[str] = []
    for number, chosen in enumerate(sorted(seeds, key=KutuluReferee.map_of)):
        referee = KutuluReferee.from_seed(chosen)
        if referee.rows != loaded:
            engine.load("maze", referee.maze)
            loaded = referee.rows
        for name in CONSTANTS:
            setattr(memory.maze, name, getattr(referee.maze, name))
        engine.load("world", referee.world)
        inputs, rated, is_in = play_match(engine, chosen)
        scores = np.array([player.score for player in memory.world.players])
        rows["inputs"].append(inputs)
        rows["misses"].append(later(rated, is_in, scores) - rated)
        rows["is_in"].append(is_in)
        rows["match"].append(np.full(len(inputs), number))
    return Worlds(**{name: np.concatenate(parts) for name, parts in rows.items()})


def differences(points: Array, is_in: Array) -> Array:
    """Returns points less their mean in each world, 0 for who is out."""
    counts = np.maximum(is_in.sum(axis=1, keepdims=True), 1)
    means = (points * is_in).sum(axis=1, keepdims=True) / counts
    return np.where(is_in, points - means, 0.0)


def learn(worlds: Worlds, seed: int) -> Dense:
    """Returns a network of floats that says the misses in units of UNIT points."""
    network = Dense((INPUTS - 1, UNITS, 1), seed)
    network.block = PLAYERS * BLOCK
    adam, dice = Adam(network, MOST), np.random.default_rng(seed)
    wanted = differences(worlds.misses, worlds.is_in) / UNIT
    steps = USES * (len(wanted) // BLOCK)
    places = np.concatenate([dice.permutation(len(wanted)) for _ in range(USES)])
    for step in range(steps):
        some = places[step * BLOCK : (step + 1) * BLOCK]
        rows, is_in = rows_of(worlds.inputs[some]), worlds.is_in[some]
        said = network.forward(rows).reshape(-1, PLAYERS)
        apart = differences(said, is_in)
        errors = differences(np.clip(apart - wanted[some], -MOST, MOST), is_in)
        errors += ANCHOR * np.where(is_in, said - apart, 0.0)
        network.backward(rows, errors.reshape(1, -1) / FLOAT(BLOCK))
        adam.step(RATE * (1.0 - step / steps))
        network.layers[-1][0, -1] = 0.0  # all explorers of a world would have it
    return network


def rows_of(inputs: Array) -> Array:
    """Returns inputs as rows of floats; input 0, which is always ONE, comes last as 1."""
    rows = inputs.reshape(-1, INPUTS).astype(FLOAT) / FLOAT(ONE)
    return np.roll(rows, -1, axis=1)


def round_weights(network: Dense) -> tuple[Array, float]:
    """Rounds a network's weights to whole steps; returns these, and the points of a 1 in the sum.

    Steps are as bots/kutulu/outlook.py reads them: by hidden number and input, then those of the
    sum.
    """
    rows, sums, worth = round_layers(network)
    steps = np.concatenate([np.roll(rows, 1, axis=1).ravel(), sums]).astype(np.int8)
    return steps, worth * UNIT / ONE


def module_of(steps: Array, worth: float) -> str:
    """Returns the source of bots/kutulu/outlook_net.py."""
    return filled(MODULE, steps, worth)


def explained(network: Dense, worlds: Worlds) -> float:
    """Returns the share of the misses' variance between explorers that is explained."""
    said = network.outputs(rows_of(worlds.inputs)).reshape(-1, PLAYERS) * UNIT
    counted = worlds.is_in & (worlds.is_in.sum(axis=1) > 1)[:, None]
    wanted = differences(worlds.misses, worlds.is_in)
    errors = differences(said, worlds.is_in) - wanted
    return 1.0 - float((errors[counted] ** 2).mean() / (wanted[counted] ** 2).mean())


def main() -> None:
    """Makes a network, and says how good it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--apply", action="store_true", help=f"write {PATH.name}")
    parser.add_argument("--matches", type=int, default=2600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with threadpool_limits(1):
        worlds = play_matches(given.matches, given.seed)
        is_left_out = worlds.match % LEFT_OUT == 0
        own, exam = worlds.part(~is_left_out), worlds.part(is_left_out)
        network = learn(own, given.seed)
        floats = explained(network, exam)
        steps, worth = round_weights(network)
        rounded = explained(network, exam)
    print(f"{len(own.match):,} worlds; of the differences in matches left out {floats:.3f}")
    print(f"explained, rounded {rounded:.3f}; {process_time():.0f} s of a core")
    if given.apply:
        PATH.write_text(module_of(steps, worth), encoding="utf-8")


if __name__ == "__main__":
    main()
