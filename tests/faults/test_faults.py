"""The campaign of faults: every hostile bot and every accident, in every pool, with a report.

    BOTSMITH_FAULTS=FOLDER python -m pytest -m campaign tests/faults

writes FOLDER/faults.md and prints it; without the variable it only prints. In every row
nothing may be left: no process, no folder, no row of the store that is wrong. Each league of a bot
has the honest bots `csb` and `csb@python` beside it.
"""

import json
import os
import resource
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.match import Conditions, Play
from botsmith.arena.process import launch as launching
from botsmith.arena.store.record import decode_match, encode_match
from botsmith.arena.store.store import open_store
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Limits
from botsmith.replay.viewer import page
from contests.csb.referee import CsbReferee
from tests.arena.conftest import bot_folders, wait_until_clean
from tests.arena.leagues import start, stored, wait_for_matches
from tests.arena.test_league_faults import is_whole, workers_of
from tests.commands import botsmith
from tests.faults.hostile import FAULTS, HOSTILE, Hostile
from tests.waiting import PATIENCE

assert bot_folders  # the fixture that gives every test its own folder, and looks into it afterwards

POOLS = ("local", "dask://local")
HONEST = ("csb", "csb@python")
PERCENT = 1000  # of the contest's time: a busy machine makes no honest bot late
PAIR = ("csb", "random", "coast", "--iterations", "1")
GAMES = 6
linux = pytest.mark.skipif(
    not launching.HAS_WARDEN, reason="processes are found as Linux shows them"
)
Check = Callable[[str, str, str, str], None]
PLACES = (*POOLS, "no warden")
INTRODUCTION = """# Faults

    BOTSMITH_FAULTS=FOLDER python3 -m botsmith test -m campaign tests/faults

wrote this page: each hostile bot and each accident (docs/fuzzing.md), what has to
come of it, and whether that came. Every row also says that no process and no folder was left and
that no honest bot was blamed. Blank: not played there.
"""


