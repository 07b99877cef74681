"""Small value networks over inputs that are on or off, in integers: the same in every engine.

    sum of a lane    = the weights of this lane in the columns of all inputs that are on
    a lane's output  = its sum, cut to 0..TOP
    score            = the sum of all outputs times their last weights

A column holds an input's weights, one for each lane. From one position to a similar one, only the
columns of changed inputs are added or subtracted. docs/searches/network.md.
"""

import operator
from collections.abc import Callable, Sequence
from struct import Struct
from typing import Any, Protocol, TypeVar

from common.kernel import (
    Int16,
    Int32,
    Numbers,
    Records,
    each,
    kernel,
    numbers,
)
from common.nets.shared import TOP as TOP, in_c
from common.nets.text import decode as decode


class Column(Protocol):
    """The weights of an input, one for each lane: a record of the game's."""

    of: Numbers[int]


AnyColumn = TypeVar("AnyColumn", bound=Column)


def bind(
    lanes: int,
    base: int = 0,
) -> Callable[[Numbers[int], Records[AnyColumn], Numbers[int], int, Numbers[int], bool], int]:
    """Returns the kernel score_after(sums, columns, changes, count, last, stays) for a number of
    lanes.

    It returns the network's score of `sums` after `count` changes, in one pass and within 32 bits.
    A change is the number of an input that goes on, or ~number of one that goes off. With `stays`
    the sums are changed instead, and 0 is returned. The weights must keep every position's sums
    within 16 bits.

    base: the last weights repeat after this many lanes; 0: they do not repeat
    CPython notices weights that change in place in a call with a count of 0, and other columns at
    once.
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

    # CPython: all lanes are 16 bits each of one int, whose operations take them all at once.
    base = base or lanes
    ones = sum(1 << 16 * lane for lane in range(lanes))
    signs = ones << 15
    tops, room = ones * TOP, ones * (2**15 - 1 - TOP)
    lowest = (1 << 16 * base) - 1
    in_lanes, in_base = Struct(f"<{lanes}h"), Struct(f"<{base}H")
    packed: dict[int, int] = {}  # by change
    packed_of: Any = None  # these columns
    seen: list[int] = []
    seen_packed = 0

    def pack(values: Numbers[int]) -> int:
        return (int.from_bytes(in_lanes.pack(*values), "little") ^ signs) - signs

    @in_c(score_lanes)
    def score_after(
        sums: Numbers[int],
        columns: Records[AnyColumn],
        changes: Numbers[int],
        count: int,
        last: Numbers[int],
        stays: bool,
    ) -> int:
        nonlocal packed_of, seen, seen_packed
        if columns is not packed_of or count == 0:
            packed_of = columns
            packed.clear()
            for place, column in enumerate(columns):
                packed[place] = pack(column.of)
                packed[~place] = -packed[place]
        if sums != seen:
            seen, seen_packed = [*sums], pack(sums)
        rest = seen_packed + sum(map(packed.__getitem__, changes[:count])) + signs
        if stays:
            sums[:] = in_lanes.unpack((rest ^ signs).to_bytes(2 * lanes, "little"))
            seen, seen_packed = [*sums], rest - signs
            return 0
        rest &= ((rest & signs) >> 15) * (2**15 - 1)  # 0 where it is negative
        above = (rest + room & signs) >> 15
        rest = rest & tops | above * TOP
        total = rest
        for shift in range(16 * base, 16 * lanes, 16 * base):
            total += rest >> shift
        total &= lowest
        return sum(map(operator.mul, in_base.unpack(total.to_bytes(2 * base, "little")), last))

    return score_after


def spread(
    weights: Sequence[int], base: int, symmetries: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Returns the columns of a network that sees a position in all its symmetries, with shared
    weights.

    weights: `base` numbers for each input
    symmetries: for each symmetry, the new place of each input

    Column i holds, for one symmetry after the other, the `base` weights of the new place of input
    i.
    """
    return [
        [
            weight
            for places in symmetries
            for weight in weights[places[place] * base : (places[place] + 1) * base]
        ]
        for place in range(len(symmetries[0]))
    ]
