"""The store: what goes in comes out, nothing twice, and every trouble is one clear line."""

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from botsmith.arena.matches.played import Note, Played, Player, Seat, TurnTimes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.store import database
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import Store, open_store
from botsmith.errors import BadInput
from botsmith.referees.base import Match, Result, Turn

SPEC = {"bots": [["one", ""], ["two", ""]], "seed": 1}


def seat(name: str, rank: int, fault: str = "", turn_ms: tuple[float, ...] = (9.0, 2.0)) -> Seat:
    text = f"seat: {fault}" if fault else ""
    player = Player(name, f"hash of {name}", 100)
    times, engine = TurnTimes.of(turn_ms), EngineTurns(c=7, python=1, unknown=rank)
    return Seat(player, 100, rank, float(3 - rank), fault, text, times, 0, engine)


def played(number: int = 0, ranks: tuple[int, int] = (1, 2)) -> Played:
    rotation = number % 2
    seats = (seat("one", ranks[0]), seat("two", ranks[1], "crash"))
    order = (0, 1)
    if rotation:
        seats, order = (seats[1], seats[0]), (1, 0)
    seed = 1 + number // 2
    return Played(number, "toy", seed, rotation, 100, "hard", None, "over", order, seats)


def record(seed: int = 1) -> bytes:
    return encode_match(match_of(seed))


def match_of(seed: int = 1) -> Match:
    turns = [Turn({0: ["1"]}, {0: ["[b]2"]}, {"x": 1})]
    return Match(
        "toy", "test", str(seed), 2, {}, {0: []}, turns, Result([2.0, 1.0], [1, 2], "over")
    )


@pytest.fixture
def store(tmp_path: Path):
    with open_store(tmp_path / "league.db", create=True) as found:
        yield found


def test_a_new_store_waits_for_another_program_that_makes_it(tmp_path: Path, monkeypatch):
    """SQLite refuses WAL mode at once while another one writes: that `play` lost its matches."""
    path = tmp_path / "league.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waits: list[float] = []

    def release(seconds: float) -> None:
        waits.append(seconds)
        other.execute("ROLLBACK")

    monkeypatch.setattr(time, "sleep", release)
    with open_store(path, create=True) as found:
        assert found.add(found.begin_league("toy", SPEC), played(), record()) == 1
    assert waits == [database.LOOK_SECONDS]
    other.close()


def test_a_match_comes_out_as_it_went_in(store: Store):
    league = store.begin_league("toy", SPEC)
    number = store.add(league, played(), record(), [Note(0, 3, "depth", 7), Note(1, 0, "w", "x")])
    assert number is not None
    found = list(store.matches())
    assert [match.seats for match in found] == [played().seats]
    assert found[0].order == (0, 1)
    store.add(league, played(1), record())
    assert [match.order for match in store.matches()] == [(0, 1), (1, 0)]
    assert (found[0].id, found[0].league, found[0].end) == (number, league, "over")
    assert store.record(number) == match_of()
    assert store.notes(number) == [Note(0, 3, "depth", 7), Note(1, 0, "w", "x")]


def test_a_match_counts_once_in_its_league_and_again_in_another(store: Store):
    league = store.begin_league("toy", SPEC)
    assert store.add(league, played(), record())
    assert store.add(league, played(), record()) is None
    assert store.add(league, played(1), record())
    other = store.begin_league("toy", SPEC)
    assert store.add(other, played(), record())
    assert (store.count(league), store.count(other), store.count()) == (2, 1, 3)
    assert [match.league for match in store.matches(other)] == [other]
    assert len(list(store.matches(after=1))) == 2


def test_the_plan_orders_the_matches_whenever_they_were_played(store: Store):
    league = store.begin_league("toy", SPEC)
    for number in (3, 0, 2):
        store.add(league, played(number), record())
    assert [match.number for match in store.plan(league)] == [0, 2, 3]
    assert [match.number for match in store.matches(league)] == [3, 0, 2]
    assert store.numbers(league) == {0, 2, 3}


