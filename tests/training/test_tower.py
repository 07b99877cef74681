"""A network over a window of planes: what it computes, its gradient, and its integers."""

import numpy as np
import pytest

from botsmith.training.policy_weights import integers_of, rounded
from botsmith.training.quantise import run_floats
from botsmith.training.tower import Tower

PLANES, SIDE, CHANNELS, MOVES = 3, 7, 4, 4  # a block


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


def test_the_middle_cell_says_what_it_does_with_all_cells_computed_and_so_do_integers(
    network, inputs
):
    net, seen = rounded(network, inputs, 8), integers_of(inputs)
    floats = network.outputs(inputs)[:-1].T
    expected = run_floats([each.layer for each in net.layers], seen, 1.0 / 128.0)[-1]
    assert floats == pytest.approx(expected, abs=1e-4)
    computed = net.run(seen)[-1] * float(net.layers[-1].scales[0]) / 2**32
    assert np.sqrt(((computed - floats) ** 2).mean()) < 0.05 * floats.std()


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
