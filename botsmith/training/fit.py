"""Trains a value network in JAX, with the arithmetic of common/network.py and its rounding.

Weights are floats here and are rounded to their grid on every use; gradients ignore the rounding. A
step of the grid is 1 / unit. All sums of rounded weights are exact in float32, so the results with
rounded weights equal those of the bots' integers to the bit.

    packed    [N, bytes] uint8, inputs as bits, the lowest first
    targets   [N], the result for the player to move, -1..1
    first     [INPUTS, BASE], last [BASE]
    columns   [INPUTS, symmetries * BASE]: `first` under each symmetry
"""

from dataclasses import dataclass
from functools import partial
from math import cos, pi
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax

from botsmith.errors import BadInput
from botsmith.files import write_file
from botsmith.training.contest import Contest
from botsmith.training.dense import Array
from botsmith.training.samples import Samples, packed, unpacked
from common.network import TOP

SHORT = (1 << 15) - 1  # the bots' sums are of 16 bits, their scores of 32
INT = (1 << 31) - 1
BITS = range(3, 9)  # of a weight
FINEST = 64  # steps of the grid in a weight of 1, at most
BATCH = 8192  # positions that are valued at once
LAST_RATE = 0.05  # of the learning rate at the end


class Params(NamedTuple):
    """The trained numbers. scale: the natural logarithm of the divisor of a score"""

    first: Any
    last: Any
    scale: Any


