"""The commands `league`, `lost` and `export` from outside, with real bots."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.matches import dask_pool
from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.league import Plan, levels_from
from botsmith.arena.store.store import open_store
from botsmith.cli.league import no_such_league
from tests.arena.leagues import league_json, without_times
from tests.arena.toys import PROGRAMS, write_bot
from tests.commands import botsmith, refusal

pytestmark = pytest.mark.long

SHORT = ("--iterations", "1")
TRIO = ("uttt", "random", "greedy", "random")
HOSTILE = {
    "deaf": PROGRAMS["deaf"],
    "markup": "print('[bold]\\x1b[31m<script>alert(1)</script>', flush=True)\nwhile input(): pass",
}


@pytest.mark.campaign
@pytest.mark.workers
@pytest.mark.parametrize("pool", ["--jobs 1 --engine dask://local", "--jobs 2"])
def test_the_document_is_the_same_from_every_pool(tmp_path: Path, pool: str):
    found: list[dict[str, Any]] = []
    for words in ("--jobs 1", pool):
        db = str(tmp_path / f"{len(found)}.db")
        games = ("--games", "2", "--seed", "3", "--db", db, *SHORT)
        found.append(without_times(league_json(*TRIO, *games, *words.split())))
    assert found[0] == found[1]
    report = found[0]
    assert [bot["name"] for bot in report["bots"]] == ["random", "greedy", "random#2"]
    assert (report["games"], len(report["matches"]), report["sprt"]) == (6, 6, None)
    assert {match["seed"] for match in report["matches"]} == {3}
    assert report["ratings"][0]["name"] == "greedy"
    assert [(pair["a"], pair["b"], pair["games"]) for pair in report["pairs"]] == [
        ("random", "greedy", 2),
        ("random", "random#2", 2),
        ("greedy", "random#2", 2),
    ]


def test_resume_goes_on_and_never_counts_twice(tmp_path: Path):
    db = tmp_path / "league.db"
    same = ("uttt", "random", "greedy", *SHORT, "--db", str(db))
    first = league_json(*same, "--games", "2")
    more = league_json(*same, "--games", "4", "--resume")
    assert (more["games"], more["matches"][:2]) == (4, first["matches"])
    again = league_json(*same, "--games", "4", "--resume")
    assert again == {**more, "conditions": again["conditions"]}  # with the load
    with open_store(db) as store:
        assert (store.count(), len(store.leagues())) == (4, 1)
    anew = league_json(*same, "--games", "2")
    assert without_times(anew) == without_times(first)
    with open_store(db) as store:
        assert (store.count(), len(store.leagues())) == (6, 2)


def test_a_sequential_test_may_stay_open(tmp_path: Path):
    db = str(tmp_path / "league.db")
    pair = ("csb", "coast", "crash", *SHORT, "--db", db, "--sprt", "coast,crash")
    report = league_json(*pair, "--games", "2")
    assert report["sprt"]["verdict"] == "undecided"
    assert (report["sprt"]["games"], report["sprt"]["a"], report["sprt"]["b"]) == (2, *pair[1:3])
    assert 0.0 < report["sprt"]["llr"] < report["sprt"]["bounds"][1]


def test_budgets_reach_the_bots_and_the_clock(tmp_path: Path):
    bot = write_bot(tmp_path, "teller", PROGRAMS["says_its_budget"])
    db = tmp_path / "league.db"
    done = botsmith(  # on a busy machine it warns on stderr
        *("league", "csb", bot.command[1], "random", "--games", "1", "--force", "--json"),
        *("--db", str(db), "--budget", "teller:50,100", "--slack", "teller:0,60000"),
        *("--slack", "random:60000"),
    )
    report = json.loads(done.stdout)
    rows = [(row["name"], row["level"], row["budget"]) for row in report["bots"]]
    assert rows[:2] == [("teller", 50, 50), ("random", 50, 100)]
    assert rows[2:] == [("teller", 100, 100), ("random", 100, 100)]
    with open_store(db) as store:
        for match in store.matches():
            record = store.record(match.id)
            place = [seat.player.name for seat in match.seats].index("teller")
            said = "".join(record.extra["stderr"][str(place)])
            assert ("budget 50" in said) == (match.level == 50)
            limit = 37.5 if match.level == 50 else 75.0
            assert f"(limit {limit:g} ms" in match.seats[place].text


def test_hostile_bots_lose_and_leave_nothing(tmp_path: Path):
    bots = [write_bot(tmp_path, name, source).command[1] for name, source in HOSTILE.items()]
    db = tmp_path / "league.db"
    done = botsmith(
        *("league", "csb", *bots, "fork", "--games", "1", "--json"),
        *("--db", str(db), "--time", "soft3", "--budget", "40", "--force"),
        *("--slack", "fork:60000"),
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["games"] == len(report["matches"]) == 3
    assert all(match["errors"] for match in report["matches"])
    for bot in report["bots"]:
        faults = bot["timeouts"] + bot["crashes"] + bot["invalid"]
        assert bot["games"] == bot["wins"] + bot["draws"] + bot["losses"] == 2
        assert bot["name"] == "fork" or faults >= 1  # whose other one ends the match
    shown = botsmith("lost", "--db", str(db), "--vs", "fork")
    assert shown.returncode == 0 and "\x1b" not in shown.stdout


def test_lost_names_the_worst_games_first(tmp_path: Path):
    db = tmp_path / "league.db"
    league_json("csb", "random", "coast", "--games", "4", *SHORT, "--db", str(db))
    done = botsmith("lost", "--db", str(db), "--vs", "coast", "--worst", "3", "--json")
    found = json.loads(done.stdout)
    assert [game["bot"] for game in found] == ["random"] * 3
    with open_store(db) as store:
        assert store.record(found[0]["match"]).seed == str(found[0]["seed"])
    said = refusal("lost", "--db", str(db), "--vs", "nobody")
    assert "no bot 'nobody'; the bots are coast, random" in said


def test_export_writes_every_seat(tmp_path: Path):
    db = tmp_path / "league.db"
    league_json("csb", "random", "crash", "--games", "2", *SHORT, "--db", str(db))
    done = botsmith("export", "--db", str(db), "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["match"] + row["seat"] for row in rows] == ["10", "11", "20", "21"]
    assert [row["fault"] for row in rows if row["bot"] == "crash"] == ["crash", "crash"]
    document = json.loads(botsmith("export", "--db", str(db), "--json").stdout)
    assert [len(match["seats"]) for match in document] == [2, 2]
    assert botsmith("export", "--db", str(db)).returncode == 2


def test_a_turn_by_the_clock_tells_what_the_machine_took(tmp_path: Path):
    db = tmp_path / "league.db"
    done = botsmith("league", "csb", "random", "coast", "--games", "1", "--db", str(db), "--json")
    report = json.loads(done.stdout)
    with open_store(db) as store:
        (match,) = store.matches()
        squeezed = [seat.squeezed for seat in match.seats]
        assert store.record(match.id).extra["squeezed"] == squeezed
    is_refused = report["pairs"][0]["verdict"] == "refused"
    assert is_refused == bool(report["warnings"]) == ("(no verdict)" in done.stderr)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("csb", "random", "coast", "--jobs", "0"), "--jobs 0"),
        (("csb", "random", "coast", "--confidence", "95"), "--confidence 95"),
        (("csb", "random", "coast", "--engine", "cloud"), "no engine 'cloud'"),
        (("csb", "random", "coast", "--engine", "dask://127.0.0.1:9"), "dask://127.0.0.1:9"),
        (("csb", "random", "coast", "--sprt", "a,b"), "--sprt a,b"),
        (("csb", "random", "coast", "--sprt", "random,coast", "--budget", "5,6"), "one budget"),
        (("csb", "random", "coast", "--db", "/"), "/: "),
    ],
)
def test_bad_input_is_one_line(arguments, message, tmp_path, monkeypatch):
    monkeypatch.setattr(dask_pool, "CONNECT_SECONDS", 1)
    place = () if "--db" in arguments else ("--db", str(tmp_path / "league.db"))
    assert message in refusal("league", *arguments, *place)


def test_resume_says_why_a_new_league_begins(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text("x = 1\n")
    with open_store(tmp_path / "x.db", create=True) as store:
        plans = []
        for text in ("x = 1\n", "x = 2\n"):
            path.write_text(text)
            bots = tuple(find_bots([str(path), "random"], "csb"))
            plans.append(
                Plan("csb", bots, 2, 1, "hard", None, levels_from(None, ["one", "random"]))
            )
        assert "has no league of csb yet" in no_such_league(store, plans[0], path)
        store.begin_league("csb", plans[0].spec())
        assert "has other bots, namely one; a new one begins" in no_such_league(
            store, plans[1], path
        )
        other = replace(plans[0], seed=5)
        assert "has other seed; a new" in no_such_league(store, other, path)
