"""benchmarks/network_limit.py: C++ by hand does the same work, and the check can fail."""

import pytest

from benchmarks import by_hand, network_limit
from common.engine import Engine


@pytest.fixture(scope="module")
def c(require):
    require("gcc")
    engine = network_limit.make_engine()
    engine.load("network", network_limit.make_network())
    return engine


@pytest.mark.parametrize(("options", "same"), [([], True), (["-DTOP=254"], False)])
def test_c_does_the_same_work_and_a_changed_constant_is_found(c, require, tmp_path, options, same):
    require("g++")
    program = by_hand.build(network_limit.LIMIT, tmp_path, *options)
    assert network_limit.is_equal(program, c) == same


def test_cpython_does_the_same_work(c):
    python = Engine(network_limit.Memory)
    python.load("network", network_limit.make_network())
    assert python.call(network_limit.score_all, 1) == c.call(network_limit.score_all, 1)
