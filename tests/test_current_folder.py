"""A file that is named like one of the standard library's modules is nobody's but its author's.

The folder of these tests is a workspace that holds such a file for every module, each of which
leaves a mark when it is run; every command works there, and runs none: as the installed command, as
a module with -P, and as build.py. Without -P some files are gone that Python itself takes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.new.begin import write_workspace

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
MARKING = """
import posix
file = posix.open({marks!r}, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND)
posix.write(file, b"{name} ")
posix.close(file)
"""
PLAY = "play uttt random random --games 1 --jobs 1 --iterations 3"
QUICK = [  # a process of each kind: bots, workers, pytest, and build.py
    "build.py --help",
    "league uttt random crash --games 1 --jobs 1 --iterations 3",
    "test -q --collect-only",
]

AS_MODULE, SAFELY, INSTALLED = "-m", "-P -m", "installed"
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
    written = tmp_path_factory.mktemp("written") / "work"
    write_workspace(written, "ox", "uttt")
    for way in (AS_MODULE, SAFELY, INSTALLED):
        root = found[way] = tmp_path_factory.mktemp("own") / "work"
        shutil.copytree(written, root)
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
    (folder / "told.py").write_text("import sys; print(*sys.modules)")
    asked = subprocess.run(
        [sys.executable, "-m", "told"], cwd=folder, capture_output=True, text=True
    )
    return [name for name in asked.stdout.split() if name in sys.stdlib_module_names]


def run(folder: Path, text: str, way: str = AS_MODULE) -> "subprocess.CompletedProcess[str]":
    """A command as one types it, with this checkout as the package."""
    words = text.split()
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


CASES = [*((text, AS_MODULE) for text in QUICK), ("play --help", SAFELY), (PLAY, INSTALLED)]


@pytest.mark.parametrize(("text", "way"), CASES)
def test_a_command_runs_no_file_of_the_present_folder(folders, text, way):
    done = run(folders[way], text, way)
    marks = folders[way] / "marks"
    run_here = marks.read_text() if marks.exists() else ""
    marks.unlink(missing_ok=True)
    assert run_here == ""
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.campaign
def test_a_contest_of_a_workspace_is_tested_side_by_side(folders):
    """Each process of pytest-xdist has to find what stands in the workspace alone."""
    assert run(folders[SAFELY], "new lanes", SAFELY).returncode == 0
    done = run(folders[SAFELY], "test -q -n 2 -k lanes", SAFELY)
    assert done.returncode == 0, done.stdout
