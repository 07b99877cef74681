"""Plays one trial: a set of values plays the same games as every other set, seed by seed.

Bot 0 of a group is the trial's; the others come from the pool. A seed that was played in all
rotations is one step; its value is the mean of the trial's scores against the others (1 ahead, 1/2
level, 0 behind). Steps are counted in the order of the plan, so pruning does not depend on the
number of jobs.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from statistics import fmean

from botsmith.arena.matches.league import Duel, each_pairing
from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.played import Job, Outcome, in_order
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.stats import Sample
from botsmith.errors import BadInput
from botsmith.tuning.space import Values

# Plays jobs, bot 0 with these values and the pool as bots 1, 2, ...; yields games as they end.
# To close it ends the games that are under way.
Play = Callable[[Values, Iterator[Job]], Generator[Outcome, None, None]]
# Takes a step's number, its value and all values so far; returns why it is hopeless, or "".
Judge = Callable[[int, float, Sample], str]


@dataclass(frozen=True)
class Games:
    """The games of a trial, on `seeds` seeds beginning with `seed`.

    pool: number of opponents
    """

    seats: int
    pool: int
    seeds: int
    seed: int

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """Returns the bots of each game: 0 and some of the pool's 1, 2, ..., each of which plays
        equally often.
        """
        others = range(self.seats - 1)
        circle = [(0, *(1 + (one + n) % self.pool for n in others)) for one in range(self.pool)]
        return list(dict.fromkeys(circle))

    def jobs(self) -> Iterator[Job]:
        """Yields all games in order: every seed in all rotations, with the groups taking turns by
        seed.
        """
        groups, budgets = self.groups, (FULL_BUDGET,) * self.seats
        numbers = count()
        for pairing in each_pairing(self.seats, self.seats * self.seeds, self.seed):
            group = groups[(pairing.seed - self.seed) % len(groups)]
            order = tuple(group[place] for place in pairing.order)
            yield Job(next(numbers), FULL_BUDGET, pairing.seed, pairing.rotation, order, budgets)


def plan_games(counts: Sequence[int], pool: int, games: int, seed: int) -> Games:
    """Returns the games of a trial: at least `games`, with all rotations of each seed. Raises
    BadInput if some opponent would not play.

    counts: possible numbers of players
    """
    seats = 1 + pool if 1 + pool in counts and len(counts) > 1 else min(counts)
    if seats < 2:
        raise BadInput("this game has one player: there is nobody to tune against")
    plan = Games(seats, pool, -(-games // seats), seed)
    fewest = seats * len(plan.groups)
    if games < fewest:
        raise BadInput(
            f"--games {games}: expected at least {fewest}, a seed for each opponent in all seats"
        )
    return plan


@dataclass(frozen=True)
class Result:
    """The outcome of a trial.

    score: mean of all games
    hopeless: why it was cut short, or ""
    faults: number of games that the trial's bot did not finish
    engine: the number of turns by engine
    """

    score: float
    interval: list[float]
    games: int
    seeds: int
    hopeless: str
    faults: int
    engine: EngineTurns = EngineTurns()


def run_trial(games: Games, values: Values, play: Play, judge: Judge, confidence: float) -> Result:
    """Plays the games until they are over or `judge` finds the trial hopeless; returns the
    result.
    """
    sample = Sample(games.seats)
    step: list[float] = []
    seeds = faults = 0
    hopeless = ""
    engine = EngineTurns()
    duel = Duel(0, 1, frozenset(range(1, 1 + games.pool)))  # with all of the pool
    with closing(play(values, games.jobs())) as outcomes:
        for outcome in in_order(outcomes):
            game = outcome.played
            mine = game.seats[game.order.index(0)]
            faults += bool(mine.fault)
            engine += mine.engine
            score = duel.score(game.order, game.ranks)
            assert score is not None  # bot 0 is in each game
            step.append(score)
            sample.add(game.seed, score)
            if len(step) == games.seats:
                reason = judge(seeds, fmean(step), sample)
                seeds, step = seeds + 1, []
                if reason and seeds < games.seeds:  # else all was played: nothing can be saved
                    hopeless = reason
                    break
    mean, _ = sample.mean_and_games()
    interval = list(sample.interval(confidence))
    return Result(mean, interval, sample.games, seeds, hopeless, faults, engine)
