"""Suggests the nearest of the known names for a wrong one."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Returns `; did you mean NAME?` for the nearest of some names, "" if none is near."""
    found = get_close_matches(word, list(names), 1, 0.6)
    return f"; did you mean {found[0]}?" if found else ""
