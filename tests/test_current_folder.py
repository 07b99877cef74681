"""A file that is named like one of the standard library's modules is nobody's but its author's.

The folder of these tests is a workspace that holds such a file for every module, each of which
leaves a mark when it is run; every command works there, and runs none: as the installed command, as
a module with -P, and as build.py. Without -P some files are gone that Python itself takes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from botsmith.commands import COMMANDS
from botsmith.new.begin import write_workspace

pytestmark = pytest.mark.long

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
    "golden uttt --check",
    "league uttt random greedy --games 1 --jobs 2 --iterations 3",
    "play uttt random random --games 1 --jobs 1 --iterations 3",
    "test -q --collect-only",
    "update",
]
SLOW = [
    "doctor",
    "init other",
    "league join uttt random greedy --games 2 --iterations 3",
    "new toy",
    "referee uttt -p1 random -p2 random -d seed=3",
    "verify uttt {golden}",
    "league uttt random greedy --games 2 --jobs 1 --iterations 3 --engine dask://local",
    "build ox",
    "build.py ox",
    "bench uttt ox",
    "soak uttt ox --turns 20",
    "test -q -n 2",
    "train uttt --help",
    "tune uttt --help",
    *(f"{name} --help" for name in COMMANDS),
]


AS_MODULE, SAFELY, INSTALLED = "-m", "-P -m", "installed"
OTHERWISE = {SAFELY: "play --help", INSTALLED: QUICK[4]}  # in the suite, besides those as a module
PIP_WRITES = """
import re
import sys
from botsmith.__main__ import main
if __name__ == "__main__":
    sys.argv[0] = re.sub(r"(-script\\.pyw|\\.exe)?$", "", sys.argv[0])
    sys.exit(main())
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A workspace for each way to start, as some commands write."""
    found = {}
    for way in (AS_MODULE, SAFELY, INSTALLED):
        root = found[way] = tmp_path_factory.mktemp("own") / "work"
        write_workspace(root, "ox", "uttt")
        marks = str(root / "marks")
        left = taken_by_python(root.parent) if way == AS_MODULE else []
        for name in sys.stdlib_module_names.difference(left):
            (root / f"{name}.py").write_text(MARKING.format(marks=marks, name=name))
    own = found[INSTALLED].parent
    (own / "botsmith").write_text(PIP_WRITES)
    (own / "site/botsmith-0.dist-info").mkdir(parents=True)
    (own / "site/botsmith-0.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: botsmith\n"
    )
    return found


def taken_by_python(folder: Path) -> list[str]:
    """What Python itself imports of the present folder under `-m`, before it looks at a module."""
    (folder / "names.py").write_text("import sys; print(*sys.modules)")
    asked = subprocess.run(
        [sys.executable, "-m", "names"], cwd=folder, capture_output=True, text=True
    )
    return [name for name in asked.stdout.split() if name in sys.stdlib_module_names]


def run(folder: Path, text: str, way: str = AS_MODULE) -> "subprocess.CompletedProcess[str]":
    """A command as one types it, with this checkout as the package."""
    golden = sorted((ROOT / "tests/golden/uttt").glob("*.gz"))[0]
    words = text.format(golden=golden).split()
    start = [*way.split(), "botsmith"] if way != INSTALLED else [str(folder.parent / "botsmith")]
    if words[0] == "build.py":
        start = []
    return subprocess.run(
        [sys.executable, *start, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder.parent / 'site'}"},
        capture_output=True,
        text=True,
    )


def cases() -> Iterator[Any]:
    """Every command in every way: at once those as a module, and one in each other way."""
    for way in (AS_MODULE, SAFELY, INSTALLED):
        for text in (*QUICK, *SLOW):
            is_quick = text in QUICK if way == AS_MODULE else text in OTHERWISE[way]
            yield pytest.param(text, way, marks=[] if is_quick else [pytest.mark.campaign])


@pytest.mark.parametrize(("text", "way"), list(cases()))
def test_a_command_runs_no_file_of_the_present_folder(folders, text, way):
    done = run(folders[way], text, way)
    marks = folders[way] / "marks"
    run_here = marks.read_text() if marks.exists() else ""
    marks.unlink(missing_ok=True)
    assert run_here == ""
    assert done.returncode == (2 if text == "golden uttt --check" else 0), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.campaign
def test_a_contest_of_a_workspace_is_tested_side_by_side(folders):
    """Each process of pytest-xdist has to find what stands in the workspace alone."""
    assert run(folders[SAFELY], "new lanes", SAFELY).returncode == 0
    done = run(folders[SAFELY], "test -q -n 2 -k lanes", SAFELY)
    assert done.returncode == 0, done.stdout


def test_a_bot_named_random_is_run_as_a_bot_alone(tmp_path):
    (tmp_path / "random.py").write_text("print('no move')")
    done = run(tmp_path, "play uttt random.py random --iterations 3 --json")
    assert done.returncode == 0, done.stderr
    first, second = json.loads(done.stdout)["bots"]
    assert (first["name"], first["invalid"] + first["crashes"], second["wins"]) == ("random", 1, 1)
