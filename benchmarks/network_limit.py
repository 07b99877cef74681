"""How near a value network in C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/network_limit.py [--rounds N] [--seconds S]

The bare arithmetic of a network 235 -> 256 -> 1: weights of 8 bits, sums of 16, outputs cut to
0..255, a result of 32. A position has ON inputs, its columns added up; each of its CHILDREN changes
CHANGED of them and is scored. Once with the sums of a child in a local array that C keeps in
registers, and once with common/network.py, a pass over the sums for each column. All must agree on
the sum of the scores before anything is timed. Prints medians of positions a second of processor
time with their range over the rounds, and ratios taken round by round.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import (  # noqa: E402
    Int8,
    Int16,
    Int32,
    Numbers,
    Records,
    each,
    kernel,
    numbers,
    record,
    records,
)
from common.network import TOP, add, score, take  # noqa: E402

LIMIT = ROOT / "benchmarks" / "limit" / "network.cpp"
INPUTS = 235
LANES = 256
ON = 40
CHILDREN = 9
CHANGED = 5  # on, off, on, off, on
PICKS = 1024
AGREED = 20  # positions after which all must agree
SEED = 1


@record
class Column:
    """An input's weights."""

    of: Numbers[int] = numbers(Int8, LANES)


@record
class Network:
    """The weights, and which inputs come next, over and over."""

    columns: Records[Column] = records(Column, INPUTS)
    last: Numbers[int] = numbers(Int8, LANES)
    picks: Numbers[int] = numbers(Int16, PICKS)


@record
class Memory:
    """The network, the sums of a position and of one after it."""

    network: Network
    sums: Numbers[int] = numbers(Int16, LANES)
    child: Numbers[int] = numbers(Int16, LANES)


@kernel
def score_after(sums: Numbers[int], network: Network, at: int) -> int:
    """The score when the inputs picked from `at` on have changed."""
    block = numbers(Int16, LANES)
    total: Int32 = 0
    for lane in each(LANES):
        block[lane] = sums[lane]
    for change in range(CHANGED):
        column = network.columns[network.picks[at + change & PICKS - 1]].of
        if change & 1 == 0:
            for lane in each(LANES):
                block[lane] = Int16(block[lane] + column[lane])
        else:
            for lane in each(LANES):
                block[lane] = Int16(block[lane] - column[lane])
    for lane in each(LANES):
        total = Int32(total + min(max(block[lane], 0), TOP) * network.last[lane])
    return total


@kernel
def in_registers(memory: Memory, count: int) -> int:
    """Opens `count` positions: the sum of all scores."""
    total = 0
    at = 0
    block = numbers(Int16, LANES)
    for _ in range(count):
        for lane in each(LANES):
            block[lane] = 0
        for pick in range(at, at + ON):
            column = memory.network.columns[memory.network.picks[pick & PICKS - 1]].of
            for lane in each(LANES):
                block[lane] = Int16(block[lane] + column[lane])
        at += ON
        for lane in each(LANES):
            memory.sums[lane] = block[lane]
        for child in range(CHILDREN):
            total += score_after(memory.sums, memory.network, at + CHANGED * child)
        at += CHANGED * CHILDREN
    return total


@kernel
def in_passes(memory: Memory, count: int) -> int:
    """The same, with the kit."""
    network = memory.network
    total = 0
    at = 0
    for _ in range(count):
        for lane in range(LANES):
            memory.sums[lane] = 0
        for pick in range(at, at + ON):
            add(memory.sums, network.columns[network.picks[pick & PICKS - 1]].of)
        at += ON
        for _child in range(CHILDREN):
            for lane in range(LANES):
                memory.child[lane] = memory.sums[lane]
            for change in range(CHANGED):
                column = network.columns[network.picks[at + change & PICKS - 1]].of
                if change & 1 == 0:
                    add(memory.child, column)
                else:
                    take(memory.child, column)
            total += score(memory.child, network.last)
            at += CHANGED
    return total


KERNELS: tuple[Callable[[Memory, int], int], ...] = (in_registers, in_passes)


def make_network() -> Network:
    """Random weights and picks."""
    rnd = random.Random(SEED)
    network = Network()
    for array in [*(column.of for column in network.columns), network.last]:
        array[:] = [rnd.randrange(-128, 128) for _ in range(LANES)]
    network.picks[:] = [rnd.randrange(INPUTS) for _ in range(PICKS)]
    return network


def network_text(network: Network) -> str:
    """The network as network.cpp reads it."""
    arrays = [*(column.of for column in network.columns), network.last, network.picks]
    return " ".join(str(number) for array in arrays for number in array)


def make_engine() -> Engine[Memory]:
    """The C that a bot makes."""
    return native_engine(Memory, KERNELS)


def differences(program: str, engine: Engine[Memory]) -> list[str]:
    """Which kernels of an engine do not give the sum of network.cpp."""
    network = make_network()
    engine.load("network", network)
    wanted = int(by_hand.run(program, "count", AGREED, network_text(network))[0])
    return [way.__name__ for way in KERNELS if engine.call(way, AGREED) != wanted]


def rate(engine: Engine[Memory], way: Callable[[Memory, int], int], seconds: float) -> float:
    """Positions a second of processor time."""
    chunk = 10 if engine.pace == 1 else 1000
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(way, chunk)
        done += chunk
    return done / (process_time() - began)


def measure(rounds: int, seconds: float, engines: list[Engine[Memory]], program: str) -> None:
    """Runs all programs in turn, `rounds` times, and prints the results."""
    text = network_text(make_network())
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        told = by_hand.run(program, "time", seconds, text)[0]
        found.setdefault("c++", []).append(float(told.split()[0]))
        for engine in engines:
            for way in KERNELS:
                label = f"{engine.name} {way.__name__}"
                found.setdefault(label, []).append(rate(engine, way, seconds))
    for label, values in found.items():
        print(f"{label:20} {median(values):12,.0f}  [{min(values):,.0f} .. {max(values):,.0f}]")
    for way in KERNELS:
        pairs = zip(found[f"c {way.__name__}"], found["c++"], strict=True)
        ratios = [ours / theirs for ours, theirs in pairs]
        spread = f"[{min(ratios):.2f} .. {max(ratios):.2f}]"
        print(f"c {way.__name__} / c++: {median(ratios):.2f} {spread}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each program in a round")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        program = by_hand.build(LIMIT, Path(name))
        engines = [Engine(Memory), make_engine()]
        for engine in engines:
            for what in differences(program, engine):
                sys.exit(f"{engine.name} and C++ do not do the same work: {what}")
        print(f"calibration {calibrate():,} rounds in 100 ms; positions a second")
        measure(options.rounds, options.seconds, engines, program)


if __name__ == "__main__":
    main()
