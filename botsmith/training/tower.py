"""A network over a window of planes: residual convolutions in NumPy, with forward and backward
pass.

WINDOW = planes, side    of an environment: an actor's inputs are the planes of a square of cells
                         with the actor in the middle: cell by cell, row by row

Each layer of 3 x 3 weights sees one cell further, so the middle cell of the last layer sees the
whole window, and the moves are computed from that cell. The side gives the number of layers: 3 is
the first layer alone, 7 adds one block of two, 11 two blocks, 15 three. Cells on which the middle
one does not depend are not computed; common/nets/planes.py computes all, with the same result
there.
"""

from typing import Any

import numpy as np

from botsmith.bundle.header import LIMIT
from botsmith.errors import BadInput
from botsmith.training.crew import ALONE, Crew
from botsmith.training.dense import FLOAT, Array, Dense
from common.nets.dense import TOGETHER

LETTER_BITS = 14  # of weights in a character of common/nets/wide.py
PATCH = [(down, across) for down in range(3) for across in range(3)]
BLOCK = 32  # rows at once: what they need fits the cache


class Tower(Dense):
    """A network: a first layer, blocks of two layers, a dense layer on the middle cell.

    window: planes and side
    sizes: inputs, channels, outputs
    layers: as in Dense; the inputs of a convolution are those of the 9 cells of a patch
    """

    block = BLOCK

    def __init__(
        self, window: tuple[int, int], channels: int, outputs: int, seed: int, crew: Crew = ALONE
    ) -> None:
        planes, self.side = self.window = window
        later = (self.side - 3) // 2
        shapes = [(9 * planes + 1, channels), *[(9 * channels + 1, channels)] * later]
        sizes = planes * self.side**2, channels, outputs
        super().__init__(sizes, seed, [*shapes, (channels + 1, outputs)], crew)

    def forward(self, inputs: Array) -> Array:
        rows = len(inputs)
        self._cells = [inputs[:, :-1].reshape(rows, self.side, self.side, -1)]
        self._patches = []
        for place, layer in enumerate(self.used[:-1]):
            patches = patches_of(self._cells[-1])
            after = patches @ layer.T
            if is_second(place):
                after += self._cells[-2][:, 2:-2, 2:-2]
            self._patches.append(patches)
            self._cells.append(np.maximum(after, FLOAT(0.0), out=after))
        self._middle = np.ones((rows, self.sizes[1] + 1), FLOAT)
        self._middle[:, :-1] = self._cells[-1].reshape(rows, -1)
        return np.ascontiguousarray((self._middle @ self.used[-1].T).T)

    def backward(self, inputs: Array, slope: Array) -> None:
        self.slopes[-1] += slope @ self._middle
        back = slope.T @ self.used[-1][:, :-1]
        back = skipped = back.reshape(self._cells[-1].shape)
        for place in range(len(self.layers) - 2, -1, -1):
            back = back * (self._cells[place + 1] > 0.0)
            flat = back.reshape(-1, back.shape[-1])
            patches = self._patches[place].reshape(len(flat), -1)
            self.slopes[place] += (patches.T @ flat).T
            if place == 0:
                break
            parts = back @ self.used[place][:, :-1]
            before = np.zeros_like(self._cells[place])
            size, width = back.shape[1], before.shape[-1]
            for number, (down, across) in enumerate(PATCH):
                part = parts[..., number * width : (number + 1) * width]
                before[:, down : down + size, across : across + size] += part
            if is_second(place):
                skipped = back
            else:
                before[:, 2:-2, 2:-2] += skipped
            back = before


def is_second(place: int) -> bool:
    """Returns True if a layer ends a block, so that the block's inputs are added to its outputs."""
    return place > 0 and place % 2 == 0


def patches_of(cells: Array) -> Array:
    """Returns the patch of 3 x 3 cells around each cell but the outer ones, and a 1."""
    rows, side, _, width = cells.shape
    size = side - 2
    found = np.empty((rows, size, size, 9 * width + 1), FLOAT)
    for number, (down, across) in enumerate(PATCH):
        part = cells[:, down : down + size, across : across + size]
        found[..., number * width : (number + 1) * width] = part
    found[..., -1] = 1.0
    return found


def check_layers(environment: Any, hidden: tuple[int, ...], bits: int) -> None:
    """Raises BadInput for sizes that a bot's kernels do not support, or for more weights than a
    paste can hold.
    """
    said = ",".join(map(str, hidden))
    is_window = hasattr(environment, "WINDOW")
    if is_window and (len(hidden) != 1 or hidden[0] % TOGETHER):
        raise BadInput(
            f"--hidden {said}: expected the number of channels, a multiple of {TOGETHER}"
        )
    if any(size % TOGETHER for size in hidden):
        raise BadInput(
            f"--hidden {said}: a bot has multiples of {TOGETHER}, such as"
            f" {','.join(str(-(-size // TOGETHER) * TOGETHER) for size in hidden)}"
        )
    sizes = (environment.INPUTS, *hidden, environment.MOVES + 1)
    weights = sum(one * two for one, two in zip(sizes, sizes[1:], strict=False))
    if is_window:
        planes, side = environment.WINDOW
        weights = 9 * hidden[0] * (planes + hidden[0] * (side - 3) // 2)
    letters = weights * bits // LETTER_BITS
    if letters > LIMIT:
        raise BadInput(
            f"--hidden {said}: {weights:,} weights of {bits} bits are {letters:,} characters, and a"
            f" bot has {LIMIT:,}: expected fewer, or smaller --bits"
        )


def network_of(environment: Any, hidden: tuple[int, ...], seed: int, crew: Crew = ALONE) -> Dense:
    """Returns a new network of an environment: a Tower if it has a WINDOW, else a Dense. crew: its
    threads
    """
    outputs = environment.MOVES + 1
    if hasattr(environment, "WINDOW"):
        return Tower(environment.WINDOW, hidden[0], outputs, seed, crew)
    return Dense((environment.INPUTS, *hidden, outputs), seed, crew=crew)
