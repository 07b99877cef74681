"""Stores samples on disk: positions, the search's values, and the results of their games.

A chunk is one file of a few hundred games, which depend only on weights and seed. Positions are
stored as the bytes of their record in C, so that networks with other inputs can be trained on them.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile
from zlib import crc32, error

import numpy as np

from botsmith.errors import BadInput
from botsmith.files import write_file
from botsmith.training.dense import Array

AnyRows = TypeVar("AnyRows", bound="Rows")


class Rows:
    """Rows of several arrays, which are the fields of a dataclass."""

    def __len__(self) -> int:
        return len(next(iter(vars(self).values())))


@dataclass(frozen=True)
class Samples(Rows):
    """N samples.

    states: [N, bytes of a State]
    values: [N] float32, the search's value for the player to move, -1..1
    results: [N] int8, that player's result, 1, 0 or -1
    is_played: [N], True if the position was on the board
    visits: [N], the visits of the position's node
    games: [N], number of the game in the chunk
    """

    states: Array
    values: Array
    results: Array
    is_played: Array
    visits: Array
    games: Array


def join(parts: Sequence[AnyRows]) -> AnyRows:
    """Returns all rows of some parts as one dataclass of arrays."""
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return type(parts[0])(*map(np.concatenate, columns))


def some_of(rows: AnyRows, picked: Array) -> AnyRows:
    """Returns the picked rows of a dataclass of arrays."""
    return type(rows)(*(each[picked] for each in vars(rows).values()))


def form_of(state: type) -> int:
    """Returns a checksum of a State's fields; samples with another checksum do not fit it."""
    kinds = state.kernel_fields.items()  # type: ignore[attr-defined]
    fields = [(name, kind.__name__, lengths) for name, (kind, *lengths) in kinds]
    return crc32(repr(fields).encode())


def packed(about: dict[str, Any]) -> Array:
    """Returns a document as an array, for a file of arrays."""
    return np.frombuffer(json.dumps(about).encode(), np.uint8)


def unpacked(array: Array) -> dict[str, Any]:
    """Returns the document in an array made by `packed`, or in an array of text."""
    about: dict[str, Any] = json.loads(array.tobytes())
    return about


def write_chunk(path: Path, samples: Samples, about: dict[str, Any]) -> None:
    """Writes a chunk. about: its origin, stored as JSON"""
    arrays = {"about": packed(about), **vars(samples)}
    write_file(path, lambda file: np.savez_compressed(file, **arrays))


def read_about(path: Path) -> dict[str, Any]:
    """Returns the origin of a chunk. Raises BadInput if the file is no chunk."""
    with opened(path) as found:
        return unpacked(found["about"])


def read_chunk(path: Path, form: int) -> tuple[Samples, dict[str, Any]]:
    """Returns the samples of a chunk, and its origin. Raises BadInput if the file is damaged, or if
    its State has other fields.
    """
    about = read_about(path)
    if about["form"] != form:
        raise BadInput(f"{path}: its positions are of another State; expected another --out")
    with opened(path) as found:
        return Samples(*(found[f.name] for f in fields(Samples))), about


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Yields the arrays of a file. Raises BadInput if it is damaged."""
    try:
        with path.open("rb") as file, np.load(file) as found:
            yield found
    except (OSError, EOFError, ValueError, KeyError, BadZipFile, error) as damage:
        raise BadInput(f"{path}: {damage}; remove it to have it played anew") from None
