"""No escape and no letter of direction from a bot, a name or a file reaches a terminal."""

from pathlib import Path

import pytest

from botsmith.arena.league import Duel
from botsmith.arena.report import league_report, report
from botsmith.arena.standings import Standings
from botsmith.arena.store import open_store
from botsmith.cli.tables import show_report
from botsmith.printable import print_error, printable
from tests.arena.conftest import bot_folders
from tests.board.stores import fill, plan_for
from tests.commands import botsmith

assert bot_folders  # the fixture that gives every test its own folder, and looks into it afterwards

ESCAPES = (
    "\x1b[2J",
    "\x1b]0;gone\x07",
    "\x9b31m",
    "\u202e",
    "\u2066",
    "\u200f",
    "\r",
    "\b",
    "\x7f",
)
NAMES = (*(f"a{letters}b" for letters in ESCAPES), "[red]markup[/red]", "a\u2028b")
RUDE = "\x1b[31mred\u202e"


def is_harmless(text: str) -> bool:
    """Whether every letter shows itself and does nothing."""
    return all(letter.isprintable() or letter == "\n" for letter in text)


@pytest.mark.parametrize("name", NAMES)
def test_an_error_is_one_harmless_line(name: str, capsys: pytest.CaptureFixture[str]):
    assert printable(name).isprintable() and len(printable(name)) == len(name)
    print_error(f"bot {name}: no such file")
    err = capsys.readouterr().err
    assert err.startswith("botsmith: bot ") and err.count("\n") == 1 and is_harmless(err)


@pytest.mark.parametrize("name", NAMES)
def test_tables_and_verdicts_are_harmless(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    strengths = {name: 5.0, "plain": 1.0}
    plan = plan_for(strengths, 40, levels=(100,), game="csb")
    league = fill(tmp_path / "league.db", plan, strengths)
    with open_store(tmp_path / "league.db") as store:
        matches = list(store.plan(league))
    for duel in (None, Duel(0, 1, frozenset({1}))):
        standings = Standings(plan, duel)
        for match in matches:
            standings.add(match)
        show_report(report(standings, matches, 0.95), "--json")
        found = league_report(standings, matches, 0.95, force=True)
        assert found["bots"][0]["name"] == name  # JSON says what is
        show_report(found, "`export`")
    out = capsys.readouterr().out
    assert is_harmless(out)
    assert f"{printable(name)} is better than plain" in out
    assert f"sprt: not decided between {printable(name)} and plain" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "csb", "RUDE.py", "random"),
        ("play", "csb", "no-such-RUDE", "random"),
        ("play", "RUDE", "random", "random"),
        ("league", "csb", "RUDE.py", "random", "--iterations", "1", "--games", "2", "--db", "x.db"),
        ("league", "csb", "random", "coast", "--sprt", "RUDE,random", "--db", "x.db"),
        ("league", "csb", "random", "coast", "--engine", "RUDE", "--db", "x.db"),
        ("league", "csb", "random", "coast", "--db", "RUDE/x.db"),
        ("lost", "--db", "RUDE.db", "--vs", "RUDE"),
        ("export", "--db", "RUDE.db", "--csv"),
        ("serve", "--db", "RUDE.db"),
        ("referee", "csb", "-p1", "RUDE.py", "-p2", "RUDE.py", "-d", "seed=1"),
        ("referee", "csb", "-d", "RUDE"),
        ("situation", "RUDE.jsonl", "random", "--turn", "1", "--seat", "0"),
        ("verify", "csb", "RUDE.jsonl"),
        ("replay", "RUDE.jsonl", "-o", "RUDE.html"),
        ("bench", "RUDE"),
        ("soak", "RUDE"),
        ("tune", "RUDE", "--db", "x.db"),
        ("RUDE",),
        ("play", "--RUDE"),
    ],
)
def test_what_commands_print_is_harmless(arguments: tuple[str, ...], tmp_path: Path):
    (tmp_path / f"{RUDE}.py").write_text(f"import sys\nsys.exit({RUDE!r})")
    words = [
        (
            str(tmp_path / word.replace("RUDE", RUDE))
            if word.endswith((".py", ".db", ".jsonl", ".html"))
            else word.replace("RUDE", RUDE)
        )
        for word in arguments
    ]
    done = botsmith(*words)
    assert is_harmless(done.stdout) and is_harmless(done.stderr)
    assert done.stdout or done.stderr
    assert "Traceback" not in done.stderr


def test_what_a_bot_prints_for_a_situation_is_harmless(tmp_path: Path):
    script = tmp_path / "rude.py"
    script.write_text(
        "import json, sys\n"
        "while line := sys.stdin.readline():\n"
        f"    moves = [{{'move': {RUDE!r}, 'visits': 1, 'value': 0}}]\n"
        f"    unit = {{'unit': {RUDE!r}, 'moves': moves, 'line': [{RUDE!r}]}}\n"
        "    print(json.dumps({'turn': 0, 'units': [unit]}), file=sys.stderr)\n"
        f"    print({RUDE!r}, flush=True)\n"
    )
    record = tmp_path / "matches.jsonl.gz"
    botsmith("play", "csb", "random", "random", "--iterations", "1", "--record", str(record))
    done = botsmith("situation", str(record), str(script), "--turn", "2", "--seat", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "red?" in done.stdout and is_harmless(done.stdout)
