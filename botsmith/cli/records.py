"""Reads the matches of a file of records in the same way as those of a store.

The matches of a file are numbered from 0 and belong to no league.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from botsmith.arena.matches.played import Note, Played, reported_notes
from botsmith.arena.store.database import is_store
from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import League, Store, open_store
from botsmith.errors import BadInput
from botsmith.referees.base import Match
from botsmith.replay.extras import played_of


class Records(AbstractContextManager["Records"]):
    """A file of records. Its methods do the same as the Store's methods of these names."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last: tuple[int, Match] | None = None  # that was read

    def __exit__(self, *_: object) -> None:
        self.last = None

    def leagues(self) -> list[League]:
        """Returns []: a file of records has no leagues."""
        return []

    def matches(self, league: int | None = None) -> Iterator[Played]:
        """Yields all matches. Raises BadInput for a line that is no match."""
        for number, match in enumerate(read_matches(self.path)):
            self.last = number, match
            yield played_of(match, number)

    def record(self, match: int) -> Match:
        """Returns the record of one match. Raises BadInput if there is no such match."""
        if self.last is not None and self.last[0] == match:
            return self.last[1]
        number = 0
        for number, found in enumerate(read_matches(self.path)):
            if number == match:
                self.last = number, found
                return found
        raise BadInput(f"{self.path} has no match {match}; expected 0 to {number}")

    def notes(self, match: int) -> list[Note]:
        """Returns the values that the bots of one match printed."""
        return list(reported_notes(self.record(match)))

    def names(self, league: int | None = None) -> list[str]:
        """Returns the names of all values that bots printed."""
        return sorted({note.name for one in self.matches() for note in self.notes(one.id)})


def open_matches(path: Path) -> Store | Records:
    """Opens a store or a file of records; use it in a `with` statement. Raises BadInput, at once or
    while it is read, if the file is neither.
    """
    return open_store(path) if is_store(path) or path.suffix == ".db" else Records(path)


def numbered(path: Path, number: int | None) -> tuple[int, Match]:
    """Returns the number of a match of a store or a file of records, and the match.

    number: None for a store's last match, or a file's first
    Raises BadInput if there is no such match.
    """
    with open_matches(path) as source:
        if number is None:
            number = source.newest_match() if isinstance(source, Store) else 0
        if number is None:
            raise BadInput(f"{path}: holds no match yet")
        return number, source.record(number)
