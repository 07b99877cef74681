"""What a bot's own flags of the compiler must not change: results to the last bit."""

import importlib
import itertools
import math
from pathlib import Path

import pytest

from common.kernel import kernel
from common.native import BASE_FLAGS, SOON
from tests.compiler.library import Library

ROOT = Path(__file__).resolve().parents[2]
MODULES = [f"bots.{file.parent.name}.{file.stem}" for file in sorted(ROOT.glob("bots/*/bot*.py"))]
STATED = {
    name: flags
    for name in MODULES
    if (flags := getattr(importlib.import_module(name), "FLAGS", None)) is not None
}


@kernel
def whole(value: float) -> float:
    return float(int(value))


@kernel
def halves(value: float) -> float:
    return value * 0.5 + 0.1


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_fraction_below_zero_becomes_a_zero_without_a_sign(compiler, require):
    """As in Python; gcc 12 gave -0.0 for it under -fno-trapping-math, where it rounds by itself."""
    require(compiler)
    levels = ("-Og", "-O1", "-O3")  # all that clang knows of them
    for flags in {
        tuple(flag for flag in stage.split() if compiler == "gcc" or flag[:3] in levels)
        for stage in (SOON, *itertools.chain(*STATED.values()))
    }:
        library = Library({whole: (0.5,), halves: (0.5,)}, compiler, [*BASE_FLAGS, *flags])
        for value in (-0.3, -0.0, 0.3, -1.7):
            found, right = library.call(whole, value), whole(value)
            assert math.copysign(1.0, found) == math.copysign(1.0, right) and found == right
            assert library.call(halves, value) == halves(value)
