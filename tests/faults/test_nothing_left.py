"""A command that fails leaves no file behind: no empty result, no store, no half of a bot.

What stood there before stands there still, and nobody has written to it.
"""

import os
import re
from pathlib import Path

import pytest

from botsmith.workspace import HOME as ROOT
from tests.commands import botsmith

WATCHED = ("bots", "contests", "dist", "tests/golden/uttt")  # of the checkout
BAD = (
    *("import none.json -o out.jsonl.gz", "import bad.json -o old.jsonl.gz --game uttt"),
    *("golden uttt --add bad.json", "export --json --db bad.db"),
    *("replay bad.json -o out.html", "replay {record} --match 9999999 -o out.html"),
    *("lost {record} --vs none -o out.html", "lost --db none.db --vs x --by-value foo"),
    "league uttt none random --db out.db",
    "league uttt random greedy --games 0 --db out.db",
    "league uttt random greedy --db out.db --report none/out.html",
    "league uttt random greedy --db out.db --where foo",
    "league uttt random --db out.db --sparring bad.toml",
    "league uttt random greedy --db bad.db",
    "league uttt random greedy --db none/out.db",
    "league join uttt none --db out.db",
    *("tune csb --db out.db --report none/out.html", "tune csb --trials 0 --db out.db"),
    *("tune csb --db out.db --only none", "tune csb --db out.db --params bad.toml"),
    *("train uttt --games 0 --out out", "train policy csb --samples many --out out"),
    *("adopt empty", "adopt bad.json", "new csb", "new fresh --from none"),
    *("new fresh --stub none.txt", "init out --name 9BAD", "init out --from none"),
    *("build none --out out", "build csb --params bad.toml --out out"),
    *("ship none --dirty", "ship csb --dirty --games -1", "pull bad.json --apply"),
    *("versions none@v1 -o out.py --db none.db", "versions -o out.py --db bad.db"),
)


def there(*folders: Path) -> dict[str, tuple[int, int]]:
    """Every file and folder in some folders, with its size and when it was written."""
    found = {}
    for top, inner, names in (entry for folder in folders for entry in os.walk(folder)):
        inner[:] = [name for name in inner if name != "__pycache__"]
        found[top] = (0, 0)
        for path in (os.path.join(top, name) for name in names):
            about = os.stat(path)
            found[path] = (about.st_size, about.st_mtime_ns)
    return found


@pytest.mark.parametrize("words", BAD)
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
