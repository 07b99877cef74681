"""docs/first-hour.md, word for word: an empty home, no checkout in sight, only the wheel and what
pip brings along. The bundle really is on the clipboard, and the pages are there.
"""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from benchmarks.first_hour import page_steps

pytestmark = pytest.mark.campaign

ROOT = Path(__file__).resolve().parent.parent
FILES = ("match.html", "lost.html", "dist/racer.py", "dist/sprint.py", "dist/middle.py")
XCLIP = """#!/bin/sh
case "$*" in *-o*) cat "$HOME/clipboard" ;; *) cat > "$HOME/clipboard" ;; esac
"""


def pip_settings() -> dict[str, str]:
    """How pip reaches its packages on this machine, which another home must not hide."""
    for place in (".config/pip/pip.conf", ".pip/pip.conf"):
        if (Path.home() / place).is_file():
            return {"PIP_CONFIG_FILE": str(Path.home() / place)}
    return {}


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user who has just installed the wheel, and a clipboard."""
    top = tmp_path_factory.mktemp("installed")
    home, tools = top / "home", top / "venv" / "bin"
    home.mkdir()
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("PYTHON", "BOTSMITH_"))}
    inside = {**pip_settings(), **kept, "HOME": str(home), "DISPLAY": ":0"}
    inside["PATH"] = os.pathsep.join([str(tools), os.environ["PATH"]])
    inside.pop("WAYLAND_DISPLAY", None)
    run([*outer_pip(), "wheel", "-q", "--no-deps", "-w", str(top), str(ROOT)], top, inside)
    venv.create(top / "venv", with_pip=False)
    (wheel,) = top.glob("botsmith-*.whl")
    assert wheel.stat().st_size < 3_000_000
    assert "botsmith/kit/docs/new-contest.md" in zipfile.ZipFile(wheel).namelist()
    into = [*outer_pip(), "--python", str(tools / "python"), "install", "-q"]
    run([*into, f"{wheel}[tuning]", "mypy", "ruff"], top, inside)
    (tools / "xclip").write_text(XCLIP)
    (tools / "xclip").chmod(0o755)
    return inside


def outer_pip() -> list[str]:
    """A pip of this machine; the set-up's own environment has none."""
    for python in (sys.executable, getattr(sys, "_base_executable", ""), "python3"):
        asked = subprocess.run([python, "-m", "pip", "--version"], capture_output=True)
        if asked.returncode == 0:
            return [python, "-m", "pip", "--disable-pip-version-check"]
    pytest.fail("no pip on this machine")


def run(command: list[str] | str, folder: Path, environment: dict[str, str]) -> str:
    """What a command prints; it has to succeed."""
    done = subprocess.run(
        command,
        shell=isinstance(command, str),
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_the_first_hour_word_for_word(shell):
    home = Path(shell["HOME"])
    commands = []
    for command, folder in page_steps(home):
        run(command, folder, shell)
        commands.append(command.split()[1])
        if command == "botsmith build racer --copy":
            assert (home / "clipboard").read_text() == (folder / "dist/racer.py").read_text()
    assert set(commands) >= set(
        "init build play replay league lost versions tune adopt new golden".split()
    )
    assert commands[-1] == "test"
    assert [file for file in FILES if not (folder / file).is_file()] == []


def test_what_is_not_in_the_page_works_when_installed(shell):
    home = Path(shell["HOME"])
    assert re.fullmatch(r"botsmith \d+\.\d+\.\d+\n", run("botsmith --version", home, shell))
    assert '"state": "ok"' in run("botsmith doctor --json", home, shell)
    words = {**shell, "_BOTSMITH_COMPLETE": "complete_bash", "COMP_CWORD": "2"}
    assert "--games" in run("botsmith", home, words | {"COMP_WORDS": "botsmith play --g"})
    for game, bots in (("uttt", "uttt_mcts greedy"), ("olymbits", "olymbits vote jointmcts")):
        run(f"botsmith play {game} {bots} --iterations 5", home, shell)
    done = subprocess.run(
        "botsmith build", shell=True, cwd=home, env=shell, capture_output=True, text=True
    )
    assert done.returncode == 2 and "`botsmith init DIR` makes a workspace" in done.stderr
    done = subprocess.run(
        "botsmith serve", shell=True, cwd=home, env=shell, capture_output=True, text=True
    )
    assert done.returncode == 2 and "install botsmith[board]" in done.stderr


def test_what_a_command_says_is_next_works_as_it_stands(shell):
    home = Path(shell["HOME"])
    (home / "first.py").write_text(
        "while True:\n    input()\n    print(*[input() for _ in range(int(input()))][:1])\n"
    )
    told = run("botsmith init after --from uttt", home, shell)
    for command in ("", "new pairs --from uttt", "adopt ../first.py --game uttt --name taken"):
        if command:
            told = run(f"botsmith {command}", home / "after", shell)
        steps = told.partition("\nnext: ")[2].partition("\nthen ")[0]
        assert "botsmith build" in steps and "botsmith play" in steps
        run("set -e\n" + steps, home if not command else home / "after", shell)


def test_a_workspace_pleases_the_tools_that_its_settings_are_for(shell):
    """Also with a contest of the kind that has its weights in a long line."""
    home = Path(shell["HOME"])
    run("botsmith init typed --from uttt", home, shell)
    folder = home / "typed"
    run("mypy", folder, shell)
    (folder / "stub.txt").write_text("gameloop\nread n:int\nloop n read x:float\nwrite GO\n")
    run("botsmith new fleet --players 2..4 --stub stub.txt", folder, shell)
    run("botsmith new nets --turns alternating --search network", folder, shell)
    for command in ("ruff check .", "black --check -q .", "mypy"):
        run(command, folder, shell)
