"""A trained policy in integers, as common/nets/dense.py computes it in a bot.

The layers are those of training: the last one has a row for each move, one for the value where a
search wants it, and rows of zeros up to a multiple of four, which mean nothing.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from botsmith.training.environment import UNIT
from botsmith.training.quantise import Layer, Net, quantise
from common.nets.dense import TOGETHER

Array = NDArray[Any]


def rounded(layers: Sequence[Array], seen: Array, bits: int, has_value: bool = False) -> Net:
    """Returns the policy in integers, with the value behind its moves or without it.

    layers: of training, [outputs, inputs + 1] each, the value last
    seen: inputs of training, [rows, inputs + 1], by which the layers' ranges are chosen
    """
    hidden = [(layer[:, :-1], layer[:, -1]) for layer in layers[:-1]]
    moves = layers[-1] if has_value else layers[-1][:-1]
    head = np.zeros((-(-len(moves) // TOGETHER) * TOGETHER, moves.shape[1]))
    head[: len(moves)] = moves
    made = [Layer(weights.astype(float), biases.astype(float), bits) for weights, biases in hidden]
    made.append(Layer(head[:, :-1], head[:, -1], bits, is_head=True))
    net: Net = quantise(made, integers_of(seen), 1.0 / UNIT)
    return net


def integers_of(inputs: Array) -> Array:
    """Returns inputs as a game writes them, [rows, inputs], of those with a column of ones."""
    found: Array = np.rint(inputs[:, :-1] * UNIT).astype(np.int64)
    return found


class RoundedPolicy:
    """A policy in integers, in place of a Dense."""

    def __init__(self, net: Net, moves: int) -> None:
        self.net, self.moves = net, moves

    def outputs(self, inputs: Array) -> Array:
        """Returns the sums of the moves, and a row of zeros for the value, [moves + 1, rows]."""
        found = np.zeros((self.moves + 1, len(inputs)))
        found[:-1] = self.net.run(integers_of(inputs))[-1].T[: self.moves]
        return found
