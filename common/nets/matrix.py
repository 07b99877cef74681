"""The layers of a network as products of matrices, with NumPy: the same integers.

A sum below 2**24 is exact in 32 bits of a float, any other in 64. What the scale makes larger than
that is rounded, but beyond TOP all the same.
"""

import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from common.native import Unusable, find_compiler
from common.nets.shared import HALF, SHIFT, TOP
from common.switches import USE_C

THREADS = "OPENBLAS", "MKL", "OMP"
EXACT = 2**24


@cache
def numpy() -> Any:
    """Returns NumPy, with one thread, if it is there and C will not play; else None."""
    if USE_C and os.getenv("BOTSMITH_ENGINE") != "python":
        try:
            find_compiler()
            return None
        except Unusable:
            pass
    for name in THREADS:  # read when it is imported
        os.environ.setdefault(name + "_NUM_THREADS", "1")
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Matrices:
    """The weights of layers, made again when they have changed."""

    def __init__(self) -> None:
        self.kept: dict[Any, tuple[Any, Any]] = {}

    def of(self, np: Any, key: Any, rows: Sequence[Any], inputs: int, most: int = EXACT) -> Any:
        """Returns weights as [inputs, outputs], biases, and what scales the sums.

        most: below this, sums of inputs up to TOP are exact in 32 bits
        """
        said = [row.of for row in rows], [row.bias for row in rows], [row.scale for row in rows]
        kept, made = self.kept.get(key, (None, None))
        if said != kept:
            table, biases, scales = [row[:inputs] for row in said[0]], *said[1:]
            bounds = [
                TOP * sum(map(abs, row)) + abs(b) for row, b in zip(table, biases, strict=True)
            ]
            kind = np.float32 if max(*bounds, *scales) < most else np.float64
            weights = np.ascontiguousarray(np.array(table, kind).T)
            made = weights, np.array(biases, kind), np.array(scales, kind) / kind(2**SHIFT)
            self.kept[key] = ([[*row] for row in said[0]], biases, scales), made
        return made


class Boards:
    """Planes of a size as arrays with a ring of zeros, as they come and as patches of cells.

    All that arithmetic needs has the shape of the outputs: that is quicker than to repeat it.
    """

    def __init__(self, np: Any, width: int, height: int) -> None:
        self.np, self.width, self.height = np, width, height
        self.matrices = Matrices()
        self.layers: dict[Any, Any] = {}
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
        data = b"".join([bytes(cell.of) for line in lines for cell in line])
        made = self.room(len(cells[0].of), "B", size, name)
        made[1][:] = self.np.frombuffer(data, "B").reshape(made[1].shape)
        return made

    def store(self, planes: Any, cells: Sequence[Any]) -> None:
        """Writes planes to cells."""
        for y, line in enumerate(planes[1].astype("B").tolist(), 1):
            at = y * (self.width + 2) + 1
            for cell, values in zip(cells[at : at + self.width], line, strict=True):
                cell.of[:] = values

    def convolve(self, rows: Sequence[Any], planes: Any, skip: Any, key: Any, name: int) -> Any:
        """Returns the planes of a layer: sums, scaled, with `skip` added, cut."""
        np, seen = self.np, planes[2]
        made = self.matrices.of(np, key, rows, seen[0, 0].size)
        weights, biases, scales = made
        kind, shape = weights.dtype.type, (self.height, self.width, len(rows))
        if (patches := self.shared.get((seen.shape, kind))) is None:
            patches = self.shared[seen.shape, kind] = np.empty(seen.shape, kind)
        if (ends := self.shared.get((shape, kind))) is None:
            ends = self.shared[shape, kind] = [np.full(shape, end, kind) for end in (0, TOP)]
        if self.layers.get(key, (None,))[0] is not made:
            flat = [np.tile(each, (*shape[:2], 1)) for each in (biases, scales)]
            self.layers[key] = made, *flat
        _, biases, scales = self.layers[key]
        np.copyto(patches, seen)
        sums = np.matmul(patches.reshape(-1, len(weights)), weights).reshape(shape)
        np.add(sums, biases, sums)
        out = self.room(len(rows), sums.dtype.char, 3, name)
        cut(np, sums, scales, ends, out[1], skip and skip[1])
        return out


def cut(np: Any, sums: Any, scales: Any, ends: Any, out: Any, skip: Any = None) -> None:
    """Writes the outputs of sums with their biases."""
    np.multiply(sums, scales, sums)
    np.add(sums, sums.dtype.type(HALF / 2**SHIFT), sums)
    np.floor(sums, sums)
    if skip is not None:
        np.add(sums, skip, sums)
    np.maximum(sums, ends[0], out=sums)
    np.minimum(sums, ends[1], out=out)
