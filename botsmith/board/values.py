"""A bot's own values (`[PDATA]`), turn by turn over all matches of a level, for the report."""

from collections import defaultdict
from itertools import groupby
from math import sqrt
from typing import Any

from botsmith.arena.store import Store
from botsmith.board.state import LeagueBoard
from botsmith.board.words import plain
from botsmith.plots.league import Told, turn_by_turn
from botsmith.plots.svg import colour

MOST = 12  # values that are drawn, those told most often
FEW = 0.05  # turns that fewer of the matches reach are left out


def value_views(state: LeagueBoard, store: Store, level: int) -> list[dict[str, Any]]:
    """Returns a plot for each value that bots told: its mean by turn, a line for each bot."""
    numbers = {bot.name: number for number, bot in enumerate(state.plan.bots)}
    end = state.length if state.stop is None else state.stop + 1
    told: dict[str, dict[str, list[tuple[Any, ...]]]] = defaultdict(dict)
    rows = store.values(state.league.id, level, end)
    for (name, bot), found in groupby(rows, key=lambda row: row[:2]):
        if bot in numbers:
            told[name][bot] = list(found)
    views = []
    for name, bots in sorted(told.items(), key=lambda item: (-times(item[1]), item[0]))[:MOST]:
        lines = [told_by(rows, numbers[bot]) for bot, rows in bots.items()]
        views.append(
            {
                "name": plain(name),
                "plot": turn_by_turn(lines),
                "bots": [{"name": plain(bot), "colour": colour(numbers[bot])} for bot in bots],
            }
        )
    return views


def times(bots: dict[str, list[tuple[Any, ...]]]) -> int:
    """Returns how often a value was told."""
    return sum(row[3] for rows in bots.values() for row in rows)


def told_by(rows: list[tuple[Any, ...]], bot: int) -> Told:
    """Returns a value of one bot, in the turns that enough of its matches reach."""
    most = max(row[3] for row in rows)
    kept = [row for row in rows if row[3] >= FEW * most]
    spread = [sqrt(max(0.0, square - mean * mean)) for *_, mean, square in kept]
    return Told([row[2] for row in kept], [float(row[4]) for row in kept], spread, colour(bot))
