"""Mistakes of the first day: each is named in one line, with its file and line where it has one."""

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.matches.bots import Bot, find_bot, script_bot
from botsmith.arena.matches.match import Conditions, Play
from botsmith.arena.process import launch as launching
from botsmith.arena.process.mistakes import crash_words
from botsmith.arena.process.runtimes import foreign_error
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Limits
from tests.arena.conftest import arrived, bot_folders
from tests.arena.toys import Doubles

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("arrived")]

assert bot_folders  # the fixture that gives every test its own folder, and looks into it afterwards
assert arrived  # the fixture by which a clock begins where a bot stands

# What only a system tells that lets us look at where a process stands.
STANDS = re.compile(r".*(late in turn|in turn \d+ at|waits for|reads more|printed without flush)")
IS_TOLD = launching.HAS_WARDEN and os.path.exists("/proc/self/syscall")
PLAYERS = 3  # of a match: so many mistakes at once
START = """import sys; input()
def turn(): return int(input())
def answer(what): print(what, flush=True)
"""
PAGE = Path(__file__).with_name("first_day.txt")


class Hurried(Doubles):
    """Short for what never answers: the clock begins where a bot stands, as `arrived` sees to."""

    limits = Limits(first_ms=300.0, turn_ms=300.0)


def mistakes(page: Path) -> list[tuple[str, list[str], str]]:
    """Name, words and source of each in a page."""
    found = []
    for part in page.read_text(encoding="utf-8").split("\n--- ")[1:]:
        head, _, source = part.partition("\n")
        name, *words = head.split(" | ")
        found.append((name, words, source))
    return found


MISTAKES = mistakes(PAGE)
RIVALS = {"csb": "coast", "uttt": "random"}


def matches() -> list[Any]:
    """The referee and the mistakes of each match. Those that time out have matches of their own,
    and so have those of which is asked where they stand.
    """
    found = []
    for kind, stands in product((Doubles, Hurried), (False, True)):
        some = [
            (name, words, source)
            for name, words, source in MISTAKES
            if stands == is_asked(words) and (kind is Hurried) == is_never_answered(name, words)
        ]
        marks = [pytest.mark.skipif(not IS_TOLD, reason="Linux tells it")] if stands else []
        for first in range(0, len(some), PLAYERS):
            together = some[first : first + PLAYERS]
            names = ", ".join(name for name, _, _ in together)
            found.append(pytest.param(kind, together, marks=marks, id=names))
    return found


def is_never_answered(name: str, words: list[str]) -> bool:
    """Whether only the clock ends the wait for a bot: a child may hold the output of a dead one."""
    return "timeout" in words[0] or name == "child_left"


def is_asked(words: list[str]) -> bool:
    """Whether a line says where a process stands."""
    return any(map(STANDS.match, words))


def written(folder: Path, name: str, source: str) -> Bot:
    """The bot as a file; an escape in a source that is no legal Python is a byte of it."""
    path = folder / f"{name}.py"
    if r"\x" in source:
        path.write_bytes(source.encode().decode("unicode_escape").encode("latin-1"))
    else:
        path.write_text(START * begins(source) + source)
    return script_bot(path)


def begins(source: str) -> bool:
    """Whether START stands before a source."""
    return "turn()" in source or "answer(" in source


def expected(words: list[str], name: str, source: str) -> list[str]:
    """The words with the file and its lines for BOT and BOT:N; START:N is a line of START."""
    more = START.count("\n") * begins(source)
    texts = [re.sub(r"BOT:(\d+)", lambda found: f"BOT:{int(found[1]) + more}", w) for w in words]
    return [text.replace("BOT", f"{name}.py").replace("START", f"{name}.py") for text in texts]


def is_said(words: list[str], line: str) -> bool:
    """Whether a line says all words, one after another."""
    place = 0
    for word in words:
        place = line.find(word, place)
        if place < 0:
            return False
    return True


@pytest.mark.parametrize(("kind", "some"), matches())
def test_a_mistake_is_named_in_one_line(kind, some, tmp_path):
    bots = [written(tmp_path, name, source) for name, _, source in some]
    match = Play(kind.from_seed(1, len(bots)), bots, "1").run()
    lines = {error["bot"]: error["text"] for error in match.extra["errors"]}
    wrong = {
        name: lines.get(name, "nothing")
        for name, words, source in some
        if not is_said(expected(words, name, source), lines.get(name, ""))
    }
    assert not wrong
    assert not any("\n" in line or str(tmp_path) in line for line in lines.values())