@pytest.fixture(scope="session")
def rows() -> Iterator[list[dict[str, str]]]:
    """The report; shown and written when all is over."""
    found: list[dict[str, str]] = []
    yield found
    if not found:
        return
    text = report(found)
    folder = os.environ.get("BOTSMITH_FAULTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / "faults.md").write_text(text, encoding="utf-8")
    os.write(1, f"\n{text}".encode())


def report(found: list[dict[str, str]]) -> str:
    """The page: a line for a fault and what is expected of it, a column for a pool."""
    seen: dict[tuple[str, str], dict[str, str]] = {}
    for row in found:
        is_right = row["expected"] == row["seen"]
        came = "yes" if is_right else " ".join(row["seen"].replace("|", "/").split())
        seen.setdefault((row["fault"], row["expected"]), {})[row["pool"]] = came
    head = ("fault", "expected", *PLACES)
    lines = ["| " + " | ".join(head) + " |", "| --- " * len(head) + "|"]
    for key, pools in seen.items():
        lines.append("| " + " | ".join([*key, *(pools.get(one, "") for one in PLACES)]) + " |")
    right = sum(row["expected"] == row["seen"] for row in found)
    return "\n".join([INTRODUCTION, *lines, "", f"{right} of {len(found)} as expected.", ""])


@pytest.fixture
def check(rows: list[dict[str, str]], bot_folders: Path) -> Check:
    """Puts a row into the report, and fails the test if it is not as expected.

    What is left of a bot is part of what was seen.
    """

    def put(fault: str, pool: str, expected: str, seen: str) -> None:
        try:
            wait_until_clean(bot_folders)
        except AssertionError as left:
            seen = f"{seen}; {left}"
        rows.append({"fault": fault, "pool": pool, "expected": expected, "seen": seen})
        assert seen == expected

    return put


def verdict(fault: str) -> str:
    return f"put out: {fault}" if fault else "plays on"


def program(hostile: Hostile, folder: Path) -> str:
    """The bot as `league` wants it named."""
    if not hostile.source:
        return hostile.name
    path = folder / f"{hostile.name}.py"
    path.write_text(hostile.text, encoding="utf-8")
    return str(path)


def faults_of(errors: list[dict[str, Any]], name: str) -> str:
    """What a match says of one bot; a complaint about an honest one as well."""
    own = [error["fault"] for error in errors if error["bot"] == name]
    others = [error["text"] for error in errors if error["bot"] != name]
    return "; ".join([verdict(own[0] if own else ""), *own[1:], *others])


def seen_in_store(db: Path, name: str) -> str:
    """What became of a hostile bot in all matches of a store. Every record is whole, and its page
    can be shown.
    """
    found = set()
    with open_store(db) as store:
        matches = list(store.matches())
        if len(matches) != 3:
            return f"{len(matches)} matches of 3"
        for match in matches:
            record = store.record(match.id)
            assert page(record).count("</script>") == 2
            names = [seat.player.name for seat in match.seats]
            if name in names:
                found.add(faults_of(record.extra["errors"], name))
                place = names.index(name)
                if record.extra["errors"] and record.result.ranks[place] != 2:
                    found.add("was put out and did not lose")
            elif record.extra["errors"]:
                found.add(f"honest bots: {record.extra['errors']}")
    return "; ".join(sorted(found))


@linux
@pytest.mark.campaign
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.name)
def test_a_hostile_bot_in_a_league(
    hostile: Hostile, pool: str, tmp_path: Path, check: Check
) -> None:
    db = tmp_path / "league.db"
    league = ("league", "csb", program(hostile, tmp_path), *HONEST, "--games", "1")
    clock = ("--iterations", "1", "--time", "hard", "--budget", str(PERCENT), "--force")
    done = botsmith(*league, *clock, "--db", str(db), "--engine", pool, "--jobs", "1", "--json")
    # That the machine has no time for a league is no fault of a bot.
    complaints = [line for line in done.stderr.splitlines() if "oversubscribed" not in line]
    expected = verdict(hostile.expected)
    if hostile.ends_league:
        expected = "the league ends in one line, and nothing is in the store"
        is_one_line = done.returncode == 2 and done.stderr.count("\n") == 1
        seen = expected if is_one_line and stored(db) == 0 else f"{done.returncode} {done.stderr}"
    elif done.returncode != 0 or complaints:
        seen = f"status {done.returncode}: {done.stderr}"
    else:
        assert len(json.loads(done.stdout)["matches"]) == 3
        seen = seen_in_store(db, hostile.name)
    check(hostile.does, pool, expected, seen)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "hostile", [one for one in HOSTILE if not one.needs_warden], ids=lambda hostile: hostile.name
)
def test_a_hostile_bot_without_a_warden(
    hostile: Hostile, tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launching, "HAS_WARDEN", False)
    monkeypatch.setattr(CsbReferee, "limits", Limits(first_ms=20_000.0, turn_ms=1_500.0))
    bots = find_bots([program(hostile, tmp_path), "random"], "csb")
    conditions = Conditions("hard", 1, {}, (PERCENT, PERCENT) if hostile.name == "late" else ())
    if hostile.name == "late":
        monkeypatch.setattr(CsbReferee, "limits", Limits(first_ms=1_000.0, turn_ms=75.0))
    match = Play(referee_for("csb").from_seed(1), bots, "1", 0, conditions).run()
    assert decode_match(encode_match(match), "here") == match
    seen = faults_of(match.extra["errors"], hostile.name)
    check(hostile.does, "no warden", verdict(hostile.expected), seen)


def resumed(db: Path, pool: str) -> str:
    """What `--resume` makes of a store after an accident."""
    same = ("league", *PAIR, "--games", str(GAMES), "--db", str(db), "--engine", pool)
    done = botsmith(*same, "--jobs", "1", "--resume", "--json")
    if done.returncode != 0 or done.stderr:
        return f"--resume: status {done.returncode}: {done.stderr}"
    return "every match once" if is_whole(db, GAMES) else "matches lost"


ACCIDENTS = {
    "kill -9 of the league": (signal.SIGKILL, "every match once"),
    "Ctrl-C": (signal.SIGINT, "one line, every match once"),
    "SIGTERM to the league": (signal.SIGTERM, "one line, every match once"),
}


