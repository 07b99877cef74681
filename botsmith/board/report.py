"""Writes the report of a league: the board as a file of one page."""

from datetime import UTC, datetime
from itertools import groupby
from math import sqrt
from operator import itemgetter
from pathlib import Path
from typing import Any

from botsmith.arena.matches.league import Duel, Plan
from botsmith.arena.statistics.report import conditions_words
from botsmith.arena.store.store import Store
from botsmith.board.sections import bot_view
from botsmith.board.state import LeagueBoard
from botsmith.board.view import level_view
from botsmith.plots.formats import plain
from botsmith.plots.league import Line, turn_by_turn
from botsmith.plots.pages import rendered
from botsmith.plots.svg import colour

TEMPLATE = Path(__file__).with_name("report.html")
MOST = 12  # values that are drawn, those printed most often
FEW = 0.05  # turns that fewer of the matches reach are left out


def page(store: Store, league: int, plan: Plan, duel: Duel | None, confidence: float) -> str:
    """Returns the report as HTML. It counts the league's matches that belong to this plan and
    duel.
    """
    found = next(each for each in store.leagues() if each.id == league)
    state = LeagueBoard(found, confidence)
    state.begin(plan, duel)
    state.read(store)
    state.end_early()
    stated = store.conditions(league)
    views = []
    for level in filter(state.games, state.levels):
        views.append((level, level_view(state, store, level), value_views(state, store, level)))
    return rendered(
        TEMPLATE,
        plan.game,
        written=datetime.now(UTC).timestamp(),
        store=store.path,
        league=league,
        conditions=[f"time rule {one['time_rule']}{conditions_words(one)}" for one in stated],
        levels=views,
        has_names=len(state.levels) > 1,
    )


def value_views(state: LeagueBoard, store: Store, level: int) -> list[dict[str, Any]]:
    """Returns a plot for each value that bots printed as `[PDATA]`: its mean by turn, with a line
    for each bot.
    """
    numbers = {bot.name: number for number, bot in enumerate(state.plan.bots)}
    end = state.length if state.stop is None else state.stop + 1
    found = []
    rows = store.values(state.league.id, level, end)
    for name, group in groupby(rows, key=itemgetter(0)):
        bots = {bot: list(own) for bot, own in groupby(group, key=itemgetter(1)) if bot in numbers}
        count = sum(row[3] for own in bots.values() for row in own)
        if bots:
            found.append((-count, name, bots))
    views = []
    for _, name, bots in sorted(found, key=itemgetter(0, 1))[:MOST]:
        plot = turn_by_turn([values_of(own, numbers[bot]) for bot, own in bots.items()])
        legend = [bot_view(state, numbers[bot]) for bot in bots]
        views.append({"name": plain(name), "plot": plot, "bots": legend})
    return views


def values_of(rows: list[tuple[Any, ...]], bot: int) -> Line:
    """Returns the line of a bot's value by turn, for the turns that enough of its matches reach."""
    most = max(row[3] for row in rows)
    kept = [row for row in rows if row[3] >= FEW * most]
    return colour(bot), [
        (turn, float(mean), sqrt(max(0.0, square - mean * mean)))
        for _, _, turn, _, mean, square in kept
    ]