@pytest.mark.parametrize(
    ("name", "words", "source"),
    [pytest.param(*each, id=each[0]) for each in mistakes(PAGE.with_name("in_contests.txt"))],
)
def test_a_mistake_in_a_contest_is_named_in_one_line(name, words, source, tmp_path):
    if not IS_TOLD:
        pytest.skip("Linux tells it")
    game, *said = words
    bots = [written(tmp_path, name, source), find_bot(RIVALS[game], game)]
    rule = "count" if "timeout" not in said[0] else "hard"
    conditions = Conditions(rule, iterations=1)  # so that the baseline repeats itself
    match = Play(referee_for(game).from_seed(1), bots, "1", 0, conditions).run()
    found = match.extra["errors"] + match.extra.get("mistakes", [])
    (line,) = [each["text"] for each in found if each["seat"] == 0][:1]
    said = [word.replace("PYTHON", sys.executable) for word in said]
    assert is_said([word.replace("BOT", f"{name}.py") for word in said], line), line
    assert "\n" not in line and str(tmp_path) not in line


RUNTIMES = Path(__file__).with_name("runtimes.txt").read_text().split("\n--- ")[1:]


@pytest.mark.parametrize("page", RUNTIMES)
def test_the_error_of_another_language_is_found_by_its_runtimes_form(page):
    reported, _, said = page.partition("\n")
    assert foreign_error(said) == reported


def test_the_last_exception_of_a_group_is_found_with_its_place():
    said = """\
  + Exception Group Traceback (most recent call last):
  |   File "/me/bot.py", line 9, in <module>
  |     best()
  | ExceptionGroup: no move (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/me/bot.py", line 4, in best
    |     raise ValueError(row)
    | ValueError: 7
    +------------------------------------
"""
    assert crash_words(said, ["python3", "/me/bot.py"]) == "; ValueError: 7 at bot.py:4 best()"


NODE = "require('readline').createInterface({input: process.stdin})"
OTHERS = {  # a program: its tool, its command, and the line about it
    "bot.js": ("node", "node bot.js", f"{NODE}.on('line', l => {{ let x; x.row; }});",
               "TypeError: Cannot read properties of undefined (reading 'row') at bot.js:1"),
    "Bot.java": ("java", "java Bot.java", "class Bot { public static void main(String[] words) {\n"
                 "System.out.println((new int[1])[words.length + 3]); } }",
                 "java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds"
                 " for length 1 at Bot.java:2"),
    "bot.cpp": ("g++", "g++ -o bot bot.cpp", "#include <stdexcept>\n"
                'int main() { throw std::out_of_range("no move"); }', "std::out_of_range: no move"),
}  # fmt: skip


@pytest.mark.parametrize("file", OTHERS)
def test_a_bot_in_another_language_is_told_its_error(file, require, tmp_path, monkeypatch):
    tool, command, source, said = OTHERS[file]
    require(tool)
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(source)
    if tool == "g++":
        subprocess.run(command.split(), check=True)
        command = "./bot"
    bots = [find_bot(command, "uttt"), find_bot("random", "uttt")]
    match = Play(referee_for("uttt").from_seed(1), bots, "1", 0, Conditions("count")).run()
    (error,) = match.extra["errors"]
    assert error["text"].endswith(f"; {said} (turn 1 on the site)")


@pytest.mark.parametrize(
    ("file", "right"),
    [("bot.cpp", "`g++ -O2 -o bot bot.cpp`"), ("bot.js", "'node bot.js' in quotes")],
)
def test_a_source_is_no_program_and_chmod_would_not_make_it_one(file, right, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(file).touch()
    with pytest.raises(BadInput, match=re.escape(right)) as refused:
        find_bot(file, "uttt")
    assert "chmod" not in str(refused.value)


def test_enough_mistakes() -> None:
    assert len({name for name, _, _ in MISTAKES}) == len(MISTAKES) >= 120
