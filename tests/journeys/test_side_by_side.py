"""Commands that are cut at any moment, and any two commands in one folder: nothing is lost."""

import json
import os
import signal
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from botsmith.arena.store.store import open_store
from botsmith.new.begin import write_workspace
from tests.commands import begin

ROOT = Path(__file__).resolve().parents[2]
PLAY = "play uttt random greedy --games 4 --iterations 1 --record played.jsonl.gz"
LEAGUE = "league uttt random greedy --games 4 --iterations 1 --jobs 1"
BUILD = "build racer"
COMMANDS = {
    "play": "play uttt random greedy --games 4 --iterations 1",
    "work": "play uttt uttt greedy --iterations 1",
    "league": LEAGUE,
    "join": "league join uttt random greedy --games 2 --iterations 1 --jobs 1",
    "build": BUILD,
    "replay": "replay -o match.html",
    "lost": "lost --db league.db --vs greedy -o lost.html",
    "export": "export --db league.db --csv",
    "new": "new {name} --from csb",
    "tune": "tune racer --only depth --trials 1 --games 2 --iterations 3 --confirm 0 --jobs 1"
    " --db {name}.db",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace."""
    write_workspace(tmp_path / "mine", "racer", "csb")
    return tmp_path / "mine"


def start(folder: Path, words: str) -> "subprocess.Popen[str]":
    """Starts a command of this checkout in a workspace."""
    command = [sys.executable, "-m", "botsmith", *words.split()]
    return begin(command, folder, env={**os.environ, "PYTHONPATH": str(ROOT)})


def matches(file: Path) -> int:
    """The number of matches in a store, each of which can be read."""
    with open_store(file) as store:
        found = [match.id for match in store.matches()]
        assert all(store.record(number).turns for number in found)
        return len(found)


def both(folder: Path, first: str, second: str) -> None:
    """Runs two commands at once; both have to end well."""
    pair = [start(folder, words) for words in (first, second)]
    for process, words in zip(pair, (first, second), strict=True):
        _, said = process.communicate(timeout=900)
        assert process.returncode == 0, f"{words}\n{said}"
        assert "Traceback" not in said and "constraint" not in said and "no longer kept" not in said


def test_two_at_once_lose_nothing(folder):
    """One of two `play` lost its replays: FOREIGN KEY constraint failed."""
    both(folder, COMMANDS["play"], COMMANDS["play"])
    assert matches(folder / ".botsmith/played.db") == 8


@pytest.mark.campaign
@pytest.mark.parametrize(("one", "other"), list(combinations_with_replacement(COMMANDS, 2)))
def test_any_two_commands_lose_nothing(one, other, folder):
    for words in (COMMANDS["play"], LEAGUE):
        start(folder, words).communicate(timeout=900)
    kept, stored = matches(folder / ".botsmith/played.db"), matches(folder / "league.db")
    before = (folder / "botsmith.toml").read_text()
    both(folder, COMMANDS[one].format(name="one"), COMMANDS[other].format(name="other"))
    played = {"play": 4, "work": 1}
    more = sum(played.get(name, 0) for name in (one, other))
    assert matches(folder / ".botsmith/played.db") == kept + more
    leagues = sum(4 * (name == "league") for name in (one, other))
    assert matches(folder / "league.db") >= stored + leagues
    made = [name for name, word in (("one", one), ("other", other)) if word == "new"]
    text = (folder / "botsmith.toml").read_text()
    assert all(f'{name} = "csb"' in text for name in made)
    assert set(before.splitlines()) <= set(text.splitlines())
    if "build" in (one, other):
        check = start(folder, f"{BUILD} --check")
        assert (check.communicate(timeout=900)[0], check.returncode) == ("fresh: racer.py\n", 0)


@pytest.mark.campaign
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill-9"])
@pytest.mark.parametrize("words", [PLAY, LEAGUE, BUILD], ids=["play", "league", "build"])
def test_a_command_that_is_cut_at_any_moment_loses_nothing(words, number, folder):
    """At twenty moments from its start to its end."""
    whole = start(folder, words)
    _, said = whole.communicate(timeout=900)
    assert whole.returncode == 0, said
    product = folder / "dist/racer.py"
    text = product.read_text() if product.exists() else ""
    file = folder / {"play": ".botsmith/played.db", "league": "league.db"}.get(
        words.split()[0], "botsmith.toml"
    )
    kept = 0 if words == BUILD else matches(file)
    after, cuts = 0.2, 0
    while cuts < 20:
        process = start(folder, words)
        try:
            process.communicate(timeout=after)
            after = 0.2  # it came to its end: once more from the start
        except subprocess.TimeoutExpired:
            cuts += 1
            os.killpg(process.pid, number)
            _, said = process.communicate(timeout=900)
            is_early = "botsmith" not in said  # Python itself was being loaded
            assert number == signal.SIGKILL or is_early or "Traceback" not in said, said
            assert number == signal.SIGKILL or is_early or process.returncode in (0, 130)
            after *= 1.3
        if words == BUILD:
            assert product.read_text() == text
        else:
            now = matches(file)
            assert now >= min(kept, 190)
            kept = now
    last = start(folder, words)
    out, said = last.communicate(timeout=900)
    assert last.returncode == 0 and "Traceback" not in said, said
    if words == PLAY:
        verified = start(folder, "verify uttt played.jsonl.gz")
        out, said = verified.communicate(timeout=900)
        assert verified.returncode == 0 and out.startswith("equal "), out + said
        shown = json.loads(start(folder, "lost --vs greedy --json").communicate(timeout=900)[0])
        assert isinstance(shown, list)
