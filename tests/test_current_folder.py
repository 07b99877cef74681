"""A file that is named like one of the standard library's modules is nobody's but its author's.

The folder of these tests is a workspace that holds such a file for every module, each of which
leaves a mark when it is run; every command works there, and runs none.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.cli.app import COMMANDS
from botsmith.new.begin import write_workspace

ROOT = Path(__file__).resolve().parent.parent
MARKING = """
import posix
file = posix.open({marks!r}, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND)
posix.write(file, b"{name} ")
posix.close(file)
"""
QUICK = [
    "--version",
    "build.py --help",
    "doctor",
    "golden uttt --check",
    "init other",
    "league uttt random greedy --games 2 --jobs 2 --iterations 3",
    "league join uttt random greedy --games 2 --iterations 3",
    "new toy",
    "play uttt random random --games 2 --jobs 2 --iterations 3",
    "referee uttt -p1 random -p2 random -d seed=3",
    "test -q --collect-only",
    "update",
    "verify uttt {golden}",
]
SLOW = [
    "build ox",
    "build.py ox",
    "bench uttt ox",
    "soak uttt ox --turns 20",
    "test -q -n 2",
    "train uttt --help",
    "tune uttt --help",
    *(f"{name} --help" for name in COMMANDS),
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("own") / "work"
    write_workspace(root, "ox", "uttt")
    marks = str(root / "marks")
    for name in sys.stdlib_module_names:
        (root / f"{name}.py").write_text(MARKING.format(marks=marks, name=name))
    for name in taken_by_python(root.parent):
        (root / f"{name}.py").unlink()
    return root


def taken_by_python(folder: Path) -> list[str]:
    """What Python itself imports of the present folder under `-m`, before it looks at a module."""
    (folder / "told.py").write_text("import sys; print(*sys.modules)")
    asked = subprocess.run(
        [sys.executable, "-m", "told"], cwd=folder, capture_output=True, text=True
    )
    return [name for name in asked.stdout.split() if name in sys.stdlib_module_names]


def run(folder: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """A command as one types it, with this checkout as the package."""
    golden = sorted((ROOT / "tests/golden/uttt").glob("*.gz"))[0]
    words = text.format(golden=golden).split()
    start = [] if words[0] == "build.py" else ["-m", "botsmith"]
    return subprocess.run(
        [sys.executable, *start, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "text", [*QUICK, *(pytest.param(text, marks=pytest.mark.campaign) for text in SLOW)]
)
def test_a_command_runs_no_file_of_the_present_folder(workspace, text):
    done = run(workspace, text)
    marks = workspace / "marks"
    run_here = marks.read_text() if marks.exists() else ""
    marks.unlink(missing_ok=True)
    assert run_here == ""
    assert done.returncode == (2 if text.startswith("golden") else 0), done.stderr
    assert "Traceback" not in done.stderr


def test_a_bot_named_random_is_run_as_a_bot_alone(tmp_path):
    (tmp_path / "random.py").write_text("print('no move')")
    done = run(tmp_path, "play uttt random.py random --iterations 3 --json")
    assert done.returncode == 0, done.stderr
    first, second = json.loads(done.stdout)["bots"]
    assert (first["name"], first["invalid"] + first["crashes"], second["wins"]) == ("random", 1, 1)
