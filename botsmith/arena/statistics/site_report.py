"""Counts in which turn C was ready on the site's machine, for the reports of `play` and
`league`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf
from statistics import median_high
from typing import Any

from botsmith.arena.matches.played import C_FROM, OWN_LATE, Note, Played
from botsmith.arena.process.site_machine import Site


def site_entry(
    site: Site, names: Iterable[str], matches: Iterable[tuple[Played, Iterable[Note]]]
) -> dict[str, Any]:
    """Returns the entry `site` of a report on these bots. Its c_median is null if half of the
    starts or more got no C.

    tells: True if the bot reports which engine plays
    late, own_late: number of late turns, and of those that the bot's own work explains
    """
    turns: dict[str, list[int]] = {name: [] for name in names}  # the first one in C, of each start
    counts: dict[str, Counter[str]] = {name: Counter() for name in turns}
    for played, notes in matches:
        bots = [seat.player.name for seat in played.seats]
        for seat in played.seats:
            reported = seat.engine.c + seat.engine.python
            counts[seat.player.name].update(starts=1, reported=reported, late=seat.late)
        for note in notes:
            if note.name == C_FROM:
                turns[bots[note.seat]].append(note.turn)
            elif note.name == OWN_LATE:
                counts[bots[note.seat]]["own_late"] += int(note.value)
    rows = []
    for name, seen in counts.items():
        late = {"late": seen["late"], "own_late": seen["own_late"]}
        row = {"name": name, **arrival(turns[name], seen["starts"])}
        rows.append({**row, "tells": seen["reported"] > 0, **late})
    return {**site.as_json(), "bots": rows}


def arrival(turns: Sequence[int], starts: int) -> dict[str, int | None]:
    """Returns a summary of the turns in which C was ready, over `starts` starts.

    turns: the first turn in C of each start that got C
    """
    never = starts - len(turns)
    middle = median_high([*turns, *[inf] * never]) if starts else inf
    median = None if middle == inf else int(middle)
    latest = max(turns, default=None)
    return {"starts": starts, "c_median": median, "c_latest": latest, "never": never}
