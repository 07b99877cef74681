"""What stood at the end of many a path, as typed in a workspace of one's own.

Point 9 is in tests/arena/test_conditions.py, point 10 in tests/bundle/test_command.py.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "tests" / "data" / "site"
NODE = "require('readline').createInterface({input: process.stdin}).on('line', l => { l.row.x; });"
LITTLE = "--iterations 1 --jobs 1"
Typed = Callable[[str], "subprocess.CompletedProcess[str]"]


def run(home: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command in the present folder to its end."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    environment = {**kept, "HOME": str(home), "PYTHONPATH": str(ROOT), "COLUMNS": "120"}
    words = [sys.executable, "-m", "botsmith", *line.split()]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace as `init` leaves it."""
    home = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        assert run(home, "init mine").returncode == 0
    return home / "mine"


@pytest.fixture
def typed(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Runs a command in a new workspace."""
    shutil.copytree(begun, tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    return partial(run, tmp_path)


def document(typed: Typed, line: str) -> dict[str, Any]:
    """The JSON that a command prints."""
    done = typed(f"{line} --json")
    assert done.returncode == 0, done.stderr
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


def test_1_the_file_that_init_wrote_does_not_stand_in_the_way(typed):
    """Its `games = 100` refused --sparring."""
    Path("sparring.toml").write_text('seeds = [5]\nrivals = ["coast"]\n')
    league = document(typed, f"league csb random --sparring sparring.toml {LITTLE}")
    assert league["games"] == 2


def test_3_the_error_of_another_language_and_a_source_have_their_own_words(typed, require):
    """The error was hidden behind `Node.js v20`, and `chmod +x bot.cpp` advised."""
    require("node")
    Path("run.sh").write_text("#!/bin/sh\nexec node bot.js\n")
    Path("run.sh").chmod(0o755)
    Path("bot.js").write_text(NODE)
    (match,) = document(typed, "play uttt ./run.sh random --time count")["matches"]
    assert "reading 'x') at bot.js:1" in match["errors"][0]["text"]
    Path("bot.cpp").touch()
    error = typed("play uttt bot.cpp random").stderr
    assert "g++" in error and "chmod" not in error


def test_4_a_fact_that_a_contest_lacks_is_refused_before_the_first_match(typed):
    done = typed(f"league csb coast coast {LITTLE} --games 1 --by map.checkpoint")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean map.checkpoints?" in done.stderr


def test_5_lost_races_go_by_progress(typed):
    """Their points are equal."""
    typed(f"league csb coast random --games 2 --time count {LITTLE}")
    done = typed("lost --db league.db --vs coast --json")
    assert {game["margin"] for game in json.loads(done.stdout)} == {"progress"}


@pytest.mark.parametrize("file", ["turns_numbered.txt", "double_timeout.txt"])
def test_6_the_text_of_the_site_s_console_is_a_game(file, typed):
    done = typed(f"import {TEXTS / file} -o site.jsonl.gz")
    assert "our referee plays it to its end: timeout" in done.stdout, done.stdout + done.stderr


def test_7_a_damaged_library_is_made_anew(typed, require):
    require("gcc")
    play = "play uttt uttt greedy --iterations 1"
    typed(play)
    libraries = [*Path(".botsmith/compiled").glob("*.so")]
    for library in libraries:
        library.write_bytes(b"")
    done = typed(play)
    assert (done.returncode, "in Python" in done.stderr) == (0, False), done.stderr
    assert libraries and all(library.stat().st_size for library in libraries)


def test_8_a_result_has_its_conditions(typed):
    result = document(typed, f"play uttt random greedy {LITTLE} --time count")
    assert {"time_rule", "openings", "site", "load"} <= {*result.get("conditions", ())}


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("build bot.py", "adopt bot.py"),
        ("play utt random greedy", "did you mean uttt?"),
        ("play uttt random gredy", "did you mean greedy?"),
    ],
)
def test_11_a_slip_is_named_with_what_would_be_right(line, hint, typed):
    done = typed(line)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and hint in done.stderr
