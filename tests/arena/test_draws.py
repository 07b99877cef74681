"""A draw whose players the contest ranks one behind the other: csb's double time-out."""

import json
from pathlib import Path

import pytest

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.workers import play_one
from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import open_store
from botsmith.interop.documents import cgarena, psyleague, runner_log
from botsmith.referees import referee_for
from botsmith.referees.verify import first_difference
from tests.arena.leagues import league_json
from tests.arena.toys import PROGRAMS, write_bot
from tests.commands import botsmith

UNTIMED = ("--time", "none")


@pytest.fixture
def pair(tmp_path: Path) -> list[Bot]:
    """Two bots whose pods stand still: both are out of time after turn 100."""
    return [
        write_bot(tmp_path, name, f"# {name}\n" + PROGRAMS["stands_still"])
        for name in ("one", "two")
    ]


def files(pair: list[Bot]) -> list[str]:
    """The bots as the command line takes them."""
    return [bot.command[-1] for bot in pair]


def test_a_series_counts_a_draw_and_its_records_say_what_the_site_says(pair, tmp_path):
    path = tmp_path / "m.jsonl.gz"
    words = ("--games", "1", "--record", str(path), "--json", *UNTIMED)
    done = botsmith("play", "csb", *files(pair), *words)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    for bot in found["bots"]:
        assert (bot["wins"], bot["draws"], bot["losses"]) == (0, 1, 0)
        assert (bot["first_share"], bot["mean_rank"]) == (0.5, 1.0)
    assert [match["ranks"] for match in found["matches"]] == [[1, 1]]
    for match in read_matches(path):
        result = match.result
        assert (result.end, result.scores, result.ranks) == ("timeout", [0.0, 0.0], [1, 2])
        assert len(match.turns) == 100
        assert first_difference(match, referee_for("csb")) is None


def test_a_league_counts_a_draw(pair: list[Bot], tmp_path: Path):
    db = str(tmp_path / "league.db")
    words = ("--games", "2", "--db", db, "--sprt", "one,two", *UNTIMED)
    found = league_json("csb", *files(pair), *words)
    assert [(bot["wins"], bot["draws"], bot["losses"]) for bot in found["bots"]] == [(0, 2, 0)] * 2
    (met,) = found["pairs"]
    assert (met["wins"], met["draws"], met["losses"], met["score"]) == (0, 2, 0, 0.5)
    assert [rating["elo"] for rating in found["ratings"]] == [pytest.approx(0.0)] * 2
    assert found["sprt"]["verdict"] == "undecided"
    with open_store(tmp_path / "league.db") as store:
        first, *_ = store.matches()
        assert [(seat.rank, seat.score) for seat in first.seats] == [(1, 0.0), (1, 0.0)]
        assert store.record(first.id).result.ranks == [1, 2]


def test_other_tools_are_told_of_a_draw(pair: list[Bot]):
    match = play_one("csb", pair, 1, 0, Conditions("none"))
    assert match.result.ranks == [1, 2]
    assert psyleague(match)["ranks"] == cgarena(match)["ranks"] == [0, 0]
    assert cgarena(match)["scores"] == [0, 0]
    assert runner_log(match)["scores"] == {"0": 0, "1": 0}
