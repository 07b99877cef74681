"""Small value networks over inputs that are on or off, in integers: the same in every engine.

    sum of a lane    = the weights of this lane in the columns of all inputs that are on
    a lane's output  = its sum, cut to 0..TOP
    score            = all outputs times their last weights, added up

A column holds an input's weights, one for each lane. Between positions that are alike only the
columns of inputs that changed are added or taken away. docs/searches/network.md.
"""

import operator
from base64 import b85decode
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar
from zlib import crc32

from common.kernel import (
    Int16,
    Int32,
    Marked,
    Numbers,
    Records,
    each,
    kernel,
    numbers,
)

TOP = 255  # of a lane's output


def in_c(kernel: Callable[..., Any]) -> Callable[[Marked], Marked]:
    """Marks what CPython does in place of a kernel, with the same result, only sooner."""

    def mark(function: Marked) -> Marked:
        function.in_c = kernel  # type: ignore[attr-defined]
        return function

    return mark


class Column(Protocol):
    """The weights of an input, one for each lane: a record of the game's."""

    of: Numbers[int]


AnyColumn = TypeVar("AnyColumn", bound=Column)


def bind(
    lanes: int,
) -> Callable[[Numbers[int], Records[AnyColumn], Numbers[int], int, Numbers[int], bool], int]:
    """score_after(sums, columns, changes, count, last, stays) for a number of lanes: what the
    network makes of sums after `count` changes, in one pass and within 32 bits. A change is the
    place of an input that goes on, or ~place of one that goes off. stays: the sums become the
    changed ones, and 0 is returned. The weights are such that no position's sums leave 16 bits.
    """

    @kernel
    def score_lanes(
        sums: Numbers[int],
        columns: Records[AnyColumn],
        changes: Numbers[int],
        count: int,
        last: Numbers[int],
        stays: bool,
    ) -> int:
        block = numbers(Int16, lanes)
        total: Int32 = 0
        for lane in each(lanes):
            block[lane] = sums[lane]
        for index in range(count):
            place = changes[index]
            if place >= 0:
                column = columns[place].of
                for lane in each(lanes):
                    block[lane] = Int16(block[lane] + column[lane])
            else:
                column = columns[~place].of
                for lane in each(lanes):
                    block[lane] = Int16(block[lane] - column[lane])
        if stays:
            for lane in each(lanes):
                sums[lane] = block[lane]
            return 0
        for lane in each(lanes):
            block[lane] = min(max(block[lane], 0), TOP)
        for lane in each(lanes):
            total = Int32(total + block[lane] * last[lane])
        return total

    @in_c(score_lanes)
    def score_after(
        sums: Numbers[int],
        columns: Records[AnyColumn],
        changes: Numbers[int],
        count: int,
        last: Numbers[int],
        stays: bool,
    ) -> int:
        block: Iterable[int] = sums
        for place in changes[:count]:
            if place >= 0:
                block = map(operator.add, block, columns[place].of)
            else:
                block = map(operator.sub, block, columns[~place].of)
        block = list(block)
        if stays:
            sums[:] = block
            return 0
        cut = [0 if lane < 0 else lane if lane < TOP else TOP for lane in block]
        return sum(map(operator.mul, cut, last))

    return score_after


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
