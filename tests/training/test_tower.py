"""A network over a window of planes: what it computes, and its integers."""

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
