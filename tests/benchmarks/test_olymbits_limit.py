"""benchmarks/olymbits_limit.py: the C++ by hand does the same work, and the check can fail."""

import pytest

from benchmarks import olymbits_limit
from benchmarks.olymbits_limit import build, differences


@pytest.fixture(scope="module")
def engine(require):
    require("gcc")
    return olymbits_limit.make_engines()[1]


@pytest.fixture(scope="module")
def few():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(olymbits_limit, "TURNS_PLAYED", (8, 62))
        patch.setattr(olymbits_limit, "SEARCHED", 500)
        yield


def test_c_and_cpp_by_hand_do_the_same_work(engine, few, require, tmp_path):
    require("g++")
    assert differences(build(tmp_path), engine) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("-DFALL=6", {"tree", "updates"}),  # a rule
        ("-DFRESH=1.001", {"tree"}),  # the search
    ],
)
def test_a_constant_that_is_changed_is_found(change, found, engine, few, require, tmp_path):
    require("g++")
    told = differences(build(tmp_path, change), engine)
    assert {line.split()[1] for line in told} == found
