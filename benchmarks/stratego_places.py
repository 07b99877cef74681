"""Makes the network of stratego, which rates ranks by place (bots/stratego/places.py).

    python benchmarks/stratego_places.py            # 6 s of a core; says how good it is
    python benchmarks/stratego_places.py --apply    # and writes bots/stratego/places_net.py

It learns from set-ups drawn at random, half with the pieces anywhere, half with pieces around the
flag. No player's set-up is among them: those of Botzilla, of the recorded matches and our own are
its exam. The loss is minus the logarithm of the chance of a side's true ranks among all assignments
of its eight ranks to its eight pieces, in nats a piece.
"""

import argparse
import sys
from functools import cache
from math import log
from pathlib import Path
from random import Random
from time import process_time

import numpy as np
from threadpoolctl import threadpool_limits

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.outlook_weights import STEPS, filled  # noqa: E402
from bots.stratego.places import INPUTS, UNITS, signs_of  # noqa: E402
from bots.stratego.rules import (  # noqa: E402
    BOMB,
    EACH,
    FLAG,
    GENERAL,
    MARSHAL,
    MINER,
    SCOUT,
    SIZE,
    SPY,
    SUPPLY,
    place_of,
)
from bots.stratego.setup import BOTZILLA, COMPACT, CORNER, Setup  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.training.dense import FLOAT, Adam, Array, Dense  # noqa: E402
from contests.stratego.lines import parse_setup  # noqa: E402

PATH = ROOT / "bots/stratego/places_net.py"
RECORDS = ROOT / "tests/golden/stratego/matches.jsonl.gz"
ROWS = 4  # of a side's set-up
FLAG_ROWS = (1.0, 0.5, 0.3, 0.2)  # weights of the flag's row, from the back
CORNERS = 0.3  # share of the flags around which pieces gather that stand in an outer column
GATHERED = {BOMB: 0.8, GENERAL: 0.5, MARSHAL: 0.55, SPY: 0.55, MINER: 0.35, SCOUT: 0.2}
SHIFT = (0.5, 1.5)  # times GATHERED, drawn for each set-up
BESIDE = 0.6  # share of these that come within 1 step of the flag, others within 2
FRONT = (1.0, 1.0, 2.0, 3.0)  # weights of rows for all others
SETUPS = 16_000
BATCH = 1_500
TURNS = 300
RATE = 0.03
DECAY = 6e-5
MOST = 3.0  # length of a gradient
MODULE = '''"""The numbers of places.py, by `python benchmarks/stratego_places.py --apply`.

STEP: a 1 in the weights
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

STEP = {worth}
CRC = {crc}
WEIGHTS = (
{lines}
)
'''
Place = tuple[int, int]  # column, and row from the side's back
Places = list[Place]  # of the pieces in the order of SUPPLY
ALL = [(x, y) for y in range(ROWS) for x in range(SIZE)]


def scatter(dice: Random) -> Places:
    """Returns the places of a set-up: the flag by FLAG_ROWS, others anywhere."""
    (y,) = dice.choices(range(ROWS), FLAG_ROWS)
    flag = dice.randrange(SIZE), y
    others = dice.sample([place for place in ALL if place != flag], EACH - 1)
    return [*others, flag]


def gather(dice: Random) -> Places:
    """Returns the places of a set-up: each piece is near the flag by GATHERED, or by FRONT."""
    (y,) = dice.choices(range(ROWS), FLAG_ROWS)
    flag = (dice.choice((0, SIZE - 1)) if dice.random() < CORNERS else dice.randrange(SIZE)), y
    shift, found = dice.uniform(*SHIFT), [flag]
    for rank in SUPPLY[-2::-1]:  # the bomb first
        free = [place for place in ALL if place not in found]
        reach = 1 if dice.random() < BESIDE else 2
        near = [(x, y) for x, y in free if abs(x - flag[0]) + abs(y - flag[1]) <= reach]
        if near and dice.random() < GATHERED[rank] * shift:
            found.append(dice.choice(near))
        else:
            found += dice.choices(free, [FRONT[y] for _, y in free])
    return found[::-1]


def drawn(count: int, seed: int) -> list[Places]:
    """Returns `count` set-ups, half of each kind."""
    dice = Random(seed)
    return [(scatter, gather)[number % 2](dice) for number in range(count)]


def in_order(pieces: Setup) -> Places:
    """Returns the places of a set-up's pieces in the order of SUPPLY."""
    left, places = list(pieces), []
    for rank in SUPPLY:
        found = next(piece for piece in left if piece[0] == rank)
        left.remove(found)
        places.append((found[1], found[2]))
    return places


@cache
def recorded() -> list[Places]:
    """Returns the different set-ups of the recorded matches, as Red's."""
    found = set()
    for match in read_matches(RECORDS):
        for seat in (0, 1):
            pieces = []
            for rank, cell in parse_setup(match.extra["init_out"][str(seat)][1], seat):
                x, y = place_of(cell)
                pieces.append((rank, SIZE - 1 - x, SIZE - 1 - y) if seat else (rank, x, y))
            found.add(tuple(in_order(tuple(pieces))))
    return [list(places) for places in sorted(found)]


