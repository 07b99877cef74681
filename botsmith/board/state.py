"""What the board knows of one league: read match by match as the store grows, and never twice.

The figures are those of `league`: matches are taken in the order of the plan, by the same code.
One that ended before its predecessors waits for them.
"""

import heapq
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from botsmith.arena.bots import Bot
from botsmith.arena.league import Level, Plan
from botsmith.arena.ratings import Pairs, Rating, bradley_terry
from botsmith.arena.standings import Section
from botsmith.arena.store import League, Played, Store
from botsmith.errors import BadInput

ENDLESS = 1 << 40  # games of a plan whose length nobody has to know here
SLOWEST = 12
CONFIDENCE = 0.95


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


def plan_of(league: League) -> Plan:
    """The plan behind a stored league, without an end. BadInput if its spec is not one of ours."""
    spec = league.spec
    try:
        return Plan(
            game=league.game,
            bots=tuple(Bot(name, (), content) for name, content in spec["bots"]),
            games=ENDLESS,
            seed=int(spec["seed"]),
            rule=str(spec["time_rule"]),
            iterations=spec["iterations"],
            levels=tuple(Level(percent, tuple(shares)) for percent, shares in spec["levels"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"league {league.id}: its spec cannot be read: {error!r}") from None


def elo_ratings(section: Section, confidence: float) -> list[Rating]:
    """The Bradley-Terry rating of every bot of a level, after the matches that it has."""
    keys = list(section.meetings)
    meetings = list(section.meetings.values())
    pairs = Pairs(
        np.array([pair[0] for pair in keys]),
        np.array([pair[1] for pair in keys]),
        np.column_stack([np.array(meeting.games_by_seed) for meeting in meetings]),
        np.column_stack([np.array(meeting.scores_by_seed) for meeting in meetings]),
    )
    return bradley_terry(pairs, len(section.entries), confidence)


def is_drawn(seeds: int) -> bool:
    """Whether the curve has a point after so many seeds: all at first, then every tenth part."""
    step = max(1, 2 ** (seeds.bit_length() - 5))
    return seeds >= 2 and seeds % step == 0


class LeagueBoard:
    """One league. `read` what is new, then look.

    curves: of every level, (seeds, ratings of all bots); points once computed stay.
    waiting: matches whose predecessors have not ended.
    """

    def __init__(self, league: League) -> None:
        self.league = league
        self.plan = plan_of(league)
        self.levels = [level.percent for level in self.plan.levels]
        self.sections = {
            level.percent: Section(self.plan, number)
            for number, level in enumerate(self.plan.levels)
        }
        self.curves: dict[int, list[tuple[int, list[Rating]]]] = {
            percent: [] for percent in self.levels
        }
        self.slowest: dict[int, list[Slow]] = {percent: [] for percent in self.levels}
        self.waiting: dict[int, Played] = {}
        self.jobs = self.plan.jobs()
        self.done = 0
        self.newest = 0  # the store's number of the last match that was read
        self.last_played_at = 0.0

    def read(self, store: Store) -> bool:
        """Takes the matches that came since the last time. Whether there were any."""
        before = self.newest
        for played in store.matches(self.league.id, after=self.newest):
            self.newest = played.id
            self.last_played_at = max(self.last_played_at, played.played_at)
            self.waiting[played.number] = played
            self._note_slow(played)
            while self.done in self.waiting:
                self._take(self.waiting.pop(self.done))
                self.done += 1
        return self.newest != before

    def _take(self, played: Played) -> None:
        """The next match of the plan."""
        job = next(self.jobs)
        section = self.sections[played.level]
        seeds = len(next(iter(section.meetings.values())).games_by_seed) if section.meetings else 0
        is_new_seed = played.seed != section.seed
        if is_new_seed and is_drawn(seeds):  # all matches of the seeds before are there
            self.curves[played.level].append((seeds, elo_ratings(section, CONFIDENCE)))
        section.add(played, job.order)

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
        playing = [entry.bot for entry in section.entries if entry.tally.games]
        if not playing or not section.meetings:
            return {}
        ratings = elo_ratings(section, CONFIDENCE)
        return {bot: ratings[bot] for bot in playing}

    def rows(self, level: int) -> list[dict[str, Any]]:
        """The standings as `league --json` has them, each with the number of its bot."""
        section = self.sections[level]
        playing = [entry.bot for entry in section.entries if entry.tally.games]
        rows = section.bots(CONFIDENCE)
        return [{**row, "bot": bot} for bot, row in zip(playing, rows, strict=True)]

    def pairs(self, level: int) -> dict[tuple[int, int], dict[str, Any]]:
        """How every bot did against every other, by their numbers, both ways."""
        section = self.sections[level]
        met = [pair for pair, meeting in section.meetings.items() if meeting.sample.games]
        found = {}
        for (one, other), pair in zip(met, section.pairs(CONFIDENCE, False), strict=True):
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
    asked = [number for number, turn in enumerate(record.turns) if slow.seat in turn.inputs]
    place = 1 + max(range(len(later)), key=later.__getitem__, default=0)
    return asked[place] if place < len(asked) else place
