"""Helpers for tests that run `league` from outside."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from botsmith.arena.bots import ROOT
from botsmith.arena.store import open_store
from botsmith.errors import BadInput

PATIENCE = 240.0


def command(*arguments: str) -> list[str]:
    """`python -m botsmith ...`."""
    return [sys.executable, "-m", "botsmith", *arguments]


def botsmith(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command in the project's root to its end."""
    return subprocess.run(
        command(*arguments),
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def league_json(*arguments: str) -> dict[str, Any]:
    """The document of a league that has nothing to complain of."""
    done = botsmith("league", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what no two runs share."""
    bots = [{key: bot[key] for key in bot if key != "turn_ms"} for bot in report["bots"]]
    return {**report, "bots": bots}


def start(*arguments: str) -> "subprocess.Popen[str]":
    """Starts a command in a session of its own."""
    return subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stored(db: Path) -> int:
    """The number of matches in a store; 0 while there is none."""
    try:
        with open_store(db) as store:
            return store.count()
    except BadInput:
        return 0


def wait_for_matches(db: Path, count: int, process: "subprocess.Popen[str]") -> None:
    """Returns once the store has so many."""
    deadline = time.monotonic() + PATIENCE
    while stored(db) < count:
        assert process.poll() is None, f"ended early: {process.communicate()}"
        assert time.monotonic() < deadline, "too slow"
        time.sleep(0.05)
