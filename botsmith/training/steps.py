"""Makes the learning steps of a batch: the gradient of a loss, and Adam. It uses NumPy, or JAX for
a large network and for one over a window.

A step learns from a block of rows: a tuple of arrays, its inputs first. With 80,000 weights JAX
needs 0.7 of NumPy's time on a core, and it can use several cores or a graphics card. One seed gives
one network for a given number of threads.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from botsmith.training.dense import FLOAT, LARGE, Adam, Array
from botsmith.training.tower import Tower

Block = tuple[Any, ...]
Slopes = Callable[..., tuple[Any, Any]]  # `PolicyLearner.slopes`


def steps_of(slopes: Slopes, adam: Adam, threads: int, most: int) -> "Steps":
    """Returns the steps of a network: JaxSteps if it is large or over a window, else Steps.

    slopes: the loss of a method
    most: rows of a step
    """
    if len(adam.network.flat) >= LARGE or isinstance(adam.network, Tower):
        os.environ.setdefault("NPROC", str(threads))  # XLA's own name for the threads it may have
        from botsmith.training.jax_steps import JaxSteps  # JAX takes a second

        return JaxSteps(slopes, adam, threads, most)
    return Steps(slopes, adam)


class Steps:
    """Steps in NumPy."""

    def __init__(self, slopes: Slopes, adam: Adam) -> None:
        self.slopes, self.adam = slopes, adam

    def run(self, blocks: Iterable[Block], rate: float) -> tuple[Array, float]:
        """Makes a step with each block. Returns the sums of figures, and the mean length of the
        gradients.
        """
        sums, lengths = [], []
        for block in blocks:
            sums.append(self.add_slope(*block))
            lengths.append(self.adam.step(rate))
        return np.sum(sums, axis=0, dtype=float), float(np.mean(lengths))

    def add_slope(self, inputs: Array, *block: Any) -> Array:
        """Adds the gradient of a block to the network's; returns the sums of its figures."""
        network = self.adam.network
        slopes, figures = self.slopes(np, network.forward(inputs), *block)
        network.backward(inputs, slopes * FLOAT(1.0 / len(inputs)))
        found: Array = figures.sum(axis=1)
        return found
