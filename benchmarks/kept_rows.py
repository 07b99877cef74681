"""Results of long benchmarks that go on where they stopped: JSON lines in a file, one at a time."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from botsmith.errors import BadInput

Key = TypeVar("Key")


def read_rows(
    file: Path, entry: Callable[[Any], tuple[Key, dict[str, Any]]], expected: str
) -> dict[Key, dict[str, Any]]:
    """Returns the rows in FILE by key: the last one of each key. Raises BadInput if a line holds
    something else.

    entry: returns key and row of a line's value; expected: words on what would be right
    """
    found: dict[Key, dict[str, Any]] = {}
    if file.exists():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            try:
                key, row = entry(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise BadInput(f"{file}, line {number}: expected {expected}") from None
            found[key] = row
    return found


def keep_row(file: Path, value: dict[str, Any]) -> None:
    """Appends a line to FILE."""
    with file.open("a", encoding="utf-8") as rows:
        rows.write(json.dumps(value) + "\n")
