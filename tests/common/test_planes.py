"""Convolutions: C, NumPy and CPython alone say the same numbers as the definition, bit for bit."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from botsmith.compiler.compile import native_engine
from botsmith.training.quantise import Layer, Net, Rounded
from common.engine import Engine
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense, planes

ENGINES = ("c", "numpy", "lanes")


class Shape(NamedTuple):
    """The size of a network; moves: of its head, which sees the first cell."""

    width: int
    height: int
    inputs: int
    channels: int
    blocks: int
    moves: int = 4


SMALL = Shape(3, 2, 2, 4, 1)


def parts_of(shape: Shape) -> tuple[type, Callable[..., Any]]:
    """The memory and the kernel of a network."""
    cells = (shape.width + 2) * (shape.height + 2)
    patch, next_patch = 9 * shape.inputs, 9 * shape.channels

    @record
    class Seen:
        of: Numbers[int] = numbers(Int16, shape.inputs)

    @record
    class Cell:
        of: Numbers[int] = numbers(Int16, shape.channels)

    @record
    class First:
        of: Numbers[int] = numbers(Int16, patch)
        bias: int
        scale: int

    @record
    class Row:
        of: Numbers[int] = numbers(Int16, next_patch)
        bias: int
        scale: int

    @record
    class One:
        of: Numbers[int] = numbers(Int16, shape.channels)
        bias: int
        scale: int

    @record
    class Memory:
        first: Records[First] = records(First, shape.channels)
        rows: Records[Row] = records(Row, 2 * shape.blocks * shape.channels)
        one: Records[One] = records(One, shape.channels)
        head: Records[One] = records(One, shape.moves)
        seen: Records[Seen] = records(Seen, cells)
        trunk: Records[Cell] = records(Cell, cells)
        last: Records[Cell] = records(Cell, cells)
        sums: Numbers[int] = numbers(Int32, shape.moves)

    tower = planes.bind(*shape[:5])
    layer = planes.bind_layer(shape.width, shape.height, shape.channels, shape.channels, 1)
    head = dense.bind(shape.channels, shape.moves)
    corner = shape.width + 3

    @kernel
    def run(memory: Memory) -> None:
        tower(memory.first, memory.rows, memory.seen, memory.trunk)
        layer(memory.one, 0, memory.trunk, memory.last, False)
        head(memory.head, memory.last[corner].of, memory.sums, True)

    return Memory, run


def random_net(shape: Shape, dice: np.random.Generator) -> Net:
    """Random weights and biases; small, large and useless scales, the ends of the ranges."""
    layers = []
    for number in range(2 * shape.blocks + 3):
        is_head = number == 2 * shape.blocks + 2
        size = 3 if number <= 2 * shape.blocks else 1
        before = shape.inputs if number == 0 else shape.channels
        after = shape.moves if is_head else shape.channels
        weights = dice.integers(-128, 128, (after, before, size, size))
        weights[dice.integers(after)] = dice.choice([-128, 0, 127])
        biases = dice.integers(-(10**5), 10**5, after)
        biases[0] = dice.choice([-(2**24), 2**24, 0])
        usual = 256 * 2**16 / (128 * 70 * (size * size * before) ** 0.5)
        scales = dice.integers(0, int(4 * usual), after)
        scales[dice.integers(after)] = dice.choice([0, 1, 2**16, 2**24, 65_537])
        skip = number - 2 if 0 < number <= 2 * shape.blocks and number % 2 == 0 else None
        layer = Layer(weights, biases, is_head=is_head, skip=skip)
        layers.append(Rounded(layer, weights, biases, scales))
    head = layers[-1]
    first_cell = Layer(head.weights[:, :, 0, 0], head.biases, is_head=True, view=corner)
    layers[-1] = Rounded(first_cell, first_cell.weights, head.biases, head.scales)
    return Net(layers)


def corner(outputs: np.ndarray) -> np.ndarray:
    """The first cell."""
    first: np.ndarray = outputs[:, :, 0, 0]
    return first


def put(cells: Any, shape: Shape, numbers: np.ndarray) -> None:
    """Writes inputs, [planes, height, width]."""
    for y in range(shape.height):
        for x in range(shape.width):
            cells[(y + 1) * (shape.width + 2) + x + 1].of[:] = numbers[:, y, x].tolist()


def planes_of(memory: Any, shape: Shape) -> list[list[int]]:
    """All that the network has written, ring and all."""
    return [
        *([*cell.of] for cells in (memory.trunk, memory.last) for cell in cells),
        [*memory.sums],
    ]


def wanted(net: Net, shape: Shape, inputs: np.ndarray) -> list[list[int]]:
    """What it should have written."""
    outputs = net.run(inputs[None])
    found = []
    for board in (outputs[-3][0], outputs[-2][0]):
        padded = np.pad(board, ((0, 0), (1, 1), (1, 1)))
        found += padded.transpose(1, 2, 0).reshape(-1, len(board)).tolist()
    return [*found, outputs[-1][0].tolist()]


def engine_of(name: str, shape: Shape, patch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Returns a function that runs a network: what it has written."""
    for module in (planes, dense):
        patch.setattr(module, "numpy", lambda: np if name == "numpy" else None)
    memory, run = parts_of(shape)
    engine: Any = native_engine(memory, (run,)) if name == "c" else Engine(memory)

    def answer(net: Net, inputs: np.ndarray) -> list[list[int]]:
        there = engine.memory
        if engine.name == "c":
            values = memory()
            dense.fill(net.values(), values.first, values.rows, values.one, values.head)
            for name in ("first", "rows", "one", "head"):
                for row, source in zip(getattr(there, name), getattr(values, name), strict=True):
                    row.of[:], row.bias, row.scale = source.of, source.bias, source.scale
        else:
            dense.fill(net.values(), there.first, there.rows, there.one, there.head)
        put(there.seen, shape, inputs)
        engine.call(run)
        return planes_of(there, shape)

    return answer


def compare(shape: Shape, seeds: range, patch: pytest.MonkeyPatch) -> None:
    """Runs random networks in every engine against the definition."""
    for name in ENGINES:
        answer = engine_of(name, shape, patch)
        for seed in seeds:
            dice = np.random.default_rng(seed)
            net = random_net(shape, dice)
            inputs = dice.integers(0, 256, (shape.inputs, shape.height, shape.width))
            inputs[dice.random(inputs.shape) < 0.3] = dice.choice([0, 255])
            assert answer(net, inputs) == wanted(net, shape, inputs), f"{name}, seed {seed}"


@pytest.mark.parametrize(
    "shape", [SMALL, Shape(1, 1, 1, 8, 2), Shape(5, 4, 3, 32, 2, 40), Shape(7, 1, 20, 4, 1)]
)
def test_engines_say_the_same_bit_for_bit(shape, require, monkeypatch):
    require("gcc")
    compare(shape, range(5), monkeypatch)
