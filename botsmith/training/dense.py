"""A dense network in NumPy, forward and backward by hand, for policy gradients.

Numbers of rows lie side by side, [numbers, rows]; only inputs come as [rows, numbers]. Layers are
ReLU but for the last, whose outputs are the moves' logits and the value. A layer's weights are
[outputs, inputs + 1]: the last column is the bias, as each layer's numbers end with a 1.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
BLOCK = 512  # rows at once: what they need fits the cache
FLOAT = np.float32


class Dense:
    """A network. sizes: inputs, hidden layers, outputs. All weights are views of `flat`."""

    def __init__(self, sizes: Sequence[int], seed: int) -> None:
        self.sizes = tuple(sizes)
        shapes = [(after, before + 1) for before, after in zip(sizes, sizes[1:], strict=False)]
        self.flat = np.zeros(sum(a * b for a, b in shapes), FLOAT)
        self.gradient = np.zeros_like(self.flat)
        self.layers = _views(self.flat, shapes)
        self.slopes = _views(self.gradient, shapes)
        self._parts = [np.empty(shape, FLOAT) for shape in shapes]
        dice = np.random.default_rng(seed)
        for layer in self.layers[:-1]:
            layer[:, :-1] = _orthogonal(dice, layer.shape[0], layer.shape[1] - 1) * 2.0**0.5
        # All moves are about equally likely at first.
        last = self.layers[-1]
        last[:, :-1] = _orthogonal(dice, last.shape[0], last.shape[1] - 1)
        last[:-1] *= 0.01
        self._rows = 0
        self._room(BLOCK)

    def _room(self, rows: int) -> None:
        """Makes the arrays for so many rows at once."""
        if rows != self._rows:
            self._rows = rows
            self._outs = [np.ones((size + 1, rows), FLOAT) for size in self.sizes[1:-1]]
            self._back = [np.empty((size, rows), FLOAT) for size in self.sizes[1:-1]]
            self._mask = [np.empty((size, rows), np.bool_) for size in self.sizes[1:-1]]
            self._last = np.empty((self.sizes[-1], rows), FLOAT)

    def forward(self, inputs: Array) -> Array:
        """Returns the outputs of at most BLOCK rows, in an array that the next call fills anew.

        inputs: [rows, inputs + 1], of which the last is 1.
        """
        self._room(len(inputs))
        before = inputs.T
        for layer, out in zip(self.layers, self._outs, strict=False):
            np.matmul(layer, before, out=out[:-1])
            np.maximum(out[:-1], 0.0, out=out[:-1])
            before = out
        return np.matmul(self.layers[-1], before, out=self._last)

    def backward(self, inputs: Array, slope: Array) -> None:
        """Adds the gradient of the rows that `forward` had last to `gradient`.

        slope: what the loss changes by, by output and row.
        """
        for place in range(len(self.layers) - 1, -1, -1):
            before = self._outs[place - 1].T if place else inputs
            np.matmul(slope, before, out=self._parts[place])
            self.slopes[place] += self._parts[place]
            if place:
                back, mask = self._back[place - 1], self._mask[place - 1]
                np.matmul(self.layers[place][:, :-1].T, slope, out=back)
                np.greater(self._outs[place - 1][:-1], 0.0, out=mask)
                slope = np.multiply(back, mask, out=back)

    def outputs(self, inputs: Array) -> Array:
        """Returns the outputs of any number of rows, [outputs, rows]."""
        result = np.empty((self.sizes[-1], len(inputs)), FLOAT)
        for start in range(0, len(inputs), BLOCK):
            some = inputs[start : start + BLOCK]
            result[:, start : start + len(some)] = self.forward(some)
        return result


class Adam:
    """Adam with a cap on the gradient's length, on a network's flat weights."""

    def __init__(self, network: Dense, most: float) -> None:
        self.network, self.most = network, most
        self.steps = 0
        self.first = np.zeros_like(network.flat)
        self.second = np.zeros_like(network.flat)

    def step(self, rate: float) -> float:
        """Moves the weights against the gradient, which is zeros then. Returns its length."""
        gradient = self.network.gradient
        length = float(np.sqrt(np.dot(gradient, gradient)))
        if length > self.most:
            gradient *= FLOAT(self.most / length)
        self.steps += 1
        self.first += FLOAT(0.1) * (gradient - self.first)
        self.second += FLOAT(0.001) * (gradient * gradient - self.second)
        scale = (1.0 - 0.999**self.steps) ** 0.5
        divisor = np.sqrt(self.second)
        divisor += FLOAT(1e-8 * scale)
        self.network.flat -= FLOAT(rate * scale / (1.0 - 0.9**self.steps)) * self.first / divisor
        gradient[:] = 0.0
        return length


def _views(flat: Array, shapes: Sequence[tuple[int, int]]) -> list[Array]:
    """Returns parts of a flat array, one after the other, in these shapes."""
    views, start = [], 0
    for rows, columns in shapes:
        views.append(flat[start : start + rows * columns].reshape(rows, columns))
        start += rows * columns
    return views


def _orthogonal(dice: np.random.Generator, rows: int, columns: int) -> Array:
    """Returns a random matrix whose rows, or columns if they are fewer, are at right angles."""
    tall = dice.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(tall)
    q = q * np.sign(np.diag(r))
    return (q if rows >= columns else q.T).astype(FLOAT)
