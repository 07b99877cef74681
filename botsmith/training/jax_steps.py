"""Makes the learning steps of a batch in JAX."""

from collections.abc import Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from botsmith.training.dense import Adam, Array, views
from botsmith.training.steps import Block, Slopes, Steps


class JaxSteps(Steps):
    """Steps in JAX.

    threads: number of JAX's threads; the first use in a process sets it for all
    most: rows of a step; a smaller step is filled up
    parts: number of parts of a step, whose gradients are computed at once and added in order
    rows: number of rows in a part
    """

    def __init__(self, slopes: Slopes, adam: Adam, threads: int, most: int) -> None:
        super().__init__(slopes, adam)
        self.parts = threads if jax.default_backend() == "cpu" else 1
        self.rows = -(-most // self.parts)
        self.slope = jax.jit(self._slope, static_argnames="bits")
        self.step = jax.jit(self._step)

    def run(self, blocks: Iterable[Block], rate: float) -> tuple[Array, float]:
        adam, network = self.adam, self.adam.network
        state = tuple(jnp.array(each) for each in (network.flat, adam.first, adam.second))
        found = []
        for block in blocks:
            parts = zip(*map(self._filled, block), strict=True)
            slopes = [
                self.slope(state[0], len(block[0]), part * self.rows, *each, bits=network.bits)
                for part, each in enumerate(parts)
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

    def _filled(self, array: Array | None) -> Sequence[Any]:
        """Returns an array, repeated up to the rows of a step, in parts, because JAX compiles again
        for each length. For None it returns None for each part.
        """
        if array is None:
            return [None] * self.parts
        rows = self.parts * self.rows
        return np.split(np.resize(array, (rows, *array.shape[1:])), self.parts)

    def _slope(self, flat: Any, count: Any, start: Any, *block: Any, bits: int) -> Any:
        """Returns the gradient of a part of `count` rows, and the sums of its figures.

        start: the number of its first row; those from `count` on do not count
        bits: of the rounded weights, whose gradient goes to the exact ones; 0 for no rounding
        """
        inputs, *others = block
        is_own = start + jnp.arange(len(inputs)) < count
        network = self.adam.network

        def outputs_of(flat: Any) -> Any:
            layers = views(flat, network.shapes)
            if bits:
                *hidden, head = layers
                layers = [layer.at[:, :-1].set(rounded(layer[:, :-1], bits, 1)) for layer in hidden]
                layers.append(head.at[:-1, :-1].set(rounded(head[:-1, :-1], bits, None)))
            return network.computed(jnp, layers, inputs[:, :-1]).T

        outputs, gradient_of = jax.vjp(outputs_of, flat)
        slopes, figures = self.slopes(jnp, outputs, *others)
        (gradient,) = gradient_of(jnp.where(is_own, slopes, 0.0) / count)
        return gradient, jnp.where(is_own, figures, 0.0).sum(axis=1)

    def _step(self, state: Any, slopes: Any, pace: Any, little: Any) -> Any:
        """Returns the state after a step; and the gradient's length and the figures' sums."""
        flat, first, second = state
        gradient, figures = (sum(parts) for parts in zip(*slopes, strict=True))
        length = jnp.sqrt(jnp.dot(gradient, gradient))
        gradient *= jnp.minimum(1.0, self.adam.most / jnp.maximum(length, 1e-30))
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient * gradient - second)
        flat -= pace * first / (jnp.sqrt(second) + little)
        return (flat, first, second), jnp.concatenate([length[None], figures])


def rounded(weights: Any, bits: int, axis: int | None) -> Any:
    """Returns weights rounded to steps of their row, or of the whole array for axis None, as
    `Dense.show` does. Gradients go through the rounding unchanged.
    """
    largest = jnp.abs(weights).max(axis=axis, keepdims=True)
    step = jnp.maximum(largest, 1e-9) / (2 ** (bits - 1) - 1)
    return weights + jax.lax.stop_gradient(jnp.rint(weights / step) * step - weights)
