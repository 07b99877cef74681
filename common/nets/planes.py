"""Convolutions over planes of numbers, in integers: the same in every engine.

    sum of a row at a cell = its weights times the patch of 3 x 3 cells around, plus its bias
    a row's output there   = (sum * scale + HALF) >> SHIFT, plus a skip, cut to 0..TOP

A cell is a record with `of`, a number of 0..TOP, of 16 bits, for each plane. The cells of
a board lie row by row, with a ring of zeros around: cell (x, y) has the place (y + 1) * (width + 2)
+ x + 1. A row of weights is a record as in common/nets/dense.py, for the patch's cells one after
another: -128..127, the bias within 2**24, the scale within 2**24, and no more than 3,000 weights.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeVar

from common.kernel import Int16, Int32, Numbers, Records, each, kernel, numbers, record, records
from common.nets.boards import Boards
from common.nets.dense import AnyRow, bind_sums
from common.nets.lanes import Lanes
from common.nets.matrix import numpy
from common.nets.shared import HALF, SHIFT, TOP, in_c


class Cell(Protocol):
    """The numbers of a cell, one for each plane: a record of the game's."""

    of: Numbers[int]


AnyCell = TypeVar("AnyCell", bound=Cell)
OtherCell = TypeVar("OtherCell", bound=Cell)
OtherRow = TypeVar("OtherRow", bound=Any)


def bind_layer(
    width: int, height: int, inputs: int, outputs: int, size: int = 3
) -> Callable[[Records[AnyRow], int, Records[AnyCell], Records[OtherCell], bool], None]:
    """Returns the kernel layer(rows, first, before, after, skips), which writes the outputs for
    `before` to `after`.

    It uses the weights of rows `first` to `first + outputs - 1`.
    size: 3 or 1, of the patch
    skips: True to add the old numbers in `after` to the outputs before they are cut

    Raises ValueError if the outputs are not a multiple of four, or for another size.
    """
    if size not in (1, 3):
        raise ValueError(f"size: expected 1 or 3, got {size}")
    line = width + 2
    length = size * size * inputs
    add_up = bind_sums(length, outputs)
    corner = (1 - size // 2) * (line + 1)  # of the first patch

    @kernel
    def convolve(
        rows: Records[AnyRow],
        first: int,
        before: Records[AnyCell],
        after: Records[OtherCell],
        skips: bool,
    ) -> None:
        patch = numbers(Int16, length)
        sums = numbers(Int32, outputs)
        bias = numbers(Int32, outputs)
        scale = numbers(Int32, outputs)
        low = numbers(Int32, outputs)
        high = numbers(Int32, outputs)
        for index in range(outputs):
            row = rows[first + index]
            bias[index] = row.bias
            scale[index] = row.scale
            divisor = max(row.scale, 1)  # beyond these sums no output changes
            high[index] = ((TOP << SHIFT) - HALF) // divisor + 1
            low[index] = ((TOP << SHIFT) + HALF) // -divisor
        for y in range(height):
            for x in range(width):
                start = corner + y * line + x
                for part in each(size * size):
                    cell = before[start + part // size * line + part % size].of
                    for channel in each(inputs):
                        patch[part * inputs + channel] = cell[channel]
                add_up(rows, first, patch, sums)
                out = after[(y + 1) * line + x + 1].of
                for index in each(outputs):
                    sums[index] = Int32(sums[index] + bias[index])
                for index in each(outputs):
                    sums[index] = min(max(sums[index], low[index]), high[index])
                for index in each(outputs):
                    sums[index] = Int32(Int32(sums[index] * scale[index]) + HALF) >> SHIFT
                if skips:
                    for index in each(outputs):
                        sums[index] = Int32(sums[index] + out[index])
                for index in each(outputs):
                    out[index] = min(max(sums[index], 0), TOP)

    board = board_of(width, height)

    @in_c(convolve)
    def layer(
        rows: Records[AnyRow],
        first: int,
        before: Records[AnyCell],
        after: Records[OtherCell],
        skips: bool,
    ) -> None:
        own, made = rows[first : first + outputs], board()
        skip = made.load(after, 3, 0) if skips else None
        planes = made.convolve(own, made.load(before, size, 1), skip, (id(rows), first), 2)
        made.store(planes, after)

    return layer


def board_of(width: int, height: int) -> Callable[[], Any]:
    """Returns a function that makes planes of a size for CPython when it is first called."""

    @cache
    def made() -> Any:
        np = numpy()
        return Boards(np, width, height) if np else Lanes(width, height)

    return made


def bind(
    width: int, height: int, planes: int, channels: int, blocks: int
) -> Callable[[Records[AnyRow], Records[OtherRow], Records[AnyCell], Records[OtherCell]], None]:
    """Returns the kernel tower(first, rows, seen, out): a residual network without its heads.

    first: `channels` rows of a layer over the `planes` of `seen`
    rows: those of the blocks, 2 * blocks layers of `channels` rows
    out: the outputs, `channels` numbers for each cell

    A block is two layers; its input is added to the second one's outputs.
    Raises ValueError if the channels are not a multiple of four.
    """
    enter = bind_layer(width, height, planes, channels)
    one = bind_layer(width, height, channels, channels)
    two = bind_layer(width, height, channels, channels)  # between other cells
    cells = (width + 2) * (height + 2)

    @record
    class Between:
        """The cells inside of a block."""

        of: Numbers[int] = numbers(Int16, channels)

    @kernel
    def run_layers(
        first: Records[AnyRow],
        rows: Records[OtherRow],
        seen: Records[AnyCell],
        out: Records[OtherCell],
    ) -> None:
        between = records(Between, cells)
        enter(first, 0, seen, out, False)
        for block in range(blocks):
            one(rows, 2 * block * channels, out, between, False)
            two(rows, (2 * block + 1) * channels, between, out, True)

    board = board_of(width, height)

    @in_c(run_layers)
    def tower(
        first: Records[AnyRow],
        rows: Records[OtherRow],
        seen: Records[AnyCell],
        out: Records[OtherCell],
    ) -> None:
        made = board()
        trunk = made.convolve(first[:channels], made.load(seen, 3, 0), None, id(first), 1)
        for at in range(0, 2 * blocks * channels, 2 * channels):
            inner = made.convolve(rows[at : at + channels], trunk, None, (id(rows), at), 2)
            at += channels
            trunk = made.convolve(rows[at : at + channels], inner, trunk, (id(rows), at), 1)
        made.store(trunk, out)

    return tower
