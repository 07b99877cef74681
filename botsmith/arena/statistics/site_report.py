"""Counts in which turn C came on the site's machine, for the reports of `play` and `league`."""

from collections.abc import Iterable, Sequence
from math import inf
from statistics import median_high
from typing import Any

from botsmith.arena.matches.played import C_FROM, OWN_LATE, Note, Played
from botsmith.arena.process.site_machine import Site


class Arrivals:
    """Counts starts by bot. turns: for each start that got C, its first turn in C, from 0."""

    def __init__(self, site: Site, names: Iterable[str]) -> None:
        self.site = site
        self.turns: dict[str, list[int]] = {name: [] for name in names}
        self.starts = dict.fromkeys(self.turns, 0)
        self.reports_engine = dict.fromkeys(self.turns, False)  # which engine plays
        self.late = dict.fromkeys(self.turns, 0)
        self.own_late = dict.fromkeys(self.turns, 0)

    def add(self, played: Played, notes: Iterable[Note]) -> None:
        """Counts a match."""
        names = [seat.player.name for seat in played.seats]
        for name, seat in zip(names, played.seats, strict=True):
            self.starts[name] += 1
            self.reports_engine[name] |= seat.engine.c + seat.engine.python > 0
            self.late[name] += seat.late
        for note in notes:
            if note.name == C_FROM:
                self.turns[names[note.seat]].append(note.turn)
            elif note.name == OWN_LATE:
                self.own_late[names[note.seat]] += int(note.value)

    def as_json(self) -> dict[str, Any]:
        """Returns the `site` of a report.

        c_median: null where half of the starts or more had no C
        tells: True if the bot says which engine plays
        """
        bots = [
            {
                "name": name,
                **arrival(turns, self.starts[name]),
                "tells": self.reports_engine[name],
                "late": self.late[name],
                "own_late": self.own_late[name],
            }
            for name, turns in self.turns.items()
        ]
        return {**self.site.as_json(), "bots": bots}


def arrival(turns: Sequence[int], starts: int) -> dict[str, int | None]:
    """Returns a summary of when C came in `starts` starts. turns: the first turn in C of each start
    that got C.
    """
    never = starts - len(turns)
    middle = median_high([*turns, *[inf] * never]) if starts else inf
    return {
        "starts": starts,
        "c_median": None if middle == inf else int(middle),
        "c_latest": max(turns, default=None),
        "never": never,
    }
