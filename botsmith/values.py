"""Reads files of values by name: .toml or .json with `name = value`."""

import json
import tomllib
from pathlib import Path
from typing import Any

from botsmith.errors import BadInput, refusing


def load_changes(file: Path, what: str = "a parameter file") -> dict[str, Any]:
    """Returns the `name = value` pairs of a .toml or .json file. Raises BadInput if it cannot be
    read as such.
    """
    readers = {".toml": tomllib.loads, ".json": json.loads}
    reader = readers.get(file.suffix)
    if reader is None:
        raise BadInput(f"{file}: {what} ends in .toml or .json")
    try:
        with refusing(f"{file}: cannot be read"):
            changes = reader(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # both formats' errors are ValueErrors
        raise BadInput(f"{file}: no {file.suffix[1:]}: {error}") from error
    if not isinstance(changes, dict):
        raise BadInput(f"{file}: expected name = value pairs, got a {type(changes).__name__}")
    return changes
