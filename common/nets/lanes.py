"""The convolutions of a network in CPython: a plane is one int, with a lane of bits for each cell.

Lane 0 is the first cell; rows follow each other with an empty lane between them. So a plane shifted
by a cell or a row has each neighbour in the cell's lane. Sums may be negative, so half of a lane's
range is added to them.
"""

import operator
from collections.abc import Sequence
from typing import Any

from common.nets.shared import HALF, SHIFT, TOP

BITS = 28  # of a lane: sums below 2**26 on both sides, and whole digits of hex
DIGITS = BITS // 4
ABOVE = 14  # a bit that no output before its cut has


class Lanes:
    """Planes of one size."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.length = (width + 1) * height
        # A moved plane reaches a row and a cell further.
        self.ones = sum(1 << BITS * lane for lane in range(self.length + width + 2))
        self.top = self.ones << BITS - 1
        self.inside = sum(
            TOP << BITS * ((width + 1) * y + x) for y in range(height) for x in range(width)
        )

    def load(self, cells: Sequence[Any], size: int, name: int) -> list[int]:
        """Returns the planes in `cells`, which include a ring of zeros."""
        row, gap = self.width + 2, "0" * (DIGITS - 2)
        lines = [cells[at : at + row - 1] for at in range(row + 1, row * self.height + 2, row)]
        planes = zip(*[cell.of for line in lines for cell in line], strict=True)
        return [int(bytes(plane[::-1]).hex(" ").replace(" ", gap), 16) for plane in planes]

    def store(self, planes: Sequence[int], cells: Sequence[Any]) -> None:
        """Writes planes into `cells`."""
        row, numbers = self.width + 2, []
        for plane in planes:
            text = f"{plane:0{DIGITS * self.length}x}"
            pairs = zip(text[DIGITS - 2 :: DIGITS], text[DIGITS - 1 :: DIGITS], strict=True)
            numbers.append(bytes.fromhex("".join(map("".join, pairs)))[::-1])
        for place, values in enumerate(zip(*numbers, strict=True)):
            y, x = divmod(place, self.width + 1)
            if x < self.width:
                cells[row * (y + 1) + x + 1].of[:] = values

    def convolve(
        self, rows: Sequence[Any], planes: Sequence[int], skip: Any, key: Any, name: int
    ) -> list[int]:
        """Returns the planes of a layer: sums, scaled, with `skip` added, cut to 0..TOP."""
        ring = len(rows[0].of) // len(planes) // 9  # 1 or 0
        moves = [
            BITS * (y * (self.width + 1) + x)
            for y in range(-ring, ring + 1)
            for x in range(-ring, ring + 1)
        ]
        moved = [p >> move if move > 0 else p << -move for move in moves for p in planes]
        return [self.output(row, moved, skip and skip[at]) for at, row in enumerate(rows)]

    def not_negative(self, raised: int) -> int:
        """Returns the numbers of the lanes, 0 for negative ones. raised: the numbers plus half of
        the range
        """
        tops = raised & self.top
        return raised & tops - (tops >> BITS - 1)

    def output(self, row: Any, moved: Sequence[int], skip: int | None) -> int:
        """Returns a plane. Sums are cut first if that changes no output."""
        ones, scale = self.ones, max(row.scale, 1)
        low = 0 if skip is None else (HALF + (TOP << SHIFT)) // -scale
        high = ((TOP << SHIFT) - HALF) // scale + 1 - low
        total: int = sum(map(operator.mul, row.of, moved))
        total = self.not_negative(total + ones * (row.bias - low) + self.top)
        tops = total + ones * ((1 << BITS - 1) - 1 - high) & self.top
        total ^= (total ^ ones * high) & tops - (tops >> BITS - 1)
        up = 0 if skip is None else TOP + 1 + (scale >> SHIFT)
        total = total * row.scale + ones * (low * row.scale + HALF + (up << SHIFT)) >> SHIFT
        total &= ones * ((1 << BITS - SHIFT) - 1)
        if skip is not None:
            total = self.not_negative(total + skip - ones * up + self.top)
        above = total + ones * ((1 << ABOVE) - TOP - 1) & ones << ABOVE
        return (total | (above >> ABOVE - 8) - (above >> ABOVE)) & self.inside
