"""Defines a network over a window of planes: residual convolutions, which learn in JAX (steps.py).

WINDOW = planes, side    of an environment: an actor's inputs are the planes of a square of cells
                         with the actor in the middle: cell by cell, row by row

Each layer of 3 x 3 weights sees one cell further, so the middle cell of the last layer sees the
whole window, and the moves are computed from that cell. The side gives the number of layers: 3 is
the first layer alone, 7 adds one block of two, 11 two blocks, 15 three. Cells on which the middle
one does not depend are not computed; common/nets/planes.py computes all, with the same result
there.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from botsmith.bundle.header import LIMIT
from botsmith.errors import BadInput
from botsmith.training.crew import ALONE, Crew
from botsmith.training.dense import Array, Dense, product
from common.nets.dense import TOGETHER

LETTER_BITS = 14  # of weights in a character of common/nets/wide.py
PATCH = [(down, across) for down in range(3) for across in range(3)]
BLOCK = 32  # rows at once: what they need fits the cache


class Tower(Dense):
    """A network: a first layer, blocks of two layers, a dense layer on the middle cell.

    window: planes and side
    sizes: inputs, channels, outputs
    layers: as in Dense; a convolution's inputs are the numbers of the 9 cells of a patch
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
        return np.ascontiguousarray(self.computed(np, self.used, inputs[:, :-1]).T)

    def computed(self, xp: Any, layers: Sequence[Any], inputs: Any) -> Any:
        *hidden, head = layers
        cells = [inputs.reshape(len(inputs), self.side, self.side, -1)]
        for place, layer in enumerate(hidden):
            size = cells[-1].shape[1] - 2
            patches = [
                cells[-1][:, down : down + size, across : across + size] for down, across in PATCH
            ]
            after = product(xp.concatenate(patches, axis=-1), layer)
            if is_second(place):
                after += cells[-2][:, 2:-2, 2:-2]
            cells.append(xp.maximum(after, 0.0))
        return product(cells[-1].reshape(len(inputs), -1), head)


def is_second(place: int) -> bool:
    """Returns True if a layer is the last of its block, where the block's inputs are added to the
    outputs.
    """
    return place > 0 and place % 2 == 0


def check_layers(environment: Any, hidden: tuple[int, ...], bits: int) -> None:
    """Raises BadInput for sizes that a bot's kernels do not support, or for more weights than a
    paste can hold.
    """
    said = ",".join(map(str, hidden))
    is_window = hasattr(environment, "WINDOW")
    if is_window and (len(hidden) != 1 or hidden[0] % TOGETHER):
        raise BadInput(f"--hidden {said}: expected a number of channels, a multiple of {TOGETHER}")
    if any(size % TOGETHER for size in hidden):
        near = ",".join(str(-(-size // TOGETHER) * TOGETHER) for size in hidden)
        raise BadInput(f"--hidden {said}: a bot has multiples of {TOGETHER}, such as {near}")
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


def network_of(environment: Any, hidden: tuple[int, ...], seed: int, crew: Crew) -> Dense:
    """Returns a new network of an environment: a Tower if it has a WINDOW, else a Dense. crew: its
    threads
    """
    outputs = environment.MOVES + 1
    if hasattr(environment, "WINDOW"):
        return Tower(environment.WINDOW, hidden[0], outputs, seed, crew)
    return Dense((environment.INPUTS, *hidden, outputs), seed, crew=crew)
