"""Computes the figures of a league for the board and the report.

Each match of a league is read once, as the store grows. The figures are those of `league`: the same
code counts the matches in the order of the plan.
"""

import heapq
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from botsmith.arena.matches.league import Duel, Growing, Plan
from botsmith.arena.matches.open_league import game_of
from botsmith.arena.matches.played import Played
from botsmith.arena.statistics.ratings import Rating
from botsmith.arena.statistics.report import bot_rows, pair_rows
from botsmith.arena.statistics.standings import Section, Standings
from botsmith.arena.store.store import League, Store
from botsmith.board.chosen import Chosen
from botsmith.board.tallies import Tally, maps_of

CONFIDENCE = 0.95
SLOWEST = 12
CONDITIONS = 4  # whose matches are held in memory


@dataclass(order=True)
class Slow:
    """The longest turn of one seat of one match. `turn` counts from 0; it is None until the record
    has been read.
    """

    ms: float
    match: int
    seat: int
    name: str = field(compare=False)
    seed: int = field(compare=False)
    fault: str = field(compare=False)
    turn: int | None = field(default=None, compare=False)


def is_drawn(seeds: int) -> bool:
    """Returns True if the curve has a point after this number of seeds.

    Points are at first one seed apart, then 2, 4, 8, ... seeds, as the number grows.
    """
    step = max(1, 2 ** (seeds.bit_length() - 5))
    return seeds >= 2 and seeds % step == 0


class LeagueBoard(Standings):
    """The standings of one league. Call `read` for new matches, then the other methods.

    chosen(text, level): the matches of a level that meet a condition
    curves: by level, pairs of a number of matches and the ratings of all bots then
    """

    def __init__(self, league: League, confidence: float = CONFIDENCE) -> None:
        """Begins with the plan of the league's spec: all of its matches count."""
        self.league = league
        self.confidence = confidence
        self.chosen = lru_cache(CONDITIONS)(partial(Chosen, league.id))
        self.begin(Plan.from_spec(league.game, league.spec, f"league {league.id}"), None)
        self.map_of = maps_of(self.plan.game)
        self.newest = 0  # the store's number of the last match that was read
        self.last_played_at = 0.0

    def begin(self, plan: Plan, duel: Duel | None) -> None:
        """Clears all figures, as before the first `read`. Only matches of this plan count, up to
        the verdict of the duel.
        """
        super().__init__(plan, duel)
        self.levels = [level.percent for level in self.plan.levels]
        self.curves: dict[int, list[tuple[int, list[Rating]]]] = {each: [] for each in self.levels}
        self.tallies = {percent: Tally(self.plan) for percent in self.levels}
        self.slowest: dict[int, list[Slow]] = {percent: [] for percent in self.levels}

    def read(self, store: Store) -> None:
        """Adds the matches that the store has received since the last call.

        When bots join a league, it counts all matches anew, in the order of seeds.
        """
        is_growing = isinstance(self.plan, Growing)
        came = False
        for played in store.matches(self.league.id, after=self.newest):
            came = True
            self.newest = played.id
            self.last_played_at = max(self.last_played_at, played.played_at)
            if not is_growing:
                self.add(played)
        if came and is_growing:
            self.begin(self.plan, self.duel)
            matches = sorted(store.plan(self.league.id), key=game_of)
            for number, played in enumerate(matches):
                self.add(replace(played, number=number))

    def before_next(self, section: Section, played: Played) -> None:
        """Adds a point to the curve when all matches of a seed are there; then counts the match in
        the tally, and keeps the turns that are among the slowest of their level.
        """
        if played.seed != section.seed and is_drawn(section.seeds) and section.meetings:
            point = self.games(played.level), section.elos(self.confidence)
            self.curves[played.level].append(point)
        self.tallies[played.level].add(played, self.map_of(played.seed))
        slowest = self.slowest[played.level]
        for place, seat in enumerate(played.seats):
            if seat.times.turns:
                about = seat.player.name, played.seed, seat.fault
                slow = Slow(seat.times.max, played.id, place, *about)
                push = heapq.heappush if len(slowest) < SLOWEST else heapq.heappushpop
                push(slowest, slow)

    def games(self, level: int) -> int:
        """Returns the number of counted matches of a level."""
        return sum(entry.games for entry in self.sections[level].entries) // self.plan.seats

    def curve(self, level: int) -> list[tuple[int, list[Rating]]]:
        """Returns the points (matches, ratings) of a level's curve with the present ratings last;
        [] until all bots have played.
        """
        section, points = self.sections[level], list(self.curves[level])
        if points and section.meetings and len(section.playing) == len(section.entries):
            if points[-1][0] != self.games(level):
                points.append((self.games(level), section.elos(self.confidence)))
        return points

    def slow_turns(self, store: Store, level: int) -> list[Slow]:
        """Returns the slowest turns of a level, without first turns, the slowest first, with their
        turn numbers from the matches' records.
        """
        found = sorted(self.slowest[level], reverse=True)
        for slow in found:
            if slow.turn is None:
                record = store.record(slow.match)
                times = record.extra.get("turn_ms", {}).get(str(slow.seat), [])
                asked = record.asked(slow.seat)
                place = max(range(1, len(times)), key=times.__getitem__, default=1)
                slow.turn = asked[place] if place < len(asked) else place
        return found

    def rating(self, level: int) -> dict[int, Rating]:
        """Returns the present rating of each bot that has played; {} in a game for one player."""
        section = self.sections[level]
        ratings = section.elos(self.confidence)
        return {entry.bot: ratings[entry.bot] for entry in section.playing if ratings}

    def rows(self, level: int) -> list[dict[str, Any]]:
        """Returns the standings as in `league --json`, with the number of the bot in each row."""
        section = self.sections[level]
        rows = bot_rows(section, self.confidence)
        return [{**row, "bot": entry.bot} for entry, row in zip(section.playing, rows, strict=True)]

    def pairs(self, level: int) -> dict[tuple[int, int], dict[str, Any]]:
        """Returns the results of each bot against each other bot, by their numbers, in both
        directions.
        """
        section = self.sections[level]
        met = [pair for pair, meeting in section.meetings.items() if meeting.sample.games]
        found = {}
        for (one, other), pair in zip(met, pair_rows(section, self.confidence, False), strict=True):
            low, high = pair["interval"]
            found[one, other] = pair
            counts = {"wins": pair["losses"], "losses": pair["wins"]}
            share = {"score": 1.0 - pair["score"], "interval": [1.0 - high, 1.0 - low]}
            found[other, one] = {**pair, **counts, **share}
        return found
