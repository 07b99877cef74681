"""A league in trouble: killed, its workers killed, the disk full, the store locked, interrupted.

Each time the count stays right and the user gets one line.
"""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from botsmith.arena.matches import dask_pool
from botsmith.arena.matches.played import Job, Outcome
from botsmith.arena.process.launch import HAS_WARDEN
from botsmith.arena.process.tree import is_alive
from botsmith.arena.store.store import open_store
from botsmith.workspace import HOME
from tests.arena.conftest import left_of, processes_of, wait_until_clean
from tests.arena.leagues import (
    league_json,
    start,
    start_held,
    stored,
    wait_for_matches,
    without_times,
)
from tests.arena.toys import PROGRAMS, write_bot
from tests.commands import botsmith, without_progress
from tests.waiting import PATIENCE, until

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not HAS_WARDEN, reason="processes are found as Linux shows them"),
]

GAMES = 4
PAIR = ("uttt", "random", "random", "--iterations", "1")
LARGE = ("csb", *PAIR[1:])  # records that fill a disk soon


def workers_of(process: "subprocess.Popen[str]") -> list[psutil.Process]:
    """The worker processes of a league, of either pool."""
    found = []
    for child in psutil.Process(process.pid).children():
        if any("spawn_main" in word for word in child.cmdline()):
            found.append(child)
    return found


