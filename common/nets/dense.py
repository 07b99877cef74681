"""A dense layer of a network, in integers: the same in every engine. docs/searches/network.md.

    sum of a row    = its weights times the inputs, plus its bias
    a row's output  = (sum * scale + HALF) >> SHIFT, cut to 0..TOP

Inputs are the outputs of another layer, or numbers that a game writes: 0..TOP, of 16 bits.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from common.kernel import Int32, Numbers, Records, each, kernel, numbers
from common.nets.matrix import Matrices, cut, numpy
from common.nets.shared import HALF as HALF, SHIFT as SHIFT, TOP, in_c

TOGETHER = 4  # rows that share a loop over the inputs
MANY = 1000  # weights that are worth a product of matrices


class Row(Protocol):
    """The weights of one output, a record of the game's.

    of: Int16, one for each input, -128..127
    bias: added to the sum, 32 bits; the result must fit into 32 bits
    scale: factor of the sum, in units of 1 / 2 ** SHIFT, 0..2 ** 31 - 1
    """

    of: Numbers[int]
    bias: int
    scale: int


AnyRow = TypeVar("AnyRow", bound=Row)


def bind_sums(
    inputs: int, outputs: int
) -> Callable[[Records[AnyRow], int, Numbers[int], Numbers[int]], None]:
    """Returns the kernel add_up(rows, first, before, sums), which writes the sums of `outputs` rows
    from `first` on, without biases.

    Raises ValueError if the outputs are not a multiple of TOGETHER.
    """
    if outputs <= 0 or outputs % TOGETHER:
        raise ValueError(f"outputs: expected a multiple of {TOGETHER}, got {outputs}")
    near = min(inputs, 512)  # what `each` may count

    @kernel
    def add_up(rows: Records[AnyRow], first: int, before: Numbers[int], sums: Numbers[int]) -> None:
        for index in range(0, outputs, TOGETHER):
            row0 = rows[first + index].of
            row1 = rows[first + index + 1].of
            row2 = rows[first + index + 2].of
            row3 = rows[first + index + 3].of
            sum0: Int32 = 0
            sum1: Int32 = 0
            sum2: Int32 = 0
            sum3: Int32 = 0
            for place in each(near):
                sum0 = Int32(sum0 + before[place] * row0[place])
                sum1 = Int32(sum1 + before[place] * row1[place])
                sum2 = Int32(sum2 + before[place] * row2[place])
                sum3 = Int32(sum3 + before[place] * row3[place])
            for place in range(near, inputs):
                sum0 = Int32(sum0 + before[place] * row0[place])
                sum1 = Int32(sum1 + before[place] * row1[place])
                sum2 = Int32(sum2 + before[place] * row2[place])
                sum3 = Int32(sum3 + before[place] * row3[place])
            sums[index] = sum0
            sums[index + 1] = sum1
            sums[index + 2] = sum2
            sums[index + 3] = sum3

    return add_up


def bind(
    inputs: int, outputs: int
) -> Callable[[Records[AnyRow], Numbers[int], Numbers[int], bool], None]:
    """Returns the kernel layer(rows, before, after, is_head), which writes the outputs for `before`
    to `after`.

    is_head: True to write the sums themselves, 32 bits each
    Raises ValueError if the outputs are not a multiple of TOGETHER.
    """
    add_up = bind_sums(inputs, outputs)

    @kernel
    def run_rows(
        rows: Records[AnyRow], before: Numbers[int], after: Numbers[int], is_head: bool
    ) -> None:
        sums = numbers(Int32, outputs)
        add_up(rows, 0, before, sums)
        if is_head:
            for index in range(outputs):
                after[index] = sums[index] + rows[index].bias
        else:  # HOT: four rows and 32 bits; `each` of 128 rows takes gcc half a minute
            for first in range(0, outputs, TOGETHER):
                for index in each(TOGETHER):
                    total = Int32(sums[first + index] + rows[first + index].bias)
                    scale: Int32 = Int32(rows[first + index].scale)
                    scaled = min(max(total * scale + HALF, 0), (TOP << SHIFT) + HALF)
                    after[first + index] = scaled >> SHIFT

    matrices = Matrices()

    @in_c(run_rows)
    def layer(
        rows: Records[AnyRow], before: Numbers[int], after: Numbers[int], is_head: bool
    ) -> None:
        if inputs * outputs >= MANY and (np := numpy()):
            weights, biases, scales = matrices.of(np, id(rows), rows[:outputs], inputs, 0)
            sums = np.array(before[:inputs], weights.dtype) @ weights + biases
            if not is_head:
                cut(np, sums, scales, (0, TOP), sums)
            after[:outputs] = sums.astype(np.int64).tolist()
            return
        for index in range(outputs):
            row = rows[index]
            total = sum(map(operator.mul, row.of, before)) + row.bias
            if not is_head:
                total = min(max(total * row.scale + HALF >> SHIFT, 0), TOP)
            after[index] = total

    return layer


def fill(values: Sequence[int], *layers: Records[AnyRow]) -> None:
    """Writes the numbers from `decode` into layers: the weights row by row, then all biases, all
    scales.

    Raises ValueError if the layers hold another number of them.
    """
    rows = [row for layer in layers for row in layer]
    place = len(values) - 2 * len(rows)
    if place != sum(len(row.of) for row in rows):
        raise ValueError(f"weights: {len(values)} numbers, which is not what the layers hold")
    for row, bias, scale in zip(rows, values[place:], values[place + len(rows) :], strict=False):
        row.bias, row.scale = bias, scale
    place = 0
    for row in rows:
        row.of[:] = values[place : place + len(row.of)]
        place += len(row.of)