def test_the_newest_league_of_a_spec_is_found(store: Store):
    assert store.find_league("toy", SPEC) is None
    first, second = store.begin_league("toy", SPEC), store.begin_league("toy", SPEC)
    store.begin_league("toy", SPEC | {"seed": 2})
    assert first < second == store.find_league("toy", dict(reversed(SPEC.items())))
    assert [league.spec["seed"] for league in store.leagues()] == [1, 1, 2]


def test_a_bot_that_changed_is_another_bot(store: Store):
    league = store.begin_league("toy", SPEC)
    store.add(league, played(), record())
    changed = Seat(Player("one", "another hash"), 100, 1, 2.0, "", "", TurnTimes())
    seats = (changed, seat("two", 2))
    store.add(league, Played(1, "toy", 1, 0, 100, "hard", None, "", (0, 1), seats), record())
    hashes = {seat.player.hash for match in store.matches() for seat in match.seats}
    assert sorted(hashes) == [
        "another hash",
        "hash of one",
        "hash of two",
    ]


def test_a_file_that_is_missing_or_no_store_is_refused(tmp_path: Path):
    with pytest.raises(BadInput, match="no such file"):
        open_store(tmp_path / "none.db")
    text = tmp_path / "text.db"
    text.write_text("no database at all, but long enough to be looked at" * 30)
    with pytest.raises(BadInput, match="expected a store"):
        open_store(text)
    foreign = tmp_path / "foreign.db"
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE other (x)")
    connection.close()
    with pytest.raises(BadInput, match="not made by `league`"):
        open_store(foreign, create=True)


def test_a_store_of_another_version_is_refused(store: Store):
    store.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(
        BadInput, match="version 99; this workshop reads versions 2 and 3.*a new --db"
    ):
        open_store(store.path)


def make_old(path: Path) -> None:
    """Takes from a store what version 2 did not have."""
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE seats DROP COLUMN late")
    connection.execute("PRAGMA user_version = 2")
    connection.close()


def test_a_store_of_version_2_is_read_as_it_is_and_completed_by_who_writes(tmp_path: Path):
    path = tmp_path / "league.db"
    with open_store(path, create=True) as store:
        league = store.begin_league("toy", SPEC)
        store.add(league, played(), record())
    make_old(path)
    before = path.read_bytes()
    with open_store(path) as store:
        assert [seat.late for match in store.matches() for seat in match.seats] == [0, 0]
    assert path.read_bytes() == before
    with open_store(path, create=True) as store:
        late = replace(played(1), seats=tuple(replace(s, late=3) for s in played(1).seats))
        store.add(league, late, record())
        assert [seat.late for match in store.matches() for seat in match.seats] == [0, 0, 3, 3]


LATER = ("moves", "conditions", "versions", "ships")  # tables that older files may lack


def test_a_store_without_later_tables_is_read_as_it_is_and_completed_by_who_writes(store: Store):
    store.add(store.begin_league("uttt", SPEC), played(0), record())
    for table in LATER:
        store.connection.execute(f"DROP TABLE {table}")
    with open_store(store.path) as reader:
        assert [match.moves for match in reader.matches()] == [""]
        assert not (reader.conditions(1) or reader.versions() or reader.ships())
    assert not {*LATER} & tables(store)
    with open_store(store.path, create=True) as writer:
        assert writer.keep_version("csb", "abc", b"") == 1
    assert {*LATER} <= tables(store)


def tables(store: Store) -> set[str]:
    """Returns the names of the tables in a store's file."""
    rows = store.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in rows}


def test_a_store_is_read_where_nothing_can_be_written(tmp_path: Path):
    """SQLite wants to open league.db-wal even to read; a folder is in its way, also for root."""
    path = tmp_path / "a?b#" / "league.db"
    path.parent.mkdir()
    with open_store(path, create=True) as store:
        store.add(store.begin_league("toy", SPEC), played(), record())
    make_old(path)
    wal = path.parent / "league.db-wal"
    wal.mkdir()
    with open_store(path) as store:
        assert (store.count(), store.record(1)) == (1, match_of())
        assert [seat.late for match in store.matches() for seat in match.seats] == [0, 0]
        with pytest.raises(BadInput, match="cannot be opened for writing"):
            store.begin_league("toy", SPEC)
    with pytest.raises(BadInput, match="cannot be opened for writing"):
        open_store(path, create=True)


