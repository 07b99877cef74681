"""A network over a window of planes: what it computes, its gradient, and its integers."""

import numpy as np
import pytest

from botsmith.training.policy_weights import rounded
from botsmith.training.quantise import run_floats
from botsmith.training.tower import Tower
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense, planes

PLANES, SIDE, CHANNELS, MOVES = 3, 7, 4, 4  # a block
LINE = SIDE + 2
tower = planes.bind(SIDE, SIDE, PLANES, CHANNELS, 1)
head = dense.bind(CHANNELS, MOVES)


@record
class First:
    """The weights of a channel of the first layer."""

    of: Numbers[int] = numbers(Int16, 9 * PLANES)
    bias: int
    scale: int


@record
class Row:
    """The weights of a channel of the block."""

    of: Numbers[int] = numbers(Int16, 9 * CHANNELS)
    bias: int
    scale: int


@record
class Head:
    """The weights of a move."""

    of: Numbers[int] = numbers(Int16, CHANNELS)
    bias: int
    scale: int


@record
class Seen:
    """The planes of a cell."""

    of: Numbers[int] = numbers(Int16, PLANES)


@record
class Cell:
    """The channels of a cell."""

    of: Numbers[int] = numbers(Int16, CHANNELS)


@record
class Memory:
    """A network and its values."""

    first: Records[First] = records(First, CHANNELS)
    rows: Records[Row] = records(Row, 2 * CHANNELS)
    head: Records[Head] = records(Head, MOVES)
    seen: Records[Seen] = records(Seen, LINE * LINE)
    out: Records[Cell] = records(Cell, LINE * LINE)
    sums: Numbers[int] = numbers(Int32, MOVES)


@kernel
def run(memory: Memory) -> None:
    """Runs the network."""
    tower(memory.first, memory.rows, memory.seen, memory.out)
    head(memory.head, memory.out[LINE * LINE // 2].of, memory.sums, True)


@pytest.fixture
def network():
    made = Tower((PLANES, SIDE), CHANNELS, MOVES + 1, 5)
    dice = np.random.default_rng(6)
    for layer in made.layers:
        layer[:, -1] = dice.normal(0.0, 0.2, len(layer))
    made.layers[-1][:-1] *= 100.0
    return made


@pytest.fixture
def inputs():
    whole = np.random.default_rng(7).integers(0, 256, (40, PLANES * SIDE * SIDE))
    found = np.ones((40, PLANES * SIDE * SIDE + 1), np.float32)
    found[:, :-1] = whole / 128.0
    return found


def test_the_middle_cell_says_what_it_does_with_all_cells_computed(network, inputs):
    net = rounded(network, inputs, 8)
    seen = np.rint(inputs[:, :-1] * 128.0)
    expected = run_floats([each.layer for each in net.layers], seen, 1.0 / 128.0)[-1]
    assert network.outputs(inputs)[:-1].T == pytest.approx(expected, abs=1e-4)


def test_the_integers_follow_it_and_are_those_of_the_kernels(network, inputs):
    net = rounded(network, inputs, 8)
    seen = np.rint(inputs[:, :-1] * 128.0).astype(np.int64)
    sums = net.run(seen)[-1]
    floats = network.outputs(inputs)[:-1].T
    told = sums * float(net.layers[-1].scales[0]) / 2**32
    assert np.sqrt(((told - floats) ** 2).mean()) < 0.05 * floats.std()
    memory = Memory()
    dense.fill(net.values(), memory.first, memory.rows, memory.head)
    for row in range(5):
        cells = seen[row].reshape(SIDE, SIDE, PLANES).tolist()
        for y, line in enumerate(cells):
            for x, numbers_of in enumerate(line):
                memory.seen[(y + 1) * LINE + x + 1].of[:] = numbers_of
        run(memory)
        assert memory.sums == sums[row].tolist()


def test_the_gradient_is_what_a_small_step_changes(network, inputs):
    some = inputs[:8]
    slope = np.random.default_rng(8).normal(0.0, 1.0, (MOVES + 1, 8)).astype(np.float32)
    network.forward(some)
    network.backward(some, slope)
    for place in np.random.default_rng(9).integers(0, len(network.flat), 60):
        there = network.flat[place]
        values = []
        for step in (2e-3, -2e-3):
            network.flat[place] = there + step
            values.append(float((network.forward(some) * slope).sum()))
        network.flat[place] = there
        expected = (values[0] - values[1]) / 4e-3
        assert network.gradient[place] == pytest.approx(expected, rel=0.05, abs=0.02)
