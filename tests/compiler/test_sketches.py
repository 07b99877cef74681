"""Hot loops of the other contests, written in the subset: equal in both engines."""

from types import ModuleType

import pytest

from tests.compiler.comparison import dump
from tests.compiler.library import Library
from tests.compiler.sketches import kutulu, olymbits, stratego, tororo, uttt

SKETCHES = [kutulu, olymbits, stratego, tororo, uttt]
SEEDS = 30


@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.__name__.split(".")[-1])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_sketch_is_equal_in_both_engines(require, compiler: str, sketch: ModuleType):
    require(compiler)
    library = Library(dict(sketch.calls(0)), compiler)
    for seed in range(SEEDS):
        for (kernel, here), (_, there) in zip(sketch.calls(seed), sketch.calls(seed), strict=True):
            expected = kernel(*here)
            assert library.call(kernel, *there) == expected, (kernel.__name__, seed)
            for mine, other in zip(here, there, strict=True):
                assert dump(mine) == dump(other), (kernel.__name__, seed)
