"""The match that docs/games/kutulu.md links to: a YELL holds an explorer until it is killed."""

from pathlib import Path

from benchmarks.kutulu_yells import caught
from botsmith.arena.record import read_matches

RECORD = Path(__file__).resolve().parents[2] / "docs" / "games" / "kutulu_yell.jsonl.gz"


def test_the_bots_yell_kills():
    (match,) = read_matches(RECORD)
    names = [bot["name"] for bot in match.extra["bots"]]
    kills = [row for row in caught(match) if row.is_killed]
    assert any(not names[row.yeller].startswith("kutulu_first") for row in kills)
