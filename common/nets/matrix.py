"""The layers of a network as products of matrices, with NumPy: the same integers as in C.

A sum below 2**24 is exact in a float of 32 bits, any other in one of 64. If the scaled sum is
larger than that, it is rounded, but it is cut to TOP anyway.
"""

import os
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from shutil import which
from typing import Any

from common.engine import Engines
from common.nets.shared import HALF, SHIFT, TOP
from common.switches import USE_C

THREADS = "OPENBLAS", "MKL", "OMP"
COMPILERS = "cc", "gcc", "clang", "g++"
EXACT = 2**24
FIELDS = attrgetter("of", "bias", "scale")


@cache
def numpy() -> Any:
    """Returns NumPy, set to one thread, if it is installed and C will not play; else None."""
    # Only a bot with C has a class of engines beside the usual one (common/native.py).
    is_c = Engines.__subclasses__() and USE_C and os.getenv("BOTSMITH_ENGINE") != "python"
    if is_c and any(map(which, COMPILERS)):
        return None
    for name in THREADS:  # read when it is imported
        os.environ.setdefault(name + "_NUM_THREADS", "1")
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Watched(list):  # type: ignore[type-arg]
    """A row's weights that were copied into a matrix. Setting one of them clears the matrix's
    mark.
    """

    mark: Any = ()

    def __setitem__(self, place: Any, value: Any) -> None:
        self.mark.clear()
        super().__setitem__(place, value)


class Matrices:
    """The weights of layers as matrices, made again when weights have changed."""

    def __init__(self) -> None:
        self.kept: dict[Any, tuple[Any, Any, Any]] = {}

    def of(self, np: Any, key: Any, rows: Sequence[Any], inputs: int, most: int = EXACT) -> Any:
        """Returns weights as [inputs, outputs], biases, and the factors of the sums.

        most: bound below which sums of inputs up to TOP are exact in a float of 32 bits
        """
        said = [*map(FIELDS, rows)]
        mark, known, made = self.kept.get(key, ((), said, None))
        if not mark or said != known:  # a row's weights are the same list, so that is quick
            weights, biases, scales = zip(*said, strict=True)
            table = [row[:inputs] for row in weights]
            bounds = [
                TOP * sum(map(abs, row)) + abs(b) for row, b in zip(table, biases, strict=True)
            ]
            kind = np.float32 if max(*bounds, *scales) < most else np.float64
            matrix = np.ascontiguousarray(np.array(table, kind).T)
            made = matrix, np.array(biases, kind), np.array(scales, kind) / kind(2**SHIFT)
            mark = [key]
            for row in rows:
                row.of = Watched(row.of)
                row.of.mark = mark
            self.kept[key] = mark, [*map(FIELDS, rows)], made
        return made


def cut(np: Any, sums: Any, scales: Any, ends: Any, out: Any, skip: Any = None) -> None:
    """Writes the outputs for sums that include their biases: scaled, with `skip` added, cut."""
    np.multiply(sums, scales, sums)
    np.add(sums, sums.dtype.type(HALF / 2**SHIFT), sums)
    np.floor(sums, sums)
    if skip is not None:
        np.add(sums, skip, sums)
    np.maximum(sums, ends[0], out=sums)
    np.minimum(sums, ends[1], out=out)
