"""Reads and writes files that are complete or missing, whatever kills the writing process."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from botsmith.errors import BadInput


def write_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Writes a file beside `path`, and moves it to `path` when it is complete.

    write: writes the content into the open file
    Raises BadInput if that fails; then the old file stays.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            write(file)
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
    except ValueError as error:
        if not isinstance(error.__context__, KeyboardInterrupt):
            raise
        raise KeyboardInterrupt from None  # zipfile hides it behind "seek of closed file"


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a file with this content, as `write_file` does."""
    write_file(path, lambda file: file.write(content))


def copy_file(source: Path, target: Path) -> None:
    """Copies a file, as `write_file` does."""
    write_bytes(target, source.read_bytes())


def write_json(path: Path, document: Any) -> None:
    """Writes a document as JSON, as `write_file` does."""
    write_bytes(path, json.dumps(document, indent=1).encode() + b"\n")


def read_json(path: Path) -> Any:
    """Returns the document in a file, None without the file. Raises BadInput if it is no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}; remove it to have it made anew") from None
