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
        self.kept: dict[int, tuple[Any, Any]] = {}

    def of(self, np: Any, key: int, rows: Sequence[Any], inputs: int, most: int = EXACT) -> Any:
        """Returns weights as [inputs + 1, outputs], the biases last, and what scales them.

        most: below this, sums of inputs up to TOP are exact in 32 bits
        """
        said = [row.of for row in rows], [row.bias for row in rows], [row.scale for row in rows]
        kept, made = self.kept.get(key, (None, None))
        if said != kept:
            table = [[*row[:inputs], bias] for row, bias in zip(*said[:2], strict=True)]
            bounds = [TOP * sum(map(abs, row)) for row in table]
            kind = np.float32 if max(*bounds, *said[2]) < most else np.float64
            weights = np.ascontiguousarray(np.array(table, kind).T)
            made = weights, np.array(said[2], kind) / kind(2**SHIFT)
            self.kept[key] = ([[*row] for row in said[0]], *said[1:]), made
        return made


def cut(np: Any, sums: Any, scales: Any, out: Any, skip: Any = None) -> None:
    """Writes the outputs of sums."""
    kind = sums.dtype.type
    np.multiply(sums, scales, sums)
    np.add(sums, kind(HALF / 2**SHIFT), sums)
    np.floor(sums, sums)
    if skip is not None:
        np.add(sums, skip, sums)
    np.maximum(sums, kind(0), out=sums)
    np.minimum(sums, kind(TOP), out=out)


class Boards:
    """Planes of a size as arrays [height + 2, width + 2, planes], with a ring of zeros."""

    def __init__(self, np: Any, width: int, height: int) -> None:
        self.np, self.width, self.height = np, width, height
        self.matrices = Matrices()
        self.patches: dict[Any, Any] = {}

    def load(self, cells: Sequence[Any]) -> Any:
        """Returns the planes of cells with a ring around them."""
        planes = self.np.frombuffer(b"".join([bytes(cell.of) for cell in cells]), "B")
        return planes.reshape(self.height + 2, self.width + 2, -1)

    def store(self, planes: Any, cells: Sequence[Any]) -> None:
        """Writes planes to cells."""
        for y, line in enumerate(planes[1:-1, 1:-1].astype("B").tolist(), 1):
            at = y * (self.width + 2) + 1
            for cell, values in zip(cells[at : at + self.width], line, strict=True):
                cell.of[:] = values

    def convolve(self, rows: Sequence[Any], planes: Any, size: int, skip: Any, key: Any) -> Any:
        """Returns the planes of a layer: sums, scaled, with `skip` added, cut."""
        np, shape, inputs = self.np, (self.height, self.width), planes.shape[2]
        length = size * size * inputs
        weights, scales = self.matrices.of(np, key, rows, length)
        kind = weights.dtype.type
        if (length, kind) not in self.patches:
            self.patches[length, kind] = np.ones((*shape, length + 1), kind)
        patches = self.patches[length, kind]
        down, right, one = planes.strides
        parts = (*shape, size, size * inputs)
        start = (1 - size // 2) * (down + right)
        seen = np.ndarray(parts, planes.dtype, planes, start, (down, right, down, one))
        down, right, one = patches.strides
        there = np.ndarray(parts, kind, patches, 0, (down, right, size * inputs * one, one))
        np.copyto(there, seen)
        sums = np.matmul(patches.reshape(-1, length + 1), weights).reshape(*shape, -1)
        out = np.zeros((self.height + 2, self.width + 2, len(rows)), kind)
        cut(np, sums, scales, out[1:-1, 1:-1], None if skip is None else skip[1:-1, 1:-1])
        return out
