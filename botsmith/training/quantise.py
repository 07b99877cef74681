"""Turns a network of floats into one of integers, as common/nets computes it, and writes its text.

    layers = [Layer(w1, b1), Layer(w2, b2), Layer(w3, b3, is_head=True)]
    net = quantise(layers, samples)        # samples: inputs as the game writes them, 0..255
    text = net_module("csb", net, {"command": "train csb"})

An output of 1.0 becomes the integer `1
unit`, at most 255; each layer has one unit, found on the samples. A weight is a whole number of
steps, and each row has a step of its own, such that its `scale` is exact:

    (sum of weights * inputs + bias) * scale / 2 ** 16 = output

A head's rows share a step, so that its sums may be compared, and `sum * scale / 2 ** 32` is the
output of the floats. Layers are ReLU but for heads. Weights are [outputs, inputs] or, of
convolutions, [outputs, channels, 3, 3], with a ring of zeros around the planes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from botsmith.training.dense import Array
from botsmith.training.weights import encode_parts, module_source
from common.nets.dense import HALF, SHIFT
from common.nets.shared import TOP

EXACT = 2**24  # below that a float32 holds every whole number
MOST = 2**16  # of a scale
HEAD_SHIFT = 32


def same(outputs: Array) -> Array:
    """Returns its argument. As the `view` of a layer it gives the layer all outputs of the layer
    before.
    """
    return outputs


def mean(planes: Array) -> Array:
    """Returns the mean of each plane, rounded down for integers, as common/nets/heads.py does."""
    total = planes.sum(axis=(2, 3))
    cells = planes.shape[2] * planes.shape[3]
    means: Array = total // cells if planes.dtype == np.int64 else total / cells
    return means


@dataclass(frozen=True)
class Layer:
    """A layer of floats.

    weights: [outputs, inputs], or [outputs, channels, 3, 3]
    biases: [outputs]
    bits: of a rounded weight, 2..8
    is_head: True if its outputs are neither scaled nor cut
    view: picks or averages some of the outputs of the layer before, [rows, ...] to [rows, inputs]
    skip: number of the layer whose outputs are added to its own before they are cut; None for none
    """

    weights: Array
    biases: Array
    bits: int = 8
    is_head: bool = False
    view: Callable[[Array], Array] = field(default=same)
    skip: int | None = None


@dataclass(frozen=True)
class Rounded:
    """A layer of integers. layer: the layer of floats; fields that are missing here are those of
    `layer`
    """

    layer: Layer
    weights: Array
    biases: Array
    scales: Array


@dataclass(frozen=True)
class Net:
    """A network of integers, in the order of its layers."""

    layers: Sequence[Rounded]

    def parts(self) -> list[tuple[list[int], int]]:
        """Returns the parts of the text, each as numbers and their bits: all weights, all biases,
        all scales.
        """
        found = []
        for each in self.layers:
            turned = each.weights  # row by row; in a row of a convolution, cell by cell
            if turned.ndim == 4:
                turned = turned.transpose(0, 2, 3, 1)
            found.append((turned.ravel().tolist(), each.layer.bits))
        for name in ("biases", "scales"):
            numbers = [int(number) for each in self.layers for number in getattr(each, name)]
            found.append((numbers, 1 + max(number.bit_length() for number in numbers)))
        return found

    def values(self) -> list[int]:
        """Returns all numbers in one list, in the order of common/nets' `decode` and `fill`."""
        return [number for numbers, _ in self.parts() for number in numbers]

    def text(self, about: Mapping[str, str], is_wide: bool = True) -> str:
        """Returns the weights as text."""
        return encode_parts(self.parts(), 1.0, about, is_wide)

    def run(self, inputs: Array) -> list[Array]:
        """Returns the outputs of each layer, computed by the definition; for heads the sums before
        scaling.

        inputs: [rows, inputs] or [rows, channels, height, width], integers
        """
        outputs: list[Array] = []
        for each in self.layers:
            seen = each.layer.view(outputs[-1] if outputs else np.asarray(inputs, np.int64))
            # In floats of 64 bits: sums are far below 2**53, and BLAS knows no integers.
            sums = product(seen.astype(float), each.weights.astype(float), each.biases)
            sums = sums.astype(np.int64)
            if not each.layer.is_head:
                scales = each.scales.reshape(-1, *[1] * (sums.ndim - 2))
                sums = sums * scales + HALF >> SHIFT
                if each.layer.skip is not None:
                    sums = sums + outputs[each.layer.skip]
                sums = np.clip(sums, 0, TOP)
            outputs.append(sums)
        return outputs


def product(seen: Array, weights: Array, biases: Array) -> Array:
    """Returns the sums of a layer with its biases, [rows, outputs, ...]."""
    if weights.ndim == 2:
        return seen @ weights.T + biases
    ring = weights.shape[-1] // 2
    height, width = seen.shape[2:]
    padded = np.pad(seen, ((0, 0), (0, 0), (ring, ring), (ring, ring)))
    total: Array = biases.reshape(-1, 1)
    for y in range(weights.shape[2]):
        for x in range(weights.shape[3]):
            part = padded[:, :, y : y + height, x : x + width].reshape(*seen.shape[:2], -1)
            total = total + weights[:, :, y, x] @ part
    return total.reshape(*total.shape[:2], height, width)


