"""The README promises commands; they exist, and CI runs what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.commands import COMMANDS
from botsmith.paths import PROGRAM
from tests.commands import botsmith

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
INDEX = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")


FIRST_SCREEN = README[: README.index("\n## ")]
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands_of_the_first_screen() -> list[str]:
    return re.findall(r"^    (\S.*)$", PYTHON.sub("", FIRST_SCREEN), re.MULTILINE)


def test_two_commands_do_the_set_up():
    assert commands_of_the_first_screen() == [
        "python3 -m botsmith start",
        "python3 -m botsmith test",
    ]


def test_ci_ends_with_the_readmes_test_command_word_for_word():
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert last == "step " + commands_of_the_first_screen()[1]


def test_the_table_lists_every_command():
    listed = re.findall(r"^\| `python3 -m botsmith (\w+(?: join| policy)?)", INDEX, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


def test_the_ten_lines_stand_in_this_order_in_the_bot_and_in_what_is_pasted():
    (shown,) = PYTHON.findall(FIRST_SCREEN)
    lines = [line.strip() for line in shown.splitlines()]
    assert len(lines) == 10
    for file in ("bots/csb/outlook.py", "dist/csb.py"):
        source = iter([line.strip() for line in (ROOT / file).read_text("ascii").splitlines()])
        assert [line for line in lines if line != "..." and line not in source] == [], file


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    done = botsmith(command, "--help", columns=80)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: {PROGRAM} {command} ")
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_build_explains_the_options_that_the_table_names():
    row = next(line for line in INDEX.splitlines() if line.startswith("| `python3 build.py"))
    options = re.findall(r"--[a-z]+", row)
    assert options
    done = subprocess.run(
        [sys.executable, "build.py", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [option for option in options if option not in done.stdout] == []


def test_the_folders_and_pages_that_the_readme_names_exist():
    drawn = re.findall(r"^(\w[\w.]*/?)(?:<game>/)? {2,}", README, re.MULTILINE)
    linked = re.findall(r"\]\(([\w./]+)\)", README)
    assert len(drawn) == 9 and linked
    assert [name for name in drawn + linked if not (ROOT / name).exists()] == []
