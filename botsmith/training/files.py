"""Files that are there whole or not at all, whatever kills the process that writes them."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from botsmith.errors import BadInput


def write_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Writes a file beside `path`, and puts it there when it is complete."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            write(file)
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def copy_file(source: Path, target: Path) -> None:
    """Copies a file."""
    write_file(target, lambda file: file.write(source.read_bytes()))


def write_json(path: Path, document: Any) -> None:
    """Writes a document as JSON."""
    write_file(path, lambda file: file.write(json.dumps(document, indent=1).encode() + b"\n"))


def read_json(path: Path) -> Any:
    """Returns the document in a file, None if there is no file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}; remove it to have it made anew") from None
