"""Small value networks over inputs that are on or off, in integers: the same in every engine.

    sum of a lane    = the weights of this lane in the columns of all inputs that are on
    a lane's output  = its sum, cut to 0..TOP
    score            = all outputs times their last weights, added up

A column holds an input's weights, one for each lane. Between positions that are alike only the
columns of inputs that changed are added or taken away. docs/searches/network.md.
"""

import operator
from base64 import b85decode
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from common.kernel import Int16, Int32, Marked, Numbers, kernel

TOP = 255


def in_c(kernel: Callable[..., Any]) -> Callable[[Marked], Marked]:
    """Marks what CPython does in place of a kernel, with the same result, only sooner."""

    def mark(function: Marked) -> Marked:
        function.in_c = kernel  # type: ignore[attr-defined]
        return function

    return mark


@kernel
def copy_lanes(sums: Numbers[int], values: Numbers[int]) -> None:
    for lane in range(len(sums)):
        sums[lane] = values[lane]


@in_c(copy_lanes)
def copy(sums: Numbers[int], values: Numbers[int]) -> None:
    """Sums become those values."""
    sums[:] = values


@kernel
def add_lanes(sums: Numbers[int], column: Numbers[int]) -> None:
    for lane in range(len(sums)):
        sums[lane] = Int16(sums[lane] + column[lane])


@in_c(add_lanes)
def add(sums: Numbers[int], column: Numbers[int]) -> None:
    """An input goes on. The weights are such that no position leaves 16 bits."""
    sums[:] = map(operator.add, sums, column)


@kernel
def take_lanes(sums: Numbers[int], column: Numbers[int]) -> None:
    for lane in range(len(sums)):
        sums[lane] = Int16(sums[lane] - column[lane])


@in_c(take_lanes)
def take(sums: Numbers[int], column: Numbers[int]) -> None:
    """An input goes off."""
    sums[:] = map(operator.sub, sums, column)


@kernel
def score_lanes(sums: Numbers[int], last: Numbers[int]) -> int:
    total: Int32 = 0
    for lane in range(len(sums)):
        total = Int32(total + min(max(sums[lane], 0), TOP) * last[lane])
    return total


@in_c(score_lanes)
def score(sums: Numbers[int], last: Numbers[int]) -> int:
    """What the network makes of the sums, within 32 bits."""
    outputs = [0 if lane < 0 else lane if lane < TOP else TOP for lane in sums]
    return sum(map(operator.mul, outputs, last))


def decode(text: str) -> tuple[list[int], float]:
    """The weights in a text, and the scale of their scores: lines `name value`, an empty one, then
    signed numbers of `bits` bits, in base 85. ValueError if they are not those of `crc`.
    """
    head, _, body = text.strip().partition("\n\n")
    told = dict(line.split(maxsplit=1) for line in head.splitlines())
    bits = int(told["bits"])
    data = b85decode("".join(body.split()))
    values: list[int] = []
    for place in range(0, len(data), bits):  # bytes of eight numbers
        group = int.from_bytes(data[place : place + bits], "little")
        values += [
            (group >> bits * index & (1 << bits) - 1) - (1 << bits - 1) for index in range(8)
        ]
    del values[int(told["count"]) :]
    scale = float(told["scale"])
    if crc32(repr((values, scale)).encode()) != int(told["crc"]):
        raise ValueError("the weights are damaged: their checksum is another one")
    return values, scale


def spread(
    weights: Sequence[int], base: int, symmetries: Sequence[Sequence[int]]
) -> list[list[int]]:
    """The columns of a network that sees a position in all its symmetries with the same weights.

    weights: `base` numbers for each input. symmetries: where each input goes. Column i holds, for
    one symmetry after the other, the `base` weights of the input that i goes to.
    """
    return [
        [
            weight
            for places in symmetries
            for weight in weights[places[place] * base : (places[place] + 1) * base]
        ]
        for place in range(len(symmetries[0]))
    ]
