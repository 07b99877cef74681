"""From what the board knows to what its template says: text only, and every text harmless."""

import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from botsmith.arena.engine_words import EngineTurns, engine_word
from botsmith.arena.store import League, Played, Store
from botsmith.board.drawing import bounds, colour, curve, forest, is_dashed
from botsmith.board.state import CONFIDENCE, LeagueBoard

MATCHES = 40  # on one page
LONGEST = 240  # characters of a name or a line of a bot that are shown
FAULTS = ("timeouts", "crashes", "invalid")
TIMES = ("first", "mean", "p99", "max")


def plain(text: object) -> str:
    """A text from outside on one line, without control characters, cut at LONGEST."""
    shown = "".join(
        "?" if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else letter
        for letter in str(text)[: LONGEST + 1]
    )
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"


def link(**values: object) -> str:
    """A link to this page with other choices."""
    return "/?" + urlencode({name: value for name, value in values.items() if value is not None})


def league_picks(leagues: list[League], chosen: int) -> list[dict[str, Any]]:
    """The leagues of the store, newest first."""
    return [
        {
            "link": link(league=league.id),
            "is_here": league.id == chosen,
            "text": plain(
                f"{league.id}: {league.game}, "
                + datetime.fromtimestamp(league.started_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
            ),
        }
        for league in reversed(leagues)
    ]


def facts(state: LeagueBoard, level: int) -> list[str]:
    """The line under the headline."""
    plan = state.plan
    games = sum(entry.tally.games for entry in state.sections[level].entries) // plan.seats
    found = [f"{games:,} matches", f"{len(plan.bots)} bots", f"seeds from {plan.seed}"]
    if plan.iterations:
        found.append(f"{plan.iterations:,} iterations a turn")
    else:
        found.append(f"time rule {plan.rule}")
    if state.waiting:
        found.append(f"{len(state.waiting):,} more wait for matches before them")
    if state.last_played_at:
        at = datetime.fromtimestamp(state.last_played_at, UTC)
        found.append(f"last match {at:%Y-%m-%d %H:%M:%S} UTC")
    return [plain(fact) for fact in found]


def board_view(state: LeagueBoard, store: Store, level: int, before: int | None) -> dict[str, Any]:
    """All that part.html needs for one level of a league. before: show matches older than this."""
    ratings = state.rating(level)
    rows = state.rows(level)
    rows.sort(key=lambda row: -ratings[row["bot"]].elo if row["bot"] in ratings else row["bot"])
    limits = bounds(list(ratings.values())) if ratings else (0.0, 1.0)
    order = [row["bot"] for row in rows]
    names = [plain(bot.name) for bot in state.plan.bots]
    points = list(state.curves[level])
    if ratings and len(ratings) == len(names) and points:
        seeds = len(next(iter(state.sections[level].meetings.values())).games_by_seed)
        points.append((seeds, [ratings[bot] for bot in range(len(names))]))
    shown = store.newest(state.league.id, level, MATCHES, before)
    is_pair_game = state.plan.seats == 2
    return {
        "game": plain(state.league.game),
        "league": state.league.id,
        "facts": facts(state, level),
        "percent": f"{CONFIDENCE:.0%}",
        "share_title": "score" if is_pair_game else "mean rank",
        "levels": [
            {
                "link": link(league=state.league.id, level=percent),
                "is_here": percent == level,
                "text": f"{percent} % time",
            }
            for percent in state.levels
        ],
        "rows": [row_view(row, names[row["bot"]], ratings.get(row["bot"]), limits) for row in rows],
        "silent": [name for bot, name in enumerate(names) if bot not in order],
        "curve": curve(points, order) if len(points) > 1 else None,
        "matrix": matrix(state, level, order, names),
        "slow": [slow_view(slow) for slow in state.slow_turns(store, level)],
        "matches": [match_view(played) for played in shown],
        "older": (
            link(league=state.league.id, level=level, before=shown[-1].id)
            if len(shown) == MATCHES
            else None
        ),
    }


def row_view(row: Mapping[str, Any], name: str, rating: Any, limits: Any) -> dict[str, Any]:
    """One line of the standings."""
    low, high = row["interval"]
    is_share = row["interval_of"] == "first_share"
    times = [row["turn_ms"][key] for key in TIMES]
    css = colour(row["bot"]) + (" dashed" if is_dashed(row["bot"]) else "")
    return {
        "name": name,
        "engine": engine_word(EngineTurns(**row["engine"])),
        "colour": css,
        "elo": f"{rating.elo:+.0f}" if rating else "",
        "forest": forest(rating, limits, colour(row["bot"])) if rating else "",
        "share": f"{row['first_share']:.1%}" if is_share else f"{row['mean_rank']:.2f}",
        "interval": f"{low:.0%}\N{EN DASH}{high:.0%}" if is_share else f"{low:.2f}-{high:.2f}",
        "games": f"{row['games']:,}",
        "wins": f"{row['wins']:,}",
        "draws": f"{row['draws']:,}",
        "losses": f"{row['losses']:,}",
        "faults": [row[key] for key in FAULTS],
        "times": [f"{time:.1f}" if time is not None else "\N{EN DASH}" for time in times],
        "units": f"{row['units']:,}" if row["units"] is not None else "\N{EN DASH}",
    }


def matrix(
    state: LeagueBoard, level: int, order: list[int], names: list[str]
) -> list[dict[str, Any]]:
    """The lines of the head-to-head table, best bot first; None where two never met."""
    pairs = state.pairs(level)
    return [
        {
            "name": names[one],
            "colour": colour(one),
            "cells": [
                cell(pairs[one, other]) if (one, other) in pairs else None for other in order
            ],
        }
        for one in order
    ]


def cell(pair: Mapping[str, Any]) -> dict[str, Any]:
    """One field of the head-to-head table. heat: h0 (lost all) to h10 (won all)."""
    low, high = pair["interval"]
    return {
        "score": f"{pair['score']:.0%}",
        "interval": f"{low:.0%}\N{EN DASH}{high:.0%}",
        "is_open": low <= 0.5 <= high,
        "heat": f"h{min(10, int(pair['score'] * 10 + 0.5))}",
        "counts": f"{pair['wins']:,} won, {pair['draws']:,} drawn, {pair['losses']:,} lost",
    }


def slow_view(slow: Any) -> dict[str, Any]:
    """One of the slowest turns."""
    return {
        "ms": f"{slow.ms:.1f}",
        "name": plain(slow.name),
        "turn": slow.turn,
        "seed": slow.seed,
        "fault": plain(slow.fault),
        "match": slow.match,
        "link": f"/record/{slow.match}",
    }


def match_view(played: Played) -> dict[str, Any]:
    """One line of the list of matches: its seats by rank."""
    seats = sorted(played.seats, key=lambda seat: seat.rank)
    return {
        "id": played.id,
        "seed": played.seed,
        "end": plain(played.end),
        "link": f"/record/{played.id}",
        "replay": f"/replay/{played.id}",
        "seats": [
            {
                "rank": seat.rank,
                "is_first": seat.rank == 1,
                "name": plain(seat.player.name),
                "fault": plain(seat.fault),
                "text": plain(seat.text),
            }
            for seat in seats
        ],
    }
