"""What a contest must bring, and what is said where it does not."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from botsmith.errors import BadInput
from botsmith.training.contest import check, find_contest
from common.kernel import Int8, record
from common.search.bestfirst import Tree
from tests.training import toys
from tests.training.toy import network, rules, search_network


@record
class Nobody:
    """A state in which nobody moves."""

    marks: int


@record
class Elsewhere:
    """A memory that starts from another state."""

    start: Nobody
    world: Nobody
    setting: search_network.Setting
    tree: Tree


@record
class Bare:
    """A memory without a tree."""

    start: rules.State
    world: rules.State


def changed(module, **names):
    """A module with other names in it."""
    return SimpleNamespace(**{**vars(module), **names})


def test_the_toy_is_found_whole():
    contest = find_contest(toys.PACKAGE)
    assert contest.rules.State is rules.State
    assert contest.search.Memory is search_network.Memory
    assert contest.most_on == 19


def test_a_module_says_how_many_inputs_are_on_at_most():
    contest = find_contest(toys.PACKAGE)
    assert replace(contest, network=changed(network, MOST_ON=10)).most_on == 10


def test_who_moves_may_be_a_narrow_number():
    contest = find_contest("bots.uttt")
    check(contest)
    assert vars(contest.rules.State)["kernel_fields"]["player"] == [Int8]


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("tests.training.nothing", "no tests/training/nothing/rules.py, which `train` needs"),
        ("bots.probe", "no bots/probe/rules.py"),
        ("bots.csb", "bots/csb/rules.py: no State, which `train` needs"),
        ("bots.tororo", "bots/tororo/"),
    ],
)
def test_what_is_missing_is_told(package, said):
    with pytest.raises(BadInput) as refused:
        find_contest(package)
    assert said in str(refused.value) and "docs/training.md" in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"rules": changed(rules, State=Nobody)},
            "rules.py: State is no record with `player: int`",
        ),
        ({"search": changed(search_network, Memory=Elsewhere)}, "no `start` and `world` of State"),
        ({"search": changed(search_network, Memory=Bare)}, "no `setting` and `tree`"),
        ({"network": changed(network, symmetries=list)}, "expected symmetries() as orders"),
        ({"network": changed(network, symmetries=lambda: [[1, 0]])}, "orders of 0..18"),
        (
            {"network": changed(network, symmetries=lambda: [[*range(19)], [0] * 19])},
            "the first one unchanged",
        ),
    ],
)
def test_what_does_not_fit_is_told(changes, said):
    with pytest.raises(BadInput) as refused:
        check(replace(find_contest(toys.PACKAGE), **changes))
    assert said in str(refused.value)
