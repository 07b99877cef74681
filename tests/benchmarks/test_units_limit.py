"""benchmarks/units_limit.py: C++ by hand does the same work, and the check can fail."""

import pytest

from benchmarks import by_hand, units_limit
from common.engine import Engine


@pytest.fixture(scope="module")
def engines(require):
    require("gcc")
    return [units_limit.prepare(Engine(units_limit.Memory)), units_limit.make_c()]


@pytest.mark.parametrize(
    ("options", "same"),
    [([], {"plans", "beam", "candidates"}), (["-DMEMBERS=8", "-DMOVES=4"], set())],
)
def test_all_do_the_same_work_and_a_changed_constant_is_found(
    engines, require, tmp_path, options, same
):
    require("g++")
    program = by_hand.build(units_limit.LIMIT, tmp_path, *options)
    for engine in engines if same else engines[1:]:
        found = {name for name in units_limit.KINDS if units_limit.agrees(program, engine, name)}
        assert found == same
