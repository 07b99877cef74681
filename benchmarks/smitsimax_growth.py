"""What an iteration of Smitsimax costs as depth, branching and the number of nodes grow.

    python benchmarks/smitsimax_growth.py [--rounds N]

The game has no rules: four units, and every move is worth a pseudo-random number, so that nearly
all of the time is the search's. C as a bot makes it and CPython, interleaved; prints microseconds
an iteration, medians over the rounds.
"""

import argparse
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import Numbers, kernel, numbers, record  # noqa: E402
from common.rng import Dice, make_dice  # noqa: E402
from common.search import smitsimax  # noqa: E402
from common.search.smitsimax import Forest  # noqa: E402

UNITS = 4
DEPTHS = (1, 2, 4, 6, 8, 12, 16)
BRANCHINGS = (2, 4, 7, 16, 32, 63)
COUNTS = {"python": (100, 1_000, 5_000), "c": (100, 1_000, 10_000, 50_000, 200_000)}
USUAL_DEPTH, USUAL_BRANCHING = 6, 7
USUAL_COUNT = {"python": 500, "c": 20_000}


@record
class Shape:
    """The form of the game: depth and branching."""

    depth: int = USUAL_DEPTH
    branching: int = USUAL_BRANCHING


@record
class World:
    """hash: by unit, of all its moves since the start."""

    hash: Numbers[int] = numbers(int, UNITS)


@kernel
def count_moves(world: World, shape: Shape, unit: int) -> int:
    """The number of moves, which is the same in every state."""
    return shape.branching


@kernel
def play(world: World, shape: Shape, moves: Numbers[int]) -> None:
    """Mixes each unit's move into its hash."""
    for unit in range(UNITS):
        world.hash[unit] = (world.hash[unit] * 1103515245 + moves[unit] + 12345) & 0x7FFFFFFF


@kernel
def rate(world: World, shape: Shape, scores: Numbers[float]) -> None:
    """Takes the hashes for scores."""
    for unit in range(UNITS):
        scores[unit] = float(world.hash[unit])


plant, iterate = smitsimax.bind(UNITS, count_moves, play, rate)


@record
class Memory:
    """All that the search works on."""

    start: World
    shape: Shape
    dice: Dice
    world: World
    forest: Forest


@kernel
def begin(memory: Memory) -> None:
    """Empty trees."""
    memory.forest.depth = memory.shape.depth
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` iterations."""
    iterate(memory.forest, memory.start, memory.world, memory.shape, memory.dice, count)


def cost_us(engine: Engine[Memory], depth: int, branching: int, count: int) -> tuple[float, int]:
    """Microseconds an iteration in a search of `count` iterations, and the nodes that it made."""
    shape = Shape()
    shape.depth, shape.branching = depth, branching
    engine.load("shape", shape)
    engine.load("dice", make_dice(1))
    engine.call(begin)
    began = perf_counter()
    engine.call(think, count)
    return (perf_counter() - began) / count * 1e6, engine.memory.forest.used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    engines = [Engine(Memory), native_engine(Memory, (begin, think))]
    print(f"calibration {calibrate():,} rounds in 100 ms; us an iteration, {UNITS} units")
    print(f"{'depth':>5} {'moves':>5} {'iterations':>10} {'nodes':>9} {'python':>8} {'c':>8}")
    for depth in DEPTHS:
        line(engines, rounds, depth, USUAL_BRANCHING, USUAL_COUNT)
    for branching in BRANCHINGS:
        line(engines, rounds, USUAL_DEPTH, branching, USUAL_COUNT)
    for engine in engines:
        for count in COUNTS[engine.name]:
            line([engine], rounds, USUAL_DEPTH, USUAL_BRANCHING, {engine.name: count})


def line(
    engines: list[Engine[Memory]], rounds: int, depth: int, branching: int, counts: dict[str, int]
) -> None:
    """Measures the engines in turn, `rounds` times, and prints a row; nodes of the last engine."""
    found: dict[str, list[float]] = {engine.name: [] for engine in engines}
    nodes = 0
    for _ in range(rounds):
        for engine in engines:
            took, nodes = cost_us(engine, depth, branching, counts[engine.name])
            found[engine.name].append(took)
    cells = [f"{median(found[key]):8.2f}" if key in found else " " * 8 for key in ("python", "c")]
    last = counts[engines[-1].name]
    print(f"{depth:5} {branching:5} {last:10,} {nodes:9,} {' '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
