"""Finds the bots of a contest by the title of the contest's page on the site."""

import ast
import re
from pathlib import Path

from botsmith.bundle.modules import Entry, all_entries
from botsmith.workspace import CONTESTS, ROOTS, contests_of, game_of

WORD = re.compile(r"[a-z0-9]+")


def bots_for(root: Path, title: str) -> list[Entry]:
    """Returns the bots of the contest with this title; all bots if the title is unknown."""
    wanted = words(title)
    known = {name for each in ROOTS for name in contests_of(each)}
    games = [name for name in known if name in wanted or wanted <= words(headline(name))]
    entries = all_entries(root)
    return [each for each in entries if game_of(each.game) in games] or entries


def words(text: str) -> set[str]:
    """Returns the words of a text in lower case."""
    return set(WORD.findall(text.lower()))


def headline(game: str) -> str:
    """Returns the first line of the docstring of a contest's referee."""
    for root in ROOTS:
        file = root / CONTESTS / game / "referee.py"
        if file.is_file():
            text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
            return text.partition("\n")[0]
    return ""
