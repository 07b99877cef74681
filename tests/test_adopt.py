"""A bot of one file that is taken in is the file that was given, and answers as that does."""

import re
from pathlib import Path

import pytest

from botsmith.bundle.assemble import Target
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.products import build
from botsmith.errors import BadInput
from botsmith.new.adopt import Wanted, adopt, name_for
from botsmith.referees import games
from tests.spread import first_of

# Every one of these plays Ultimate tic-tac-toe.
READ = "    input()\n    moves = [input() for _ in range(int(input()))]\n"
LAST = "    print(moves[-1])\n"
BOTS = {
    "dice, a clock and its own moves": "import random, time\nmine = []\nwhile True:\n"
    + READ
    + "    end = time.time() + 0.02\n    while time.time() < end:\n"
    "        move = random.choice(moves)\n    assert move not in mine\n    mine.append(move)\n"
    "    print(move)\n",
    "a guard in one line": "def run():\n    while True:\n"
    + READ.replace("    ", "        ")
    + LAST.replace("    ", "        ")
    + '\n\nif __name__ == "__main__": run()\n',
    "an import twice, a field below a read, a tab in a string": "import sys\nimport math\n"
    "import sys\nfrom dataclasses import dataclass\nTEXT = '''\n\ta\n'''\n"
    "first = input()\n\n\n@dataclass\n"
    "class Move:\n    row: int\n    col: int\n\n\nwhile True:\n"
    "    moves = [input() for _ in range(int(input()))]\n"
    "    move = Move(*map(int, moves[TEXT.count('\t') - 1].split()))\n"
    "    print(move.row, move.col)\n    input()\n",
    "a read at the end of input that fails otherwise": "import sys\ndef read():\n"
    "    return sys.stdin.readline().rstrip()\n"
    "while True:\n    row, col = map(int, read().split())\n"
    "    moves = [read() for _ in range(int(read()))]\n    print(moves[0], flush=True)\n",
    "another encoding": "# -*- coding: latin-1 -*-\n# café\nwhile True:\n"
    + READ
    + "    print(moves[len('é') - 1])\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty workspace."""
    for folder in ("bots", "common"):
        (tmp_path / "w" / folder).mkdir(parents=True)
        (tmp_path / "w" / folder / "__init__.py").touch()
    return tmp_path / "w"


@pytest.mark.parametrize("name", first_of(list(BOTS)))
def test_it_is_the_file_that_was_given_and_its_bundle_answers_alike(root, tmp_path, name):
    file = tmp_path / "Mine.py"
    file.write_bytes(BOTS[name].encode("latin-1"))
    adopted = adopt(root, Wanted(file, "uttt"))
    assert adopted.name == "mine"
    assert adopted.said == [f"same answers: proven, the bundle says what {file} says"]
    text = (root / "bots/mine/main.py").read_bytes().decode()
    assert text == BOTS[name].replace("coding: latin-1", "coding: utf-8")
    assert re.search(r'^mine = "uttt"$', (root / "botsmith.toml").read_text(), re.MULTILINE)
    assert '"mine"' in (root / "tests/test_mine.py").read_text()
    assert len((root / "bots/mine/input/1.txt").read_text().splitlines()) > 100


def test_it_builds_with_what_it_was_told_in_its_match(root, tmp_path):
    (tmp_path / "Mine.py").write_text(BOTS["dice, a clock and its own moves"])
    adopt(root, Wanted(tmp_path / "Mine.py", "uttt"))
    (entry,) = choose_entries(root, ["mine"])
    row = build(Target(root, entry, "c", {}, "unknown"), tmp_path / "dist")
    assert (row.failures, row.unproven, row.warnings) == ([], {}, [])


def test_a_bot_that_fails_in_its_match_is_taken_in_and_that_is_said(root, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("a, b, c = map(int, input().split())\n")
    said = adopt(root, Wanted(file, "uttt")).said
    assert f"{file} in its match of uttt: seat 0 mine: turn 0: crash" in said[0]
    assert "ValueError: not enough values" in said[0]
    assert said[-1].startswith("same answers: not proven, bots/mine/input/1.txt: it ends by an exc")


KNOWN = " ".join(games())


@pytest.mark.parametrize(
    ("text", "name", "game", "why"),
    [
        ("while True\n", "other", "csb", "file.py:1: expected ':'"),
        ("while True: print 3\n", "other", "csb", "file.py:1: Missing parentheses"),
        ("print(input())\n", "other", "chess", f"--game chess: expected one of {KNOWN}, or none"),
        ("print(input())\n", "mine", "none", "there already"),
        ("print(input())\n", "Other", "none", "no name for a bot"),
        ("import gone\n", "other", "none", "file.py:1: no module 'gone' in the project"),
    ],
)
def test_what_cannot_be_taken_in_writes_nothing(root, tmp_path, text, name, game, why):
    (root / "bots/mine").mkdir()
    (tmp_path / "file.py").write_text(text)
    before = sorted(root.rglob("*"))
    with pytest.raises(BadInput, match=re.escape(why)):
        adopt(root, Wanted(tmp_path / "file.py", game, name))
    assert sorted(root.rglob("*")) == before


def test_a_bot_that_dies_in_its_match_is_not_waited_for(root, tmp_path):
    """It read on in search of the end of its input, which a match keeps open."""
    (tmp_path / "mine.py").write_text("input()\nprint(late)\n")
    said = adopt(root, Wanted(tmp_path / "mine.py", "uttt")).said
    assert "in its match of uttt: seat 0 mine: turn 0: crash" in said[0]
    assert "NameError: name 'late' is not defined" in said[0]


def test_another_name_than_that_of_the_file_is_said(root, tmp_path):
    (tmp_path / "b01_debug.py").write_text("print(1)\n")
    said = adopt(root, Wanted(tmp_path / "b01_debug.py", "none")).said
    assert said[0] == (
        "b01_debug.py is called b01debug here: names are a-z and 0-9; --name gives it another"
    )


@pytest.mark.parametrize(
    ("path", "name"), [("My-Bot.py", "mybot"), ("2024.py", "bot2024"), ("random.py", "botrandom")]
)
def test_a_name_is_made_of_that_of_the_file(path: str, name: str):
    assert name_for(Path(path)) == name