@dataclass(frozen=True)
class Shape:
    """The shape of a contest's network. places: [symmetries, INPUTS]."""

    inputs: int
    base: int
    places: Array
    bits: int
    most_on: int

    @property
    def unit(self) -> int:
        """Returns the number of grid steps in a weight of 1."""
        return min(FINEST, 1 << self.bits - 1)

    @property
    def highest(self) -> int:
        """Returns the largest integer weight of the first layer for which every position's sum fits
        into 16 bits.
        """
        return min((1 << self.bits - 1) - 1, SHORT // self.most_on)

    @property
    def lanes(self) -> int:
        """Returns the number of lanes of the first layer with all symmetries."""
        return len(self.places) * self.base


def shape_of(contest: Contest, bits: int) -> Shape:
    """Returns the shape of a contest's network. Raises BadInput for an impossible number of
    bits.
    """
    if bits not in BITS:
        raise BadInput(f"--bits {bits}: expected {BITS[0]} to {BITS[-1]}")
    places = np.array(contest.network.symmetries(), np.int32)
    network = contest.network
    shape = Shape(network.INPUTS, network.BASE, places, bits, contest.most_on)
    largest = shape.lanes * TOP * ((1 << bits - 1) - 1)
    if largest > INT or shape.highest < 1:
        raise BadInput(f"{contest.name}: its sums do not fit into 16 bits, or scores into 32")
    return shape


def rounded(weights: Any, unit: int) -> Any:
    """Returns the weights rounded to their grid; gradients ignore the rounding."""
    return weights + lax.stop_gradient(jnp.round(weights * unit) / unit - weights)


def scores(params: Params, packed: Any, shape: Shape) -> Any:
    """Returns the network's scores of positions, [N]; tanh(score / scale) is the value."""
    bits = jnp.unpackbits(packed, axis=1, count=shape.inputs, bitorder="little")
    columns = rounded(params.first, shape.unit)[shape.places.T]
    columns = columns.reshape(shape.inputs, shape.lanes)
    sums = bits.astype(jnp.float32) @ columns
    outputs = jnp.clip(sums, 0.0, TOP / shape.unit)
    return outputs @ jnp.tile(rounded(params.last, shape.unit), len(shape.places))


def loss(params: Params, packed: Any, targets: Any, shape: Shape) -> Any:
    """Returns the mean cross-entropy, in nats, between the targets and the network's chances of
    winning.
    """
    logits = 2.0 * scores(params, packed, shape) / jnp.exp(params.scale)
    return optax.sigmoid_binary_cross_entropy(logits, 0.5 + 0.5 * targets).mean()


def values(params: Params, packed: Any, shape: Shape) -> Any:
    """Returns the values of positions, [N]."""
    return jnp.tanh(scores(params, packed, shape) / jnp.exp(params.scale))


def project(params: Params, shape: Shape) -> Params:
    """Returns the weights, limited to their grid."""
    most, last_most = shape.highest / shape.unit, ((1 << shape.bits - 1) - 1) / shape.unit
    first, last = params.first.clip(-most, most), params.last.clip(-last_most, last_most)
    return params._replace(first=first, last=last)


class Trainer:
    """Trains one network by Adam. state: the optimizer's state for the present weights"""

    def __init__(self, shape: Shape, seed: int) -> None:
        """Begins with small random weights, which depend on the seed alone."""
        self.shape = shape
        dice = np.random.default_rng(seed)
        first = dice.normal(0.0, min(shape.most_on, 40) ** -0.5, (shape.inputs, shape.base))
        last = dice.normal(0.0, 0.5, shape.base)
        scale = np.log(shape.lanes / 8.0)
        self.params = Params(*(jnp.asarray(each, jnp.float32) for each in (first, last, scale)))
        adam = optax.scale_by_adam()
        self.state = adam.init(self.params)

        def step(params: Params, state: Any, packed: Any, targets: Any, rate: Any) -> Any:
            value, gradient = jax.value_and_grad(loss)(params, packed, targets, shape)
            updates, state = adam.update(gradient, state, params)
            moved = jax.tree.map(lambda old, change: old - rate * change, params, updates)
            return project(moved, shape), state, value

        self._step = jax.jit(step)
        self._values = jax.jit(partial(values, shape=shape))

    def step(self, packed: Array, targets: Array, rate: float) -> Any:
        """Trains on one batch. Returns the loss before it, which JAX computes while Python
        continues.
        """
        self.params, self.state, found = self._step(self.params, self.state, packed, targets, rate)
        return found

    def values(self, packed: Array) -> Array:
        """Returns the values of positions, by the rounded weights."""
        found = [np.empty(0, np.float32)]
        for start in range(0, len(packed), BATCH):
            part = packed[start : start + BATCH]
            # With empty positions up to BATCH, because JAX compiles again for each length.
            filled = np.pad(part, ((0, BATCH - len(part)), (0, 0)))
            found.append(np.asarray(self._values(self.params, filled))[: len(part)])
        return np.concatenate(found)

    def integers(self) -> tuple[list[int], float]:
        """Returns the integer weights for bots, and the scale."""
        unit = self.shape.unit
        numbers = [np.rint(np.asarray(part) * unit) for part in self.params[:2]]
        scale = unit * unit * float(np.exp(np.asarray(self.params.scale)))
        return np.concatenate([part.ravel() for part in numbers]).astype(int).tolist(), scale

    def save(self, path: Path, about: dict[str, Any]) -> None:
        """Writes weights and optimizer, from which training can continue. about: stored as JSON"""
        leaves = [np.asarray(leaf) for leaf in jax.tree.leaves((self.params, self.state))]
        write_file(path, lambda file: np.savez(file, *leaves, about=packed(about)))

    def load(self, path: Path) -> dict[str, Any]:
        """Loads a file of `save`; returns its `about`. Raises BadInput if its network has another
        shape.
        """
        ours, form = jax.tree.flatten((self.params, self.state))
        with np.load(path) as found:
            leaves = [found[f"arr_{number}"] for number in range(len(ours))]
            about = unpacked(found["about"])
        if [leaf.shape for leaf in leaves] != [leaf.shape for leaf in ours]:
            raise BadInput(f"{path}: of a network of another shape; expected another --out")
        self.params, self.state = jax.tree.unflatten(form, map(jnp.asarray, leaves))
        return about


def rate_at(step: int, steps: int, highest: float) -> float:
    """Returns the learning rate of a step: it falls along a cosine to LAST_RATE of the highest."""
    share = 0.5 + 0.5 * cos(pi * step / steps)
    return highest * (LAST_RATE + (1.0 - LAST_RATE) * share)


def targets_of(samples: Samples, result_weight: float) -> Array:
    """Returns the training targets.

    For a position that was on the board the target is the game's result with weight result_weight,
    and the search's value with the rest. For another position it is the search's value.
    """
    share = result_weight * samples.is_played
    return (share * samples.results + (1.0 - share) * samples.values).astype(np.float32)
