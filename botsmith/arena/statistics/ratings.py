"""Rates the bots of a league: by Bradley-Terry, which does not depend on the order of games, and by
openskill.

Bradley-Terry gives bot i a strength r[i] so that it scores 1 / (1 + exp(r[j] - r[i])) against j on
average; a draw counts half for both. A game of three or four players is taken as all its pairs.
The strengths are those of the largest likelihood with one drawn game of each bot against an
average one added, which keeps a bot that won everything finite. The games of a seed belong
together, and so do the pairs of one game: the errors come from the scatter of whole seeds (the
"sandwich" of White 1980), not from a count of games that would all be independent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm, log

import numpy as np
import numpy.typing as npt

from botsmith.arena.statistics.stats import quantile

ELO = 400.0 / log(10.0)  # Elo points of one unit of strength
ROUNDS = 100
CLOSE = 1e-10

Array = npt.NDArray[np.float64]
Game = tuple[Sequence[int], Sequence[int]]  # bots and ranks, by seat


@dataclass(frozen=True)
class Rating:
    """A bot's rating in Elo points; the mean of a league is 0."""

    elo: float
    interval: tuple[float, float]


def logistic(strengths: Array) -> Array:
    """Returns the expected scores, 0..1, of bots that are so much stronger than their opponents."""
    result: Array = 1.0 / (1.0 + np.exp(-strengths))
    return result


def information(signs: Array, strengths: Array, games: Array) -> Array:
    """Returns the negative second derivatives of the log likelihood, shape (bots, bots)."""
    chance, own = logistic(signs @ strengths), logistic(strengths)
    weights = games * chance * (1.0 - chance)
    result: Array = signs.T @ (weights[:, None] * signs) + np.diag(own * (1.0 - own))
    return result


def bradley_terry(
    pairs: npt.NDArray[np.int64], games: Array, scores: Array, bots: int, confidence: float
) -> list[Rating]:
    """Returns the rating of every bot, with its interval. Newton's method on a concave function.

    pairs: (pairs, 2), the numbers of the two bots of each pair
    games, scores: (seeds, pairs), a pair's number of games and the sum of its first bot's scores
    """
    # (pairs, bots): 1 for the first bot of a pair, -1 for the second
    signs = np.eye(bots)[pairs[:, 0]] - np.eye(bots)[pairs[:, 1]]
    strengths = np.zeros(bots)
    played, won = games.sum(axis=0), scores.sum(axis=0)
    for _ in range(ROUNDS):
        surplus = (won - played * logistic(signs @ strengths)) @ signs + 0.5 - logistic(strengths)
        step = np.linalg.solve(information(signs, strengths, played), surplus)
        # A full step can run away from where the curve is flat.
        strengths = strengths + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < CLOSE:
            break
    inverse = np.linalg.inv(information(signs, strengths, played))
    surprises = (scores - games * logistic(signs @ strengths)) @ signs
    seeds = len(games)
    correction = seeds / (seeds - 1) if seeds > 1 else 1.0
    # One seed of a drawn game a bot is added, as to the likelihood: few seeds tell no scatter.
    meat = correction * surprises.T @ surprises + 0.25 * np.eye(bots)
    centre = np.eye(bots) - 1.0 / bots
    variances = np.diag(centre @ inverse @ meat @ inverse @ centre.T)
    errors = ELO * (quantile(confidence) * np.sqrt(variances))
    elos = ELO * (strengths - strengths.mean())
    rows = np.column_stack([elos, elos - errors, elos + errors]).tolist()
    return [Rating(elo, (low, high)) for elo, low, high in rows]


def without_ties(ranks: Sequence[int]) -> list[list[float]]:
    """Returns as many orders without ties as tied bots need to take each of their places equally
    often.

    Each order is a list of places by bot. They replace Weng and Lin's own rule for ties, by which a
    bot that is behind two tied bots gains as much as those two.
    """
    groups = [[seat for seat, rank in enumerate(ranks) if rank == each] for each in set(ranks)]
    orders = []
    for turn in range(lcm(*map(len, groups))):
        order = [0.0] * len(ranks)
        for group in groups:
            for place, seat in enumerate(group):
                order[seat] = ranks[seat] + (place + turn) % len(group)
        orders.append(order)
    return orders


def openskill_ratings(games: Iterable[Game], bots: int) -> list[tuple[float, float]]:
    """Returns openskill's Plackett-Luce (mu, sigma) of every bot.

    A tie counts as the mean of its orders. Ratings are updated game by game, so the order of the
    games matters, unlike in Bradley-Terry.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(bots)]
    for order, ranks in games:
        teams = [[ratings[bot]] for bot in order]
        ways = [model.rate(teams, ranks=places) for places in without_ties(ranks)]
        for bot, same in zip(order, zip(*ways, strict=True), strict=True):
            mu = sum(team[0].mu for team in same) / len(ways)
            sigma = sum(team[0].sigma for team in same) / len(ways)
            ratings[bot] = model.rating(mu, sigma)
    return [(rating.mu, rating.sigma) for rating in ratings]
