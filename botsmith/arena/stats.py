"""The numbers of a series, as pure functions over plain values.

A game's share of the first place is what a bot takes of it: 1 for a win, 1/k in a tie of k for the
first rank, else 0; with two players that is the usual score with draws as a half. Parity is
1/players.

Intervals: with two players of that share, with more of the mean rank. Games of one seed with
rotated seats belong together: the interval is a Wilson score interval whose number of games is
scaled by how much less (or more) the means over seeds scatter than independent games would.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist, fmean, variance

# As if so many seeds of independent games had been seen before: a few seeds tell no scatter.
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


def share_interval(
    values: Sequence[Sequence[float]], confidence: float, per_seed: int
) -> tuple[float, float]:
    """Interval of the mean of values in 0..1 that come in groups, one group a seed.

    per_seed: the size of a complete group; smaller ones count for the mean, not for the scatter.
    ValueError if there are no values.
    """
    flat = [value for group in values for value in group]
    if not flat:
        raise ValueError("no games, no interval")
    mean = fmean(flat)
    z = NormalDist().inv_cdf(0.5 + confidence / 2.0)
    games = len(flat) / scatter([fmean(g) for g in values if len(g) == per_seed], mean, per_seed)
    spread = z * sqrt(mean * (1.0 - mean) / games + z * z / (4.0 * games * games))
    scale = 1.0 + z * z / games
    centre = mean + z * z / (2.0 * games)
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def scatter(means: Sequence[float], mean: float, per_seed: int) -> float:
    """Variance of the seeds' means over that of independent games; near 1 while seeds are few."""
    alone = mean * (1.0 - mean) / per_seed
    if len(means) < 2 or alone == 0.0:
        return 1.0
    weight = len(means) - 1
    ratio = variance(means) / alone
    return (ratio * weight + PRIOR_SEEDS) / (weight + PRIOR_SEEDS)


def standing(games: Sequence[Game], bot: int, confidence: float) -> Standing:
    """The standing of the bot with this number. ValueError if it played in none of the games."""
    ranks: list[int] = []
    shares: list[float] = []
    by_seed: dict[int, list[float]] = defaultdict(list)
    players = len(games[0].seats) if games else 0
    for game in games:
        for place, player in enumerate(game.seats):
            if player != bot:
                continue
            rank, first = game.ranks[place], share(game.ranks, place)
            ranks.append(rank)
            shares.append(first)
            by_seed[game.seed].append(first if players == 2 else (rank - 1) / (players - 1))
    low, high = share_interval(list(by_seed.values()), confidence, players)
    if players != 2:
        low, high = 1.0 + low * (players - 1), 1.0 + high * (players - 1)
    wins = shares.count(1.0)
    draws = sum(0.0 < first < 1.0 for first in shares)
    return Standing(
        games=len(ranks),
        wins=wins,
        draws=draws,
        losses=len(ranks) - wins - draws,
        mean_rank=fmean(ranks),
        first_share=fmean(shares),
        interval=(low, high),
        interval_of="first_share" if players == 2 else "mean_rank",
    )


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
