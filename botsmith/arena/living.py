"""A league that goes on: bots join it, play those who are there, and nothing is played twice.

All bots that ever joined play each other as in any league, every pair or group from the same seeds
and in all seats, so the ratings are those of a league in which all had been from the start. The
order is another one: what says most comes first, which are games against whoever is rated near.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, count

import numpy as np

from botsmith.arena.league import Growing, Plan, each_pairing
from botsmith.arena.played import Job, Played
from botsmith.arena.ratings import Pairs, bradley_terry
from botsmith.arena.standings import Standings
from botsmith.arena.store import Store

NEAR = 100.0  # Elo points of distance that count as much as one seed played
CONFIDENCE = 0.95  # of intervals that nobody reads

Game = tuple[int, int, tuple[int, ...]]  # seed, rotation, the bots by number


def game_of(played: Played) -> Game:
    """What was played, whatever its number."""
    return played.seed, played.rotation, tuple(sorted(played.order))


class Ladder:
    """What of a plan is missing, and which of it comes next.

    points, games: (bots, bots), what the first scored against the second in how many games.
    """

    def __init__(self, plan: Growing, store: Store, league: int) -> None:
        self.plan = plan
        bots = len(plan.bots)
        self.points, self.games = np.zeros((bots, bots)), np.zeros((bots, bots))
        self.numbers = store.numbers(league)
        self.known: set[Game] = set()
        for played in store.plan(league):
            self.add(played)
        self.missing = [self.missing_of(group) for group in plan.series]

    def missing_of(self, group: tuple[int, ...]) -> list[Job]:
        """The games of a group that nobody has played, in the order of their seeds."""
        (level,) = self.plan.levels
        jobs = []
        for pairing in each_pairing(self.plan.seats, self.plan.games, self.plan.seed):
            if (pairing.seed, pairing.rotation, group) not in self.known:
                order = tuple(group[place] for place in pairing.order)
                shares = tuple(level.budgets[bot] for bot in order)
                where = (pairing.seed, pairing.rotation, order, shares)
                jobs.append(Job(0, level.percent, *where))
        return jobs

    @property
    def length(self) -> int:
        """The number of games that are missing."""
        return sum(map(len, self.missing))

    def add(self, played: Played) -> None:
        """A game that was played."""
        self.known.add(game_of(played))
        seats = zip(played.order, played.ranks, strict=True)
        for (one, first), (other, second) in combinations(seats, 2):
            score = 0.5 if first == second else float(first < second)
            self.points[one, other] += score
            self.points[other, one] += 1.0 - score
            self.games[one, other] += 1.0
            self.games[other, one] += 1.0

    def elos(self) -> list[float]:
        """Ratings as they are now; a bot without games has that of its last version, or 0."""
        bots = self.plan.bots
        pairs = np.array(list(combinations(range(len(bots)), 2)), dtype=np.int64).reshape(-1, 2)
        firsts, seconds = pairs[:, 0], pairs[:, 1]
        seen = Pairs(
            firsts, seconds, self.games[None, firsts, seconds], self.points[None, firsts, seconds]
        )
        elos = [rating.elo for rating in bradley_terry(seen, len(bots), CONFIDENCE)]
        for bot in range(len(bots)):
            if not self.games[bot].any():
                name = bots[bot].name.partition("@")[0]
                versions = [n for n in range(bot) if bots[n].name.partition("@")[0] == name]
                elos[bot] = elos[versions[-1]] if versions else 0.0
        return elos

    def jobs(self) -> Iterator[Job]:
        """All that is missing, one seed of one group at a time, chosen when it is asked for: groups
        that are near each other and have played little come first.
        """
        groups, seats = self.plan.series, self.plan.seats
        free = (number for number in count() if number not in self.numbers)
        while any(self.missing):
            elos = self.elos()

            def cost(place: int, elos: list[float] = elos) -> tuple[float, int]:
                rated = [elos[bot] for bot in groups[place]]
                played = self.plan.games - len(self.missing[place])
                return (max(rated) - min(rated)) / NEAR + played / seats, place

            place = min((n for n, jobs in enumerate(self.missing) if jobs), key=cost)
            seed = self.missing[place][0].seed
            while self.missing[place] and self.missing[place][0].seed == seed:
                yield replace(self.missing[place].pop(0), number=next(free))


def standings_of(plan: Plan, store: Store, league: int) -> Standings:
    """How the bots stand: all games counted seed by seed, in whatever order they were played."""
    standings = Standings(plan)
    for number, played in enumerate(sorted(store.plan(league), key=game_of)):
        standings.add(replace(played, number=number))
    standings.end_early()
    return standings
