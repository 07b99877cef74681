"""A new contest builds, plays, verifies and tests without a line edited."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.scaffold import write_contest

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("new")]  # one copy for all tests

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = (".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
TOUCHED = "sprint or test_walls or test_docs or test_readme"  # tests that the new contest changes


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a contest `sprint` for three players."""
    root = tmp_path_factory.mktemp("new") / "project"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*SKIPPED))
    (root / ".venv").symlink_to(ROOT / ".venv")
    told = run(root, "-m", "botsmith", "new", "sprint", "--players", "3")
    assert "python3 -m botsmith build sprint" in told
    return root


def run(root: Path, *words: str) -> str:
    """What a command of that project prints; it has to succeed."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
    }
    done = subprocess.run(
        [sys.executable, *words], cwd=root, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_it_builds_and_plays(project):
    assert "failed" not in run(project, "build.py", "sprint")
    options = ["--games", "10", "--iterations", "50", "--replay", "sprint.html", "--json"]
    bots = ["dist/sprint.py", "random", "dash"]
    told = run(project, "-m", "botsmith", "play", "sprint", *bots, *options)
    assert '"timeouts": 0' in told and '"first_share"' in told
    assert (project / "sprint.html").stat().st_size > 20_000


def test_its_records_verify(project):
    golden = "tests/golden/sprint/matches.jsonl.gz"
    told = run(project, "-m", "botsmith", "verify", "sprint", golden)
    assert told.endswith("equal 8 of 8 matches\n")


def test_the_test_command_is_green(project, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "n"  # so short that a browser's socket fits below it
    options = ["-q", "-p", "no:cacheprovider", f"--basetemp={folder}", "-k", TOUCHED]
    said = run(project, "-m", "botsmith", "test", *options)
    (passed,) = re.findall(r"^(\d+) passed, \d+ deselected", said, re.MULTILINE)
    assert int(passed) > 100


def test_what_is_written_pleases_ruff(project):
    assert run(project, "-m", "ruff", "check", "-q", ".") == ""


@pytest.mark.campaign
def test_black_and_mypy_are_silent(project):
    assert run(project, "-m", "black", "--check", "-q", ".") == ""
    assert run(project, "-m", "mypy").startswith("Success: ")


@pytest.mark.parametrize(
    ("name", "players", "wanted"),
    [
        ("csb", 2, "contest of the package"),
        ("mine", 2, "is there already"),
        ("Demo", 2, "no name for a contest"),
        ("my_game", 2, "no name for a contest"),
        ("class", 2, "no name for a contest"),
        ("json", 2, "no name for a contest"),
        ("pair", 1, "expected 2 to 4"),
        ("crowd", 5, "expected 2 to 4"),
    ],
)
def test_a_name_or_a_number_that_cannot_be_writes_nothing(tmp_path, name, players, wanted):
    (tmp_path / "bots" / "mine").mkdir(parents=True)
    with pytest.raises(BadInput, match=wanted):
        write_contest(tmp_path, name, players)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["bots", "mine"]
