"""Steps in JAX, also in parts, against those in NumPy, of each loss and network."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from botsmith.training.dense import Adam, Dense
from botsmith.training.environment import NEVER
from botsmith.training.jax_steps import JaxSteps
from botsmith.training.ppo import PpoLearner, PpoSettings
from botsmith.training.steps import Steps, steps_of
from botsmith.training.tower import Tower
from botsmith.training.window import WindowLearner

ROWS, INPUTS, MOVES = 50, 147, 5  # inputs of a Tower over 3 planes of 7 x 7, too
SIZES = INPUTS, 16, 8, MOVES + 1


def slopes_of(kind, network):
    """A method's loss alone, without its matches."""
    made = kind.__new__(kind)
    made.network, made.settings = network, SimpleNamespace(clip=0.2, value=0.5)
    return made.slopes


def block_of(kind, dice, rows):
    """Some rows as the method makes them: the first move is always allowed."""
    inputs = np.ones((rows, INPUTS + 1), "f")
    inputs[:, :-1] = dice.random((rows, INPUTS))
    free = dice.random((rows, MOVES)) < 0.6
    free[:, 0] = True
    values = dice.standard_normal((3, rows)).astype("f")
    if kind is PpoLearner:
        moves = np.where(free[:, 1], 1, 0)
        weights = np.full(rows, 0.02, "f")
        return inputs, moves, -1.5 + 0.3 * values[0], *values[1:], weights, np.where(free, 0, NEVER)
    chances = np.where(free, dice.random((rows, MOVES)), 0.0)
    chances /= chances.sum(axis=1, keepdims=True)
    return inputs, np.where(free, chances, -1.0).astype("f"), np.tanh(values[0])


@pytest.mark.parametrize(
    ("kind", "bits", "threads"),
    [
        (PpoLearner, 0, 1),
        (PpoLearner, 8, 3),
        (WindowLearner, 8, 3),
        (WindowLearner, 0, 1),
    ],
)
def test_jax_makes_the_same_steps(kind, bits, threads):
    found = []
    for made in (Steps, partial(JaxSteps, threads=threads, most=ROWS)):
        network, dice = Dense(SIZES, 3), np.random.default_rng(5)
        network.flat += 0.1 * dice.standard_normal(len(network.flat)).astype("f")
        if bits:
            network.round(bits)
        adam = Adam(network, 0.5)
        work = [block_of(kind, dice, size) for size in (50, 50, 7)]
        figures, length = made(slopes_of(kind, network), adam).run(work, 1e-3)
        found.append((network.flat, adam.first, figures, length, adam.steps))
    for one, other in zip(*found, strict=True):
        assert one == pytest.approx(other, rel=2e-3, abs=2e-5)


@pytest.mark.parametrize(("bits", "threads"), [(0, 1), (8, 3)])
def test_a_network_over_a_window_learns(bits, threads):
    network = Tower((3, 7), 4, MOVES + 1, 3)
    if bits:
        network.round(bits)
    block = block_of(WindowLearner, np.random.default_rng(5), ROWS)
    work = steps_of(slopes_of(WindowLearner, network), Adam(network, 9.0), threads, ROWS)
    first, *_, last = (work.run([block] * 20, 1e-2)[0] for _ in range(5))
    assert last[0] - last[2] < 0.5 * (first[0] - first[2])  # over the least loss


def test_jax_is_for_large_networks():
    small, large = (Adam(Dense((40, size, 4), 1), 0.5) for size in (64, 512))
    nothing: Any = None  # the loss
    assert type(steps_of(nothing, small, 1, 9)) is Steps
    assert type(steps_of(nothing, large, 1, 9)) is JaxSteps
    assert PpoSettings().hidden == (64, 64)  # the usual network is a small one
