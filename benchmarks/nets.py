"""How long networks take: C at Haswell's and this processor's instructions, NumPy, CPython.

    python benchmarks/nets.py                     # a dense 48-64-64-8, and the decoding of weights
    python benchmarks/nets.py tower               # 3 blocks of 32 channels on 22 x 11
    python benchmarks/nets.py table               # more channels and blocks: minutes

Processor time, the median of 7 runs.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

for library in ("OPENBLAS", "MKL", "OMP"):  # before anything imports NumPy
    os.environ.setdefault(library + "_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy  # noqa: E402

from botsmith.compiler.compile import native_engine  # noqa: E402
from botsmith.training.weights import encode_parts  # noqa: E402
from common.engine import Engine  # noqa: E402
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
from common.nets import dense, planes  # noqa: E402
from common.nets.wide import decode  # noqa: E402

INPUTS, LANES, HEAD = 48, 64, 8
WIDTH, HEIGHT = 22, 11
RUNS = 7
ENGINES = ("C haswell", "C native", "NumPy", "CPython")


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
class Dense:
    """A dense network and its values."""

    first: Records[First] = records(First, LANES)
    second: Records[Later] = records(Later, LANES)
    head: Records[Later] = records(Later, HEAD)
    seen: Numbers[int] = numbers(Int16, INPUTS)
    lanes: Numbers[int] = numbers(Int16, LANES)
    more: Numbers[int] = numbers(Int16, LANES)
    sums: Numbers[int] = numbers(Int32, HEAD)


first_layer = dense.bind(INPUTS, LANES)
second_layer = dense.bind(LANES, LANES)
head_layer = dense.bind(LANES, HEAD)


@kernel
def run_dense(memory: Dense, times: int) -> None:
    """Runs the network so often, each time on other inputs."""
    for index in range(times):
        memory.seen[index & 31] = index & 255
        first_layer(memory.first, memory.seen, memory.lanes, False)
        second_layer(memory.second, memory.lanes, memory.more, False)
        head_layer(memory.head, memory.more, memory.sums, True)


def tower_of(channels: int, blocks: int) -> tuple[type, Callable[[Any, int], None]]:
    """Returns the memory and the kernel of a residual network that sees `channels` planes."""
    length, cells = 9 * channels, (WIDTH + 2) * (HEIGHT + 2)

    @record
    class Cell:
        """The numbers of a cell."""

        of: Numbers[int] = numbers(Int16, channels)

    @record
    class Row:
        """The weights of an output."""

        of: Numbers[int] = numbers(Int16, length)
        bias: int
        scale: int

    @record
    class Tower:
        """A network, what it sees, and its outputs."""

        first: Records[Row] = records(Row, channels)
        rows: Records[Row] = records(Row, 2 * blocks * channels)
        seen: Records[Cell] = records(Cell, cells)
        out: Records[Cell] = records(Cell, cells)

    tower = planes.bind(WIDTH, HEIGHT, channels, channels, blocks)

    @kernel
    def run_tower(memory: Tower, times: int) -> None:
        for index in range(times):
            memory.seen[WIDTH + 3].of[0] = index & 255
            tower(memory.first, memory.rows, memory.seen, memory.out)

    return Tower, run_tower


def fill_random(memory: Any, names: tuple[str, ...]) -> None:
    """Writes random weights of 8 bits, and random planes."""
    dice = Random(1)
    for rows in (getattr(memory, name) for name in names):
        for row in rows:
            row.of[:] = dice.choices(range(-127, 128), k=len(row.of))
            row.scale = 400 * 48 // len(row.of)
    for y in range(HEIGHT if hasattr(memory, "out") else 0):
        for x in range(WIDTH):
            cell = memory.seen[(y + 1) * (WIDTH + 2) + x + 1]
            cell.of[:] = dice.choices((0, 255), k=len(cell.of))


def seconds(name: str, made: Callable[[], tuple[type, Any]], names: tuple[str, ...]) -> float:
    """Returns the processor time of one network in an engine."""
    for module in (planes, dense):
        setattr(module, "numpy", lambda: numpy if name == "NumPy" else None)  # noqa: B010
    memory, run = made()
    flags = "-march=haswell" if name == "C haswell" else ""
    engine: Engine[Any] = native_engine(memory, (run,), flags) if "C " in name else Engine(memory)
    fill_random(engine.memory, names)
    engine.call(run, 1)
    begin = process_time()
    engine.call(run, 3)
    times = max(1, int(0.1 / max((process_time() - begin) / 3, 1e-7)))
    taken = []
    for _ in range(RUNS):
        begin = process_time()
        engine.call(run, times)
        taken.append((process_time() - begin) / times)
    return median(taken)


def tower_rows(shapes: list[tuple[int, int]]) -> Iterator[str]:
    """Yields a row of a table for each number of channels and of blocks."""
    yield "| channels | blocks | multiply-adds, millions | " + ", ms | ".join(ENGINES) + ", ms |"
    yield "| --- " * (3 + len(ENGINES)) + "|"
    for channels, blocks in shapes:
        millions = WIDTH * HEIGHT * 9 * channels * channels * (1 + 2 * blocks) / 1e6
        cells = [
            f"{1000 * seconds(name, partial(tower_of, channels, blocks), ('first', 'rows')):.3g}"
            for name in ENGINES
        ]
        yield f"| {channels} | {blocks} | {millions:.1f} | " + " | ".join(cells) + " |"


def decoding() -> float:
    """Returns the processor time of reading 100,000 numbers of 4 bits."""
    text = encode_parts([(Random(1).choices(range(-8, 8), k=100_000), 4)], 1.0, {})
    taken = []
    for _ in range(RUNS):
        begin = process_time()
        decode(text)
        taken.append(process_time() - begin)
    return median(taken)


def main() -> None:
    """Prints the times that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", nargs="?", default="dense", choices=("dense", "tower", "table"))
    what = parser.parse_args().what
    if what == "dense":
        for name in ENGINES:
            taken = seconds(name, lambda: (Dense, run_dense), ("first", "second", "head"))
            print(f"48-64-64-8 in {name}: {taken * 1e6:.2f} us", flush=True)
        print(f"100,000 numbers of 4 bits are decoded in {decoding() * 1000:.1f} ms")
        return
    small = [(32, 3)]
    every = [(16, 1), (16, 3), (32, 1), *small, (32, 5), (48, 3), (64, 3), (64, 5)]
    for row in tower_rows(small if what == "tower" else every):
        print(row, flush=True)


if __name__ == "__main__":
    main()
