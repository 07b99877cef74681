"""Stores the last matches of `play`, and bots' explanations of their moves in leagues.

Both are stores like any other (store.py), and both are bounded.
"""

import gzip
from collections import deque
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from botsmith.arena.matches.league import Plan
from botsmith.arena.matches.played import Outcome
from botsmith.arena.store.database import Unreadable
from botsmith.arena.store.record import decode_match, encode_match
from botsmith.arena.store.store import Store, open_store
from botsmith.errors import refusing
from botsmith.explanation import is_explanation
from botsmith.printable import print_error
from botsmith.workspace import STATE

RING = STATE / "played.db"
MATCHES = 200  # that the ring keeps
BYTES = 50_000_000  # of their records
MANY = 50  # matches after which the ring is cut to its size again
EXPLAINED = 300  # matches of a league that keep thoughts
WHICH = ("all", "lost")
MINE = 0  # the number of the bot that was named first: whose losses are meant
THOUGHT = rb"\"moves\": ["  # as it stands in a record


class LastMatches:
    """The store of the last matches of `play`. Each call is a league of its own. Close it after
    use.
    """

    def __init__(self, plan: Plan) -> None:
        """Opens the store; a damaged one is moved aside. Raises BadInput if it cannot be
        written.
        """
        with refusing(f"{RING}: cannot be written"):
            RING.parent.mkdir(exist_ok=True)
            try:
                self.store = open_store(RING, create=True)
            except Unreadable as error:
                if not RING.read_bytes().startswith(b"SQLite"):
                    raise  # nothing of ours
                aside = RING.with_suffix(".unread")
                for end in ("-wal", "-shm", ""):  # SQLite's own files of it, too
                    if (part := Path(f"{RING}{end}")).exists():
                        part.replace(f"{aside}{end}")
                print_error(f"{error}; it is {aside} now, and a new one begins")
                self.store = open_store(RING, create=True)
        self.league = self.store.begin_league(plan.game, plan.spec())
        self.added = 0

    def keep_conditions(self, conditions: Mapping[str, Any]) -> None:
        """Stores the conditions of the matches. Raises BadInput if the store cannot be written."""
        self.store.keep_conditions(self.league, conditions)

    def add(self, outcome: Outcome) -> None:
        """Stores a match. Raises BadInput if the store cannot be written."""
        self.store.add(self.league, outcome.played, outcome.record, outcome.notes)
        self.added += 1
        if self.added % MANY == 1:
            self.store.keep_newest(MATCHES, BYTES)

    def close(self) -> None:
        """Removes the oldest matches beyond the ring's size, and closes the store."""
        try:
            self.store.keep_newest(MATCHES, BYTES)
        finally:
            self.store.close()


class Thoughts:
    """Stores the bots' explanations for the newest EXPLAINED matches of a league.

    which: "all", or "lost" for the matches that one of the bots `mine` lost
    mine: numbers of bots
    """

    def __init__(
        self, store: Store, league: int, which: str, mine: Collection[int] = (MINE,)
    ) -> None:
        self.store = store
        self.mine = mine
        self.is_all = which == WHICH[0]
        self.matches: deque[int] = deque()
        for match, record in store.records(league):
            self.stored(match, record)

    def record(self, outcome: Outcome) -> bytes:
        """Returns the record of a match to be stored, with or without explanations."""
        played = outcome.played
        seats = zip(played.order, played.ranks, strict=True)
        is_lost = any(bot in self.mine and rank > 1 for bot, rank in seats)
        return outcome.record if self.is_all or is_lost else without_thoughts(outcome.record)

    def stored(self, match: int, record: bytes) -> None:
        """Counts a stored match. Removes the explanations of the oldest one if there are too
        many.
        """
        if not has_thoughts(record):
            return
        self.matches.append(match)
        if len(self.matches) > EXPLAINED:
            oldest = self.matches.popleft()
            found = encode_match(self.store.record(oldest))
            self.store.replace_record(oldest, without_thoughts(found))


def has_thoughts(record: bytes) -> bool:
    """Returns True if a record holds an explanation by a bot."""
    try:
        return THOUGHT in gzip.decompress(record)
    except (OSError, EOFError):  # whoever reads it will say so
        return False


def without_thoughts(record: bytes) -> bytes:
    """Returns a record without the lines in which bots explain their moves. Their other lines
    stay.
    """
    match = decode_match(record, "a match just played")
    said = match.extra.get("stderr", {})
    for seat, texts in said.items():
        lines = [text.splitlines(True) for text in texts]
        said[seat] = ["".join(one for one in each if not is_explanation(one)) for each in lines]
    match.extra["stderr"] = {seat: texts for seat, texts in said.items() if any(texts)}
    return encode_match(match)