def is_whole(db: Path, games: int) -> bool:
    """Whether a store has exactly the matches of the plan, each once and readable."""
    with open_store(db) as store:
        matches = list(store.plan(1))
        records = [store.record(match.id) for match in matches]
    seeds = [(match.seed, match.rotation) for match in matches]
    assert seeds == [(1 + number // 2, number % 2) for number in range(games)]
    return len(records) == games


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> object:
    """The report of the same league without any trouble."""
    db = tmp_path_factory.mktemp("undisturbed") / "league.db"
    return without_times(league_json(*PAIR, "--games", str(GAMES), "--db", str(db)))


def forget_unstarted(folder: Path) -> None:
    """Waits until wardens and bots have ended by themselves. Removes empty folders: of bots whose
    worker was killed before it had started them.
    """
    until(lambda: not processes_of(folder), lambda: processes_of(folder))
    for path in folder.iterdir():
        with suppress(OSError):
            path.rmdir()


def test_kill_9_and_resume(tmp_path: Path, bot_folders: Path, undisturbed: object):
    db = tmp_path / "league.db"
    same = (*PAIR, "--games", str(GAMES), "--db", str(db), "--jobs", "2")
    process = start_held(3, tmp_path / "never", "league", *same)
    wait_for_matches(db, 3, process)
    workers = workers_of(process)
    process.kill()
    process.communicate()
    until(lambda: not any(is_alive(worker.pid) for worker in workers))  # they start no bot any more
    forget_unstarted(bot_folders)
    assert left_of(bot_folders) == []
    assert stored(db) == 3
    assert without_times(league_json(*same, "--resume")) == undisturbed
    assert is_whole(db, GAMES)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_was_played(tmp_path: Path, undisturbed: object, number: signal.Signals):
    db = tmp_path / "league.db"
    same = (*PAIR, "--games", str(GAMES), "--db", str(db))
    process = start_held(2, tmp_path / "never", "league", *same)
    wait_for_matches(db, 2, process)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert stored(db) == 2
    line = f"botsmith: interrupted; 2 matches are stored in {db}, --resume goes on\n"
    assert without_progress(err) == line
    assert "uttt: 2 games from seed 1" in out
    assert without_times(league_json(*same, "--resume")) == undisturbed


@pytest.mark.parametrize(
    "pool", ["local", pytest.param("dask://local", marks=pytest.mark.campaign)]
)
def test_a_killed_worker_is_replaced(tmp_path, pool, bot_folders, undisturbed):
    db = tmp_path / "league.db"
    games = ("--games", str(GAMES), "--jobs", "2", "--engine", pool)
    process = start_held(2, tmp_path / "go", "league", *PAIR, *games, "--db", str(db), "--json")
    wait_for_matches(db, 2, process)
    workers_of(process)[0].kill()
    (tmp_path / "go").touch()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert is_whole(db, GAMES)
    again = league_json(*PAIR, *games[:2], "--db", str(db), "--resume")
    assert without_times(again) == undisturbed
    forget_unstarted(bot_folders)


ONE = ("--games", "1", "--jobs", "1", "--iterations", "1")


@pytest.mark.campaign
@pytest.mark.workers
def test_a_bot_that_kills_its_worker_ends_the_league_in_one_line(tmp_path: Path, bot_folders: Path):
    bot = write_bot(tmp_path, "murder", PROGRAMS["kills_its_worker"]).command[1]
    db = tmp_path / "league.db"
    done = botsmith("league", "csb", bot, "random", *ONE, "--db", str(db))
    assert (done.returncode, done.stderr.count("\n"), stored(db)) == (2, 1, 0)
    assert "lost its worker 3 times" in done.stderr
    wait_until_clean(bot_folders)


def test_a_worker_that_is_ended_inside_a_finalizer_ends_without_a_word():
    script = PROGRAMS["ended_in_a_finalizer"]
    done = subprocess.run([sys.executable, "-c", script], cwd=HOME, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_cluster_that_never_starts_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    attempts = []

    def killed(**_: object) -> None:
        attempts.append("killed")
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr(dask_pool.import_distributed(), "LocalCluster", killed)
    words = ("--engine", "dask://local", "--db", str(tmp_path / "league.db"))
    done = botsmith("league", *PAIR, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "botsmith: the workers of the cluster did not start 3 times: Nanny failed to start;"
        " --resume goes on once that is mended\n"
    )
    assert len(attempts) == 3


def test_a_cluster_without_workers_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A worker that is killed while Dask starts it is not replaced; here they are sent away."""
    run = dask_pool.DaskPool.run

    def left_alone(self: dask_pool.DaskPool, jobs: Iterator[Job]) -> Iterator[Outcome]:
        self.cluster.scale(0)
        yield from run(self, jobs)

    monkeypatch.setattr(dask_pool, "ALONE_SECONDS", 1)
    monkeypatch.setattr(dask_pool.DaskPool, "run", left_alone)
    db = tmp_path / "league.db"
    words = ("--engine", "dask://local", "--jobs", "1")
    done = botsmith("league", *PAIR, "--games", "50", "--db", str(db), *words, "--json")
    assert done.returncode == 2
    assert done.stderr == "botsmith: the cluster has no worker left; --resume goes on\n"


def test_a_full_disk_is_one_line_below_the_table_and_resume_goes_on(tmp_path: Path):
    db = tmp_path / "league.db"
    done = in_little_room("league", *LARGE, "--games", "100", "--db", str(db))
    assert done.returncode == 2
    assert f"{stored(db)} games from seed 1" in done.stdout
    assert done.stderr.startswith(f"botsmith: {db}: cannot be written: ")
    assert done.stderr.count("\n") == 1 and "--resume" in done.stderr
    games = stored(db)
    assert 0 < games < 100 and is_whole(db, games)
    again = league_json(*LARGE, "--games", str(games + 2), "--db", str(db), "--resume")
    assert again["games"] == games + 2 and is_whole(db, games + 2)


def in_little_room(*words: str) -> "subprocess.CompletedProcess[str]":
    """A command that may write no file of more than 200,000 bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        return botsmith(*words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_locked_store_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    db = tmp_path / "league.db"
    league_json(*PAIR, "--games", "1", "--db", str(db))
    other = sqlite3.connect(db, isolation_level=None)
    monkeypatch.setenv("BOTSMITH_LOCK_SECONDS", "1")
    other.execute("BEGIN IMMEDIATE")
    done = botsmith("league", *PAIR, "--games", "2", "--db", str(db), "--resume", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    line = f"botsmith: {db}: locked by another program; end it, then go on with --resume\n"
    assert done.stderr == line
    other.execute("ROLLBACK")
    other.close()
    assert stored(db) == 1
    league_json(*PAIR, "--games", "2", "--db", str(db), "--resume")
    assert is_whole(db, 2)


@pytest.mark.campaign
def test_two_processes_may_resume_the_same_league(tmp_path: Path, undisturbed: object):
    db = tmp_path / "league.db"
    league_json(*PAIR, "--games", "1", "--db", str(db))
    same = (*PAIR, "--games", str(GAMES), "--db", str(db), "--resume")
    both = [start("league", *same, "--json") for _ in range(2)]
    for process in both:
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, without_progress(err)) == (0, "")
    assert is_whole(db, GAMES)
    assert without_times(league_json(*same)) == undisturbed
