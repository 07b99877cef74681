"""Places of 8, 16 and 32 bits: the same in both engines, and C stops at what does not fit."""

import ctypes
import random
import subprocess

import pytest

from botsmith.compiler.compile import c_text, native_engine
from common.engine import EngineFailed
from common.kernel import Int8, Int16, Int32
from common.native import BASE_FLAGS, layout, values_of
from tests.pages import page_beside

MODULE = f"\n{page_beside(__file__, 'modules.txt')['narrow']}\n"


def test_a_function_keeps_the_low_bits_with_their_sign():
    for cut, kind in ((Int8, ctypes.c_int8), (Int16, ctypes.c_int16), (Int32, ctypes.c_int32)):
        for value in (0, 1, -1, 127, 128, -128, -129, 32768, -32769, 2**31, 2**70 + 5, -(2**63)):
            assert cut(value) == kind(value).value
            assert type(cut(value)) is int


@pytest.fixture
def made(module, require):
    require("gcc")
    return module(MODULE)


def test_both_engines_agree(made):
    native = native_engine(made.Net, [made.go, made.product])
    rnd = random.Random(1)
    net = made.Net()
    for lane in range(128):
        net.column[lane] = rnd.randrange(-128, 128)
        net.last[lane] = rnd.randrange(-128, 128)
    native.write(values_of(net, 0))
    for _ in range(300):
        number = rnd.randrange(-(2**40), 2**40)
        assert native.call(made.go, number) == made.go(net, number)
        assert native.call(made.product, number) == made.product(net, number)
        for place, data in values_of(net, 0):
            assert native.pages[place : place + len(data)] == data
    assert min(net.sums) < -30000 and max(net.sums) > 30000  # they did wrap around


def test_the_memory_in_c_is_narrow(made):
    there = layout(made.Net)
    sizes = [getattr(there, name).size for name in ("sums", "column", "small", "total", "wide")]
    assert sizes == [256, 128, 1, 4, 8]
    native = native_engine(made.Net, [made.put])
    assert (native.memory.small, made.Net().small) == (-3, -3)


def test_gcc_makes_vectors_of_sums_and_of_their_score(made, require, tmp_path):
    text = c_text([made.go], made.Net)
    command = ["gcc", *BASE_FLAGS, "-fopt-info-vec", "-xc", "-", "-o", str(tmp_path / "go.so")]
    report = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stderr
    loops = {line.split(":")[1] for line in report.splitlines() if "loop vectorized" in line}
    assert len(loops) == 3, report  # add() for sums of 16 and of 32 bits, score()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("count", -(2**15), 2**15 - 1),
        ("put", -128, 127),
        ("grow", -125, 130),
        ("keep", -(2**31), 2**31 - 1),
    ],
)
def test_c_stops_at_a_value_that_does_not_fit(made, name, least, most):
    kernel = getattr(made, name)
    native = native_engine(made.Net, [kernel])
    for fits in (least, most):
        native.memory.small = -3
        assert native.call(kernel, fits) == kernel(made.Net(), fits)
    for value in (least - 1, most + 1, 2**32, 2**62):
        native.memory.small = -3
        with pytest.raises(EngineFailed, match="OverflowError"):
            native.call(kernel, value)
