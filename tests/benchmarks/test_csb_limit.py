"""benchmarks/csb_limit.py: C++ by hand does what CPython does; the check sees where it does not."""

import platform
from pathlib import Path

import pytest

from benchmarks.csb_limit import TURNS_PLAYED, Disagreement, build, compare, position
from bots.csb import search
from common.engine import Engine
from common.search import smitsimax
from tests.spread import first_of

FEW = 5000  # slots that are used up soon


@pytest.fixture(scope="module")
def program(require, tmp_path_factory):
    require("g++")
    return build(tmp_path_factory.mktemp("limit"))


@pytest.mark.parametrize("turns", first_of(TURNS_PLAYED))
def test_the_roots_are_equal_to_the_last_bit(program, turns):
    compare(program, [Engine(search.Memory)], *position(turns))


@pytest.mark.campaign
@pytest.mark.parametrize("march", ["haswell", "x86-64"])
def test_other_processors_find_the_same(require, tmp_path, march):
    require("g++")
    if platform.machine() != "x86_64" or "avx2" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("needs a processor with AVX2")
    program = build(tmp_path, "-O3", f"-march={march}")
    compare(program, [Engine(search.Memory)], *position(TURNS_PLAYED[-1]))


@pytest.mark.campaign
def test_a_full_pool_leaves_the_roots_equal(require, tmp_path, monkeypatch):
    require("g++")
    engine = Engine(search.Memory)
    monkeypatch.setattr(smitsimax, "POOL", FEW)
    compare(build(tmp_path, f"-DPOOL={FEW}"), [engine], *position(TURNS_PLAYED[1]))
    assert FEW - 6 < engine.memory.forest.used <= FEW


@pytest.mark.campaign
@pytest.mark.parametrize("constant", ["FRICTION=0.8501", "MIN_IMPULSE=121.0"])
def test_another_constant_in_the_program_is_seen(require, tmp_path, constant):
    require("g++")
    program = build(tmp_path, "-D" + constant)
    with pytest.raises(Disagreement, match="python"):
        compare(program, [Engine(search.Memory)], *position(TURNS_PLAYED[0]))
