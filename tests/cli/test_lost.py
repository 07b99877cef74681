"""`lost`: which games come first, where to look in them, and what it says of why."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.league import Level, Plan
from botsmith.arena.matches.played import Note, Played, Player, Seat, TurnTimes
from botsmith.arena.store.record import encode_match, read_matches
from botsmith.arena.store.store import open_store
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.replay.turning import turning_point
from tests.commands import botsmith, refusal

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def races(count: int) -> list[Match]:
    """Recorded races that seat 0 lost, all by 1 point."""
    found = (match for match in read_matches(GOLDEN / "csb" / "matches.jsonl.gz"))
    lost = [match for match in found if match.result.ranks == [2, 1] and match.turns[-1].state]
    return lost[:count]


def behind(match: Match) -> float:
    """How far seat 0 is behind at the end, in checkpoints."""
    mine, other = referee_for("csb").parts_of(match.config, match.turns[-1].state)["progress"]
    return other - mine


def store_of(path: Path, matches: Sequence[Match], faults: Sequence[str]) -> None:
    """A store in which `mine` lost these races to `rival`; faults: of `mine`, by match."""
    bots = tuple(Bot(name, ("true",), "") for name in ("mine", "rival"))
    plan = Plan("csb", bots, 100, 1, "hard", None, (Level(100, (100, 100)),))
    with open_store(path, create=True) as store:
        league = store.begin_league("csb", plan.spec())
        for number, (match, fault) in enumerate(zip(matches, faults, strict=True)):
            text = f"seat 0 mine: turn 7: {fault}" if fault else ""
            seats = (
                Seat(Player("mine", ""), 100, 2, 0.0, fault, text, TurnTimes()),
                Seat(Player("rival", ""), 100, 1, 1.0, "", "", TurnTimes()),
            )
            head = (number, "csb", number, 0, 100, "hard", None, match.result.end, (0, 1))
            errors = [{"seat": 0, "turn": 7, "fault": fault, "text": text}] if fault else []
            record = replace(match, extra={**match.extra, "errors": errors})
            notes = [Note(0, 1, "depth", 3), Note(1, 1, "depth", 5)]
            store.add(league, Played(*head, seats), encode_match(record), notes)


def test_races_go_by_progress_and_own_time_outs_come_first(tmp_path: Path) -> None:
    """All races are lost by one point: there was no order."""
    matches, path = races(6), tmp_path / "x.db"
    store_of(path, matches, ["", "", "timeout", "", "crash", ""])
    found = json.loads(botsmith("lost", "--db", str(path), "--worst", "6", "--json").stdout)
    assert [game["match"] for game in found[:2]] == [3, 5], "the time-out, then the crash"
    rest = [game["match"] - 1 for game in found[2:]]
    assert rest == sorted(rest, key=lambda number: behind(matches[number]), reverse=True)
    assert len({behind(matches[number]) for number in rest}) > 1
    for game in found:
        assert game["margin"] == "progress" and game["seat"] == 0
        assert game["margin_behind"] == pytest.approx(behind(matches[game["match"] - 1]))
    assert [game["turn"] for game in found[:2]] == [7, 7]
    assert [game["on_site"] for game in found[:2]] == [8, 8]
    assert found[2]["turn"] == turning_point(matches[rest[0]], 0)[0] < len(matches[rest[0]].turns)


def test_one_command_says_where_to_look_and_what_goes_with_losing(tmp_path: Path) -> None:
    path, page = tmp_path / "x.db", tmp_path / "lost.html"
    store_of(path, races(3), ["", "timeout", ""])
    done = botsmith("lost", "--db", str(path), "--by", "rival,map.checkpoints", "-o", str(page))
    assert done.returncode == 0, done.stderr
    assert "match 2 #turn=7: seat 0 mine: turn 7: timeout" in done.stdout
    assert "map.checkpoints" in done.stdout and "depth" in done.stdout and "+2" in done.stdout
    assert f"{page}#turn=7: " in done.stdout and page.exists()
    document = json.loads(botsmith("lost", "--db", str(path), "--by", "rival", "--json").stdout)
    assert {*document} == {"lost", "where", "by", "groups", "goes_with_winning"}
    assert [group["keys"] for group in document["groups"]] == [{"bot": "mine", "rival": "rival"}]


def test_the_deepest_fall_of_the_loser_s_evaluation_is_the_turn(tmp_path: Path) -> None:
    (match,) = races(1)
    values = [9, 9, 8, 2, 2, 1, 1]
    message = [f"[PDATA] evaluation = {value}\n" for value in values]
    match = replace(match, extra={**match.extra, "stderr": {"0": message}})
    assert turning_point(match, 0) == (3, "evaluation falls from 8 to 2")
    assert turning_point(match, 1)[0] != 3


def test_bad_names_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    store_of(path, races(1), [""])
    for words, message in (
        (("--me", "myne"), "no bot 'myne'; the bots are mine, rival"),
        (("--vs", "nobody"), "no bot 'nobody'; the bots are mine, rival"),
        (("--by", "map.checkpoint"), "did you mean map.checkpoints?"),
    ):
        assert message in refusal("lost", "--db", str(path), *words)
