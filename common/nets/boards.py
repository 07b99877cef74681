"""The convolutions of a network with NumPy: a product of matrices for each line of a patch."""

from collections.abc import Sequence
from typing import Any

from common.nets.matrix import Matrices, cut
from common.nets.shared import TOP


class Boards:
    """Planes of one size as arrays of cells, row by row, with zeros around.

    Each row of cells begins with a zero, which also ends the row above. A patch is the `size` cells
    of a row that an output sees; its other patches are one row before and after. So a layer is a
    product of matrices for each of the patches. Sums have places for these zeros, too, and are set
    to zero there. All arrays of the arithmetic have the shape of the sums, which is faster than
    broadcasting.
    """

    def __init__(self, np: Any, width: int, height: int) -> None:
        self.np, self.width, self.height, self.line = np, width, height, width + 1
        self.matrices = Matrices()
        self.plans: dict[Any, Any] = {}
        self.shared: dict[Any, Any] = {}
        self.rooms: dict[Any, Any] = {}

    def room(self, *key: Any) -> Any:
        """Returns planes of zeros: their cells, the cells for which sums have a place, and patches.

        The arrays are the same ones for each call with the same key.
        """
        if key not in self.rooms:
            np, line, (planes, kind, size, _) = self.np, self.line, key
            count = (self.height + 2) * line
            cells = np.zeros((count + 2, planes), kind)  # two, for patches of the last cells
            down, one = cells.strides
            parts = (self.height + size - 1) * line, size * planes
            start = (1 - size // 2) * (line + 1) * down
            patches = np.ndarray(parts, kind, cells, start, (down, one))
            inside = cells[:count].reshape(-1, line, planes)[1:-1, 1:]
            self.rooms[key] = inside, cells[line + 1 : -line - 1], patches
        return self.rooms[key]

    def load(self, cells: Sequence[Any], size: int, name: int) -> Any:
        """Returns the planes in `cells`, which include a ring of zeros."""
        numbers: list[int] = []
        for line in self.lines(cells):
            for cell in line:
                numbers += cell.of
        made = self.room(len(cells[0].of), "B", size, name)
        made[0][:] = self.np.frombuffer(bytearray(numbers), "B").reshape(made[0].shape)
        return made

    def store(self, planes: Any, cells: Sequence[Any]) -> None:
        """Writes planes into `cells`."""
        for line, row in zip(self.lines(cells), planes[0].astype("B").tolist(), strict=True):
            for cell, numbers in zip(line, row, strict=True):
                cell.of[:] = numbers

    def lines(self, cells: Sequence[Any]) -> list[Sequence[Any]]:
        """Returns the cells inside the ring, row by row."""
        line = self.width + 2
        starts = range(line + 1, len(cells) - line, line)
        return [cells[at : at + self.width] for at in starts]

    def plan(self, made: Any, seen: Any, name: int) -> tuple[Any, ...]:
        """Returns the arrays of a layer: its own, and those that layers of the same shapes
        share.
        """
        np, line, (weights, biases, scales) = self.np, self.line, made
        kind, length = weights.dtype, seen.shape[1]
        key = seen.shape, len(biases), kind
        parts, places = len(weights) // length, self.height * line
        if key not in self.shared:
            table = np.empty(seen.shape, kind)
            down, one = table.strides
            stack = np.ndarray((parts, places, length), kind, table, 0, (line * down, down, one))
            sums = np.empty((parts, places, len(biases)), kind)
            tops = np.full((self.height, line, len(biases)), TOP, kind)
            tops[:, self.width :] = 0
            ends = np.zeros(sums[0].shape, kind), tops.reshape(sums[0].shape)
            self.shared[key] = table, stack, sums, ends
        full = [np.tile(each, (places, 1)) for each in (biases, scales)]
        weights = weights.reshape(parts, length, -1)
        return made, weights, *self.shared[key], *full, self.room(len(biases), kind.char, 3, name)

    def convolve(self, rows: Sequence[Any], planes: Any, skip: Any, key: Any, name: int) -> Any:
        """Returns the planes of a layer: sums, scaled, with `skip` added, cut to 0..TOP."""
        np, seen = self.np, planes[2]
        made = self.matrices.of(np, key, rows, len(rows[0].of))
        plan = self.plans.get(key)
        if plan is None or plan[0] is not made:
            plan = self.plans[key] = self.plan(made, seen, name)
        _, weights, table, stack, sums, ends, biases, scales, out = plan
        np.copyto(table, seen)
        np.matmul(stack, weights, sums)
        total = sums[0]
        for part in sums[1:]:
            np.add(total, part, total)
        np.add(total, biases, total)
        cut(np, total, scales, ends, out[1], skip and skip[1])
        return out
