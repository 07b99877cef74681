"""The convolutions of a network with NumPy: one product of matrices a layer."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from common.nets.matrix import Matrices, cut
from common.nets.shared import TOP


class Boards:
    """Planes of a size as arrays with a ring of zeros, as they come and as patches of cells.

    All that arithmetic needs has the shape of the outputs: that is quicker than to repeat it.
    """

    def __init__(self, np: Any, width: int, height: int) -> None:
        self.np, self.width, self.height = np, width, height
        self.matrices = Matrices()
        self.plans: dict[Any, Any] = {}
        self.shared: dict[Any, Any] = {}
        self.rooms: dict[Any, Any] = {}

    def room(self, *key: Any) -> Any:
        """Returns planes of zeros, their inside, and patches; the same ones for a key each time."""
        if key not in self.rooms:
            np, (planes, kind, size, _) = self.np, key
            full = np.zeros((self.height + 2, self.width + 2, planes), kind)
            down, right, one = full.strides
            parts = (self.height, self.width, size, size * planes)
            start = (1 - size // 2) * (down + right)
            patches = np.ndarray(parts, kind, full, start, (down, right, down, one))
            self.rooms[key] = full, full[1:-1, 1:-1], patches
        return self.rooms[key]

    def load(self, cells: Sequence[Any], size: int, name: int) -> Any:
        """Returns the planes of cells with a ring around them."""
        line = self.width + 2
        lines = [cells[at : at + self.width] for at in range(line + 1, len(cells) - line, line)]
        numbers: list[int] = []
        for cell in chain.from_iterable(lines):
            numbers += cell.of
        made = self.room(len(cells[0].of), "B", size, name)
        made[1][:] = self.np.frombuffer(bytes(numbers), "B").reshape(made[1].shape)
        return made

    def store(self, planes: Any, cells: Sequence[Any]) -> None:
        """Writes planes to cells."""
        numbers, at, step = [*planes[1].astype("B").tobytes()], 0, planes[1].shape[2]
        line = self.width + 2
        for first in range(line + 1, len(cells) - line, line):
            for cell in cells[first : first + self.width]:
                cell.of[:] = numbers[at : at + step]
                at += step

    def plan(self, made: Any, seen: Any, name: int) -> tuple[Any, ...]:
        """Returns the arrays of a layer: own ones, and rooms that layers of its shapes share."""
        np, (weights, biases, scales) = self.np, made
        kind, shape = weights.dtype, (self.height, self.width, len(biases))
        key = seen.shape, shape, kind
        if key not in self.shared:
            ends = [np.full(shape, end, kind) for end in (0, TOP)]
            patches, sums = np.empty(seen.shape, kind), np.empty(shape, kind)
            flat = patches.reshape(-1, len(weights)), sums.reshape(-1, len(biases))
            self.shared[key] = patches, sums, *flat, ends
        full = [np.tile(each, (*shape[:2], 1)) for each in (biases, scales)]
        return made, *self.shared[key], *full, self.room(len(biases), kind.char, 3, name)

    def convolve(self, rows: Sequence[Any], planes: Any, skip: Any, key: Any, name: int) -> Any:
        """Returns the planes of a layer: sums, scaled, with `skip` added, cut."""
        np, seen = self.np, planes[2]
        made = self.matrices.of(np, key, rows, seen[0, 0].size)
        plan = self.plans.get(key)
        if plan is None or plan[0] is not made:
            plan = self.plans[key] = self.plan(made, seen, name)
        _, patches, sums, table, flat, ends, biases, scales, out = plan
        np.copyto(patches, seen)
        np.matmul(table, made[0], flat)
        np.add(sums, biases, sums)
        cut(np, sums, scales, ends, out[1], skip and skip[1])
        return out
