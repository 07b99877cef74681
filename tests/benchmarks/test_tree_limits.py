"""benchmarks/{bestfirst,olymbits,uttt}_limit.py: C++ by hand does the same work, and the check
can fail.
"""

from types import ModuleType

import pytest

from benchmarks import bestfirst_limit, by_hand, olymbits_limit, uttt_limit

FEW: dict[ModuleType, dict[str, int | tuple[int, ...]]] = (
    {  # of each benchmark, so that it takes no time
        olymbits_limit: {"TURNS_PLAYED": (8, 62), "SEARCHED": 500},
        uttt_limit: {"TURNS_PLAYED": (16,), "AGREED": 500},
        bestfirst_limit: {"TURNS_PLAYED": (16, 44)},
    }
)
REST = pytest.mark.campaign
COMPARED = [
    pytest.param(uttt_limit, "haswell"),
    pytest.param(olymbits_limit, "native", marks=REST),
    pytest.param(bestfirst_limit, "native", marks=REST),
]


@pytest.fixture(scope="module")
def engine_of(require):
    """`engine_of(module)` is the C that a benchmark measures, made once."""
    require("gcc")
    made = {}

    def make(module):
        if module not in made:
            is_alone = module is bestfirst_limit
            made[module] = module.make_c() if is_alone else module.make_engines()[1]
        return made[module]

    return make


@pytest.fixture
def differences(engine_of, require, tmp_path, monkeypatch):
    """`differences(module)` lists where C and the C++ differ; options: for g++."""
    require("g++")

    def compare(module, *options):
        for name, value in FEW[module].items():
            monkeypatch.setattr(module, name, value)
        program = by_hand.build(module.LIMIT, tmp_path, *options)
        return module.differences(program, engine_of(module))

    return compare


@pytest.mark.parametrize(("module", "march"), COMPARED)
def test_c_and_cpp_by_hand_do_the_same_work(differences, module, march):
    assert differences(module, f"-march={march}") == []


@pytest.mark.parametrize(
    ("module", "change", "found"),
    [
        pytest.param(olymbits_limit, "-DFALL=6", {"tree", "updates"}, marks=REST),  # a rule
        pytest.param(olymbits_limit, "-DFRESH=1.001", {"tree"}, marks=REST),  # the search
        pytest.param(uttt_limit, "-DLAST_LINE=85", {"tree", "playouts"}, marks=REST),  # a rule
        (uttt_limit, "-DWEIGHT=1.01", {"tree"}),  # the search
        pytest.param(bestfirst_limit, "-DTOP=254", {"tree"}, marks=REST),  # the network
        pytest.param(bestfirst_limit, "-DWEIGHT=1.01", {"tree"}, marks=REST),  # the search
    ],
)
def test_a_constant_that_is_changed_is_found(differences, module, change, found):
    assert {line.split()[1] for line in differences(module, change)} == found