def inputs_of(setups: list[Places]) -> Array:
    """Returns the inputs of all pieces of all set-ups, [set-ups * EACH, INPUTS + 1]."""
    return np.array([signs for places in setups for signs in signs_of(places)], FLOAT)


def loss_of(logits: Array) -> tuple[float, Array]:
    """Returns the loss, in nats a piece, and its slope by each logit.

    logits: of ranks SPY .. FLAG by piece, [FLAG, set-ups * EACH]
    """
    by_rank = logits.astype(np.float64).reshape(FLAG, -1, EACH)
    points = by_rank[np.array(SUPPLY) - 1]  # [EACH ranks, set-ups, EACH pieces]
    top = points.max(axis=0)
    weights = np.exp(points - top)
    count = len(top)
    full = (1 << EACH) - 1
    before, after = np.zeros((full + 1, count)), np.zeros((full + 1, count))
    before[0] = after[full] = 1.0  # sums over the pieces of a set with the first ranks, the others
    bits = [[p for p in range(EACH) if some >> p & 1] for some in range(full + 1)]
    for some in range(1, full + 1):
        place = len(bits[some]) - 1
        for piece in bits[some]:
            before[some] += weights[place, :, piece] * before[some ^ (1 << piece)]
    chances = np.zeros_like(weights)
    for some in range(full - 1, -1, -1):
        place = len(bits[some])
        for piece in bits[full ^ some]:
            rest = weights[place, :, piece] * after[some | 1 << piece]
            after[some] += rest
            chances[place, :, piece] += rest * before[some]
    chances /= before[full][:, None]
    own = np.arange(EACH)
    truth = points[own, :, own].sum()
    total = np.log(before[full]).sum() + top.sum() - truth - count * log(SUPPLY.count(SCOUT))
    chances[own, :, own] -= 1.0
    slope = np.zeros_like(by_rank)
    for place, rank in enumerate(SUPPLY):
        slope[rank - 1] += chances[place]
    return float(total) / (count * EACH), (slope / (count * EACH)).reshape(logits.shape)


def learn(setups: list[Places], seed: int) -> Dense:
    """Returns a network of floats."""
    network = Dense((INPUTS, UNITS, FLAG), seed)
    adam, dice = Adam(network, MOST), np.random.default_rng(seed)
    rows = inputs_of(setups).reshape(len(setups), EACH, -1)
    for turn in range(TURNS):
        some = rows[dice.choice(len(rows), BATCH, replace=False)].reshape(-1, INPUTS + 1)
        _, slope = loss_of(network.forward(some))
        network.backward(some, slope.astype(FLOAT))
        network.gradient += FLOAT(DECAY) * network.flat
        adam.step(RATE * (1.0 - turn / TURNS))
    return network


def round_weights(network: Dense) -> tuple[Array, float]:
    """Rounds a network's weights in place; returns them in steps, layer by layer, and the step.

    Each hidden number's weights are first brought to the same size in both layers.
    """
    first, last = network.layers
    last -= last.mean(axis=0)
    for unit in range(UNITS):
        size = (np.abs(last[:, unit]).max() / max(np.abs(first[unit]).max(), FLOAT(1e-9))) ** 0.5
        first[unit] *= size
        last[:, unit] /= max(size, FLOAT(1e-9))
    step = float(f"{np.abs(network.flat).max() / STEPS:.6g}")
    steps = [np.rint(layer / step) for layer in (first, last)]
    for layer, whole in zip(network.layers, steps, strict=True):
        layer[:] = whole * step
    return np.concatenate([whole.ravel() for whole in steps]).astype(np.int8), step


def exam(network: Dense) -> str:
    """Returns the losses on set-ups that were not learned from, in words."""
    own = {"CORNER": CORNER, "COMPACT": COMPACT, "Botzilla": BOTZILLA}
    groups = {name: [in_order(setup)] for name, setup in own.items()}
    groups["recorded"] = recorded()
    groups["drawn"] = drawn(1000, 0)
    losses = {
        name: loss_of(network.outputs(inputs_of(setups)))[0] for name, setups in groups.items()
    }
    return ", ".join(f"{name} {loss:.3f}" for name, loss in losses.items())


def main() -> None:
    """Makes a network, and says how good it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--apply", action="store_true", help=f"write {PATH.name}")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with threadpool_limits(1):
        network = learn(drawn(SETUPS, given.seed), given.seed)
        floats = exam(network)
        steps, step = round_weights(network)
        rounded = exam(network)
        network.flat[:] = 0.0
        print(f"nats a piece, all equal: {exam(network)}")
    print(f"the network: {floats}; rounded: {rounded}")
    print(f"{process_time():.0f} s of a core")
    if given.apply:
        PATH.write_text(filled(MODULE, steps, step), encoding="utf-8")


if __name__ == "__main__":
    main()
