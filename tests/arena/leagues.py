"""Helpers for tests that run `league` from outside."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from botsmith.arena.store.store import open_store
from botsmith.errors import BadInput
from tests.arena.toys import PROGRAMS
from tests.commands import begin, botsmith, without_progress
from tests.waiting import PATIENCE, until


def command(*arguments: str) -> list[str]:
    """`python -m botsmith ...`."""
    return [sys.executable, "-m", "botsmith", *arguments]


def league_json(*arguments: str) -> dict[str, Any]:
    """The document of a league that has nothing to complain of."""
    if "dask://local" in arguments:  # a cluster leaves threads behind
        process = start("league", *arguments, "--json")
        out, err = process.communicate(timeout=PATIENCE)
        status, err = process.returncode, without_progress(err)
    else:
        done = botsmith("league", *arguments, "--json")
        status, out, err = done.returncode, done.stdout, done.stderr
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what no two runs share."""
    bots = [{key: bot[key] for key in bot if key != "turn_ms"} for bot in report["bots"]]
    kept = {key: report[key] for key in report if key not in ("conditions", "merged")}
    return {**kept, "bots": bots}


def start(*arguments: str) -> "subprocess.Popen[str]":
    """Starts a command in a session of its own."""
    return begin(command(*arguments))


def start_held(count: int, gate: Path, *arguments: str) -> "subprocess.Popen[str]":
    """Starts a command that goes no further than to so many matches, until `gate` is there."""
    held = [sys.executable, "-c", PROGRAMS["held_command"], str(count), str(gate)]
    return begin([*held, *arguments])


def stored(db: Path) -> int:
    """The number of matches in a store; 0 while there is none."""
    try:
        with open_store(db) as store:
            return store.count()
    except BadInput:
        return 0


def wait_for_matches(db: Path, count: int, process: "subprocess.Popen[str]") -> None:
    """Returns once the store has so many."""
    until(lambda: process.poll() is not None or stored(db) >= count)
    assert stored(db) >= count, f"ended early: {process.communicate()}"
