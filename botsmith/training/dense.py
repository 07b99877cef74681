"""Computes a dense network in NumPy, forward and backward, for policy gradients.

Inputs and hidden layers are [rows, numbers], each with a 1 at the end; outputs are [numbers, rows].
Layers are ReLU but for the last, whose outputs are the moves' logits and the value. A layer's
weights appear as [outputs, inputs + 1], the last column the biases; in memory they are transposed,
which makes products of matrices fastest.

A network that will be rounded may compute with rounded weights while it still learns: the gradient
at the rounded weights moves the exact ones (a straight-through estimate).
"""

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from botsmith.training.crew import ALONE, Crew

Array = NDArray[Any]
Shapes = Sequence[tuple[int, int]]
BLOCK = 1024  # rows at once: what they need fits the cache
LARGE = 20_000  # weights of a network that is worth threads, and of a dense one that is worth JAX
SHARE = 64  # rows that are worth a thread
FLOAT = np.float32


class Dense:
    """A network of dense layers.

    sizes: numbers of inputs, of the outputs of each hidden layer, and of outputs
    flat: all weights; `layers` are views of it
    shapes: number of inputs plus 1 and number of outputs of each layer
    shown: the weights for computing, rounded to `bits` if that is not 0; `used` are views of it
    block: number of rows that `outputs` computes at once
    """

    block = BLOCK

    def __init__(
        self, sizes: Sequence[int], seed: int, shapes: Shapes = (), crew: Crew = ALONE
    ) -> None:
        """Makes random weights.

        shapes: inputs + 1 and outputs of each layer; without them they follow from the sizes
        crew: threads that compute `outputs`
        """
        self.sizes = tuple(sizes)
        shapes = shapes or [(one + 1, two) for one, two in zip(sizes, sizes[1:], strict=False)]
        self.flat = np.zeros(sum(a * b for a, b in shapes), FLOAT)
        self.gradient = np.zeros_like(self.flat)
        self.layers = views(self.flat, shapes)
        self.bits = 0
        self.shown, self.used = self.flat, self.layers
        self.slopes = views(self.gradient, shapes)
        self.shapes = shapes
        dice = np.random.default_rng(seed)
        for layer in self.layers[:-1]:
            layer[:, :-1] = _orthogonal(dice, layer.shape[0], layer.shape[1] - 1) * 2.0**0.5
        # All moves are about equally likely at first.
        last = self.layers[-1]
        last[:, :-1] = _orthogonal(dice, last.shape[0], last.shape[1] - 1)
        last[:-1] *= 0.01
        self._rows = 0
        self.crew = crew
        # A thread has arrays of its own, and the same weights.
        self._twins = [self, *(copy(self) for _ in range(1, crew.count))]

    def round(self, bits: int) -> None:
        """Makes the network compute with weights rounded to `bits` bits from now on."""
        self.bits, self.shown = bits, self.flat.copy()
        self.used = views(self.shown, self.shapes)
        self.show()

    def show(self) -> None:
        """Copies `flat` into the weights that the network computes with, rounded if `bits` is not
        0.
        """
        if self.bits:
            for layer, used in zip(self.layers, self.used, strict=True):
                is_head = layer is self.layers[-1]
                used[:] = layer
                rows = used[:-1, :-1] if is_head else used[:, :-1]
                # To steps of their row, as quantise.py does; all rows of a head share a step.
                largest = np.abs(rows).max(axis=None if is_head else 1, keepdims=True)
                step = np.maximum(largest, FLOAT(1e-9)) / FLOAT(2 ** (self.bits - 1) - 1)
                rows /= step
                np.rint(rows, out=rows)
                rows *= step

    def forward(self, inputs: Array) -> Array:
        """Returns the outputs, [outputs, rows].

        inputs: [rows, inputs + 1], of which the last is 1
        """
        if len(inputs) != self._rows:
            self._rows = len(inputs)
            hidden = [(self._rows, size + 1) for size in self.sizes[1:-1]]
            self._outs = [np.ones(shape, FLOAT) for shape in hidden]
            self._zeros = [np.zeros(shape, FLOAT) for shape in hidden]
        before = inputs
        for layer, out, zeros in zip(self.used, self._outs, self._zeros, strict=False):
            np.matmul(before, layer.T, out=out[:, :-1])
            np.maximum(out, zeros, out=out)  # with a number for the zeros: six times as long
            before = out
        return np.ascontiguousarray((before @ self.used[-1].T).T)

    def computed(self, xp: Any, layers: Sequence[Any], inputs: Any) -> Any:
        """Returns the outputs [rows, outputs] for inputs [rows, inputs], by other weights.

        xp: NumPy or jax.numpy
        layers: as `layers`
        """
        *hidden, head = layers
        for layer in hidden:
            inputs = xp.maximum(product(inputs, layer), 0.0)
        return product(inputs, head)

    def backward(self, inputs: Array, slope: Array) -> None:
        """Adds the gradient of the rows of the last `forward` to `gradient`.

        slope: [outputs, rows], the derivative of the loss by each output of each row
        """
        back = np.ascontiguousarray(slope.T)
        for place in range(len(self.layers) - 1, -1, -1):
            before = self._outs[place - 1] if place else inputs
            self.slopes[place] += (before.T @ back).T
            if place:
                back = back @ self.used[place]
                back *= before > self._zeros[place - 1]
                back = back[:, :-1]

    def outputs(self, inputs: Array) -> Array:
        """Returns the outputs of any number of rows, [outputs, rows]. Threads share the rows of a
        large network.
        """
        rows = len(inputs)
        result = np.empty((self.sizes[-1], rows), FLOAT)
        most = self.crew.count if len(self.flat) >= LARGE else 1
        count = max(1, min(most, rows // SHARE))
        ends = [rows * number // count for number in range(count + 1)]

        def work(number: int) -> None:
            twin, first, end = self._twins[number], ends[number], ends[number + 1]
            twin.used = self.used
            for start in range(first, end, self.block):
                some = slice(start, min(start + self.block, end))
                result[:, some] = twin.forward(inputs[some])

        self.crew.run(work, count)
        return result


def product(before: Any, layer: Any) -> Any:
    """Returns the sums of a layer [outputs, inputs + 1], whose last column has the biases."""
    sums = before @ layer[:, :-1].T
    sums += layer[:, -1]  # NumPy adds in place, JAX does not
    return sums


class Adam:
    """Adam with a cap on the gradient's length, on a network's flat weights."""

    def __init__(self, network: Dense, most: float) -> None:
        self.network, self.most = network, most
        self.steps = 0
        self.first = np.zeros_like(network.flat)
        self.second = np.zeros_like(network.flat)

    def arrays(self) -> dict[str, Array]:
        """Returns the weights, and the two arrays of the optimiser, from which it continues."""
        return {"weights": self.network.flat, "first": self.first, "second": self.second}

    def step(self, rate: float) -> float:
        """Moves the weights against the gradient, and sets the gradient to 0. Returns the length of
        the gradient before the cap.
        """
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
        self.network.show()
        return length


def views(flat: Any, shapes: Shapes) -> list[Any]:
    """Returns parts of a flat array, one after the other, of these shapes, each transposed."""
    views, start = [], 0
    for rows, columns in shapes:
        views.append(flat[start : start + rows * columns].reshape(rows, columns).T)
        start += rows * columns
    return views


def _orthogonal(dice: np.random.Generator, rows: int, columns: int) -> Array:
    """Returns a random matrix whose rows, or columns if they are fewer, are at right angles."""
    tall = dice.standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(tall)
    q = q * np.sign(np.diag(r))
    return (q if rows >= columns else q.T).astype(FLOAT)
