"""The match that docs/games/kutulu.md links to: a YELL holds an explorer until it is killed."""

from pathlib import Path

from benchmarks.kutulu_yells import caught
from botsmith.arena.record import read_matches
from tests.commands import botsmith

DOCS = Path(__file__).resolve().parents[2] / "docs" / "games"
RECORD = DOCS / "kutulu_yell.jsonl.gz"


def test_the_linked_match_is_one_that_our_referee_repeats():
    done = botsmith("verify", "kutulu", str(RECORD))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "equal 1 of 1 matches")


def test_the_bots_yell_kills():
    (match,) = read_matches(RECORD)
    names = [bot["name"] for bot in match.extra["bots"]]
    kills = [row for row in caught(match) if row.is_killed]
    assert any(names[row.yeller].startswith("kutulu_compiled") for row in kills)


def test_the_picture_of_that_match_is_small():
    assert (DOCS / "kutulu_yell.png").stat().st_size < 200_000
