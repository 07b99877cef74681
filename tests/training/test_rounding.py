"""Training with rounded weights: the network that learns is the one that a bot has."""

from dataclasses import replace

import numpy as np
import pytest

from botsmith.training.dense import Adam, Dense
from botsmith.training.environment import UNIT
from botsmith.training.policy_run import PolicyRun
from botsmith.training.policy_weights import rounded
from botsmith.training.ppo import PpoSettings
from tests.training import toys

LITTLE = PpoSettings(samples=6000, lanes=16, turns=8, part=64, hidden=(16, 8))
SIZES = (6, 16, 8, 6)


def some_network(bits):
    """A network with random weights, that shows them rounded, and inputs."""
    dice = np.random.default_rng(7)
    network = Dense(SIZES, 1)
    network.flat += 0.3 * dice.standard_normal(len(network.flat)).astype("f")
    network.round(bits)
    inputs = np.ones((300, 7), "f")
    inputs[:, :-1] = dice.integers(-255, 256, (300, 6)) / UNIT
    return network, inputs


@pytest.mark.parametrize("bits", [2, 4])  # of 8 a few are one off: scales are whole numbers
def test_the_bot_has_the_rounded_weights_of_the_training(bits):
    network, inputs = some_network(bits)
    net = rounded(network, inputs, bits)
    for used, layer in zip(network.used, net.layers, strict=True):
        moves = used[:-1, :-1] if layer.layer.is_head else used[:, :-1]
        whole = layer.weights[: len(moves)]
        assert np.abs(whole).max() == 2 ** (bits - 1) - 1
        steps = np.abs(moves).max(axis=1) / np.maximum(1, np.abs(whole).max(axis=1))
        assert np.allclose(whole * steps[:, None], moves, atol=1e-6)
    # The value ships in no bot.
    assert np.array_equal(network.used[-1][-1], network.layers[-1][-1])


def test_rounded_weights_are_seen_and_exact_ones_learn():
    network, inputs = some_network(4)
    exact = Dense(SIZES, 1)
    exact.flat[:] = network.shown
    assert np.array_equal(network.outputs(inputs), exact.outputs(inputs))
    slope = np.ones((6, 300), "f")
    for each in (network, exact):
        each.forward(inputs)
        each.backward(inputs, slope)
    assert np.array_equal(network.gradient, exact.gradient)
    before = network.flat.copy()
    Adam(network, 0.5).step(1e-3)
    assert np.abs(network.flat - before).max() == pytest.approx(1e-3, rel=0.01)
    assert np.array_equal(network.used[-1][-1], network.layers[-1][-1])


@pytest.mark.parametrize("rounding", [0.0, 0.5])
def test_the_last_share_of_the_samples_is_with_rounded_weights(tmp_path, rounding):
    settings = replace(LITTLE, bits=3, rounding=rounding)
    run = PolicyRun(toys.PACKAGE, tmp_path, settings, lambda *_: None)
    points, widths = [], []
    for point in run.train_to_end():
        points.append(point)
        widths.append(max(len(np.unique(row[:-1])) for row in toys.layers_of(tmp_path)[0]))
    is_rounded = [width <= 7 for width in widths]
    shares = [point["samples"] / settings.samples for point in points]
    # A point is after its batch, which was rounded if it began in the last share.
    batch = 26 * 8 / settings.samples
    expected = [share - batch >= 1.0 - rounding - 1e-6 for share in shares]
    if rounding == 0.0:
        expected = [False] * len(points)
    assert sum(a != b for a, b in zip(is_rounded, expected, strict=True)) <= 1
    assert sum(is_rounded) == pytest.approx(rounding * len(points), abs=1)


@pytest.mark.campaign
def test_four_and_eight_bits_race_as_fast_as_floats(tmp_path):
    """Turns for three laps: 8 bits within 1 %, 4 bits within 3 % of a training without rounding."""
    turns = {}
    for bits, rounding in ((8, 0.0), (8, 0.2), (4, 0.2)):
        settings = PpoSettings(samples=20_000_000, bits=bits, rounding=rounding)
        run = PolicyRun("contests.csb", tmp_path / f"{bits}-{rounding}", settings, lambda *_: None)
        *_, last = run.train_to_end()
        assert last["rounded"]["terms"]["finished"] == 1.0
        turns[bits, rounding] = last["rounded" if rounding else "exam"]["match_turns"]
    floats = turns[8, 0.0]
    assert turns[8, 0.2] <= 1.01 * floats, turns
    assert turns[4, 0.2] <= 1.03 * floats, turns
