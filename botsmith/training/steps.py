"""The steps of a batch: the gradient of a loss, and Adam. In NumPy, or in JAX for a large network.

A step has blocks of rows; a block is a tuple of arrays, its inputs first. With 80,000 weights JAX
needs 0.7 of NumPy's time on a core, and it can use several cores or a graphics card. One seed gives
one network for a given number of threads.
"""

import os
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from botsmith.training.dense import FLOAT, LARGE, Adam, Array
from botsmith.training.tower import PATCH, is_second

Block = tuple[Any, ...]


class Learning(Protocol):
    """The loss of a training method.

    slopes    takes NumPy or jax.numpy, a network's outputs [outputs, rows], and the block without
              its inputs. Returns the slope of each row's loss by its outputs, in their shape, and
              the figures of each row, [figures, rows]
    """

    def slopes(self, xp: Any, outputs: Any, *block: Any) -> tuple[Any, Any]: ...


def steps_of(learning: Learning, adam: Adam, threads: int, most: int) -> "Steps":
    """Returns the steps of a network: JaxSteps if it is large and JAX is installed, else Steps.

    most: rows of a step
    """
    is_large = len(adam.network.flat) >= LARGE and find_spec("jax") is not None
    return JaxSteps(learning, adam, threads, most) if is_large else Steps(learning, adam)


class Steps:
    """Steps in NumPy."""

    def __init__(self, learning: Learning, adam: Adam) -> None:
        self.learning, self.adam = learning, adam

    def run(self, steps: Iterable[Sequence[Block]], rate: float) -> tuple[Array, float]:
        """Makes all steps. Returns the sums of figures, and the mean length of the gradients."""
        sums, lengths = [], []
        for blocks in steps:
            count = sum(len(block[0]) for block in blocks)
            sums += [self.add_slope(count, *block) for block in blocks]
            lengths.append(self.adam.step(rate))
        return np.sum(sums, axis=0, dtype=float), float(np.mean(lengths))

    def add_slope(self, count: int, inputs: Array, *block: Any) -> Array:
        """Adds the gradient of a block to the network's; returns the sums of its figures.

        count: number of rows in a step
        """
        network = self.adam.network
        slopes, figures = self.learning.slopes(np, network.forward(inputs), *block)
        network.backward(inputs, slopes * FLOAT(1.0 / count))
        found: Array = figures.sum(axis=1)
        return found


