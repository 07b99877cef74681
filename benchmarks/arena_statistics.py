"""How often the arena's statistics are right, by simulation: docs/measured/statistics.md.

    python benchmarks/arena_statistics.py [--quick]

Everything goes through the very functions of botsmith/arena/statistics: stats.py, sprt.py and
ratings.py.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import NormalDist

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402

from botsmith.arena.statistics.ratings import ELO, bradley_terry  # noqa: E402
from botsmith.arena.statistics.sprt import (
    DEFAULT,
    expected_score,
    log_likelihood_ratios,
)  # noqa: E402
from botsmith.arena.statistics.stats import quantile, scatter, wilson  # noqa: E402

Array = npt.NDArray[np.float64]
KINDS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])


@dataclass(frozen=True)
class World:
    """The truth about two players. win, draw: chances of the first one.

    seat: added to its chance in seat 0, taken from it in seat 1. alike: how often the second game
    of a seed repeats the result of the first.
    """

    name: str
    win: float
    draw: float = 0.0
    seat: float = 0.0
    alike: float = 0.0

    def games(self, dice: np.random.Generator, leagues: int, pairs: int) -> Array:
        """Returns scores of the first player: (leagues, pairs, 2)."""
        chance = dice.random((leagues, pairs, 2))
        win = np.array([self.win + self.seat, self.win - self.seat])
        scores = np.where(chance < win, 1.0, np.where(chance < win + self.draw, 0.5, 0.0))
        repeats = dice.random((leagues, pairs)) < self.alike
        scores[..., 1] = np.where(repeats, scores[..., 0], scores[..., 1])
        return scores

    @property
    def mean(self) -> float:
        """Returns the true mean score."""
        return self.win + self.draw / 2.0 + self.seat * self.alike


WORLDS = (
    World("equal players", 0.5),
    World("55 %", 0.55),
    World("70 %", 0.7),
    World("90 %", 0.9),
    World("97 %", 0.97),
    World("40 % draws", 0.3, draw=0.4),
    World("90 % draws", 0.05, draw=0.9),
    World("the seed decides half of the games", 0.5, alike=0.5),
    World("the seed decides every pair", 0.5, alike=1.0),
    World("the seat is worth 30 %", 0.5, seat=0.3),
    World("draws, seats and seeds together", 0.45, draw=0.2, seat=0.2, alike=0.3),
)


def share_coverage(
    world: World, leagues: int, pairs: int, confidence: float, dice: np.random.Generator
) -> float:
    """Returns the share of leagues whose interval of the mean score holds the true one."""
    games = world.games(dice, leagues, pairs)
    return coverage(games, world.mean, confidence)


def coverage(games: Array, truth: float, confidence: float) -> float:
    """Returns the share of leagues whose interval holds `truth`, the mean of values in 0..1.

    games: (leagues, seeds, games of a seed).
    """
    _, seeds, per_seed = games.shape
    mean = games.mean(axis=(1, 2))
    inside = (mean > 0.0) & (mean < 1.0)
    safe = np.where(inside, mean, 0.5)
    between = games.mean(axis=2).var(axis=1, ddof=1)
    single = games.var(axis=(1, 2))
    count = seeds * per_seed
    scale = np.where(inside, scatter(safe, single, between, count, seeds, per_seed), 1.0)
    low, high = wilson(mean, count / scale, quantile(confidence))
    return float(np.mean((low <= truth + 1e-12) & (truth - 1e-12 <= high)))


def rank_games(
    strengths: Array, leagues: int, seeds: int, swing: float, dice: np.random.Generator
) -> Array:
    """Ranks of player 0 as (rank - 1) / (players - 1): (leagues, seeds, players).

    Every player draws a result around its strength; swing: how much a seed favours one seat.
    """
    players = len(strengths)
    favour = swing * dice.gumbel(size=(leagues, seeds, 1, players))  # by seat
    found = np.empty((leagues, seeds, players))
    for rotation in range(players):
        results = dice.gumbel(size=(leagues, seeds, players)) + strengths
        results += np.roll(favour[:, :, 0, :], -rotation, axis=2)
        found[:, :, rotation] = (results[..., 1:] > results[..., :1]).sum(axis=2) / (players - 1)
    return found


@dataclass(frozen=True)
class Stops:
    """Outcomes of the sequential tests of many leagues. games: mean, median, 95th percentile."""

    better: float
    not_better: float
    undecided: float
    games: tuple[float, float, float]


def sequential(
    worth: Iterator[Array], runs: int, kinds: Array, per_seed: int, most_seeds: int
) -> Stops:
    """Runs many tests side by side. worth: yields, seed by seed, the kind of result in each run."""
    lower, upper = DEFAULT.bounds()
    counts = np.zeros((runs, len(kinds)))
    verdict = np.zeros(runs)
    length = np.full(runs, most_seeds * per_seed, dtype=np.float64)
    alive = np.arange(runs)
    for seed, kind in zip(range(1, most_seeds + 1), worth, strict=False):
        counts[alive, kind[alive].astype(int)] += 1.0
        ratios = log_likelihood_ratios(counts[alive], kinds, DEFAULT)
        ended = (ratios >= upper) | (ratios <= lower)
        verdict[alive[ended]] = np.sign(ratios[ended])
        length[alive[ended]] = seed * per_seed
        alive = alive[~ended]
        if not len(alive):
            break
    mean, middle, late = length.mean(), np.median(length), np.percentile(length, 95)
    return Stops(
        float(np.mean(verdict > 0)),
        float(np.mean(verdict < 0)),
        float(np.mean(verdict == 0)),
        (float(mean), float(middle), float(late)),
    )


def pairs_of(world: World, runs: int, dice: np.random.Generator) -> Iterator[Array]:
    """Yields without end the kind of the next pair of games in each run."""
    while True:
        yield world.games(dice, runs, 1)[:, 0, :].sum(axis=1) * 2.0


def sprt_of_pairs(world: World, runs: int, most_games: int, dice: np.random.Generator) -> Stops:
    """Returns the sequential test of two players."""
    return sequential(pairs_of(world, runs, dice), runs, KINDS, 2, most_games // 2)


def sprt_of_ranks(
    gap: float, players: int, runs: int, most_games: int, dice: np.random.Generator
) -> Stops:
    """Returns the sequential test of A against B among `players` seats; gap: A's strength over
    B's.
    """
    strengths = np.zeros(players)
    strengths[0] = gap
    kinds = np.unique(np.append(np.arange(players + 1) / players, [0.25, 0.5, 0.75]))

    def seeds() -> Iterator[Array]:
        while True:
            results = dice.gumbel(size=(runs, players, players)) + strengths
            wins = (results[..., 0] > results[..., 1]).sum(axis=1)
            yield np.searchsorted(kinds, wins / players - 1e-9)

    return sequential(seeds(), runs, kinds, players, most_games // players)


def elo_world(elo: float, draw: float) -> World:
    """Returns two players `elo` apart with that share of draws."""
    return World(f"{elo:g} Elo, {draw:.0%} draws", expected_score(elo) - draw / 2.0, draw)


def fixed_size(share: float, alpha: float, beta: float) -> int:
    """Returns games that a test of fixed size needs to tell `share` from one half, without
    draws.
    """
    normal = NormalDist()
    spread = normal.inv_cdf(1.0 - alpha) * 0.5
    spread += normal.inv_cdf(1.0 - beta) * (share * (1.0 - share)) ** 0.5
    return int(ceil((spread / (share - 0.5)) ** 2))


def rating_coverage(leagues: int, seeds: int, dice: np.random.Generator) -> float:
    """Returns the share of intervals that hold the true rating: Bradley-Terry with four players."""
    strengths = np.array([0.0, 0.3, 0.6, 1.5])
    pairs = np.transpose(np.triu_indices(4, 1))
    firsts, seconds = pairs.T
    chance = 1.0 / (1.0 + np.exp(strengths[seconds] - strengths[firsts]))
    truth = ELO * (strengths - strengths.mean())
    held = 0
    for _ in range(leagues):
        scores = dice.binomial(2, chance, (seeds, 6)).astype(np.float64)
        found = bradley_terry(pairs, np.full((seeds, 6), 2.0), scores, 4, 0.95)
        held += sum(r.interval[0] <= t <= r.interval[1] for r, t in zip(found, truth, strict=True))
    return held / leagues / 4


def main(scale: float) -> None:
    """Prints every table."""
    dice = np.random.default_rng(2026)
    leagues = int(10_000 * scale)
    print(f"95 % intervals, {leagues} leagues: pairs of seats  400     50     20")
    for world in WORLDS:
        cells = [share_coverage(world, leagues, pairs, 0.95, dice) for pairs in (400, 50, 20)]
        print(f"  {world.name:44}" + "".join(f"{cell:7.1%}" for cell in cells))
    print("mean ranks, 400 seeds (rounds of 4 leagues as above)")
    for players in (3, 4):
        for gap, swing in ((0.0, 0.0), (0.7, 0.0), (0.7, 1.5)):
            strengths = np.zeros(players)
            strengths[0] = gap
            many = max(100, leagues // 4)
            truth = float(rank_games(strengths, 100, 5000, swing, dice).mean())
            games = rank_games(strengths, many, 400, swing, dice)
            held = coverage(games, truth, 0.95)
            print(f"  {players} players, {gap:g} stronger, seat favour {swing:g}: {held:.1%}")
    print(
        f"Bradley-Terry, 4 players, 400 pairs each: {rating_coverage(leagues // 5, 400, dice):.1%}"
    )
    print(f"SPRT, 0 against 30 Elo, {leagues} runs: better, not, open; games mean, median, 95 %")
    runs, most = leagues, 20_000
    for elo in (0.0, 30.0, 34.9):
        for draw in (0.0, 0.4):
            world = elo_world(elo, draw)
            show(world.name, sprt_of_pairs(world, runs, most, dice))
    show("0 Elo, the seed decides half", sprt_of_pairs(World("", 0.5, alike=0.5), runs, most, dice))
    show("0 Elo, seat worth 30 %", sprt_of_pairs(World("", 0.5, seat=0.3), runs, most, dice))
    for players in (3, 4):
        for elo in (0.0, 30.0):
            show(
                f"{players} seats, {elo:g} Elo", sprt_of_ranks(elo / ELO, players, runs, most, dice)
            )
    for draw in (0.0, 0.4):
        world = elo_world(0.0, draw)
        show(f"at most 400 games: {world.name}", sprt_of_pairs(world, runs, 400, dice))
    print(f"a test of fixed size for 55 %: {fixed_size(0.55, 0.05, 0.05)} games")
    print(f"(one for 30 Elo: {fixed_size(expected_score(30.0), 0.05, 0.05)})")


def show(name: str, stops: Stops) -> None:
    """One line of the table of sequential tests."""
    mean, middle, late = stops.games
    print(
        f"  {name:44}{stops.better:7.2%}{stops.not_better:8.2%}{stops.undecided:8.2%}"
        f"{mean:8.0f}{middle:7.0f}{late:7.0f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="A tenth of the games.")
    main(0.1 if parser.parse_args().quick else 1.0)
