"""Finds the bots of a contest by the title of the contest's page on the site."""

import ast
import re
from pathlib import Path

from botsmith.bundle.modules import Entry, all_entries
from botsmith.workspace import CONTESTS, ROOTS, game_of


def bots_for(root: Path, title: str) -> list[Entry]:
    """Returns the bots of the contest with this title; all bots if the title is unknown.

    A contest's titles are its name, and the first line of its referee's docstring.
    """
    wanted = words(title)
    games = set()
    for file in (file for each in ROOTS for file in each.glob(f"{CONTESTS}/*/referee.py")):
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        if file.parent.name in wanted or wanted <= words(text.partition("\n")[0]):
            games.add(file.parent.name)
    entries = all_entries(root)
    return [each for each in entries if game_of(each.game) in games] or entries


def words(text: str) -> set[str]:
    """Returns the words of a text in lower case."""
    return set(re.findall(r"[a-z0-9]+", text.lower()))
