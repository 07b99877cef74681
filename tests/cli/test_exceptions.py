"""What `play` says of exceptions: the line of the sources, the fallback's and the last one."""

import json
from pathlib import Path

import pytest

from botsmith.arena.matches.bots import Bot
from botsmith.cli import exceptions
from botsmith.cli.exceptions import SAVED, START, Exceptions, Program, traces
from botsmith.referees.base import Match, Result, Turn
from botsmith.workspace import HOME
from tests.commands import botsmith

ANSWER = "    def answer(self, deadline: Deadline) -> list[str]:\n"


@pytest.fixture(scope="module")
def drowned(tmp_path_factory) -> Path:
    """A bundle that fails in every answer; its fallback move fails for the first time at last."""
    text = (HOME / "dist" / "uttt_alphabeta.py").read_text().replace("\t", "    ")
    fallback = "    def fallback(self) -> list[str]:\n"
    place = text.rindex(ANSWER) + len(ANSWER)
    text = f"{text[:place]}        1 // (deadline.iterations - 1)\n{text[place:]}"
    place = text.rindex(fallback) + len(fallback)
    count = '        self.saved = getattr(self, "saved", 0) + 1\n'
    text = f"{text[:place]}{count}        {{1: 1, 2: 2}}[self.saved]\n{text[place:]}"
    path: Path = tmp_path_factory.mktemp("bots") / "uttt.py"
    path.write_text(text)
    return path


def test_play_shows_the_line_of_a_crash_and_what_the_fallback_saved(drowned: Path):
    words = ("play", "uttt", str(drowned), "random", "--iterations", "1")
    zero = "ZeroDivisionError: integer division or modulo by zero"
    found = json.loads(botsmith(*words, "--json").stdout)["exceptions"]
    assert [(one["bot"], one["text"], one["saved"], one["times"]) for one in found] == [
        ("uttt", zero, False, 1),
        ("uttt", "KeyError: 3", False, 1),
        ("uttt", zero, True, 2),
    ]
    cause, end, saved = found
    assert cause["where"] == saved["where"]
    assert end["where"].startswith("bots/uttt/bot.py:")
    assert end["where"].endswith(" (typed below it): {1: 1, 2: 2}[self.saved]")
    assert saved["where"].endswith(" (typed below it): 1 // (deadline.iterations - 1)")
    assert [(one["seed"], one["turn"]) for one in found] == [(1, 4), (1, 4), (1, 0)]
    listed = Exceptions([])
    listed.found = {("uttt", zero, "", True): {**saved, "how": SAVED, "on_site": ""}}
    (shown,) = listed.lines()
    first = f"uttt: {zero}, saved by the fallback move, 2 times, first in turn 0 of seed 1"
    assert shown == f"{first}: {saved['where']}"


def test_a_bot_without_sources_of_ours_has_its_own_line(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text("import json\njson.loads('{')  # here\n")
    done = botsmith("play", "uttt", str(path), "random", "--iterations", "1")
    assert ", the end of it, in turn 0 of seed 1: mine.py:2: json.loads('{')  # here" in done.stdout


@pytest.mark.parametrize(
    ("trace", "text", "where"),
    [
        ('\n  File "x.py", line 7, in f\n    g()\nKeyError: 1\n', "KeyError: 1", "x.py:7"),
        ('\n  File "x.py", line 7, in f\n    g(', "an exception whose name was", "x.py:7"),
        ("\n[bold]E: \x1b[31m\n", "[bold]E: ", "no line told"),
    ],
)
def test_any_traceback_can_be_told(trace: str, text: str, where: str):
    found = Exceptions([Bot("b", ("java", "B"), "")])
    found.add("b", trace, True, {"seed": 1, "turn": 2})
    (one,) = found.as_json()
    assert one["text"].startswith(text) and one["where"] == where


def test_a_frame_in_a_file_that_is_gone_is_told_as_it_is(tmp_path: Path):
    program = Program(Bot("b", ("python3", str(tmp_path / "gone.py")), ""))
    assert program.where([("other.py", "3")]) == "other.py:3"
    assert program.where([(str(tmp_path / "gone.py"), "3")]) == "gone.py:3: "


def test_an_exception_stands_in_the_turn_that_it_names(monkeypatch):
    """Its words came two turns later: the bot writes them after its answer."""
    late = f"turn 1: {START}\n  File 'x'\nE: one\nturn 2: {START}\n  File 'x'\nE: two\n"
    texts = [(4, ""), (6, late)]
    monkeypatch.setattr(exceptions, "stderr_turns", lambda *_: texts)
    turns = [Turn({}, {0: []} if number % 2 == 0 else {1: []}, None) for number in range(7)]
    match = Match("toy", "", "1", 2, {}, {}, turns, Result([], [], ""))
    assert [each[1:3] for each in traces(match, 0, False)] == [(True, 2), (True, 4)]
    assert [each[1:3] for each in traces(match, 0, True)] == [(True, 2), (False, 4)]
