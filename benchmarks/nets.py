"""How long a dense network of 48-64-64-8 takes in C: processor time, the median of 7 runs."""

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from botsmith.compiler.compile import native_engine  # noqa: E402
from common.kernel import (  # noqa: E402
    Int16,
    Int32,
    Numbers,
    Records,
    kernel,
    numbers,
    record,
    records,
)
from common.nets.dense import bind  # noqa: E402

INPUTS, LANES, HEAD = 48, 64, 8
RUNS, TIMES = 7, 20_000


@record
class First:
    """The weights of an output of the first layer."""

    of: Numbers[int] = numbers(Int16, INPUTS)
    bias: int
    scale: int


@record
class Later:
    """The weights of an output of a later layer."""

    of: Numbers[int] = numbers(Int16, LANES)
    bias: int
    scale: int


@record
class Memory:
    """The network and its values."""

    first: Records[First] = records(First, LANES)
    second: Records[Later] = records(Later, LANES)
    head: Records[Later] = records(Later, HEAD)
    seen: Numbers[int] = numbers(Int16, INPUTS)
    lanes: Numbers[int] = numbers(Int16, LANES)
    more: Numbers[int] = numbers(Int16, LANES)
    sums: Numbers[int] = numbers(Int32, HEAD)


first_layer, second_layer, head_layer = bind(INPUTS, LANES), bind(LANES, LANES), bind(LANES, HEAD)


@kernel
def run(memory: Memory, times: int) -> None:
    """Runs the network so often, each time on other inputs."""
    for index in range(times):
        memory.seen[index & 31] = index & 255
        first_layer(memory.first, memory.seen, memory.lanes, False)
        second_layer(memory.second, memory.lanes, memory.more, False)
        head_layer(memory.head, memory.more, memory.sums, True)


def main() -> None:
    """Prints the time of one network."""
    engine, dice = native_engine(Memory, (run,)), Random(1)
    for rows in (engine.memory.first, engine.memory.second, engine.memory.head):
        for row in rows:
            row.scale = 500
            for place in range(len(row.of)):
                row.of[place] = dice.randint(-128, 127)
    taken = []
    for _ in range(RUNS):
        begin = process_time()
        engine.call(run, TIMES)
        taken.append((process_time() - begin) / TIMES)
    print(f"48-64-64-8 in C: {median(taken) * 1e6:.2f} us")


if __name__ == "__main__":
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    main()
