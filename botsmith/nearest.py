"""Suggests the nearest of the known names for a wrong one."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, names: Iterable[str], space: str = "") -> str:
    """Returns `; did you mean NAME?` for the nearest of some names, "" if none is near.

    space: the beginning that all names share, which says nothing about nearness
    """
    bare = [name.removeprefix(space) for name in names]
    found = get_close_matches(word.removeprefix(space), bare, 1, 0.6)
    return f"; did you mean {space}{found[0]}?" if found else ""
