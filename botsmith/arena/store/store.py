"""Matches in an SQLite file: written when they end, never counted twice, read by every other
command.

docs/store.md describes the tables. Every error of SQLite (a full disk, a lock that is never
released, a file that is no store) becomes a BadInput with one line.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import astuple, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from botsmith.arena.matches.played import Note, Played, Player, Seat, TurnTimes, steps_from
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.store.database import connect, explained_errors, no_store
from botsmith.arena.store.record import decode_match
from botsmith.errors import BadInput
from botsmith.referees.base import Match

MOST_SEATS = 1000  # of any game
LARGEST = 2**63 - 1  # number that SQLite holds
PARTS = ("seats", "records", "notes", "moves")  # tables of a match's parts
OLD_SECONDS = 86_400.0
UNUSED = "NOT IN (SELECT league FROM matches)"
MOVES_OF = "coalesce((SELECT hash FROM moves WHERE moves.match = m.id), '')"
NUMBER, MAYBE = (int, float), (int, float, type(None))
OF_MATCH = (  # fields of Played, as `Store._matches` asks for them
    *("number", "game", "seed", "rotation", "level", "time_rule", "iterations", "end"),
    *("played_at", "id", "league", "moves"),
)
ROW_KINDS: tuple[Any, ...] = (  # of the columns that `Store._matches` asks for
    *(int, str, int, int, int, str, MAYBE, str, NUMBER, int, int, str),
    *(str, str, MAYBE, int, int, NUMBER, str, str, MAYBE, int, NUMBER, NUMBER, str, int),
    *(int, int, int, int),
)


@dataclass(frozen=True)
class League:
    """One run of `league`. spec: the settings that decide which matches belong to it, see
    league.py.
    """

    id: int
    game: str
    spec: dict[str, Any] = field(hash=False)
    started_at: float


@dataclass(frozen=True)
class Version:
    """A stored version of a bot's file, under the bot's name and a number from 1."""

    bot: str
    number: int
    hash: str
    kept_at: float
    content: bytes

    @property
    def name(self) -> str:
        """Returns the version's name as on the command line, csb@v1 for example."""
        return f"{self.bot}@v{self.number}"


@dataclass(frozen=True)
class Ship:
    """A version that was shipped.

    name: the author's name for it, or the version's name
    bot, number: the bot and the number of the version
    revision: the git revision of its sources
    test: its result against the version before, in words
    sources: its packed sources, see bundle/bases.py
    """

    name: str
    bot: str
    number: int
    shipped_at: float
    revision: str
    note: str
    test: str
    sources: bytes

    @property
    def version(self) -> str:
        """Returns the name of the shipped version, csb@v1 for example."""
        return f"{self.bot}@v{self.number}"


