"""One way in for matches: a file of records is read as a store is.

The matches of a file are numbered from 0 and belong to no league.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.played import Note, Played, Player, Seat, TurnTimes, told_notes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.store.database import is_store
from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import League, Store, open_store
from botsmith.errors import BadInput
from botsmith.referees.base import Match
from botsmith.replay.extras import check_extras
from botsmith.replay.viewer import names


class Records:
    """A file of records. Its methods are those of a Store with these names."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.last: tuple[int, Match] | None = None  # that was read

    def __enter__(self) -> "Records":
        return self

    def __exit__(self, *_: object) -> None:
        self.last = None

    def leagues(self) -> list[League]:
        """Returns [], for a file has no leagues."""
        return []

    def matches(self, league: int | None = None) -> Iterator[Played]:
        """Yields all matches. BadInput for a line that is no match."""
        for number, match in enumerate(read_matches(self.path)):
            self.last = number, match
            yield played_of(number, match)

    def record(self, match: int) -> Match:
        """Returns the record of one match. BadInput if there is no such match."""
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
        return list(told_notes(self.record(match)))

    def names(self, league: int | None = None) -> list[str]:
        """Returns the names of all values that bots printed."""
        return sorted({note.name for one in self.matches() for note in self.notes(one.id)})


def played_of(number: int, match: Match) -> Played:
    """Returns the figures of a recorded match.

    A seat with as many points as all others has not lost, whatever its rank. BadInput for figures
    that no arena wrote.
    """
    check_extras(match)
    extra, result = match.extra, match.result
    is_draw = len(set(result.scores)) == 1
    faults = {error.get("seat"): error for error in extra.get("errors", [])}
    seed: Any = int(match.seed) if match.seed.lstrip("-").isdecimal() else match.seed
    seats = []
    for place, name in enumerate(names(match)):
        engine = extra.get("engine", {}).get(str(place))
        seat = Seat(
            player=Player(name, ""),
            budget=FULL_BUDGET,
            rank=1 if is_draw else result.ranks[place],
            score=result.scores[place],
            fault=str(faults.get(place, {}).get("fault", "")),
            text=faults.get(place, {}).get("text", ""),
            times=TurnTimes.of(extra.get("turn_ms", {}).get(str(place), [])),
            engine=(
                EngineTurns(**engine) if engine else EngineTurns(unknown=len(match.asked(place)))
            ),
        )
        seats.append(seat)
    return Played(
        number=number,
        game=match.game,
        seed=seed,
        rotation=extra.get("rotation", 0),
        level=FULL_BUDGET,
        time_rule=extra.get("time_rule", "none"),
        iterations=extra.get("iterations"),
        end=result.end,
        order=tuple(range(match.players)),
        seats=tuple(seats),
        id=number,
    )


def open_matches(path: Path) -> Store | Records:
    """Opens a store or a file of records; use it in a `with` statement. BadInput if it is neither,
    at once or when it is read.
    """
    return open_store(path) if is_store(path) or path.suffix == ".db" else Records(path)


def numbered(path: Path, number: int | None) -> tuple[int, Match]:
    """Returns a match of a store or a file of records, behind its number.

    number: None for a store's last, or a file's first. BadInput if there is none.
    """
    with open_matches(path) as source:
        if number is None:
            number = newest(source) if isinstance(source, Store) else 0
        return number, source.record(number)


def read_match(path: Path, number: int | None) -> Match:
    """Returns what `numbered` does, but for the number. BadInput if there is none."""
    return numbered(path, number)[1]


def newest(store: Store) -> int:
    """Returns the number of a store's last match. BadInput for an empty store."""
    number = store.newest_match()
    if number is None:
        raise BadInput(f"{store.path}: holds no match yet")
    return number
