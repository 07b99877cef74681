"""Opens the SQLite file of a store: makes its tables, checks its version, explains its errors in
one line.

The file is in WAL mode: one process writes while others read. A file that cannot be written is read
as it is. Version 2 lacks the column seats.late, which writers add.
"""

import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from botsmith.errors import BadInput

VERSION = 3
WITHOUT_LATE = 2
APPLICATION = 0x426F7473  # "Bots", so that `file` and we know our own
SCHEMA = Path(__file__).with_name("schema.sql")
MADE = re.compile(r"CREATE (TABLE|INDEX) IF NOT EXISTS (\w+)")
MAGIC = b"SQLite format 3\0"
WAIT_SECONDS = 30.0  # for the lock of another process, unless BOTSMITH_LOCK_SECONDS says else
LOOK_SECONDS = 0.01  # between two attempts at a lock


class Unreadable(BadInput):
    """Raised for a store of another version of the schema, a damaged one, or another file."""


def no_store(where: object, mistake: str, kind: type[BadInput] = BadInput) -> BadInput:
    """Returns the error for something that no league can have stored. where: the file"""
    return kind(f"{where}: {mistake}; expected a store that `league` made")


def is_store(path: Path) -> bool:
    """Returns True for a file that begins as an SQLite database."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


@contextmanager
def explained_errors(path: Path) -> Iterator[None]:
    """Turns every SQLite error of the block into a BadInput: one line with the remedy."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: its own words, torn
        text = str(error)
        if "not a database" in text or "malformed" in text:
            raise no_store(path, text, Unreadable) from None
        if "locked" in text:
            hint = "locked by another program; end it, then go on with --resume"
        elif "full" in text or "disk I/O" in text:
            hint = f"cannot be written: {text}; make room, then go on with --resume:"
            hint += " every match stored so far is kept"
        elif is_refusal(text):
            hint = f"cannot be opened for writing: {text}; expected a path to a file of yours"
        else:
            raise no_store(path, text) from None
        raise BadInput(f"{path}: {hint}") from None


def patience() -> float:
    """Returns the seconds to wait for a lock. Raises BadInput if the environment variable is not a
    number.
    """
    text = os.environ.get("BOTSMITH_LOCK_SECONDS", str(WAIT_SECONDS))
    try:
        return max(0.0, float(text))
    except ValueError:
        raise BadInput(f"BOTSMITH_LOCK_SECONDS={text}: expected a number of seconds") from None


def connect(path: Path, create: bool, wait_seconds: float | None) -> sqlite3.Connection:
    """Opens a store; returns the connection.

    create: True to write, and to make a missing file
    wait_seconds: how long to wait for a lock; None for `patience`

    WAL mode writes a file beside the store even to read. Where that is impossible, on a read-only
    medium or in a read-only folder, a store that no process is writing is read without WAL.
    """
    wait_seconds = patience() if wait_seconds is None else wait_seconds
    try:
        return open_database(path, "", create, wait_seconds)
    except sqlite3.OperationalError as error:
        if create or not is_refusal(str(error)):
            raise
    if (wal := Path(f"{path}-wal")).is_file() and wal.stat().st_size:
        raise BadInput(
            f"{path}: its newest matches stand in {wal}, which cannot be read where nothing can be"
            " written; copy both files to a folder of yours"
        )
    return open_database(path, "?mode=ro&immutable=1", False, wait_seconds)


def open_database(path: Path, how: str, create: bool, wait_seconds: float) -> sqlite3.Connection:
    """Opens a file and prepares its tables; returns the connection. how: the end of its URI"""
    name = path.resolve().as_uri() + how
    connection = sqlite3.connect(name, timeout=wait_seconds, isolation_level=None, uri=True)
    try:
        prepare(path, connection, create)
        return connection
    except BaseException:
        connection.close()
        raise


def is_refusal(text: str) -> bool:
    """Returns True if SQLite's message says that a file cannot be written."""
    return "unable to open" in text or "readonly" in text


def prepare(path: Path, connection: sqlite3.Connection, create: bool) -> None:
    """Makes the tables that a file lacks; for a reader they are empty and temporary.

    Raises BadInput for a file that is not a store, Unreadable for another version.
    """
    connection.execute("BEGIN")  # all three of one moment: another program may be making the file
    version = version_in(connection)
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    connection.execute("COMMIT")
    if not tables and create:
        begin_wal(connection)
    elif application != APPLICATION:
        raise BadInput(f"{path}: not made by `league`; expected a store of matches")
    elif version not in (WITHOUT_LATE, VERSION):
        raise Unreadable(
            f"{path}: a store of version {version}; this workshop reads versions {WITHOUT_LATE} and"
            f" {VERSION}, which also tell which engine played: expected a new --db"
        )
    statements = SCHEMA.read_text(encoding="ascii").split(";\n")
    missing = [each for each in statements if (made := MADE.search(each)) and made[2] not in tables]
    if create and (missing or version != VERSION):
        complete(connection, missing)
    for statement in missing if not create else ():
        if "CREATE TABLE" in statement:
            connection.execute(statement.replace("CREATE TABLE", "CREATE TEMP TABLE", 1))
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def version_in(connection: sqlite3.Connection) -> int:
    """Returns the version of a file's schema, 0 for an empty file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def complete(connection: sqlite3.Connection, statements: Sequence[str]) -> None:
    """Runs statements of the schema, and marks the file with the present version."""
    connection.execute("BEGIN IMMEDIATE")
    if version_in(connection) == WITHOUT_LATE:  # nobody was quicker
        connection.execute("ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0")
    for statement in statements:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def begin_wal(connection: sqlite3.Connection) -> None:
    """Puts a new file into WAL mode. SQLite does not wait while another program makes the same
    file; this function does. Raises sqlite3.OperationalError if the lock stays.
    """
    end = time.monotonic() + connection.execute("PRAGMA busy_timeout").fetchone()[0] / 1000.0
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= end:
                raise
        time.sleep(LOOK_SECONDS)