class Store(AbstractContextManager["Store"]):
    """An open store. Make it with `open_store`; close it, or use it in a `with` statement."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(seats)")]
        self.late = "s.late" if "late" in columns else "0"  # an expression of SQL
        self.connection = connection
        self.numbers_of: dict[int, dict[str, int]] = {}  # by league: its bots' numbers by name

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file. All matches are already written by then."""
        self.connection.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Runs the block as a transaction, which writes all of its changes or none."""
        with explained_errors(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk has rolled back already
                    self.connection.execute("ROLLBACK")
                raise

    def _rows(self, query: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        with explained_errors(self.path):
            # Not the cursor itself: who stops early would have it closed after the store.
            yield from map(tuple, self.connection.execute(query, values))

    # ---- writing

    def _write(self, query: str, values: Sequence[Any]) -> sqlite3.Cursor:
        """Runs one statement as a transaction."""
        with self._change() as connection:
            return connection.execute(query, values)

    def begin_league(self, game: str, spec: Mapping[str, Any]) -> int:
        """Begins a league; returns its number."""
        query = "INSERT INTO leagues (game, spec, started_at) VALUES (?, ?, ?)"
        return int(self._write(query, (game, canonical(spec), time.time())).lastrowid or 0)

    def keep_conditions(self, league: int, conditions: Mapping[str, Any]) -> None:
        """Stores the conditions of a result that are not in its league's spec, once for each
        command.
        """
        row = (league, time.time(), canonical(conditions))
        self._write("INSERT INTO conditions VALUES (?, ?, ?)", row)

    def conditions(self, league: int) -> list[dict[str, Any]]:
        """Returns the conditions of each command that played for a league, the newest last."""
        query = "SELECT text FROM conditions WHERE league = ? ORDER BY told_at"
        return [json.loads(text) for (text,) in self._rows(query, (league,))]

    def find_league(self, game: str, spec: Mapping[str, Any]) -> int | None:
        """Returns the newest league of exactly this spec; None without one."""
        query = "SELECT max(id) FROM leagues WHERE game = ? AND spec = ?"
        number: int | None = next(self._rows(query, (game, canonical(spec))))[0]
        return number

    def grow(self, league: int, spec: Mapping[str, Any]) -> None:
        """Gives a league a new spec: the old one with more bots, which have the next numbers."""
        self.numbers_of.pop(league, None)
        self._write("UPDATE leagues SET spec = ? WHERE id = ?", (canonical(spec), league))

    def keep_version(self, name: str, content_hash: str, content: bytes) -> int:
        """Stores the file of a bot under its name. Returns the number of this version, from 1.

        A file that is already stored keeps its number.
        """
        with self._change() as connection:
            query = "INSERT INTO versions SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4"
            query += " FROM versions WHERE name = ?1 ON CONFLICT (name, hash) DO NOTHING"
            connection.execute(query, (name, content_hash, time.time(), content))
            query = "SELECT number FROM versions WHERE name = ? AND hash = ?"
            return int(connection.execute(query, (name, content_hash)).fetchone()[0])

    def versions(self) -> list["Version"]:
        """Returns all stored versions of bots, by name and number."""
        query = "SELECT name, number, hash, kept_at, content FROM versions ORDER BY name, number"
        return [Version(*row) for row in self._rows(query)]

    def version(self, name: str) -> Version:
        """Returns a version by its name. Raises BadInput, with the list of names, if there is
        none.
        """
        found = {version.name: version for version in self.versions()}
        if name not in found:
            there = ", ".join(found) or "none: `league join` keeps them"
            raise BadInput(f"no version {name!r} in {self.path}; the versions there are {there}")
        return found[name]

    def keep_ship(self, ship: Ship) -> None:
        """Stores a version that was shipped. Raises BadInput if another one has this name."""
        if any(each.name == ship.name for each in self.ships()):
            raise BadInput(f"--name {ship.name}: was shipped before; expected another one")
        self._write("INSERT INTO ships VALUES (?, ?, ?, ?, ?, ?, ?, ?)", astuple(ship))

    def ships(self, bot: str | None = None) -> list[Ship]:
        """Returns all versions that were shipped, of one bot or of all, the newest last."""
        query = "SELECT * FROM ships WHERE ?1 IS NULL OR bot = ?1 ORDER BY shipped_at"
        return [Ship(*row) for row in self._rows(query, (bot,))]

    def add(
        self, league: int, played: Played, record: bytes, notes: Sequence[Note] = ()
    ) -> int | None:
        """Stores a match with its record (`encode_match`).

        Returns its number in the file, or None if the league has this match of its plan already.
        """
        query = "INSERT INTO matches (league, number, game, level, seed, rotation, time_rule,"
        query += " iterations, end, played_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        query += " ON CONFLICT (league, number) DO NOTHING"
        about = (league, played.number, played.game, played.level, played.seed, played.rotation)
        with self._change() as connection:
            outcome = (played.time_rule, played.iterations, played.end, time.time())
            found = connection.execute(query, (*about, *outcome))
            if found.rowcount == 0:
                return None
            match = int(found.lastrowid or 0)
            query = f"INSERT INTO seats VALUES ({', '.join('?' * 18)})"
            for place, seat in enumerate(played.seats):
                times, engine = seat.times, seat.engine
                key = (match, place, self._player(connection, seat.player))
                ended = (seat.budget, seat.rank, seat.score, seat.fault, seat.text)
                clock = (times.first, times.turns, times.total, times.max, times.steps_text())
                turns = (engine.c, engine.python, engine.unknown)
                connection.execute(query, (*key, *ended, *clock, seat.squeezed, *turns, seat.late))
            connection.execute("INSERT INTO records VALUES (?, ?)", (match, record))
            connection.execute("INSERT INTO moves VALUES (?, ?)", (match, played.moves))
            rows = [(match, note.seat, note.turn, note.name, note.value) for note in notes]
            connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", rows)
            return match

    def replace_record(self, match: int, record: bytes) -> None:
        """Stores another record for a match."""
        self._write("UPDATE records SET record = ? WHERE match = ?", (record, match))

    def keep_newest(self, count: int, size: int) -> None:
        """Removes all but the newest matches; then bots without a match, and leagues without a
        match that began more than a day ago. A younger league may belong to a command that has just
        begun.

        count: the largest number of matches to keep
        size: the largest number of bytes of their records together; one match always stays
        """
        with self._change() as connection:
            query = "SELECT match, length(record) FROM records ORDER BY match DESC"
            last, total = 0, 0
            for place, (match, length) in enumerate(connection.execute(query)):
                total += length
                if place and (place >= count or total > size):
                    last = match
                    break
            for table in PARTS:
                connection.execute(f"DELETE FROM {table} WHERE match <= ?", (last,))
            connection.execute("DELETE FROM matches WHERE id <= ?", (last,))
            old = (time.time() - OLD_SECONDS,)
            query = f"SELECT id FROM leagues WHERE id {UNUSED} AND started_at < ?"
            connection.execute(f"DELETE FROM conditions WHERE league IN ({query})", old)
            connection.execute(f"DELETE FROM leagues WHERE id {UNUSED} AND started_at < ?", old)
            connection.execute("DELETE FROM bots WHERE id NOT IN (SELECT bot FROM seats)")

    def _player(self, connection: sqlite3.Connection, player: Player) -> int:
        """Returns the number of a bot, and adds a new bot to its table."""
        key = (player.name, player.hash)
        query = "INSERT INTO bots (name, hash, size) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        connection.execute(query, (*key, player.size))
        query = "SELECT id FROM bots WHERE name = ? AND hash = ?"
        return int(connection.execute(query, key).fetchone()[0])

    # ---- reading

    def leagues(self) -> list[League]:
        """Returns all leagues, oldest first."""
        found = self._rows("SELECT id, game, spec, started_at FROM leagues ORDER BY id")
        try:
            return [League(number, game, json.loads(spec), at) for number, game, spec, at in found]
        except (TypeError, ValueError):
            raise no_store(self.path, "a league's spec is no JSON") from None

    def count(self, league: int | None = None) -> int:
        """Returns the number of matches, of one league or of all."""
        query = "SELECT count(*) FROM matches WHERE ?1 IS NULL OR league = ?1"
        return int(next(self._rows(query, (league,)))[0])

    def matches(self, league: int | None = None, after: int = 0) -> Iterator[Played]:
        """Yields the matches of one league, or of all, with ids above `after`, in the order
        stored.
        """
        where = "m.id > ?1 AND (?2 IS NULL OR m.league = ?2) ORDER BY m.id, s.seat"
        yield from self._matches(where, (after, league))

    def plan(self, league: int) -> Iterator[Played]:
        """Yields the matches of a league in the order of its plan."""
        yield from self._matches("m.league = ?1 ORDER BY m.number, s.seat", (league,))

    def newest(self, league: int, level: int, count: int, before: int | None) -> list[Played]:
        """Returns the last `count` matches of one level, newest first. With `before` only matches
        with a smaller id count.
        """
        ids = "SELECT id FROM matches WHERE league = ?1 AND level = ?2 AND (?3 IS NULL OR id < ?3)"
        where = f"m.id IN ({ids} ORDER BY id DESC LIMIT ?4) ORDER BY m.id DESC, s.seat"
        return list(self._matches(where, (league, level, before, count)))

    def chosen(self, ids: Sequence[int]) -> list[Played]:
        """Returns the matches with these ids, newest first."""
        where = "m.id IN (SELECT value FROM json_each(?1)) ORDER BY m.id DESC, s.seat"
        return list(self._matches(where, (json.dumps(list(ids)),)))

    def numbers(self, league: int) -> set[int]:
        """Returns the numbers, in the league's plan, of all matches that it has played."""
        query = "SELECT number FROM matches WHERE league = ?"
        return {number for (number,) in self._rows(query, (league,))}

    def _matches(self, where: str, values: Sequence[Any]) -> Iterator[Played]:
        query = (
            "SELECT m.number, m.game, m.seed, m.rotation, m.level, m.time_rule, m.iterations,"
            f" m.end, m.played_at, m.id, m.league, {MOVES_OF}, b.name, b.hash, b.size, s.budget,"
            " s.rank, s.score, s.fault, s.text, s.first_ms, s.turns, s.total_ms, s.max_ms, s.steps,"
            f" s.squeezed, s.c_turns, s.python_turns, s.unknown_turns, {self.late}"
            " FROM matches m JOIN seats s ON s.match = m.id JOIN bots b ON b.id = s.bot"
            f" WHERE {where}"
        )
        for head, rows in groupby(self._rows(query, values), key=lambda row: row[:12]):
            about = dict(zip(OF_MATCH, head, strict=True))
            seats = tuple(self._seat(row) for row in rows)
            yield Played(**about, order=self._order(about["league"], seats), seats=seats)

    def _seat(self, row: Sequence[Any]) -> Seat:
        """Returns a seat of a match. Raises BadInput for values that no league can have written."""
        name, content, size, budget, rank, score, fault, text, *clock = row[12:]
        first, turns, total, longest, steps, squeezed, *engine, late = clock
        try:
            if all(map(isinstance, row, ROW_KINDS)) and 0 < rank <= MOST_SEATS:
                times = TurnTimes(first, turns, total, longest, steps_from(steps))
                outcome = Player(name, content, size), budget, rank, score, fault, text
                return Seat(*outcome, times, squeezed, EngineTurns(*engine), late)
        except ValueError:  # a histogram that is none
            pass
        raise no_store(self.path, f"match {row[9]} has values of the wrong kind")

    def _order(self, league: int, seats: Sequence[Seat]) -> tuple[int, ...]:
        """Returns the bots' numbers in their league. Raises BadInput for a bot that is not in its
        spec.
        """
        try:
            if league not in self.numbers_of:
                (text,) = next(self._rows("SELECT spec FROM leagues WHERE id = ?", (league,)))
                names = [name for name, _ in json.loads(text)["bots"]]
                self.numbers_of[league] = {name: number for number, name in enumerate(names)}
            return tuple(self.numbers_of[league][seat.player.name] for seat in seats)
        except (KeyError, TypeError, ValueError, StopIteration):
            raise no_store(self.path, f"league {league} does not name its bots") from None

    def record(self, match: int) -> Match:
        """Returns the whole record of one match. Raises BadInput if there is no such match."""
        query = "SELECT record FROM records WHERE match = ?"
        found = next(self._rows(query, (match,)), None) if match <= LARGEST else None
        if found is None:
            raise BadInput(f"{self.path}: no match {match}; `export` lists those that are there")
        return decode_match(found[0], f"{self.path} match {match}")

    def records(self, league: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Yields the numbers and records (`encode_match`) of the matches of one league, or of all,
        in the order in which they were stored.
        """
        query = "SELECT r.match, r.record FROM records r JOIN matches m ON m.id = r.match"
        query += " WHERE ?1 IS NULL OR m.league = ?1 ORDER BY r.match"
        return ((match, record) for match, record in self._rows(query, (league,)))

    def newest_match(self) -> int | None:
        """Returns the number of the match that was stored last; None in an empty store."""
        number: int | None = next(self._rows("SELECT max(id) FROM matches"))[0]
        return number

    def values(self, league: int, level: int, end: int) -> Iterator[tuple[Any, ...]]:
        """Yields the values that the bots of a league reported, turn by turn, in matches of the
        level with plan numbers below `end`.

        A row has name, bot, turn, number of values, mean, and mean of the squares. Texts are left
        out.
        """
        query = (
            "SELECT n.name, b.name, n.turn, count(*), avg(n.value), avg(n.value * n.value)"
            " FROM matches m JOIN notes n ON n.match = m.id"
            " JOIN seats s ON s.match = m.id AND s.seat = n.seat JOIN bots b ON b.id = s.bot"
            " WHERE m.league = ? AND m.level = ? AND m.number < ? AND typeof(n.value) != 'text'"
            " AND abs(n.value) < 1e150 GROUP BY n.name, b.name, n.turn ORDER BY 1, 2, 3"
        )
        return self._rows(query, (league, level, min(end, 2**62)))

    def named(self, name: str) -> list[tuple[int, Any]]:
        """Returns the matches in which a value of this name was reported, with the value."""
        query = "SELECT match, value FROM notes WHERE name = ? ORDER BY match"
        return [(match, value) for match, value in self._rows(query, (name,))]

    def names(self, league: int | None = None) -> list[str]:
        """Returns the names of all values that were reported in one league, or in all."""
        query = "SELECT DISTINCT n.name FROM notes n JOIN matches m ON m.id = n.match"
        query += " WHERE ?1 IS NULL OR m.league = ?1 ORDER BY n.name"
        return [name for (name,) in self._rows(query, (league,))]

    def notes(self, match: int) -> list[Note]:
        """Returns the values that the bots of one match printed."""
        query = "SELECT seat, turn, name, value FROM notes WHERE match = ? ORDER BY seat, turn"
        return [Note(*row) for row in self._rows(query, (match,))]


def canonical(spec: Mapping[str, Any]) -> str:
    """Returns a spec as JSON text, equal for equal specs."""
    return json.dumps(spec, sort_keys=True, separators=(",", ":"))


def open_store(path: Path, create: bool = False, wait_seconds: float | None = None) -> Store:
    """Opens the store at `path`; `create` makes it if it is missing. Raises BadInput if it is no
    store.

    wait_seconds: how long to wait for the lock of another process; None for WAIT_SECONDS or the
    user's setting
    """
    if not create and not path.is_file():
        raise no_store(path, "no such file")
    with explained_errors(path):
        return Store(path, connect(path, create, wait_seconds))
