"""Makes the values of the board's templates for one level of a league. All texts are escaped."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.arena.statistics.report import engine_warnings, squeeze_warnings
from botsmith.arena.store.store import Store
from botsmith.board import sections
from botsmith.board.chosen import Chosen
from botsmith.board.state import LeagueBoard
from botsmith.plots.axis import Axis
from botsmith.plots.formats import DASH, day_and_time, number_and_noun, plain, span
from botsmith.plots.league import curve, rating_axis
from botsmith.plots.svg import colour, interval

MATCHES = 40  # on one page
BOTS = 40  # in a table with a column for each: the best ones, for a table grows by the square

Pair = tuple[int, int]
Here = Mapping[str, object] | None  # the parts of the address that a link repeats


def link(**values: object) -> str:
    """Returns a link to the board with these choices in its address; it leaves out choices that are
    None.
    """
    return "/?" + urlencode({name: value for name, value in values.items() if value is not None})


def facts(state: LeagueBoard, level: int) -> list[str]:
    """Returns the line of facts under the page's headline."""
    plan = state.plan
    matches = number_and_noun(state.games(level), "match", "es")
    found = [matches, number_and_noun(len(plan.bots), "bot"), plan.seeds_in_words]
    if plan.iterations:
        found.append(f"{number_and_noun(plan.iterations, 'iteration')} a turn")
    else:
        found.append(f"time rule {plan.rule}")
    if state.waiting:
        found.append(f"{len(state.waiting):,} more wait for matches before them")
    if state.last_played_at:
        found.append(f"last match {day_and_time(state.last_played_at, '%Y-%m-%d %H:%M:%S UTC')}")
    return [plain(fact) for fact in found]


def board_view(
    state: LeagueBoard,
    store: Store,
    level: int,
    before: int | None,
    pair: Pair | None,
    chosen: Chosen | None = None,
) -> dict[str, Any]:
    """Returns the values that part.html shows for one level of a league.

    before: matches with a smaller id are listed; None for the newest
    pair: the two bots whose sequential test is shown
    chosen: the matches that are listed; None for all
    """
    where = chosen.text if chosen else None
    if chosen:
        shown = chosen.matches(store, MATCHES, before)
    else:
        shown = store.newest(state.league.id, level, MATCHES, before)
    here = {"league": state.league.id, "level": level, "where": where}
    return {
        "chosen": chosen.view(state.confidence) if chosen else None,
        **level_view(state, store, level, pair, here),
        "league": state.league.id,
        "where": where,
        "levels": state.levels,
        "matches": shown,
        "older": link(**here, before=shown[-1].id) if len(shown) == MATCHES else None,
    }


def level_view(
    state: LeagueBoard, store: Store, level: int, pair: Pair | None = None, here: Here = None
) -> dict[str, Any]:
    """Returns the values that board and report show about one level.

    here: None for a page without links to other pairs
    """
    ratings = state.rating(level)
    rows = state.rows(level)
    rows.sort(key=lambda row: -ratings[row["bot"]].elo if row["bot"] in ratings else row["bot"])
    axis = rating_axis(list(ratings.values())) if ratings else Axis(0.0, 1.0)
    order = [row["bot"] for row in rows]
    names = sections.names_of(state)
    points = state.curve(level)
    warnings = squeeze_warnings(state.squeezed())
    return {
        "id": level,
        "game": plain(state.league.game),
        "facts": facts(state, level),
        "percent": f"{100.0 * state.confidence:g}%",
        "share_title": "score" if state.plan.seats == 2 else "mean rank",
        "parity": f"{1.0 / state.plan.seats:.0%}",
        "rows": [row_view(row, names[row["bot"]], ratings.get(row["bot"]), axis) for row in rows],
        "warnings": list(map(plain, [*warnings, *engine_warnings(state)])),
        "silent": [name for bot, name in enumerate(names) if bot not in order],
        "curve": curve(points, order) if len(points) > 1 else None,
        "best": [names[bot] for bot in order[:BOTS]],
        "best_of": f"The {BOTS} best of {len(order):,} bots." if len(order) > BOTS else "",
        "matrix": matrix(state, level, order[:BOTS], here),
        "sprt": sections.sprt_view(state, level, pair),
        "seats": sections.seat_rows(state, level, order),
        "seeds": sections.seed_views(state, level, order),
        "maps": sections.map_rows(state, level, order[:BOTS]),
        "times": sections.time_views(state, level, order),
        "limit_note": sections.limit_note(state),
        "slow": state.slow_turns(store, level),
    }


def row_view(row: Mapping[str, Any], name: str, rating: Any, axis: Axis) -> dict[str, Any]:
    """Returns the texts of one row of the standings."""
    low, high = row["interval"]
    is_share = row["interval_of"] == "first_share"
    times = [row["turn_ms"][key] for key in ("first", "mean", "p99", "max")]
    css, engine = colour(row["bot"]), EngineTurns(**row["engine"])
    return {
        **row,
        "name": name,
        "engine": engine_word(engine),
        "engine_turns": sections.turns_words(engine),
        "colour": css,
        "elo": f"{rating.elo:+.0f}" if rating else "",
        "elo_span": "[{:+.0f} {:+.0f}]".format(*rating.interval) if rating else "",
        "forest": interval(rating.elo, rating.interval, axis, 0.0, css) if rating else "",
        "share": f"{row['first_share']:.1%}" if is_share else f"{row['mean_rank']:.2f}",
        "interval": span((low, high)) if is_share else f"{low:.2f}-{high:.2f}",
        "faults": [row[key] for key in ("late", "timeouts", "crashes", "invalid")],
        "times": [DASH if time is None else f"{time:.1f}" for time in times],
        "units": DASH if row["units"] is None else f"{row['units']:,}",
    }


def matrix(state: LeagueBoard, level: int, order: list[int], here: Here) -> list[dict[str, Any]]:
    """Returns the rows of the head-to-head table, the best bot first. A cell is None if its two
    bots never met.
    """
    pairs = state.pairs(level)
    rows = []
    for one in order:
        row = [(other, pairs.get((one, other))) for other in order]
        cells = [cell(pair, (one, other), here) if pair else None for other, pair in row]
        rows.append({**sections.bot_view(state, one), "cells": cells})
    return rows


def cell(pair: Mapping[str, Any], bots: Pair, here: Here) -> dict[str, Any]:
    """Returns one cell of the head-to-head table."""
    words = f"{pair['wins']:,} won, {pair['draws']:,} drawn, {pair['losses']:,} lost"
    found = sections.share_field(pair["score"], pair["interval"], 0.5, pair["games"])
    if here is None:
        return {**found, "counts": words}
    address = link(**here, pair=f"{bots[0]}-{bots[1]}") + f"#sprt-{here['level']}"
    return {**found, "counts": words, "link": address}
