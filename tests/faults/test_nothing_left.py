"""A command that fails leaves no file behind: no empty result, no store, no half of a bot.

What stood there before stands there still, to the byte.
"""

import re
from pathlib import Path

import pytest

from botsmith.workspace import HOME as ROOT
from tests.commands import botsmith
from tests.pages import cases_of

WATCHED = ("bots", "contests", "dist", "tests/golden/uttt")  # of the checkout
BAD = dict(cases_of(Path(__file__).with_name("failing.txt").read_text()))
CASES = [line for lines in BAD.values() for line in lines.splitlines()]


def there(*folders: Path) -> dict[Path, bytes]:
    """Every file under some folders with its content."""
    files = [file for folder in folders for file in folder.rglob("*")]
    kept = [file for file in files if "__pycache__" not in file.parts]
    return {file: file.read_bytes() if file.is_file() else b"" for file in kept}


@pytest.mark.parametrize("words", CASES)
def test_a_command_that_fails_leaves_no_file(words: str, tmp_path: Path) -> None:
    for name in ("bad.json", "bad.toml", "bad.db"):
        (tmp_path / name).write_text("{ no such thing = [\n")
    (tmp_path / "empty").mkdir()
    record = ROOT / "tests" / "golden" / "uttt" / "matches.jsonl.gz"
    (tmp_path / "old.jsonl.gz").write_bytes(record.read_bytes())
    typed = []
    for word in words.format(record=record).split():
        is_file = word in ("out", "empty") or re.match(r"(bad|none|out|old)[./]", word)
        typed.append(str(tmp_path / word) if is_file else word)
    watched = (tmp_path, *(ROOT / folder for folder in WATCHED))
    before = there(*watched)
    done = botsmith(*typed)
    assert done.returncode in (1, 2), done
    assert done.stderr.startswith("botsmith: ") and "Traceback" not in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert there(*watched) == before
