"""Shows the matches of a league that meet a condition, for the board's `?where=EXPR`."""

from bisect import bisect_left
from typing import Any

from botsmith.arena.matches.played import Played
from botsmith.arena.store.groups import Groups
from botsmith.arena.store.store import Store
from botsmith.arena.store.where import Condition, stored_facts


class Chosen:
    """The seats of one level that meet a condition. It reads each match once, as a LeagueBoard
    does.
    """

    def __init__(self, league: int, text: str, level: int) -> None:
        """Parses the condition. Raises BadInput, in one line, for a text that is no condition."""
        self.text, self.league, self.level = text, league, level
        self.where = Condition(text, "where =")
        self.groups = Groups(self.where, ())
        self.newest = 0

    def read(self, store: Store) -> None:
        """Adds the matches that the store has received since the last call."""
        matches = store.matches(self.league, self.newest)
        for played, seats in stored_facts(store, matches, self.groups.names):
            self.newest = played.id
            if played.level == self.level:
                self.groups.add(played, seats)

    def matches(self, store: Store, count: int, before: int | None) -> list[Played]:
        """Returns the last `count` matches that meet the condition; with `before` only those with a
        smaller id.
        """
        ids = self.groups.matches
        end = len(ids) if before is None else bisect_left(ids, before)
        return store.chosen(ids[max(0, end - count) : end])

    def view(self, confidence: float) -> dict[str, Any]:
        """Returns the values that part.html shows about the chosen matches."""
        rows, winning = self.groups.as_json(confidence)
        matches = len(self.groups.matches)
        return {"text": self.text, "matches": matches, "rows": rows, "winning": winning}
