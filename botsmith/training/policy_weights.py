"""Makes a trained policy of integers, as common/nets/dense.py and planes.py compute it in a bot.

The layers are the trained ones. The last layer has a row for each move, one for the value if a
search needs it, and rows of zeros, without a meaning, up to a multiple of four.
"""

import numpy as np

from botsmith.training.dense import Array, Dense
from botsmith.training.environment import UNIT
from botsmith.training.quantise import Layer, Net, quantise, same
from botsmith.training.tower import Tower, is_second
from common.nets.dense import TOGETHER


def rounded(network: Dense, seen: Array, bits: int, has_value: bool = False) -> Net:
    """Returns the policy in integers, with the value behind its moves if `has_value`.

    seen: inputs of training, [rows, inputs + 1], from which the layers' ranges are found
    """
    moves = network.used[-1] if has_value else network.used[-1][:-1]
    head = np.zeros((-(-len(moves) // TOGETHER) * TOGETHER, moves.shape[1]))
    head[: len(moves)] = moves
    hidden = [layer.astype(float) for layer in network.used[:-1]]
    if isinstance(network, Tower):
        planes, side = network.window

        def as_planes(inputs: Array) -> Array:
            return inputs.reshape(-1, side, side, planes).transpose(0, 3, 1, 2)

        def middle(cells: Array) -> Array:
            return cells[:, :, side // 2, side // 2]

        made = []
        for place, layer in enumerate(hidden):
            weights = layer[:, :-1].reshape(len(layer), 3, 3, -1).transpose(0, 3, 1, 2)
            skip = place - 2 if is_second(place) else None
            view = same if place else as_planes
            made.append(Layer(weights, layer[:, -1], bits, view=view, skip=skip))
        last = Layer(head[:, :-1], head[:, -1], bits, True, middle)
    else:
        made = [Layer(layer[:, :-1], layer[:, -1], bits) for layer in hidden]
        last = Layer(head[:, :-1], head[:, -1], bits, True)
    made.append(last)
    return quantise(made, integers_of(seen), 1.0 / UNIT)


def integers_of(inputs: Array) -> Array:
    """Returns inputs in the form of a game, [rows, inputs]: times UNIT, without the column of
    ones.
    """
    found: Array = np.rint(inputs[:, :-1] * UNIT).astype(np.int64)
    return found


class RoundedPolicy:
    """A policy in integers, with the same method `outputs` as a Dense."""

    def __init__(self, net: Net, moves: int) -> None:
        self.net, self.moves = net, moves

    def outputs(self, inputs: Array) -> Array:
        """Returns the sums of the moves, and a row of zeros for the value, [moves + 1, rows]."""
        found = np.zeros((self.moves + 1, len(inputs)))
        found[:-1] = self.net.run(integers_of(inputs))[-1].T[: self.moves]
        return found
