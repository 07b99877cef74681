"""A result is a document: what it depends on stands in its heading, its JSON, page and store."""

import json
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.store.store import open_store
from tests.arena.toys import write_bot
from tests.commands import botsmith, refusal

FIRST = """
while True:
    input()
    print([input() for _ in range(int(input()))][0], flush=True)
"""


def test_the_conditions_of_a_league_stand_in_all_its_forms(tmp_path: Path):
    page, db = tmp_path / "page.html", tmp_path / "x.db"
    words = ["league", "csb", "coast", "random", "--games", "2", "--jobs", "1", "--openings", "2"]
    words += ["--slack", "coast:5000,6000", "--time", "count", "--db", str(db)]
    done = botsmith(*words, "--json", "--report", str(page))
    reported: dict[str, Any] = json.loads(done.stdout)["conditions"]
    hashes = {bot["name"]: bot["hash"] for bot in json.loads(done.stdout)["bots"]}
    assert reported["time_rule"] == "count" and reported["slack_ms"] == {"coast": [5000.0, 6000.0]}
    assert reported["openings"] == {"turns": 2, "drawn_for": ["coast", "random"]}
    assert (reported["jobs"], reported["engine"], reported["site"]) == (1, "local", None)
    assert reported["bots"] == hashes and reported["load"] >= 0.0 < reported["cores"]
    with open_store(db) as store:
        assert store.conditions(1) == [reported]
    heading = "time rule count, slack of coast 5000,6000 ms, openings 2 for coast, random, 1 job"
    assert heading in page.read_text()
    shown = " ".join(botsmith(*words, "--resume").stdout.split())
    assert heading in shown and "load" in shown


def test_openings_that_one_bot_is_not_told_of_are_refused_unless_said(tmp_path: Path):
    """Only ours were drawn, and nobody said so."""
    first = write_bot(tmp_path, "first", FIRST).command[-1]
    words = ["play", "uttt", "uttt", first, "--openings", "4", "--iterations", "1"]
    assert "--openings: first cannot be told what was played" in refusal(*words)
    done = botsmith(*words, "--uneven", "--json")
    drawn = json.loads(done.stdout)["conditions"]["openings"]
    assert drawn == {"turns": 4, "drawn_for": ["uttt"]}


def test_copies_of_a_bot_are_one_row_with_their_mean_and_no_verdict_among_them(tmp_path: Path):
    """Three copies were three rows and six verdicts."""
    words = ["league", "kutulu", "flee", "random", "random", "random", "--games", "4"]
    words += ["--iterations", "1", "--jobs", "2", "--db", str(tmp_path / "x.db")]
    report = json.loads(botsmith(*words, "--json").stdout)
    copies = [bot for bot in report["bots"] if bot["name"] != "flee"]
    assert len(copies) == 3  # each of them, as always
    one, other = report["merged"]["bots"]
    assert (one["copies"], other["copies"], other["name"]) == (1, 3, "random")
    for key in ("mean_rank", "first_share"):
        mean = sum(bot[key] for bot in copies) / 3
        assert other[key] == pytest.approx(mean)
    assert other["games"] == sum(bot["games"] for bot in copies)
    among = [pair for pair in report["pairs"] if "flee" not in (pair["a"], pair["b"])]
    assert [pair["verdict"] for pair in among] == ["copies"] * 3
    (pair,) = report["merged"]["pairs"]
    assert (pair["a"], pair["b"], pair["games"]) == ("flee", "random", 12)
    shown = botsmith(*words, "--resume").stdout
    assert shown.count("random x3") == 2 and "random#2" not in shown.partition("the worst lost")[0]
    assert sum(" flee and " in line or "flee is" in line for line in shown.splitlines()) == 1
