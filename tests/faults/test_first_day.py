"""Mistakes of the first day: each is named in one line, with its file and line where it has one."""

import re
from pathlib import Path

import pytest

from botsmith.arena import launch as launching
from botsmith.arena.bots import Bot, script_bot
from botsmith.arena.match import play_match
from botsmith.referees.base import Limits
from tests.arena.conftest import bot_folders
from tests.arena.toys import Doubles

assert bot_folders  # the fixture that gives every test its own folder, and looks into it afterwards

pytestmark = pytest.mark.skipif(
    not launching.HAS_WARDEN, reason="Linux tells where a process stands"
)

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


@pytest.mark.parametrize("first", range(0, len(MISTAKES), PLAYERS))
def test_a_mistake_is_named_in_one_line(first: int, tmp_path: Path) -> None:
    some = MISTAKES[first : first + PLAYERS]
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
