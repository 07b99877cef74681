"""A new contest builds, plays, verifies and tests without a line edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.scaffold import write_contest

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("bots", "botsmith", "common", "tests", "docs", "benchmarks")
ALONE = (
    "tests/bots/test_demo.py",
    "tests/test_golden.py",
    "tests/referees/test_contract.py",
    "tests/arena/test_baselines.py",
    "tests/replay/test_viewer.py",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a contest `demo` for three players."""
    root = tmp_path_factory.mktemp("project")
    skipped = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, ignore=skipped)
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, root / file.name)
    (root / ".venv").symlink_to(ROOT / ".venv")
    told = run(root, "-m", "botsmith", "new", "demo", "--players", "3")
    assert "python3 build.py demo" in told
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
    assert "failed" not in run(project, "build.py", "demo")
    options = ["--games", "10", "--iterations", "50", "--replay", "demo.html", "--json"]
    bots = ["dist/demo.py", "random", "dash"]
    told = run(project, "-m", "botsmith", "play", "demo", *bots, *options)
    assert '"timeouts": 0' in told and '"first_share"' in told
    assert (project / "demo.html").stat().st_size > 20_000


def test_its_records_verify_and_its_tests_pass(project):
    golden = "tests/golden/demo/matches.jsonl.gz"
    told = run(project, "-m", "botsmith", "verify", "demo", golden)
    assert told.endswith("equal 8 of 8 matches\n")
    own = "demo and not silent and not late"  # these two wait for the clock, and are the arena's
    said = run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", own, *ALONE)
    assert " passed" in said and "failed" not in said


def test_what_is_written_pleases_ruff(project):
    assert run(project, "-m", "ruff", "check", "-q", ".") == ""


@pytest.mark.campaign
def test_all_its_tests_pass_and_black_and_mypy_are_silent(project):
    run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "demo")
    run(project, "-m", "black", "--check", "-q", ".")
    run(project, "-m", "mypy")


@pytest.mark.parametrize(
    ("name", "players", "wanted"),
    [
        ("csb", 2, "is there already"),
        ("Demo", 2, "no name for a contest"),
        ("my_game", 2, "no name for a contest"),
        ("class", 2, "no name for a contest"),
        ("json", 2, "no name for a contest"),
        ("pair", 1, "expected 2 to 4"),
        ("crowd", 5, "expected 2 to 4"),
    ],
)
def test_a_name_or_a_number_that_cannot_be_writes_nothing(tmp_path, name, players, wanted):
    (tmp_path / "bots" / "csb").mkdir(parents=True)
    with pytest.raises(BadInput, match=wanted):
        write_contest(tmp_path, name, players)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["bots", "csb"]
