"""Reads a network's outputs: a move by its policy, the mean of its planes, a safe row."""

from collections.abc import Callable
from math import exp

from common.kernel import Numbers, Records, each, kernel, numbers
from common.nets.planes import AnyCell
from common.nets.shared import in_c
from common.rng import Dice, draw

PARTS = 2**31  # of a whole, for the dice
HEAD = 2.0**-32  # a head's sum times its scale, times this, is what the floats said


@kernel
def best_move(sums: Numbers[int], first: int, legal: Numbers[bool]) -> int:
    """Returns the legal move with the largest sum, the first of equal ones; -1 if none is legal.

    The sums of a unit's moves begin at `first`; `legal` has a place for each move.
    """
    found = -1
    for move in range(len(legal)):
        if legal[move] and (found == -1 or sums[first + move] > sums[first + found]):
            found = move
    return found


@kernel
def drawn_move(
    sums: Numbers[int], first: int, legal: Numbers[bool], scale: float, dice: Dice
) -> int:
    """Returns a legal move, drawn by the softmax of sum * scale; -1 if none is legal.

    scale: HEAD times the scale of the head's rows, over the temperature
    """
    best = best_move(sums, first, legal)
    total = 0.0
    for move in range(len(legal)):
        if legal[move]:
            total += exp(float(sums[first + move] - sums[first + best]) * scale)
    left = total * float(draw(dice, PARTS)) / float(PARTS)
    for move in range(len(legal)):
        if legal[move]:
            left -= exp(float(sums[first + move] - sums[first + best]) * scale)
            if left < 0.0:
                return move
    return best


@kernel
def safest_row(values: Numbers[int], rows: int, columns: int) -> int:
    """Returns the own action whose worst value, over the other's actions, is best.

    values: [own action * columns + other's action]
    """
    found = 0
    most = 0
    for row in range(rows):
        worst = values[row * columns]
        for column in range(1, columns):
            worst = min(worst, values[row * columns + column])
        if row == 0 or worst > most:
            found = row
            most = worst
    return found


def bind_mean(
    width: int, height: int, planes: int
) -> Callable[[Records[AnyCell], Numbers[int]], None]:
    """Returns the kernel mean(cells, out), which writes the mean of each plane, rounded down."""
    cells_of_all = (width + 2) * (height + 2)
    count = width * height

    @kernel
    def add_cells(cells: Records[AnyCell], out: Numbers[int]) -> None:
        sums = numbers(int, planes)
        for place in range(cells_of_all):
            cell = cells[place].of
            for plane in each(planes):
                sums[plane] += cell[plane]
        for plane in range(planes):
            out[plane] = sums[plane] // count

    @in_c(add_cells)
    def mean(cells: Records[AnyCell], out: Numbers[int]) -> None:
        sums = map(sum, zip(*[cell.of for cell in cells], strict=True))
        out[:planes] = [total // count for total in sums]

    return mean
