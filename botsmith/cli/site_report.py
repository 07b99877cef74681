"""In which turn C came on the site's machine: what `play` and `league` show of their starts."""

from collections.abc import Iterable
from math import inf
from statistics import median_high
from typing import Any

from botsmith.arena.played import C_FROM, OWN_LATE, Note, Played
from botsmith.arena.site_machine import Site
from botsmith.cli.grid import Grid


class Arrivals:
    """Counts starts by bot. turns: those from which C played, from 0, one a start that got C."""

    def __init__(self, site: Site, names: Iterable[str]) -> None:
        self.site = site
        self.turns: dict[str, list[int]] = {name: [] for name in names}
        self.starts = dict.fromkeys(self.turns, 0)
        self.tells = dict.fromkeys(self.turns, False)  # which engine plays
        self.late = dict.fromkeys(self.turns, 0)
        self.own_late = dict.fromkeys(self.turns, 0)

    def add(self, played: Played, notes: Iterable[Note]) -> None:
        """A match."""
        names = [seat.player.name for seat in played.seats]
        for name, seat in zip(names, played.seats, strict=True):
            self.starts[name] += 1
            self.tells[name] |= seat.engine.c + seat.engine.python > 0
            self.late[name] += seat.late
        for note in notes:
            if note.name == C_FROM:
                self.turns[names[note.seat]].append(note.turn)
            elif note.name == OWN_LATE:
                self.own_late[names[note.seat]] += int(note.value)

    def as_json(self) -> dict[str, Any]:
        """The `site` of a report. c_median: null where half of the starts or more had no C. tells:
        whether the bot says which engine plays.
        """
        bots = []
        for name, turns in self.turns.items():
            starts = self.starts[name]
            never = starts - len(turns)
            middle = median_high([*turns, *[inf] * never]) if starts else inf
            row = {
                "name": name,
                "starts": starts,
                "tells": self.tells[name],
                "c_median": None if middle == inf else middle,
                "c_latest": max(turns, default=None),
                "never": never,
                "late": self.late[name],
                "own_late": self.own_late[name],
            }
            bots.append(row)
        return {**self.site.as_json(), "bots": bots}


def site_words(site: dict[str, Any]) -> str:
    """The model in words, for a title."""
    words = f"site's machine: one core a bot, {site['share']:g} % of it between turns"
    if site["slow"] > 1.0:
        words += f", 1/{site['slow']:g} of it in turns (by {site['slowed_by']})"
    return f"{words}; frozen by {site['freezer']}"


def site_grid(site: dict[str, Any]) -> Grid:
    """The table of a report's `site`; turns count from 0."""
    columns = {"bot": 9, "starts": 5, "C from turn": 8, "latest": 8, "never": 8, "late": 6}
    grid = Grid(site_words(site), {**columns, "of its own": 6})
    for row in site["bots"]:
        keys = ("c_median", "c_latest", "never")
        turns = ["never" if row[key] is None else str(row[key]) for key in keys]
        late = [str(row[key]) for key in ("late", "own_late")]
        grid.row(row["name"], str(row["starts"]), *(turns if row["tells"] else "---"), *late)
    return grid
