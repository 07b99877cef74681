"""A command that fails leaves no file behind: no empty result, no store, no half of a bot.

What stood there before stands there still, to the byte.
"""

import re
from pathlib import Path

import pytest

from botsmith.workspace import HOME as ROOT
from tests.commands import botsmith

WATCHED = ("bots", "contests", "dist", "tests/golden/uttt")  # of the checkout
BAD = {
    "import": (
        *("import none.json -o out.jsonl.gz", "import bad.json -o out.jsonl.gz --game uttt"),
        "import bad.json -o old.jsonl.gz --game uttt",
    ),
    "golden": ("golden uttt --add bad.json", "golden uttt --add none.jsonl.gz", "golden none"),
    "export": ("export --csv --db none.db", "export --json --db bad.db"),
    "replay": (
        *("replay bad.json -o out.html", "replay --db none.db -o out.html"),
        *("replay {record} --match 9999999 -o out.html", "replay {record} -o none/out.html"),
    ),
    "lost": (
        *("lost bad.json --vs x -o out.html", "lost --db none.db --vs x -o out.html"),
        *("lost {record} --vs none -o out.html", "lost --db none.db --vs x --by-value foo"),
    ),
    "league": (
        *("league uttt none random --db out.db", "league none random greedy --db out.db"),
        *("league uttt random greedy --games 0 --db out.db", "league uttt random --db out.db"),
        "league uttt random greedy --db out.db --report none/out.html",
        "league uttt random greedy --db out.db --report bad.json",
        "league uttt random greedy --db out.db --report out.db",
        "league uttt random greedy --db out.db --where foo",
        "league uttt random --db out.db --sparring bad.toml",
        "league uttt random greedy --db bad.db",
        "league uttt random greedy --db none/out.db",
    ),
    "league join": (
        *("league join uttt none --db out.db", "league join none random --db out.db"),
        "league join uttt random --db bad.db",
    ),
    "tune": (
        *("tune none --db out.db", "tune csb --db out.db --report none/out.html"),
        *("tune csb --db out.db --report bad.json", "tune csb --trials 0 --db out.db"),
        *("tune csb --db out.db --only none", "tune csb --db out.db --params bad.toml"),
    ),
    "train": ("train none --out out", "train uttt --games 0 --out out"),
    "train policy": (
        *("train policy none --out out", "train policy csb --lanes 0 --out out"),
        *("train policy csb --samples many --out out", "train policy csb --hidden x --out out"),
    ),
    "adopt": ("adopt none.py", "adopt empty", "adopt bad.json"),
    "new": ("new 9bad", "new csb", "new fresh --stub none.txt", "new fresh --from none"),
    "init": ("init out --name 9BAD", "init out --from none", "init bad.json"),
    "build": (
        *("build none --out out", "build csb --params bad.toml --out out"),
        "build csb --params none.toml --out out",
    ),
    "ship": ("ship none --dirty", "ship --back none", "ship csb --dirty --games -1"),
    "versions": ("versions none@v1 -o out.py --db none.db", "versions -o out.py --db bad.db"),
    "pull": ("pull none.py", "pull bad.json --apply"),
}
CASES = [words for commands in BAD.values() for words in commands]


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
