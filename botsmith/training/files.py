"""Writes files that are complete or missing, whatever kills the writing process; reserves a
training's folder.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from botsmith.errors import BadInput, refusing
from botsmith.setup import try_lock


def write_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Writes a file beside `path`, and moves it to `path` when it is complete."""
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


def copy_file(source: Path, target: Path) -> None:
    """Copies a file, in one step."""
    write_file(target, lambda file: file.write(source.read_bytes()))


def write_json(path: Path, document: Any) -> None:
    """Writes a document as JSON."""
    write_file(path, lambda file: file.write(json.dumps(document, indent=1).encode() + b"\n"))


def read_json(path: Path) -> Any:
    """Returns the document in a file, None without the file. Raises BadInput if it is no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: {error}; remove it to have it made anew") from None


def claim(folder: Path, spec: Mapping[str, Any], has_begun: bool = True) -> None:
    """Makes a folder for a training. Raises BadInput if it cannot be made, or holds a training of
    another spec.

    spec: the settings that must not change, stored in spec.json
    has_begun: False if the folder holds nothing yet that another spec would spoil
    """
    with refusing(f"--out {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
    wanted = json.loads(json.dumps(spec))
    found = read_json(folder / "spec.json")
    if found is None or not has_begun:
        write_json(folder / "spec.json", wanted)
    elif found != wanted and {**found, "environment": ""} == {**wanted, "environment": ""}:
        raise BadInput(
            f"--out {folder}: the environment has changed since this training began; expected"
            " another --out"
        )
    elif found != wanted:
        other = ", ".join(f"{n} {found.get(n)}" for n in wanted if found.get(n) != wanted[n])
        raise BadInput(f"--out {folder}: holds another training ({other})")


@contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """Locks a folder for the block. Raises BadInput if another training works in it."""
    with (folder / "lock").open("a") as lock:
        if not try_lock(lock.fileno()):
            raise BadInput(f"--out {folder}: another `train` is at work in it")
        yield
