"""How near a value network in C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/network_limit.py [--rounds N] [--seconds S] [--march NAME]

The bare arithmetic of a network 235 -> 256 -> 1: weights of 8 bits in places of 16, sums of 16
bits, outputs cut to 0..255, a result of 32, with the kernels of common/network.py. A position has
ON inputs, its columns added up; each of its CHILDREN changes CHANGED of them and is scored. Both
programs read the inputs and the changes from lists made before, and must agree on the sum of the
scores before anything is timed. Prints medians of positions a second of processor time with their
range over the rounds, and ratios taken round by round.
--march: the processor that C and C++ are compiled for, `native` by default.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from bots.uttt.bot_network import FLAGS  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import (  # noqa: E402
    Int16,
    Numbers,
    Records,
    kernel,
    numbers,
    record,
    records,
)
from common.network import bind  # noqa: E402

LIMIT = ROOT / "benchmarks" / "limit" / "network.cpp"
INPUTS = 235
LANES = 256
ON = 40
CHILDREN = 9
CHANGED = 5  # on, off, on, off, on
LISTS = 256
AGREED = 20  # positions after which all must agree
SEED = 1


@record
class Column:
    """An input's weights."""

    of: Numbers[int] = numbers(Int16, LANES)


@record
class Start:
    """The inputs of a position."""

    places: Numbers[int] = numbers(Int16, ON)


@record
class Step:
    """By what a child differs: inputs that go on, ~those that go off."""

    changes: Numbers[int] = numbers(Int16, CHANGED)


@record
class Network:
    """The weights, and the lists, over and over."""

    columns: Records[Column] = records(Column, INPUTS)
    last: Numbers[int] = numbers(Int16, LANES)
    starts: Records[Start] = records(Start, LISTS)
    steps: Records[Step] = records(Step, LISTS)


@record
class Memory:
    """The network, and the sums of a position."""

    network: Network
    sums: Numbers[int] = numbers(Int16, LANES)


score_after = bind(LANES)


@kernel
def score_all(memory: Memory, count: int) -> int:
    """Opens `count` positions: the sum of all scores."""
    network = memory.network
    sums = memory.sums
    total = 0
    at = 0
    for position in range(count):
        for lane in range(LANES):
            sums[lane] = 0
        start = network.starts[position & LISTS - 1].places
        score_after(sums, network.columns, start, ON, network.last, True)
        for _child in range(CHILDREN):
            step = network.steps[at & LISTS - 1].changes
            points = score_after(sums, network.columns, step, CHANGED, network.last, False)
            total += points
            at += 1
    return total


def make_network() -> Network:
    """Returns random weights and lists."""
    rnd = random.Random(SEED)
    network = Network()
    for array in [*(column.of for column in network.columns), network.last]:
        array[:] = [rnd.randrange(-128, 128) for _ in range(LANES)]
    for start in network.starts:
        start.places[:] = [rnd.randrange(INPUTS) for _ in range(ON)]
    for step in network.steps:
        places = [rnd.randrange(INPUTS) for _ in range(CHANGED)]
        step.changes[:] = [~place if index % 2 else place for index, place in enumerate(places)]
    return network


def network_text(network: Network) -> str:
    """Returns the network as network.cpp reads it."""
    arrays = [*(column.of for column in network.columns), network.last]
    arrays += [start.places for start in network.starts]
    arrays += [step.changes for step in network.steps]
    return " ".join(str(number) for array in arrays for number in array)


def make_engine(march: str = "native") -> Engine[Memory]:
    """Returns the C that `uttt` makes."""
    return native_engine(Memory, (score_all,), f"{FLAGS[-1]} -march={march}")


def is_equal(program: str, engine: Engine[Memory]) -> bool:
    """Returns True if an engine gives the sum of network.cpp."""
    network = make_network()
    engine.load("network", network)
    wanted = int(by_hand.run(program, "count", AGREED, network_text(network))[0])
    return bool(engine.call(score_all, AGREED) == wanted)


def rate(engine: Engine[Memory], seconds: float) -> float:
    """Returns positions a second of processor time."""
    chunk = 10 if engine.pace == 1 else 1000
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(score_all, chunk)
        done += chunk
    return done / (process_time() - began)


def measure(rounds: int, seconds: float, engines: list[Engine[Memory]], program: str) -> None:
    """Runs all programs in turn, `rounds` times, and prints the results."""
    text = network_text(make_network())
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        printed = by_hand.run(program, "time", seconds, text)[0]
        found.setdefault("c++", []).append(float(printed.split()[0]))
        for engine in engines:
            found.setdefault(engine.name, []).append(rate(engine, seconds))
    for label, values in found.items():
        print(f"{label:8} {median(values):12,.0f}  [{min(values):,.0f} .. {max(values):,.0f}]")
    ratios = [ours / theirs for ours, theirs in zip(found["c"], found["c++"], strict=True)]
    print(f"c / c++: {median(ratios):.2f} [{min(ratios):.2f} .. {max(ratios):.2f}]")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each program in a round")
    parser.add_argument("--march", default="native", help="of both, for -march [native]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        program = by_hand.build(LIMIT, Path(name), f"-march={options.march}")
        engines = [Engine(Memory), make_engine(options.march)]
        for engine in engines:
            if not is_equal(program, engine):
                sys.exit(f"{engine.name} and C++ do not do the same work")
        print(f"calibration {calibrate():,} rounds in 100 ms, -march={options.march}")
        print("positions a second")
        measure(options.rounds, options.seconds, engines, program)


if __name__ == "__main__":
    main()
