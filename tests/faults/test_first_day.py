"""Mistakes of the first day: each is named in one line, with its file and line where it has one."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena import launch as launching
from botsmith.arena.bots import Bot, script_bot
from botsmith.arena.match import play_match
from botsmith.referees.base import Limits
from tests.arena.conftest import bot_folders
from tests.arena.toys import Doubles

pytestmark = pytest.mark.long

assert bot_folders  # the fixture that gives every test its own folder, and looks into it afterwards

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
    """Long enough for a Python's start on a busy machine, and short for what never answers."""

    limits = Limits(first_ms=1500.0, turn_ms=800.0)


def mistakes() -> list[tuple[str, list[str], str]]:
    """Name, words and source of each in the page."""
    found = []
    for part in PAGE.read_text(encoding="utf-8").split("\n--- ")[1:]:
        head, _, source = part.partition("\n")
        name, *words = head.split(" | ")
        found.append((name, words, source))
    return found


MISTAKES = mistakes()


def matches() -> list[Any]:
    """The mistakes of each match; where one stands is asked in matches of their own."""
    found = []
    for stands in (False, True):
        some = [each for each in MISTAKES if stands == is_asked(each[1])]
        marks = [pytest.mark.skipif(not IS_TOLD, reason="Linux tells it")] if stands else []
        for first in range(0, len(some), PLAYERS):
            together = some[first : first + PLAYERS]
            names = ", ".join(name for name, _, _ in together)
            found.append(pytest.param(together, marks=marks, id=names))
    return found


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


@pytest.mark.parametrize("some", matches())
def test_a_mistake_is_named_in_one_line(
    some: list[tuple[str, list[str], str]], tmp_path: Path
) -> None:
    bots = [written(tmp_path, name, source) for name, _, source in some]
    match = play_match(Hurried.from_seed(1, len(bots)), bots, "1")
    lines = {error["bot"]: error["text"] for error in match.extra["errors"]}
    wrong = {
        name: lines.get(name, "nothing")
        for name, words, source in some
        if not is_said(expected(words, name, source), lines.get(name, ""))
    }
    assert not wrong
    assert not any("\n" in line or str(tmp_path) in line for line in lines.values())


def test_enough_mistakes() -> None:
    assert len({name for name, _, _ in MISTAKES}) == len(MISTAKES) >= 120