class JaxSteps(Steps):
    """Steps in JAX.

    threads: number of JAX's threads; the first use in a process sets it for all
    most: rows of a step; a smaller step is filled up
    parts: number of parts of a step, whose gradients are computed at once and added in order
    rows: number of rows in a part
    """

    def __init__(self, learning: Learning, adam: Adam, threads: int, most: int) -> None:
        super().__init__(learning, adam)
        os.environ.setdefault("NPROC", str(threads))  # XLA's own name for the threads it may have
        import jax

        self.parts = threads if jax.default_backend() == "cpu" else 1
        self.rows = -(-most // self.parts)
        self.slope = jax.jit(self._slope, static_argnames="bits")
        self.step = jax.jit(self._step)

    def run(self, steps: Iterable[Sequence[Block]], rate: float) -> tuple[Array, float]:
        import jax.numpy as jnp

        adam, network = self.adam, self.adam.network
        state = tuple(jnp.array(each) for each in (network.flat, adam.first, adam.second))
        found = []
        for blocks in steps:
            count = sum(len(block[0]) for block in blocks)
            block = [self._filled(arrays) for arrays in zip(*blocks, strict=True)]
            slopes = [
                self.slope(state[0], count, part * self.rows, *each, bits=network.bits)
                for part, each in enumerate(zip(*block, strict=True))
            ]
            adam.steps += 1
            scale = (1.0 - 0.999**adam.steps) ** 0.5
            pace = rate * scale / (1.0 - 0.9**adam.steps)
            state, figures = self.step(state, slopes, pace, 1e-8 * scale)
            found.append(figures)
        network.flat[:], adam.first[:], adam.second[:] = map(np.asarray, state)
        network.show()
        length, *sums = np.array(found).T
        return np.sum(sums, axis=1, dtype=float), float(length.mean())

    def _filled(self, arrays: Sequence[Any]) -> Sequence[Any]:
        """Returns arrays joined, and repeated up to the rows of a step, in parts: JAX compiles anew
        for each length. None in place of each part for None.
        """
        if arrays[0] is None:
            return [None] * self.parts
        whole, rows = np.concatenate(arrays), self.parts * self.rows
        if len(whole) != rows:
            whole = np.resize(whole, (rows, *whole.shape[1:]))
        return np.split(whole, self.parts)

    def _slope(self, flat: Any, count: Any, start: Any, *block: Any, bits: int) -> Any:
        """Returns the gradient of a part of `count` rows, and the sums of its figures.

        start: the number of its first row; those from `count` on do not count
        """
        import jax
        import jax.numpy as jnp

        inputs, *others = block
        is_own = start + jnp.arange(len(inputs)) < count

        def outputs_of(flat: Any) -> Any:
            return forward(self.adam.network, flat, inputs[:, :-1], bits).T

        outputs, gradient_of = jax.vjp(outputs_of, flat)
        slopes, figures = self.learning.slopes(jnp, outputs, *others)
        (gradient,) = gradient_of(jnp.where(is_own, slopes, 0.0) / count)
        return gradient, jnp.where(is_own, figures, 0.0).sum(axis=1)

    def _step(self, state: Any, slopes: Any, pace: Any, little: Any) -> Any:
        """Returns the state after a step; and the gradient's length and the figures' sums."""
        import jax.numpy as jnp

        flat, first, second = state
        gradient, figures = (sum(parts) for parts in zip(*slopes, strict=True))
        length = jnp.sqrt(jnp.dot(gradient, gradient))
        gradient *= jnp.minimum(1.0, self.adam.most / jnp.maximum(length, 1e-30))
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        flat -= pace * first / (jnp.sqrt(second) + little)
        return (flat, first, second), jnp.concatenate([length[None], figures])


def forward(network: Any, flat: Any, inputs: Any, bits: int) -> Any:
    """Returns the outputs [rows, outputs] for inputs [rows, inputs] by flat weights, in JAX.

    bits: of the rounded weights, whose gradient goes to the exact ones; 0 for no rounding
    """
    import jax
    import jax.numpy as jnp

    layers, start = [], 0
    for rows, columns in network.shapes:
        layers.append(flat[start : start + rows * columns].reshape(rows, columns))
        start += rows * columns
    if bits:
        last = layers.pop()
        layers = [layer.at[:-1].set(rounded(layer[:-1], bits, 0)) for layer in layers]
        layers.append(last.at[:-1, :-1].set(rounded(last[:-1, :-1], bits, None)))

    def product(before: Any, layer: Any) -> Any:
        return before @ layer[:-1] + layer[-1]

    *hidden, head = layers
    if not hasattr(network, "window"):
        for layer in hidden:
            inputs = jax.nn.relu(product(inputs, layer))
        return product(inputs, head)
    cells = [inputs.reshape(len(inputs), network.side, network.side, -1)]
    for place, layer in enumerate(hidden):
        size = cells[-1].shape[1] - 2
        patches = [
            cells[-1][:, down : down + size, across : across + size] for down, across in PATCH
        ]
        after = product(jnp.concatenate(patches, axis=-1), layer)
        if is_second(place):
            after += cells[-2][:, 2:-2, 2:-2]
        cells.append(jax.nn.relu(after))
    return product(cells[-1].reshape(len(inputs), -1), head)


def rounded(weights: Any, bits: int, axis: int | None) -> Any:
    """Returns weights rounded to steps of their column, or of the whole array for axis None, as
    `round_in_place` does. Their gradient is that of the exact weights.
    """
    import jax
    import jax.numpy as jnp

    largest = jnp.abs(weights).max(axis=axis, keepdims=True)
    step = jnp.maximum(largest, 1e-9) / (2 ** (bits - 1) - 1)
    return weights + jax.lax.stop_gradient(jnp.rint(weights / step) * step - weights)
