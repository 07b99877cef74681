"""Hot loops of the other contests, written in the subset: equal in both engines."""

from types import ModuleType
from typing import Any

import pytest

from botsmith.compiler.engine import Engine
from botsmith.compiler.layout import Layout
from botsmith.compiler.translate import translate
from tests.compiler.sketches import kutulu, olymbits, stratego, tororo, uttt

SKETCHES = [kutulu, olymbits, stratego, tororo, uttt]
SEEDS = 30


def dump(value: Any) -> Any:
    """All that a value holds, for comparison."""
    if not hasattr(value, "kernel_fields"):
        return value
    layout = Layout(type(value))
    data = bytearray(layout.size)
    layout.write(value, data)
    return bytes(data)


@pytest.mark.parametrize("sketch", SKETCHES, ids=lambda sketch: sketch.__name__.split(".")[-1])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_sketch_is_equal_in_both_engines(require, compiler: str, sketch: ModuleType):
    require(compiler)
    entries = {kernel.__name__: kernel for kernel in sketch.ENTRIES}
    engine = Engine(translate(entries), compiler)
    for seed in range(SEEDS):
        for (kernel, here), (_, there) in zip(sketch.calls(seed), sketch.calls(seed), strict=True):
            expected = kernel(*here)
            assert engine.run(kernel.__name__, *there) == expected, (kernel.__name__, seed)
            for mine, other in zip(here, there, strict=True):
                assert dump(mine) == dump(other), (kernel.__name__, seed)
