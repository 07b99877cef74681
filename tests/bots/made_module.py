"""Modules that a program has written."""

from types import ModuleType
from typing import Any


def made_of(source: str) -> Any:
    """A module of this source."""
    made = ModuleType("made")
    exec(source, vars(made))
    return made
