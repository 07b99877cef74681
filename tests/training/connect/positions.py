"""Positions of the small Connect-4, and how many of them a network moves well in."""

import numpy as np

from botsmith.training.dense import Dense
from botsmith.training.environment import NEVER, UNIT
from botsmith.training.rollout import best
from tests.training.connect import environment, solved


def match_of(stones):
    """The match in which this is the position."""
    match = environment.Match()
    match.count = (stones[0] | stones[1]).bit_count()
    mover = match.count % 2
    match.stones[mover], match.stones[1 - mover] = stones
    return match


def share_of_good_moves(layers, positions):
    """In how many positions the likeliest move keeps what the position is worth."""
    inputs = np.ones((len(positions), environment.INPUTS + 1), "f")
    masks = np.full((len(positions), environment.MOVES), NEVER)
    seen = [0] * environment.INPUTS
    for row, stones in enumerate(positions):
        match = match_of(stones)
        environment.observe(match, match.count % 2, seen)
        inputs[row, :-1] = np.array(seen) / UNIT
        masks[row, solved.columns(stones)] = 0.0
    network = Dense([environment.INPUTS, *(len(layer) for layer in layers)], 0)
    for mine, layer in zip(network.layers, layers, strict=True):
        mine[:] = layer
    moves = best(network.outputs(inputs)[:-1], masks)
    good = [move in solved.good_columns(p) for move, p in zip(moves, positions, strict=True)]
    return sum(good) / len(good)
