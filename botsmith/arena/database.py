"""The SQLite file of a store: made by schema.sql, known by its version, its errors in one line.

The file is in WAL mode: one process writes while others read.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from botsmith.errors import BadInput

VERSION = 2
APPLICATION = 0x426F7473  # "Bots", so that `file` and we know our own
SCHEMA = Path(__file__).with_name("schema.sql")
WAIT_SECONDS = 30.0  # for the lock of another process, unless BOTSMITH_LOCK_SECONDS says else


class OtherVersion(BadInput):
    """A store of another version of the schema."""


@contextmanager
def explained(path: Path, wait_seconds: float = WAIT_SECONDS) -> Iterator[None]:
    """Turns every error of SQLite into one line that says what would be right."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter: its own words, torn
        text = str(error)
        if "locked" in text:
            hint = f"locked by another program for {wait_seconds:g} s; end it, then go on with"
            hint += " --resume"
        elif "full" in text or "disk I/O" in text:
            hint = f"cannot be written: {text}; make room, then go on with --resume:"
            hint += " every match stored so far is kept"
        elif "unable to open" in text or "readonly" in text:
            hint = f"cannot be opened for writing: {text}; expected a path to a file of yours"
        else:
            hint = f"{text}; expected a store that `league` made"
        raise BadInput(f"{path}: {hint}") from None


def patience() -> float:
    """Seconds to wait for a lock. BadInput for an environment that says something else."""
    text = os.environ.get("BOTSMITH_LOCK_SECONDS", str(WAIT_SECONDS))
    try:
        return max(0.0, float(text))
    except ValueError:
        raise BadInput(f"BOTSMITH_LOCK_SECONDS={text}: expected a number of seconds") from None


def prepare(path: Path, connection: sqlite3.Connection, create: bool) -> None:
    """Makes the tables of a new file; refuses a file that is not ours or of another version."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    is_empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if is_empty and create:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA.read_text(encoding="ascii").split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    elif application != APPLICATION:
        raise BadInput(f"{path}: not made by `league`; expected a store of matches")
    elif version != VERSION:
        raise OtherVersion(
            f"{path}: a store of version {version}; this workshop reads version {VERSION}, which"
            " also tells which engine played: expected a new --db"
        )
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
