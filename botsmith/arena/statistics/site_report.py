"""Counts in which turn C was ready on the site's machine, for the reports of `play` and
`league`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median_high
from typing import Any

from botsmith.arena.matches.played import C_FROM, OWN_LATE, Note, Played
from botsmith.arena.process.site_machine import Site


@dataclass
class Starts:
    """The starts of a bot.

    turns: for each start that got C, its first turn in C, from 0
    reports_engine: True if the bot reports which engine plays
    late: number of late turns
    own_late: number of them that the bot's own work explains
    """

    turns: list[int] = field(default_factory=list)
    count: int = 0
    reports_engine: bool = False
    late: int = 0
    own_late: int = 0


class Arrivals:
    """Counts the starts of each bot."""

    def __init__(self, site: Site, names: Iterable[str]) -> None:
        self.site = site
        self.starts = {name: Starts() for name in names}

    def add(self, played: Played, notes: Iterable[Note]) -> None:
        """Counts a match."""
        found = [self.starts[seat.player.name] for seat in played.seats]
        for starts, seat in zip(found, played.seats, strict=True):
            starts.count += 1
            starts.reports_engine |= seat.engine.c + seat.engine.python > 0
            starts.late += seat.late
        for note in notes:
            if note.name == C_FROM:
                found[note.seat].turns.append(note.turn)
            elif note.name == OWN_LATE:
                found[note.seat].own_late += int(note.value)

    def as_json(self) -> dict[str, Any]:
        """Returns the entry `site` of a report. Its c_median is null if at least half of the starts
        never played in C.
        """
        bots = []
        for name, each in self.starts.items():
            about = {"tells": each.reports_engine, "late": each.late, "own_late": each.own_late}
            bots.append({"name": name, **arrival(each.turns, each.count), **about})
        return {**self.site.as_json(), "bots": bots}


def arrival(turns: Sequence[int], starts: int) -> dict[str, int | None]:
    """Returns a summary of the turns in which C was ready, over `starts` starts.

    turns: the first turn in C of each start that got C
    """
    never = starts - len(turns)
    middle = median_high([*turns, *[inf] * never]) if starts else inf
    return {
        "starts": starts,
        "c_median": None if middle == inf else int(middle),
        "c_latest": max(turns, default=None),
        "never": never,
    }
