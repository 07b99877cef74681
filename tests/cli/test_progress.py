"""How far a command is: words by a clock that the test moves, a line every half a minute."""

import io
import json
import re
import sys
from types import SimpleNamespace

import pytest

from botsmith.cli import progress
from botsmith.cli.app import main
from botsmith.cli.progress import Progress, rate


@pytest.fixture
def clock(monkeypatch):
    """A clock that moves only when a test sets it."""
    found = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(progress, "monotonic", lambda: found.now)
    return found


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_in_a_pipe_a_line_every_half_a_minute_and_nothing_on_stdout(capsys, clock):
    with Progress("csb", 400, "matches") as progress:
        for _ in range(100):
            clock.now += 1.0
            progress.advance("llr +0.50")
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "csb: 30 of 400 matches, 1.0/s, 06:10 left, llr +0.50",
        "csb: 60 of 400 matches, 1.0/s, 05:40 left, llr +0.50",
        "csb: 90 of 400 matches, 1.0/s, 05:10 left, llr +0.50",
    ]


def test_what_was_done_before_is_no_work_of_this_call(capsys, clock):
    with Progress("csb", 400, "matches", done=300) as progress:
        clock.now += 60.0
        progress.update(302)
    assert capsys.readouterr().err == "csb: 302 of 400 matches, 2.0/min, 49:00 left\n"


def test_part_of_a_trial_counts_for_the_time_and_not_for_the_number(capsys, clock):
    with Progress("tune csb", 10, "trials") as progress:
        clock.now += 90.0
        progress.update(1.5, "20 of 40 games")
    said = "tune csb: 1 of 10 trials, 1.0/min, 08:30 left, 20 of 40 games\n"
    assert capsys.readouterr().err == said


def test_a_short_command_says_nothing(capsys, clock):
    with Progress("csb", 2, "matches") as progress:
        clock.now += 29.9
        progress.advance()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("columns", ["80", "50"])
def test_on_a_terminal_it_is_a_bar_on_stderr(monkeypatch, clock, columns):
    shown, stdout = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(sys, "stdout", stdout)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", columns)
    with Progress("a {game}\x1b[31m", 10, "matches") as progress:
        clock.now += 4.0
        progress.update(2)
        print("a line of the command")
    assert "2 of 10 matches, 30/min, 00:16 left" in shown.getvalue()
    assert "a {game}?" in shown.getvalue() and "\x1b[31m" not in shown.getvalue()
    assert stdout.getvalue() == "a line of the command\n"


@pytest.mark.parametrize(
    ("per_second", "said"),
    [(0.0001, "0.4/h"), (0.01, "36/h"), (0.5, "30/min"), (1.0, "1.0/s"), (1234.5, "1,234/s")],
)
def test_rates_are_told_by_the_time_in_which_something_happens(per_second, said):
    assert rate(per_second) == said
    assert Progress("csb", 10, "matches").words("") == "0 of 10 matches"


UTTT = ("uttt", "random", "random", "--games", "2", "--iterations", "1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", *UTTT), r"^uttt: 1 of 2 matches, [\d.]+/(s|min), \d\d:\d\d left$"),
        (("league", *UTTT, "--sprt", "random,random#2"), r"^uttt: 2 of 2 .*, llr [+-]\d\.\d\d$"),
    ],
    ids=["play", "league"],
)
def test_commands_tell_on_stderr_and_their_document_stays_alone_on_stdout(
    words, said, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.0)
    db = () if words[0] == "play" else ("--db", str(tmp_path / "store.db"))
    assert main([*words, *db, "--json"]) == 0
    out, err = capsys.readouterr()
    assert re.search(said, err, re.MULTILINE)
    assert isinstance(json.loads(out), dict)
