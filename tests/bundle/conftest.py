"""A small project with one bot, `toy`, in the layout of the real one."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botsmith.bundle import trials
from botsmith.bundle.assemble import FLAT, Bundle, Target, assemble
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.inputs import inputs_of
from botsmith.bundle.kernels import refused_kernels
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.trials import USUAL, Asked, Trials
from tests.pages import files_of, page_beside

PAGE = page_beside(__file__, "toy.txt")
FILES = files_of(PAGE["project"])
PARAMS = FILES["bots/toy/params.py"]
MATCH = {
    "game": "toy",
    "source": "test",
    "seed": "1",
    "players": 2,
    "config": {},
    "init_in": {"0": ["a b c"], "1": []},
    "turns": [
        {"in": {"0": ["one", "two words"], "1": ["x"]}, "out": {"0": ["1"], "1": []}},
        {"in": {"1": ["y"]}, "out": {"1": []}},
    ],
    "result": {"scores": [1, 0], "ranks": [1, 2], "end": ""},
}


REVISION = "0123456789ab+"


class Project:
    """A project folder that a test may write into before it builds `toy`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for path, text in FILES.items():
            self.write(path, text)
        golden = root / "tests/golden/toy"
        golden.mkdir(parents=True)
        with gzip.open(golden / "matches.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write(json.dumps(MATCH) + "\n")

    def write(self, path: str, text: str) -> None:
        """Puts a file in place, with exactly these characters."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text.encode("utf-8", "surrogateescape"))

    def target(self, name: str = "toy", **changes: Any) -> Target:
        """The target for a bot's bundle."""
        return Target(self.root, choose_entries(self.root, [name])[0], "c", changes, REVISION)

    def build(self, **changes: Any) -> Bundle:
        """The bundle of `toy`."""
        return assemble(self.target(**changes))

    def failures(self) -> list[Failure]:
        """Why `toy` has no flat form; a test that expects this fails if it has one."""
        with pytest.raises(Refused) as refused:
            assemble(replace(self.target(), form=FLAT))
        return refused.value.failures

    def only_failure(self) -> Failure:
        """The one and only failure."""
        (failure,) = self.failures()
        return failure


@pytest.fixture(autouse=True)
def one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A build looks once how long its bundle takes to start."""
    monkeypatch.setattr(trials, "STARTUP_RUNS", 1)


@pytest.fixture(autouse=True)
def golden_is_up_to_date(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recorded match is not verified by a new Python, but in a test that is marked."""
    if request.node.get_closest_marker("verifies_golden") is None:
        monkeypatch.setattr(trials, "outdated_golden", lambda *_: [])


def try_out(bundle: Bundle, asked: Asked = USUAL) -> Trials:
    """The trials of a bundle, with the input that a build takes; its kernels are checked before."""
    target = bundle.target
    if refused := refused_kernels(bundle):
        return Trials(failures=refused)
    return trials.try_out(bundle, inputs_of(target.root, target.entry, asked.inputs), asked)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")
