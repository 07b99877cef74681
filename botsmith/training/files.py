"""Files that are there whole or not at all, whatever kills the process that writes them, and the
folder that a training has to itself.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from botsmith.errors import BadInput
from botsmith.setup import try_lock


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


def claim(folder: Path, spec: Mapping[str, Any]) -> None:
    """Makes a folder a training's. BadInput if it cannot be made, or holds a training of another
    spec.

    spec: what must not change; it is kept in spec.json.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--out {folder}: {error.strerror}") from None
    wanted = json.loads(json.dumps(spec))
    found = read_json(folder / "spec.json")
    if found is None:
        write_json(folder / "spec.json", wanted)
    elif found != wanted:
        other = ", ".join(f"{n} {found.get(n)}" for n in wanted if found.get(n) != wanted[n])
        raise BadInput(f"--out {folder}: holds another training ({other})")


@contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """Keeps other trainings out of a folder. BadInput if one is at work in it."""
    with (folder / "lock").open("a") as lock:
        if not try_lock(lock.fileno()):
            raise BadInput(f"--out {folder}: another `train` is at work in it")
        yield


def command_line(start: str, settings: object, options: Mapping[str, str]) -> str:
    """Returns a command with the options that differ from their defaults.

    options: by their names in the settings, whose class has the defaults
    """
    words = [start]
    for name, option in options.items():
        value = getattr(settings, name)
        if value != getattr(type(settings), name):
            told = ",".join(map(str, value)) if isinstance(value, tuple) else value
            words.append(f"--{option} {told}")
    return " ".join(words)
