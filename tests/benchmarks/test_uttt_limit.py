"""benchmarks/uttt_limit.py: the C++ by hand does the same work, and the check can fail."""

import pytest

from benchmarks import uttt_limit
from benchmarks.uttt_limit import build, differences


@pytest.fixture(scope="module")
def engine(require):
    require("gcc")
    return uttt_limit.make_engines()[1]


@pytest.fixture(scope="module")
def few():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uttt_limit, "TURNS_PLAYED", (16,))
        patch.setattr(uttt_limit, "AGREED", 500)
        yield


def test_c_and_cpp_by_hand_do_the_same_work(engine, few, require, tmp_path):
    require("g++")
    assert differences(build(tmp_path), engine) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("-DLAST_LINE=85", {"tree", "playouts"}),  # a rule
        ("-DWEIGHT=1.01", {"tree"}),  # the search
    ],
)
def test_a_constant_that_is_changed_is_found(change, found, engine, few, require, tmp_path):
    require("g++")
    told = differences(build(tmp_path, change), engine)
    assert {line.split()[1] for line in told} == found
