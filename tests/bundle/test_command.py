"""`python build.py`: options, exit status, one line an error."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pyperclip
import pytest

from botsmith.bundle import trials
from botsmith.bundle.trials import Trials
from botsmith.cli import build
from tests.commands import begin
from tests.waiting import PATIENCE, until

from .conftest import FILES, Project

CHECKOUT = Path(__file__).resolve().parent.parent.parent


class Shell:
    """Runs the command in this process on the toy project and keeps what it printed."""

    def __init__(self, project: Project, capsys: pytest.CaptureFixture[str]) -> None:
        self.project, self.capsys = project, capsys
        self.out = self.err = ""

    def __call__(self, *arguments: str) -> int:
        status = build.main(list(arguments), "python build.py")
        self.out, self.err = self.capsys.readouterr()
        return status


@pytest.fixture
def proving_shell(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    monkeypatch.setattr(build, "own_root", lambda: project.root)
    return Shell(project, capsys)


@pytest.fixture
def shell(proving_shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Does not run the bundles that it builds: what that proves has tests of its own."""
    monkeypatch.setattr(trials, "try_out", lambda *_: Trials())
    return proving_shell


def test_a_build_prints_its_table_and_a_check_finds_it_fresh(proving_shell: Shell):
    shell = proving_shell
    assert shell() == 0
    for words in ("toy", "100,000", "ok"):
        assert words in shell.out
    assert shell("--check") == 0
    assert (shell.out, shell.err) == ("fresh: toy.py\n", "")


def test_the_table_says_whose_units_are_and_sizes_names_each_module(shell: Shell):
    assert shell("--sizes") == 0
    for words in ("yours", "kit", "free", "bots/toy/rules.py", "common/tool.py"):
        assert words in shell.out
    assert shell("--json") == 0
    (row,) = json.loads(shell.out)["rows"]
    assert {"bot", "path", "units", "startup_ms", "modules", "proofs"} <= set(row)
    sizes = row["sizes"]
    assert sizes["yours"] + sizes["kit"] + sizes["free"] == row["limit"]
    assert sum(sizes["modules"].values()) < sizes["yours"] + sizes["kit"]


def test_each_form_can_be_asked_for(shell: Shell):
    texts = []
    for options in (["--full"], ["--short"], ["--no-docs"]):
        assert shell("toy", *options) == 0
        texts.append((shell.project.root / "dist/toy.py").read_text())
        assert shell("toy", "--check", *options) == 0
    assert ["A trailing backslash" in text for text in texts] == [True, False, True]
    assert ["Plays the toy" in text for text in texts] == [True, True, False]
    assert shell("toy", "--check") == 1


def test_second_entries_are_bots_of_their_own(shell: Shell):
    shell.project.write("bots/toy/main_b.py", "from bots.toy.bot import main\nmain()\n")
    assert shell("--json") == 0
    rows = json.loads(shell.out)["rows"]
    assert [row["bot"] for row in rows] == ["toy", "toy_b"]
    assert [Path(row["path"]).name for row in rows] == ["toy.py", "toy_b.py"]


def test_each_failure_is_one_line_with_file_and_line(shell: Shell):
    shell.project.write("bots/toy/rules.py", "import tensorflow\nimport torch\n")
    assert shell("toy") == 1
    lines = shell.err.splitlines()
    assert [line.split(": ")[:3] for line in lines] == [
        ["botsmith", "imports", "bots/toy/rules.py:1"],
        ["botsmith", "imports", "bots/toy/rules.py:2"],
    ]
    (shell.project.root / "dist").mkdir()
    (shell.project.root / "dist/toy.py").write_text("older")
    assert shell("toy") == 1
    assert shell.err.splitlines()[2:] == [
        f"botsmith: {shell.project.root}/dist/toy.py stays as it was, and plays so"
    ]
    assert shell("--check") == 1
    assert len(shell.err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["chess"], "no bot 'chess': the bots are toy"),
        (["--engine", "quick"], "--engine quick: expected c or python"),
        (["--engine", "python"], "name a folder, --out"),
        (["--c"], "toy has no kernels"),
        (["--full", "--short"], "--full and --short are forms of one bundle: leave all"),
        (["--params", "gone.toml"], "gone.toml: cannot be read"),
        (["--speed"], "--speed"),
        (["toy", "--python", "gone/python3"], "expected a Python of 3.11 or later"),
        (["--check", "--copy"], "leave out"),
        (["--watch", "--json"], "leave one out"),
        (["--out", __file__], "a folder is needed"),
        (["--out", f"{__file__}/dist"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_status_2(shell: Shell, arguments: list[str], words: str):
    assert shell(*arguments) == 2
    (line,) = shell.err.splitlines()
    assert line.startswith("botsmith: ")
    assert words in line
    assert shell.out == ""


def test_parameters_come_from_a_file_and_go_to_another_folder(shell: Shell, tmp_path: Path):
    (tmp_path / "p.toml").write_text("weight = 9\n")
    out = tmp_path / "out"
    assert shell("toy", "--params", str(tmp_path / "p.toml"), "--out", str(out)) == 0
    assert "weight: float = 9.0  # 0..9: of a word" in (out / "toy.py").read_text()
    assert shell("--check", "--out", str(out)) == 1
    assert shell("--check", "--out", str(out), "--params", str(tmp_path / "p.toml")) == 0


def test_a_parameter_outside_its_range_is_not_built(shell: Shell, tmp_path: Path):
    (tmp_path / "p.toml").write_text("weight = 9.5\n")
    assert shell("toy", "--params", str(tmp_path / "p.toml"), "--out", str(tmp_path / "o")) == 2
    assert shell.err == "botsmith: bots/toy/params.py: weight is 0..9, 9.5 is outside\n"


def test_copy_puts_the_written_bundle_on_the_clipboard(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
):
    copied: list[str] = []
    monkeypatch.setattr(pyperclip, "copy", copied.append)
    assert shell("toy", "--copy") == 0
    assert copied == [(shell.project.root / "dist/toy.py").read_text()]


def test_a_missing_clipboard_is_one_line(shell: Shell, monkeypatch: pytest.MonkeyPatch):
    """It ended in a traceback."""
    monkeypatch.setattr(pyperclip, "copy", pyperclip.init_no_clipboard()[0])
    assert shell("toy", "--copy") == 0
    written = shell.project.root / "dist/toy.py"
    assert f"no clipboard here: copy {written}\n" in shell.err and written.exists()


WATCH = """
import sys
from pathlib import Path
from botsmith.bundle import trials
from botsmith.bundle.trials import Trials
from botsmith.cli import build
trials.try_out = lambda *_: Trials()
root = Path(sys.argv.pop(1))
build.own_root = lambda: root
sys.exit(build.main(sys.argv[1:], "build.py"))
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a POSIX signal")
def test_watch_builds_again_and_goes_on_after_a_failure(project: Project):
    words = [sys.executable, "-c", WATCH, str(project.root), "--watch"]
    watcher = begin(words, CHECKOUT, stdout=subprocess.DEVNULL)
    assert watcher.stderr is not None
    try:
        for line in watcher.stderr:
            if "watching" in line:
                break
        project.write("bots/toy/rules.py", "import numpy\n")
        assert any("numpy" in watcher.stderr.readline() for _ in range(2))
        project.write("bots/toy/rules.py", FILES["bots/toy/rules.py"] + "# again\n")
        until(lambda: "# again" in (project.root / "dist/toy.py").read_text())
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait(PATIENCE) == 130
    finally:
        watcher.kill()
        watcher.wait()
        watcher.stderr.close()
