"""A board of square cells in a picture, for painters."""

from collections.abc import Iterator

from botsmith.replay import shapes
from botsmith.replay.shapes import Shape


class Grid:
    """A grid of square cells (x, y) in a picture; all lengths are in the picture's units.

    left, top: the upper left corner of cell (0, 0)
    side: length of a cell's side
    """

    def __init__(self, left: float, top: float, side: float, columns: int, rows: int) -> None:
        self.left, self.top, self.side = left, top, side
        self.columns, self.rows = columns, rows

    def corner(self, x: float, y: float) -> tuple[float, float]:
        """Returns the upper left corner of a cell."""
        return self.left + x * self.side, self.top + y * self.side

    def middle(self, x: float, y: float) -> tuple[float, float]:
        """Returns the middle of a cell."""
        return self.corner(x + 0.5, y + 0.5)

    def cell(
        self, x: float, y: float, inset: float, fill: str, rim: str = "", width: float = 0.0
    ) -> Shape:
        """Returns the square of a cell, smaller by `inset` on each side."""
        left, top = self.corner(x, y)
        side = self.side - 2 * inset
        return shapes.rectangle(left + inset, top + inset, side, side, fill, rim, width)

    def ground(self, fill: str, rim: str = "", width: float = 0.0) -> Shape:
        """Returns a rectangle behind all cells."""
        size = self.columns * self.side, self.rows * self.side
        return shapes.rectangle(self.left, self.top, *size, fill, rim, width)

    def lines(self, colour: str, width: float) -> Iterator[Shape]:
        """Yields the lines between the columns, and between the rows."""
        for at in range(1, max(self.columns, self.rows)):
            down = (*self.corner(at, 0), *self.corner(at, self.rows))
            across = (*self.corner(0, at), *self.corner(self.columns, at))
            yield from [shapes.line(*down, colour, width)] * (at < self.columns)
            yield from [shapes.line(*across, colour, width)] * (at < self.rows)
