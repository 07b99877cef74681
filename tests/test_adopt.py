"""A bot of one file that is taken in means the same as before, and ends with its input."""

import contextlib
import io
import json
import re
import sys
from pathlib import Path

import pytest

from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.trials import chance_of
from botsmith.errors import BadInput
from botsmith.new.adopt import adopt, in_ascii, wrapped

FORMS = {
    "a loop at the end": """
import math
total = 0
while True:
    total += len(input())
    print(math.floor(total))
""",
    "names that functions share with the loop": """
seen = []
def note(word):
    seen.append(word)
    return count
count = 0
for line in iter(input, "stop"):
    count += 1
    print(note(line), *seen)
while True:
    print(input(), [count for count in range(2)], count)
""",
    "a guard": """
def main():
    while True:
        play(input())
def play(line):
    print(line[::-1])
if __name__ == "__main__":
    main()
""",
    "a call without a guard": """
import sys
class Bot:
    def run(self):
        for line in sys.stdin:
            print(line.strip() * 2)
Bot().run()
""",
    "kinds of variables, and a string over lines": """
first: int = int(input())
later: str
TEXT = '''one
  two
three'''
while first:
    later = input()
    print(TEXT, later)
""",
    "tabs, accents and definitions below the start": """
start = input()
def ete(): return "été"  # été
while 1:
\tif start:
\t\tprint(input(), ete(), r"\\d")
""",
}
INPUT = "3\n4\nstop\n5\n"


def said(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a program prints until its input ends."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(INPUT))
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(EOFError):
        exec(compile(text, "bot.py", "exec"), {"__name__": "__main__"})
    return out.getvalue()


@pytest.mark.parametrize("form", FORMS)
def test_it_says_the_same_as_a_module(form, monkeypatch):
    text = FORMS[form]
    made, entry = wrapped(in_ascii(text), "bot.py")
    assert made.isascii() and "\t" not in made
    expected = said(text, monkeypatch)
    assert expected and said(f"{made}\n{entry}()\n", monkeypatch) == expected


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with a bot taken in."""
    (tmp_path / "common").mkdir()
    for folder in ("bots", "common"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "Mine.py").write_text("import random\n" + FORMS["a loop at the end"])
    adopt(tmp_path, tmp_path / "Mine.py", "mine", "uttt")
    return tmp_path


def test_it_is_a_bot_that_can_be_bundled(root, monkeypatch):
    (entry,) = choose_entries(root, ["mine"])
    bundle = assemble(Target(root, entry, "c", {}, "unknown"))
    assert said(bundle.text, monkeypatch) == "1\n2\n6\n7\n"
    assert re.search(r'^mine = "uttt"$', (root / "botsmith.toml").read_text(), re.MULTILINE)
    assert '"mine"' in (root / "tests" / "test_mine.py").read_text()
    assert json.dumps(chance_of(bundle)).startswith('"bots/mine/bot.py imports random')


@pytest.mark.parametrize(
    ("text", "name", "game", "why"),
    [
        ("x = 1\n", "other", "csb", "nothing at its top level reads input"),
        ("while True\n", "other", "csb", "expected ':'"),
        ("input()\n", "other", "chess", "--game chess: expected one of csb"),
        ("input()\n", "mine", "csb", "is there already"),
        ("input()\n", "Other", "csb", "no name for a bot"),
    ],
)
def test_what_cannot_be_taken_in_writes_nothing(root, text, name, game, why):
    (root / "file.py").write_text(text)
    before = sorted(root.rglob("*"))
    with pytest.raises(BadInput, match=why):
        adopt(root, root / "file.py", name, game)
    assert sorted(root.rglob("*")) == before
