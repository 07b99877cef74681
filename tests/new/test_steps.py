"""The steps of docs/new-contest.md, one after another, with the colony of examples/: after each one
the contest builds, plays and passes its tests, and what is left of the skeleton is said.
"""

import shutil
from pathlib import Path

import pytest

from botsmith.new.begin import write_workspace
from botsmith.new.skeleton import STEPS
from tests.commands import succeed
from tests.new.contests import ROOT

EXAMPLE = ROOT / "examples" / "colony"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the skeleton of a contest."""
    root = tmp_path_factory.mktemp("steps") / "mine"
    write_workspace(root, "racer", "csb")
    stub = str(EXAMPLE / "stub.txt")
    succeed(root, "new", "colony", "--stub", stub, "--search", "plans", "--turn-ms", "50")
    return root


@pytest.mark.campaign
def test_after_each_step_it_builds_plays_and_passes_its_tests(root: Path) -> None:
    paths = [step.format(name="colony") for step in STEPS]
    for number, path in enumerate(["", *paths, "tests/contests/test_colony.py"]):
        both = [path, path.replace("evaluate", "params")]  # a rating and its numbers
        for one in filter(None, both):
            shutil.copy(EXAMPLE / one, root / one)
        if path in (*paths[:2], paths[4]):  # the records of the old rules and baselines
            succeed(root, "golden", "colony", "--record", "4")
        left = [f"{one} is still the skeleton's" for one in paths[number:]]
        for words in (
            ["build", "colony"],
            ["play", "colony", "colony", "random", "--games", "1", "--iterations", "20"],
            ["test", "-q", "-p", "no:cacheprovider", "tests/contests/test_colony.py"],
        ):
            said = succeed(root, *words)
            assert [line for line in said.splitlines() if "still the skeleton's" in line] == left
    assert "skeleton" not in succeed(root, "play", "colony", "colony", "hungry", "--games", "1")
