"""benchmarks/csb_limit.py: C++ by hand does what CPython does; the check sees where it does not."""

import pytest

from benchmarks.csb_limit import TURNS_PLAYED, Disagreement, build, compare, position
from bots.csb import search
from common.engine import Engine


@pytest.fixture(scope="module")
def program(require, tmp_path_factory):
    require("g++")
    return build(tmp_path_factory.mktemp("limit"))


@pytest.mark.parametrize("turns", TURNS_PLAYED)
def test_the_roots_are_equal_to_the_last_bit(program, turns):
    compare(program, [Engine(search.Memory)], *position(turns))


@pytest.mark.parametrize("constant", ["FRICTION=0.8501", "MIN_IMPULSE=121.0"])
def test_another_constant_in_the_program_is_seen(require, tmp_path, constant):
    require("g++")
    program = build(tmp_path, "-D" + constant)
    with pytest.raises(Disagreement, match="python"):
        compare(program, [Engine(search.Memory)], *position(TURNS_PLAYED[0]))