def test_newest_matches_that_cannot_be_read_are_not_left_out_in_silence(store, monkeypatch):
    def refused(*_: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    store.begin_league("toy", SPEC)  # stands in league.db-wal as long as the store is open
    monkeypatch.setattr(database, "open_database", refused)
    with pytest.raises(BadInput, match="newest matches stand in .*db-wal.*copy both files"):
        open_store(store.path)


def test_a_lock_that_is_never_given_back_is_one_line_and_no_match(store: Store):
    league = store.begin_league("toy", SPEC)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with open_store(store.path, wait_seconds=0.05) as hasty:
        with pytest.raises(BadInput, match="locked by another program; end it"):
            hasty.add(league, played(), record())
        assert hasty.count() == 0  # reading goes on
        other.execute("ROLLBACK")
        assert hasty.add(league, played(), record())
    other.close()
    assert store.count() == 1


def test_a_lock_that_is_given_back_only_delays(store: Store):
    league = store.begin_league("toy", SPEC)
    other = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as later, open_store(store.path, wait_seconds=60.0) as patient:
        later.submit(time.sleep, 0.1)
        later.submit(other.execute, "ROLLBACK")
        assert patient.add(league, played(), record())
    other.close()


def test_a_full_disk_is_one_line_and_keeps_what_is_there(store: Store):
    league = store.begin_league("toy", SPEC)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages + 3}")
    stored = 0
    with pytest.raises(BadInput, match="full; make room, then go on with --resume"):
        for number in range(10_000):
            store.add(league, played(number), record(number))
            stored += 1
    assert store.count(league) == stored == len(list(store.matches()))
    assert store.connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    store.connection.execute("PRAGMA max_page_count = 100000")
    assert store.add(league, played(stored), record())


def test_no_such_match(store: Store):
    for number in (7, 2**63 - 1, 2**63):
        with pytest.raises(BadInput, match=f"no match {number}"):
            store.record(number)


def test_a_histogram_that_is_none_is_refused(store: Store):
    store.add(store.begin_league("toy", SPEC), played(), record())
    store.connection.execute("UPDATE seats SET steps = '1:x'")
    with pytest.raises(BadInput, match="match 1 has values of the wrong kind"):
        list(store.matches())


def test_the_largest_number_that_sqlite_holds_is_a_match_like_any_other(store: Store):
    store.add(store.begin_league("toy", SPEC), played(), record())
    store.connection.execute("PRAGMA foreign_keys = OFF")
    store.connection.execute(f"UPDATE records SET match = {2**63 - 1}")
    assert store.record(2**63 - 1) == match_of()


@pytest.mark.parametrize(("rank", "is_one"), [(0, False), (1, True), (1000, True), (1001, False)])
def test_a_rank_is_between_1_and_1000(store: Store, rank: int, is_one: bool):
    store.add(store.begin_league("toy", SPEC), played(), record())
    store.connection.execute(f"UPDATE seats SET rank = {rank} WHERE seat = 1")
    if is_one:
        assert [match.ranks for match in store.matches()] == [[1, rank]]
    else:
        with pytest.raises(BadInput, match="match 1 has values of the wrong kind"):
            list(store.matches())


@pytest.mark.parametrize("spec", ["'{'", "x'ff'", "7", "NULL"])
def test_a_spec_that_is_no_json_is_refused(store: Store, spec: str):
    store.connection.execute("DROP TABLE leagues")  # which takes text alone
    store.connection.execute("CREATE TABLE leagues (id, game, spec, started_at)")
    store.connection.execute(f"INSERT INTO leagues VALUES (1, 'toy', {spec}, 0.0)")
    with pytest.raises(BadInput, match="a league's spec is no JSON; expected a store"):
        store.leagues()