@linux
@pytest.mark.campaign
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("accident", ACCIDENTS)
def test_a_league_that_is_ended(accident: str, pool: str, tmp_path: Path, check: Check) -> None:
    number, expected = ACCIDENTS[accident]
    db = tmp_path / "league.db"
    games = ("--games", str(GAMES), "--db", str(db), "--engine", pool, "--jobs", "1")
    process = start("league", *PAIR, *games)
    wait_for_matches(db, 2, process)
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    _, errors = process.communicate(timeout=PATIENCE)
    before = "one line, " if process.returncode == 130 and errors.count("\n") == 1 else ""
    check(f"{accident}, then --resume", pool, expected, before + resumed(db, pool))


@linux
@pytest.mark.campaign
@pytest.mark.parametrize("pool", POOLS)
def test_a_worker_that_is_killed(pool: str, tmp_path: Path, check: Check) -> None:
    db = tmp_path / "league.db"
    games = ("--games", str(GAMES), "--jobs", "2", "--engine", pool)
    process = start("league", *PAIR, *games, "--db", str(db), "--json")
    wait_for_matches(db, 2, process)
    workers_of(process)[0].kill()
    _, errors = process.communicate(timeout=PATIENCE)
    seen = f"status {process.returncode}: {errors}"
    if process.returncode == 0 and is_whole(db, GAMES):
        seen = "every match once"
    check("kill -9 of a worker", pool, "every match once", seen)


def check_out_of_room(done: "subprocess.CompletedProcess[str]", db: Path) -> None:
    """One line, and a store in which every match that counts is whole."""
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"botsmith: {db}: cannot be written: ")
    assert done.stderr.count("\n") == 1 and "--resume" in done.stderr
    assert 0 < stored(db) < 100
    assert is_whole(db, stored(db))


@linux
@pytest.mark.campaign
@pytest.mark.parametrize("pool", POOLS)
def test_a_store_that_cannot_grow(pool: str, tmp_path: Path, check: Check) -> None:
    db = tmp_path / "league.db"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        games = ("--games", "100", "--db", str(db), "--engine", pool, "--json")
        done = botsmith("league", *PAIR, *games)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    expected = "one line, and every stored match is whole"
    try:
        check_out_of_room(done, db)
        seen = expected
    except (AssertionError, BadInput) as error:
        seen = f"{error} {done.stderr[-300:]}"
    check("no room for the store", pool, expected, seen)


@linux
@pytest.mark.campaign
@pytest.mark.parametrize("pool", POOLS)
def test_a_store_that_somebody_holds(
    pool: str, tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "league.db"
    botsmith("league", *PAIR, "--games", "1", "--db", str(db), "--json")
    other = sqlite3.connect(db, isolation_level=None)
    monkeypatch.setenv("BOTSMITH_LOCK_SECONDS", "1")
    other.execute("BEGIN IMMEDIATE")
    same = ("--games", str(GAMES), "--db", str(db), "--engine", pool, "--resume")
    done = botsmith("league", *PAIR, *same)
    other.execute("ROLLBACK")
    other.close()
    is_one_line = done.returncode == 2 and done.stderr.count("\n") == 1
    seen = ("one line, " if is_one_line else f"{done.stderr}, ") + resumed(db, pool)
    check("the store is locked, then --resume", pool, "one line, every match once", seen)


def test_the_report_has_a_line_for_a_fault_and_says_what_was_seen_instead() -> None:
    row = {"fault": "naps", "expected": "put out", "pool": "local", "seen": "put out"}
    text = report([row, {**row, "pool": "no warden", "seen": "plays\non"}])
    assert "| naps | put out | yes |  | plays on |" in text
    assert text.endswith("\n1 of 2 as expected.\n")


def test_the_table_knows_every_verdict_and_names_each_bot_once() -> None:
    assert {hostile.expected for hostile in HOSTILE} == set(FAULTS)
    names = [hostile.name for hostile in HOSTILE]
    assert len(names) == len(set(names))
    for hostile in HOSTILE:
        compile(hostile.text, hostile.name, "exec")
