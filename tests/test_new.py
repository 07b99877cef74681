"""A new contest builds, plays, verifies and tests without a line edited."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.scaffold import make_form, write_contest
from tests.spread import first_of

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
# What is compiled comes along; a contest of that name that stands here already does not.
SKIPPED = (".git", ".venv", ".*_cache", ".hypothesis", "*sprint*")
TOUCHED = ("tests/contests/test_sprint.py", "tests/test_walls.py", "tests/test_docs.py")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a contest `sprint` for two or three players."""
    root = tmp_path_factory.mktemp("new") / "project"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*SKIPPED))
    (root / ".venv").symlink_to(ROOT / ".venv")
    printed = run(root, "-m", "botsmith", "new", "sprint", "--players", "2..3")
    assert "python3 -m botsmith build sprint" in printed
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


@pytest.mark.campaign
def test_it_builds_and_plays(project):
    assert "failed" not in run(project, "build.py", "sprint")
    options = ["--games", "1", "--iterations", "50", "--replay", "sprint.html", "--json"]
    bots = ["dist/sprint.py", "random", "first"]
    printed = run(project, "-m", "botsmith", "play", "sprint", *bots, *options)
    assert '"timeouts": 0' in printed and '"first_share"' in printed
    assert (project / "sprint.html").stat().st_size > 20_000


@pytest.mark.parametrize("files", first_of([TOUCHED[:1], TOUCHED]), ids=len)
def test_the_test_command_is_green(project, files):
    """But for the import of all modules, which the project's own walls have done."""
    options = ["-q", "-p", "no:cacheprovider", "-k", "not test_everything_imports"]
    said = run(project, "-m", "botsmith", "test", *options, *files)
    (passed,) = re.findall(r"^(\d+) passed", said, re.MULTILINE)
    assert int(passed) >= (50 if len(files) > 1 else 5)


def test_what_is_written_pleases_ruff(project):
    assert run(project, "-m", "ruff", "check", "-q", ".") == ""


@pytest.mark.campaign
def test_black_and_mypy_are_silent(project):
    assert run(project, "-m", "black", "--check", "-q", ".") == ""
    assert run(project, "-m", "mypy").startswith("Success: ")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("csb", "contest of the package"),
        ("mine", "mine: bots/mine: there already; choose another name or remove what is there"),
        ("two", "two: bots/two, contests/two: there already; choose .* or remove"),
        ("Demo", "no name for a contest"),
        ("my_game", "no name for a contest"),
        ("class", "no name for a contest"),
        ("json", "no name for a contest"),
        ("a" * 21, "no name for a contest"),
    ],
)
def test_a_name_that_cannot_be_writes_nothing(tmp_path, name, wanted):
    for place in ("bots/mine", "bots/two", "contests/two"):
        (tmp_path / place).mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BadInput, match=wanted):
        write_contest(tmp_path, name, make_form("2", "together", "", None))
    assert sorted(tmp_path.rglob("*")) == before


def test_new_rules_that_the_records_do_not_fit_are_told_how_to_record(project):
    """And the command does it."""
    rules = project / "bots" / "sprint" / "rules.py"
    old = rules.read_text(encoding="utf-8")
    assert "MAX_TURNS = 20" in old
    check = ("-m", "botsmith", "golden", "sprint", "--check")
    assert run(project, *check).startswith("equal 8 of 8")
    rules.write_text(old.replace("state.turn += 1", "state.turn += 2"), encoding="utf-8")
    test = [sys.executable, "-m", "pytest", "-q", "tests/contests/test_sprint.py"]
    done = subprocess.run(test, cwd=project, capture_output=True, text=True)
    assert "golden sprint --record 8" in done.stdout
    assert "8 matches recorded" in run(
        project, "-m", "botsmith", "golden", "sprint", "--record", "8"
    )
    assert run(project, *check).startswith("equal 8 of 8")