@pytest.mark.parametrize(
    ("count", "spare", "kept"),
    [(3, 0, [3, 4, 5]), (9, 0, [4, 5]), (9, -1, [5]), (1, 0, [5]), (0, 0, [5]), (9, -9999, [5])],
)
def test_the_newest_are_kept_up_to_a_count_and_a_size(store, count, spare, kept):
    """spare: bytes besides two records, or besides all if the count decides."""
    league = store.begin_league("toy", SPEC)
    for number in range(5):
        store.add(league, played(number), record())
    store.keep_newest(9, 9 * len(record()))
    assert store.count() == 5
    size = (2 if count == 9 else 9) * len(record())
    store.keep_newest(count, size + spare)
    assert [match.id for match in store.matches()] == kept
    store.keep_newest(count, size + spare)
    assert [match.id for match in store.matches()] == kept


def test_a_file_of_ours_is_known_by_its_name_within(store: Store):
    store.connection.execute("PRAGMA wal_checkpoint")
    assert store.path.read_bytes()[68:72] == b"Bots"


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (sqlite3.OperationalError("database is locked"), "locked by another program; end"),
        (sqlite3.OperationalError("database or disk is full"), "cannot be written: .*; make room"),
        (sqlite3.OperationalError("disk I/O error"), "cannot be written: .*; make room"),
        (sqlite3.OperationalError("unable to open database file"), "be opened for writing: unable"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "for writing: attempt"),
        (sqlite3.DatabaseError("file is not a database"), "not a database; expected a store that"),
        (
            UnicodeDecodeError("utf-8", b"\xff", 0, 1, "its own words"),
            "own words; expected a store",
        ),
    ],
)
def test_whatever_sqlite_says_is_one_line_with_what_would_be_right(error: Exception, hint: str):
    with pytest.raises(BadInput, match=f"^league.db: .*{hint}"):
        with database.explained_errors(Path("league.db")):
            raise error


def test_a_lock_is_waited_for_half_a_minute_unless_the_user_says_else(monkeypatch):
    monkeypatch.delenv("BOTSMITH_LOCK_SECONDS", raising=False)
    assert database.patience() == 30.0
    for text, seconds in (("0.5", 0.5), ("0", 0.0), ("-3", 0.0)):
        monkeypatch.setenv("BOTSMITH_LOCK_SECONDS", text)
        assert database.patience() == seconds
    monkeypatch.setenv("BOTSMITH_LOCK_SECONDS", "long")
    with pytest.raises(BadInput, match="BOTSMITH_LOCK_SECONDS=long: expected a number"):
        database.patience()


@pytest.mark.parametrize(
    "spec",
    ['{"seed": 1}', '{"bots": 7}', '{"bots": [["one"]]}', '{"bots": [["one", ""]]}', "{", None],
)
def test_a_league_that_does_not_name_its_bots_is_refused(store: Store, spec: str | None):
    league = store.begin_league("toy", SPEC)
    store.add(league, played(), record())
    if spec is None:
        store.connection.execute("PRAGMA foreign_keys = OFF")
        store.connection.execute("DELETE FROM leagues")
    else:
        store.connection.execute("UPDATE leagues SET spec = ?", (spec,))
    with pytest.raises(BadInput, match="league 1 does not name its bots; expected a store"):
        list(store.matches(league))


def test_a_store_that_another_is_just_making_is_no_store_of_version_0(tmp_path, monkeypatch):
    """Its version had been read before it was made, and its tables after that."""
    path = tmp_path / "x.db"
    read: Any = database.prepare
    others: list[Thread] = []

    class Slow:
        """A connection that lets another one make the store behind its first look."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            self.connection, self.is_made = connection, False

        def execute(self, text: str) -> sqlite3.Cursor:
            found = self.connection.execute(text)
            if "user_version" in text and not self.is_made:
                self.is_made = True
                monkeypatch.setattr(database, "prepare", read)
                others.append(Thread(target=lambda: open_store(path, create=True).close()))
                others[0].start()
                others[0].join(1.0)  # it waits for us, or is done
            return found

    monkeypatch.setattr(
        database, "prepare", lambda place, found, create: read(place, Slow(found), create)
    )
    with open_store(path, create=True) as store:
        assert store.leagues() == []
    others[0].join()
