"""What the board knows of a league, and what its template says: text only, every text harmless.

A league is read match by match as the store grows, and never twice. The figures are those of
`league`: matches are counted in the order of the plan, by the same code.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from botsmith.arena.league import Plan
from botsmith.arena.played import Played
from botsmith.arena.ratings import Rating
from botsmith.arena.report import bot_rows, engine_warnings, pair_rows
from botsmith.arena.standings import Section, Standings
from botsmith.arena.stderr import EngineTurns, engine_word
from botsmith.arena.store import League, Store
from botsmith.board.drawing import bounds, colour, curve, forest, is_dashed
from botsmith.printable import printable

CONFIDENCE = 0.95
SLOWEST = 12
MATCHES = 40  # on one page
LONGEST = 240  # characters of a name or a line of a bot that are shown
FAULTS = ("timeouts", "crashes", "invalid")
TIMES = ("first", "mean", "p99", "max")


@dataclass(order=True)
class Slow:
    """The longest turn of one seat of one match. turn: from 0, None until the record was asked."""

    ms: float
    match: int
    seat: int
    name: str = field(compare=False)
    seed: int = field(compare=False)
    fault: str = field(compare=False)
    turn: int | None = field(default=None, compare=False)


def is_drawn(seeds: int) -> bool:
    """Whether the curve has a point after so many seeds: all at first, then every tenth part."""
    step = max(1, 2 ** (seeds.bit_length() - 5))
    return seeds >= 2 and seeds % step == 0


class LeagueBoard(Standings):
    """One league's standings. `read` what is new, then look.

    curves: of every level, (seeds, ratings of all bots); points once computed stay.
    """

    def __init__(self, league: League) -> None:
        super().__init__(Plan.from_spec(league.game, league.spec, f"league {league.id}"))
        self.league = league
        self.levels = [level.percent for level in self.plan.levels]
        self.curves: dict[int, list[tuple[int, list[Rating]]]] = {
            percent: [] for percent in self.levels
        }
        self.slowest: dict[int, list[Slow]] = {percent: [] for percent in self.levels}
        self.newest = 0  # the store's number of the last match that was read
        self.last_played_at = 0.0

    def read(self, store: Store) -> None:
        """Takes the matches that came since the last time."""
        for played in store.matches(self.league.id, after=self.newest):
            self.newest = played.id
            self.last_played_at = max(self.last_played_at, played.played_at)
            self.add(played)
            self._note_slow(played)

    def before_next(self, section: Section, played: Played) -> None:
        """Adds a point to the curve when all matches of a seed are there."""
        if played.seed != section.seed and is_drawn(section.seeds) and section.meetings:
            self.curves[played.level].append((section.seeds, section.elos(CONFIDENCE)))

    def _note_slow(self, played: Played) -> None:
        slowest = self.slowest[played.level]
        for place, seat in enumerate(played.seats):
            if seat.times.turns:
                slow = Slow(
                    *(seat.times.max, played.id, place, seat.player.name, played.seed, seat.fault)
                )
                push = heapq.heappush if len(slowest) < SLOWEST else heapq.heappushpop
                push(slowest, slow)

    def slow_turns(self, store: Store, level: int) -> list[Slow]:
        """The slowest later turns of a level, slowest first, with the numbers of their turns."""
        found = sorted(self.slowest[level], reverse=True)
        for slow in found:
            if slow.turn is None:
                slow.turn = slowest_turn(store, slow)
        return found

    def rating(self, level: int) -> dict[int, Rating]:
        """The present rating of every bot that has played; nobody has one in a game for one."""
        section = self.sections[level]
        if not section.playing:
            return {}
        ratings = section.elos(CONFIDENCE)
        return {entry.bot: ratings[entry.bot] for entry in section.playing if ratings}

    def rows(self, level: int) -> list[dict[str, Any]]:
        """The standings as `league --json` has them, each with the number of its bot."""
        section = self.sections[level]
        rows = bot_rows(section, CONFIDENCE)
        return [{**row, "bot": entry.bot} for entry, row in zip(section.playing, rows, strict=True)]

    def pairs(self, level: int) -> dict[tuple[int, int], dict[str, Any]]:
        """How every bot did against every other, by their numbers, both ways."""
        section = self.sections[level]
        met = [pair for pair, meeting in section.meetings.items() if meeting.sample.games]
        found = {}
        for (one, other), pair in zip(met, pair_rows(section, CONFIDENCE, False), strict=True):
            low, high = pair["interval"]
            found[one, other] = pair
            found[other, one] = {
                **pair,
                "wins": pair["losses"],
                "losses": pair["wins"],
                "score": 1.0 - pair["score"],
                "interval": [1.0 - high, 1.0 - low],
            }
        return found


def slowest_turn(store: Store, slow: Slow) -> int:
    """The turn (from 0) of a seat's slowest later answer, from the match's record."""
    record = store.record(slow.match)
    times = record.extra.get("turn_ms", {}).get(str(slow.seat), [])
    later = times[1:]
    asked = record.asked(slow.seat)
    place = 1 + max(range(len(later)), key=later.__getitem__, default=0)
    return asked[place] if place < len(asked) else place


def plain(text: object) -> str:
    """A text from outside on one line, without control characters, cut at LONGEST."""
    shown = printable(str(text)[: LONGEST + 1])
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
    games = sum(entry.games for entry in state.sections[level].entries) // plan.seats
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
        seeds = state.sections[level].seeds
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
        "engine_warnings": list(map(plain, engine_warnings(state))),
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


def slow_view(slow: Slow) -> dict[str, Any]:
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
