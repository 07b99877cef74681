"""Continues a league when bots join it: they play the bots that are there; no game is played twice.

All bots that ever joined play each other as in any league, every pair or group from the same seeds
and in all seats, so the ratings are those of a league that had all of them from the start. The
order differs: games between bots of near ratings come first, because they tell most.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count

import numpy as np

from botsmith.arena.matches.league import Duel, Plan
from botsmith.arena.matches.played import Job, Played
from botsmith.arena.statistics.ratings import bradley_terry
from botsmith.arena.statistics.sprt import DEFAULT
from botsmith.arena.statistics.standings import Standings, Trial
from botsmith.arena.store.store import Store

NEAR = 100.0  # Elo points of distance that count as much as one seed played
CONFIDENCE = 0.95  # of intervals that nobody reads

Game = tuple[int, int, int, tuple[int, ...]]  # seed, rotation, level, the bots by number


def game_of(played: Played) -> Game:
    """Returns a key of a game without its number: games with the same bots, seats, seed and level
    have the same key.
    """
    return played.seed, played.rotation, played.level, tuple(sorted(played.order))


class MissingGames:
    """The missing matches of a plan, in the order in which they are to be played.

    duel: two bots, or None. Only their matches are missing until their test has its verdict
    points, games: (bots, bots), the score of the first bot against the second, and their games
    """

    def __init__(self, plan: Plan, store: Store, league: int, duel: Duel | None = None) -> None:
        self.plan = plan
        self.trial = Trial(plan, duel, DEFAULT) if duel else None
        bots = len(plan.bots)
        self.points, self.games = np.zeros((bots, bots)), np.zeros((bots, bots))
        self.numbers = store.numbers(league)
        self.known: set[Game] = set()
        for played in store.plan(league):
            self.add(played)
        self.missing = [
            self.missing_of(group) if self.trial is None or group in self.trial.groups else []
            for group in plan.series
        ]

    def missing_of(self, group: tuple[int, ...]) -> list[Job]:
        """Returns the games of a group that the store lacks, in the order of their seeds."""
        jobs = []
        for pairing in self.plan.pairings():
            for level in self.plan.levels:
                if (pairing.seed, pairing.rotation, level.percent, group) not in self.known:
                    jobs.append(self.plan.job(0, pairing, level, group))
        return jobs

    @property
    def length(self) -> int:
        """Returns the number of games that are missing."""
        return 0 if self.is_decided else sum(map(len, self.missing))

    @property
    def is_decided(self) -> bool:
        """Returns True if the duel, if there is one, has its verdict."""
        return self.trial is not None and self.trial.is_decided

    def add(self, played: Played) -> None:
        """Counts a game that was played."""
        self.known.add(game_of(played))
        if self.trial is not None:
            self.trial.add(played)
        seats = zip(played.order, played.ranks, strict=True)
        for (one, first), (other, second) in combinations(seats, 2):
            score = 0.5 if first == second else float(first < second)
            self.points[one, other] += score
            self.points[other, one] += 1.0 - score
            self.games[one, other] += 1.0
            self.games[other, one] += 1.0

    def elos(self) -> list[float]:
        """Returns the present ratings in Elo. A bot without games gets the rating of its version
        before, or 0.
        """
        bots = self.plan.bots
        firsts, seconds = np.triu_indices(len(bots), 1)
        pairs = np.column_stack([firsts, seconds])
        games, scores = self.games[None, firsts, seconds], self.points[None, firsts, seconds]
        elos = [each.elo for each in bradley_terry(pairs, games, scores, len(bots), CONFIDENCE)]
        for bot in range(len(bots)):
            if not self.games[bot].any():
                name = bots[bot].name.partition("@")[0]
                versions = [n for n in range(bot) if bots[n].name.partition("@")[0] == name]
                elos[bot] = elos[versions[-1]] if versions else 0.0
        return elos

    def jobs(self) -> Iterator[Job]:
        """Yields all missing games, one seed of one group at a time.

        Each is chosen only when it is asked for: groups with near ratings and few games come first.
        """
        groups, seats = self.plan.series, self.plan.seats
        free = (number for number in count() if number not in self.numbers)
        while any(self.missing) and not self.is_decided:
            elos = self.elos()

            def cost(place: int, elos: list[float] = elos) -> tuple[float, int]:
                rated = [elos[bot] for bot in groups[place]]
                played = self.plan.games - len(self.missing[place]) / len(self.plan.levels)
                return (max(rated) - min(rated)) / NEAR + played / seats, place

            place = min((n for n, jobs in enumerate(self.missing) if jobs), key=cost)
            seed = self.missing[place][0].seed
            while self.missing[place] and self.missing[place][0].seed == seed:
                yield replace(self.missing[place].pop(0), number=next(free))


def standings_of(plan: Plan, store: Store, league: int, duel: Duel | None = None) -> Standings:
    """Returns the bots' standings. Games count in the order of their seeds."""
    standings = Standings(plan, duel)
    for number, played in enumerate(sorted(store.plan(league), key=game_of)):
        standings.add(replace(played, number=number))
    standings.end_early()
    return standings
