"""The numbers of a series or league, as pure functions over plain values.

A game's share of the first place is what a bot takes of it: 1 for a win, 1/k in a tie of k for the
first rank, else 0; with two players that is the usual score with draws as a half. Parity is
1/players.

Intervals: with two players of that share, with more of the mean rank. Games of one seed with
rotated seats belong together: the interval is a Wilson score interval whose number of games is
scaled by how much less (or more) the means over seeds scatter than games with two outcomes would.
docs/statistics.md shows by simulation how often it holds the truth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import NormalDist, fmean
from typing import Any

# As if the scatter between so many seeds had been seen before: a few seeds tell none.
PRIOR_SEEDS = 5


@dataclass(frozen=True)
class Game:
    """One game: who sat where (seats[place] = number of the bot) and the ranks by place, from 1."""

    seed: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """What one bot made of a series.

    wins: alone at rank 1; draws: rank 1 shared; losses: the rest. first_share: mean share of the
    first place. interval: of first_share with two players, of mean_rank with more (`interval_of`).
    """

    games: int
    wins: int
    draws: int
    losses: int
    mean_rank: float
    first_share: float
    interval: tuple[float, float]
    interval_of: str


def share(ranks: Sequence[int], place: int) -> float:
    """What `place` takes of the first rank: 1 alone, 1/k among k, 0 behind."""
    return 1.0 / ranks.count(1) if ranks[place] == 1 else 0.0


class Sample:
    """Values in 0..1 that come seed by seed, all games of one seed together.

    per_seed: the games of a complete seed; others count for the mean, not for the scatter.
    """

    def __init__(self, per_seed: int) -> None:
        self.per_seed = per_seed
        self.games = 0
        self.total = 0.0
        self.squares = 0.0
        self.seeds = 0  # complete ones
        self.seed_mean = 0.0
        self.seed_squares = 0.0  # of the distances of the seeds' means from theirs (Welford)
        self.seed: int | None = None
        self.open: list[float] = []

    def add(self, seed: int, value: float) -> None:
        """One more game."""
        if seed != self.seed:
            self._close()
            self.seed = seed
        self.games += 1
        self.total += value
        self.squares += value * value
        self.open.append(value)

    def _close(self) -> None:
        if len(self.open) == self.per_seed:
            self.seeds += 1
            distance = fmean(self.open) - self.seed_mean
            self.seed_mean += distance / self.seeds
            self.seed_squares += distance * (fmean(self.open) - self.seed_mean)
        self.open = []

    def effective(self) -> tuple[float, float]:
        """The mean and the number of independent games of two outcomes that are worth as much.

        ValueError if there are no games.
        """
        if not self.games:
            raise ValueError("no games, no interval")
        self._close()
        mean = min(1.0, self.total / self.games)
        if mean in (0.0, 1.0):
            return mean, float(self.games)
        between = self.seed_squares / (self.seeds - 1) if self.seeds > 1 else 0.0
        single = self.squares / self.games - mean * mean
        scale = scatter(mean, single, between, self.games, self.seeds, self.per_seed)
        return mean, self.games / scale

    def interval(self, confidence: float) -> tuple[float, float]:
        """The interval of the mean, within 0..1."""
        mean, games = self.effective()
        low, high = wilson(mean, games, quantile(confidence))
        return max(0.0, low), min(1.0, high)

    def superiority(self) -> float:
        """How likely the true mean is above 1/2 after what was seen (a beta distribution)."""
        from scipy.special import betainc  # slow to import, and only leagues need it

        mean, games = self.effective()
        return float(1.0 - betainc(mean * games + 0.5, (1.0 - mean) * games + 0.5, 0.5))


def quantile(confidence: float) -> float:
    """Standard deviations on each side of a normal interval: 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + confidence / 2.0)