def run_floats(layers: Sequence[Layer], inputs: Array, unit: float = 1.0 / TOP) -> list[Array]:
    """Returns the outputs of each layer of floats.

    unit: the float for an input of 1
    """
    outputs: list[Array] = []
    for layer in layers:
        seen = layer.view(outputs[-1] if outputs else inputs * unit)
        sums = product(seen, layer.weights, layer.biases)
        if layer.skip is not None:
            sums = sums + outputs[layer.skip]
        outputs.append(sums if layer.is_head else np.maximum(sums, 0.0))
    return outputs


def units_of(layers: Sequence[Layer], outputs: Sequence[Array], unit: float) -> list[float]:
    """Returns, for each layer, the integer that stands for an output of 1.0.

    Layers whose outputs are added share a unit.
    """
    groups = list(range(len(layers)))
    for number, layer in enumerate(layers):
        if layer.skip is not None:
            groups = [groups[layer.skip] if g == groups[number] else g for g in groups]
    shared = dict.fromkeys(groups, 0.0)
    for group, each in zip(groups, outputs, strict=True):
        shared[group] = max(shared[group], float(each.max()) / TOP)
    for number, layer in enumerate(layers):
        seen = shared[groups[number - 1]] if number else unit
        least = seen * float(np.abs(layer.weights).max()) / top_weight(layer.bits)
        if shared[groups[number]] < least:  # or a scale is above MOST
            shared[groups[number]] = least
    return [shared[group] for group in groups]


def top_weight(bits: int) -> int:
    """Returns the largest weight of this number of bits."""
    return int(2 ** (bits - 1) - 1)


def round_rows(
    weights: Array, biases: Array, bits: int, step: float, ends: tuple[int, int]
) -> tuple[Array, Array, int]:
    """Returns rows with one scale, their biases and the scale, as integers.

    biases: in units of the inputs
    step: the integer for a weight of 1 at a scale of 1
    ends: the largest scale, and the bound that every sum must stay below
    """
    most, end = ends
    flat = weights.reshape(len(weights), -1)
    largest = float(np.abs(flat).max())
    scale = int(np.ceil(largest / top_weight(bits) / step - 1e-9)) or max(1, most >> 8)
    while True:
        rounded = np.rint(flat / (step * scale)).astype(np.int64)
        room = end - 1 - TOP * np.abs(rounded).sum(axis=1)
        shifts = np.rint(biases / (step * scale))
        if scale > most or (np.abs(shifts) > room).any() and scale == most:
            raise ValueError("the biases or the outputs are out of proportion to the weights")
        if (np.abs(shifts) <= room).all():
            return rounded.reshape(weights.shape), shifts.astype(np.int64), scale
        scale = min(2 * scale, most)


def round_layer(layer: Layer, seen: float, unit: float) -> Rounded:
    """Returns a layer in integers.

    seen, unit: the integers that stand for 1.0 in its inputs and in its outputs
    """
    shifts = layer.biases / seen
    if layer.is_head:
        step, ends = 2.0**-HEAD_SHIFT / seen, (2**30, 2**31)
        weights, biases, scale = round_rows(layer.weights, shifts, layer.bits, step, ends)
        return Rounded(layer, weights, biases, np.full(len(biases), scale))
    step, ends = 2.0**-SHIFT * unit / seen, (MOST, EXACT)
    rows = []
    for at in range(len(shifts)):
        row = slice(at, at + 1)
        rows.append(round_rows(layer.weights[row], shifts[row], layer.bits, step, ends))
    weights, biases = (np.concatenate([row[place] for row in rows]) for place in (0, 1))
    return Rounded(layer, weights, biases, np.array([scale for _, _, scale in rows]))


def quantise(layers: Sequence[Layer], samples: Array, unit: float = 1.0 / TOP) -> Net:
    """Returns the network in integers.

    samples: inputs as the game writes them, [rows, inputs] or [rows, channels, height, width],
    integers of -255..255, of planes 0..255
    unit: the float for an input of 1

    Raises ValueError for inputs out of range, or a layer that its bits cannot hold.
    """
    if not len(samples) or np.abs(samples).max() > TOP:
        raise ValueError(f"samples: expected some, of -{TOP}..{TOP}")
    outputs = run_floats(layers, samples, unit)
    units = [unit, *units_of(layers, outputs, unit)]
    rounded = []
    for number, layer in enumerate(layers):
        try:
            rounded.append(round_layer(layer, units[number], units[number + 1]))
        except ValueError as error:
            raise ValueError(f"layer {number}: {error}") from None
    return Net(rounded)


def net_module(game: str, net: Net, about: Mapping[str, str], is_wide: bool = True) -> str:
    """Returns the source of bots/GAME/weights.py for a network."""
    return module_source(game, net.text(about, is_wide), is_wide)
