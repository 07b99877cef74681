"""A small network that weighs the ranks of a side's pieces by their places at the start.

benchmarks/stratego_places.py makes it.
"""

from base64 import b85decode
from collections.abc import Sequence
from math import exp
from operator import mul
from zlib import crc32

from bots.stratego.places_net import CRC, STEP, WEIGHTS
from bots.stratego.rules import FLAG, SIZE, place_of

INPUTS = 8
UNITS = 6  # hidden
DATA = b85decode(WEIGHTS)
if crc32(DATA) != CRC:
    raise ValueError("the network's weights have another checksum")
NET = [STEP * weight for weight in memoryview(DATA).cast("b")]  # of both layers, row by row


def signs_of(places: Sequence[tuple[int, int]]) -> list[list[float]]:
    """Returns the network's inputs for each piece of a side: INPUTS numbers and a 1.

    places: columns, and rows from the side's back
    """
    found = []
    for x, y in places:
        steps = [abs(x - column) + abs(y - row) for column, row in places]
        edge = min(x, SIZE - 1 - x)
        signs = [float(y == row) for row in range(4)]
        signs += [float(steps.count(1)), float(steps.count(2)), edge / 4.0]
        found.append([*signs, float(edge == 0 == y), 1.0])
    return found


def layer(inputs: Sequence[float], start: int, outputs: int) -> list[float]:
    """Returns a layer's outputs. start: the place of its first row in NET"""
    size = len(inputs)
    rows = range(start, start + outputs * size, size)
    return [sum(map(mul, inputs, NET[row : row + size])) for row in rows]


def weigh_places(cells: Sequence[int], player: int) -> list[float]:
    """Returns the weights of a player's pieces by piece and rank, for a Belief.

    cells: of the pieces at the start
    """
    last = SIZE - 1
    places = [(x, last - y if player else y) for x, y in map(place_of, cells)]
    weights = []
    for signs in signs_of(places):
        hidden = [max(unit, 0.0) for unit in layer(signs, 0, UNITS)]
        weights.append(1.0)  # of UNKNOWN
        weights += map(exp, layer([*hidden, 1.0], UNITS * (INPUTS + 1), FLAG))
    return weights