def scatter(mean: Any, single: Any, between: Any, games: Any, seeds: int, per_seed: int) -> Any:
    """How wide the means of seeds scatter: their variance over that of games with two outcomes.

    mean: of all games, not 0 or 1. single: variance of the games. between: variance of the means of
    `seeds` complete seeds with `per_seed` games. Few seeds are taken with PRIOR_SEEDS that scatter
    as independent games do, whose variance is taken with one win and one loss that nobody played.
    Numbers or arrays.
    """
    alone = mean * (1.0 - mean)
    prior = (single * games + 0.5) / (games + 2.0) / alone
    weight = max(seeds - 1, 0)
    return (between * per_seed / alone * weight + prior * PRIOR_SEEDS) / (weight + PRIOR_SEEDS)


def wilson(mean: Any, games: Any, z: float) -> tuple[Any, Any]:
    """Wilson's score interval (1927) of a share seen in `games` games. Numbers or arrays."""
    spread = z * (mean * (1.0 - mean) / games + z * z / (4.0 * games * games)) ** 0.5
    scale = 1.0 + z * z / games
    centre = mean + z * z / (2.0 * games)
    return (centre - spread) / scale, (centre + spread) / scale


def share_interval(
    values: Sequence[Sequence[float]], confidence: float, per_seed: int
) -> tuple[float, float]:
    """Interval of the mean of values in 0..1 that come in groups, one group a seed.

    ValueError if there are no values.
    """
    sample = Sample(per_seed)
    for seed, group in enumerate(values):
        for value in group:
            sample.add(seed, value)
    return sample.interval(confidence)


class Tally:
    """The standing of one bot, game by game, in the order of their seeds.

    players: seats of a game. per_seed: games that the bot has in a complete seed.
    """

    def __init__(self, players: int, per_seed: int) -> None:
        self.players = players
        self.wins = self.draws = self.losses = 0
        self.rank_total = 0
        self.share_total = 0.0
        self.sample = Sample(per_seed)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, seed: int, ranks: Sequence[int], place: int) -> None:
        """A game in which the bot sat in `place`."""
        rank, first = ranks[place], share(ranks, place)
        self.wins += first == 1.0
        self.draws += 0.0 < first < 1.0
        self.losses += first == 0.0
        self.rank_total += rank
        self.share_total += first
        is_share = self.players <= 2
        self.sample.add(seed, first if is_share else (rank - 1) / (self.players - 1))

    def standing(self, confidence: float) -> Standing:
        """What came of it. ValueError without games."""
        low, high = self.sample.interval(confidence)
        if self.players > 2:
            low, high = 1.0 + low * (self.players - 1), 1.0 + high * (self.players - 1)
        return Standing(
            games=self.games,
            wins=self.wins,
            draws=self.draws,
            losses=self.losses,
            mean_rank=self.rank_total / self.games,
            first_share=self.share_total / self.games,
            interval=(low, high),
            interval_of="mean_rank" if self.players > 2 else "first_share",
        )


def standing(games: Sequence[Game], bot: int, confidence: float) -> Standing:
    """The standing of the bot with this number. ValueError if it played in none of the games."""
    players = len(games[0].seats) if games else 0
    tally = Tally(players, players)
    for game in games:
        for place, player in enumerate(game.seats):
            if player == bot:
                tally.add(game.seed, game.ranks, place)
    return tally.standing(confidence)


@dataclass(frozen=True)
class TurnTimes:
    """Milliseconds: the slowest first answer; mean, 99th percentile, maximum of all later ones.

    None where there was no such turn.
    """

    first: float | None
    mean: float | None
    p99: float | None
    max: float | None


def percentile(values: Sequence[float], percent: float) -> float:
    """Nearest rank: the smallest value that at least `percent` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(percent / 100.0 * len(ordered)) - 1)]


def turn_times(matches: Sequence[Sequence[float]]) -> TurnTimes:
    """The times of one bot; each match holds all its turns in order, the longer first one too."""
    first = [turns[0] for turns in matches if turns]
    later = [used for turns in matches for used in turns[1:]]
    return TurnTimes(
        first=max(first) if first else None,
        mean=fmean(later) if later else None,
        p99=percentile(later, 99.0) if later else None,
        max=max(later) if later else None,
    )
