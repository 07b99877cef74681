"""A dense layer in integers: its outputs, its sums, and the same in C."""

import sys
from random import Random

import numpy as np
import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense
from common.nets.dense import bind
from common.nets.matrix import numpy

INPUTS, OUTPUTS = 13, 8


@record
class Row:
    """The weights of an output."""

    of: Numbers[int] = numbers(Int16, INPUTS)
    bias: int
    scale: int


@record
class Memory:
    """A layer, what goes in and what comes out."""

    rows: Records[Row] = records(Row, OUTPUTS)
    before: Numbers[int] = numbers(Int16, INPUTS)
    after: Numbers[int] = numbers(Int16, OUTPUTS)
    sums: Numbers[int] = numbers(Int32, OUTPUTS)


layer = bind(INPUTS, OUTPUTS)


@kernel
def run(memory: Memory, is_head: bool) -> None:
    """The outputs of the layer, in places of 16 bits, or its sums, in places of 32."""
    if is_head:
        layer(memory.rows, memory.before, memory.sums, True)
    else:
        layer(memory.rows, memory.before, memory.after, False)


def fill(memory: Memory, seed: int) -> None:
    """Random weights and inputs; the first row has the ends of the ranges."""
    dice = Random(seed)
    for row in memory.rows:
        for place in range(INPUTS):
            row.of[place] = dice.randint(-128, 127)
        row.bias, row.scale = dice.randint(-30000, 30000), dice.randint(0, 2000)
    for place in range(INPUTS):
        memory.before[place] = dice.choice([0, 255, dice.randint(0, 255)])
    end = dice.choice([-128, 127])
    for place in range(INPUTS):
        memory.rows[0].of[place] = end
    memory.rows[0].scale = 2**31 - 1


def plain(memory: Memory, is_head: bool) -> list[int]:
    """The outputs, as the definition says."""
    found = []
    for row in memory.rows:
        total = sum(row.of[place] * memory.before[place] for place in range(INPUTS)) + row.bias
        found.append(
            total if is_head else sorted([0, (total * row.scale + 2**15) // 2**16, 255])[1]
        )
    return found


def test_c_and_cpython_have_the_outputs_of_the_definition(require):
    require("gcc")
    engines = [Engine(Memory), native_engine(Memory, (run,))]
    seen = set()
    for seed in range(30):
        for engine in engines:
            fill(engine.memory, seed)
            for is_head in (False, True):
                engine.call(run, is_head)
                sums = [*(engine.memory.sums if is_head else engine.memory.after)]
                assert sums == plain(engine.memory, is_head)
                if not is_head:
                    seen.update(sums)
    assert {0, 255} < seen


@pytest.fixture
def with_numpy(monkeypatch):
    """NumPy, even for small layers, though there may be a compiler."""
    monkeypatch.setattr(dense, "numpy", lambda: np)
    monkeypatch.setattr(dense, "MANY", 0)


def test_numpy_has_the_outputs_of_the_definition(with_numpy):
    engine = Engine(Memory)
    for seed in range(60):
        fill(engine.memory, seed)
        if seed % 3 == 0:  # the ends of 32 bits
            engine.memory.rows[1].bias = 2**31 - 1
            engine.memory.rows[2].bias = -(2**31)
            engine.memory.rows[1].of[:] = engine.memory.rows[2].of[:] = [0] * INPUTS
        for is_head in (False, True):
            engine.call(run, is_head)
            sums = [*(engine.memory.sums if is_head else engine.memory.after)]
            assert sums == plain(engine.memory, is_head)


def test_numpy_notices_a_single_changed_number(with_numpy):
    memory = Memory()
    fill(memory, 1)
    memory.before[:] = [255] * INPUTS
    for change in ("of", "bias", "of"):
        before = plain(memory, True)
        if change == "of":
            memory.rows[3].of[7] += -1 if memory.rows[3].of[7] > 0 else 1
        else:
            memory.rows[3].bias += 1
        run(memory, True)
        assert memory.sums == plain(memory, True) != before
    memory.rows[3].scale += 2000
    run(memory, False)
    assert memory.after == plain(memory, False)


def test_numpy_is_not_looked_at_where_a_compiler_is(require, monkeypatch):
    require("gcc")
    numpy.cache_clear()
    monkeypatch.delenv("BOTSMITH_ENGINE", raising=False)
    assert numpy() is None
    numpy.cache_clear()
    monkeypatch.setenv("BOTSMITH_ENGINE", "python")
    assert numpy() is np
    numpy.cache_clear()
    monkeypatch.delenv("BOTSMITH_ENGINE")
    monkeypatch.setenv("PATH", "")
    assert numpy() is np
    numpy.cache_clear()
    monkeypatch.setitem(sys.modules, "numpy", None)  # it cannot be imported
    assert numpy() is None
    numpy.cache_clear()


def test_halves_are_rounded_up_and_outputs_are_cut():
    memory = Memory()
    for row, (bias, scale) in zip(
        memory.rows,
        [(1, 2**15), (1, 2**15 - 1), (-1, 2**16), (255, 2**16), (256, 2**16), (3, 2**15)],
        strict=False,
    ):
        row.bias, row.scale = bias, scale
    run(memory, False)
    assert memory.after == [1, 0, 0, 255, 255, 2, 0, 0]
    run(memory, True)
    assert memory.sums == [1, 1, -1, 255, 256, 3, 0, 0]


@pytest.mark.parametrize("outputs", [0, 3, 6, -4])
def test_outputs_that_no_four_rows_make_are_refused(outputs):
    with pytest.raises(ValueError, match=f"expected a multiple of 4, got {outputs}"):
        bind(4, outputs)


def test_a_layer_may_have_more_inputs_than_an_unrolled_loop(require):
    require("gcc")
    count = 531

    @record
    class Wide:
        of: Numbers[int] = numbers(Int16, count)
        bias: int
        scale: int

    @record
    class Large:
        rows: Records[Wide] = records(Wide, 4)
        before: Numbers[int] = numbers(Int16, count)
        sums: Numbers[int] = numbers(Int32, 4)

    wide = bind(count, 4)

    @kernel
    def run_wide(memory: Large) -> None:
        wide(memory.rows, memory.before, memory.sums, True)

    engine = native_engine(Large, (run_wide,))
    dice = Random(3)
    rows = [dice.choices(range(-128, 128), k=count) for _ in range(4)]
    before = dice.choices(range(256), k=count)
    for row, weights in zip(engine.memory.rows, rows, strict=True):
        row.of[:] = weights
    engine.memory.before[:] = before
    engine.call(run_wide)
    wanted = [sum(w * b for w, b in zip(row, before, strict=True)) for row in rows]
    assert [*engine.memory.sums] == wanted
