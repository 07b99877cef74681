"""Defines the tasks of a training's threads: games of a network against itself, and against
another.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from botsmith.training.contest import Contest
from botsmith.training.kernels import Plan
from botsmith.training.library import Pool
from botsmith.training.player import Player, build_library
from botsmith.training.samples import form_of, join, write_chunk
from botsmith.training.weights import read_weights

Pair = tuple[Player, Player]


def seed_of(seed: int, generation: int, number: int) -> int:
    """Returns a seed for each chunk or pair of games of each generation."""
    return (seed * 100_003 + generation) * 1_000_003 + number


def open_pool(contest: Contest, library: Path, plan: Plan, jobs: int) -> Pool[Pair]:
    """Returns a pool of pairs of players, one for each thread. Raises BadInput as `compile.c_text`
    does.
    """
    paths = build_library(contest, library, jobs)
    return Pool([(Player(contest, path, plan), Player(contest, path, plan)) for path in paths])


def self_play(
    pair: Pair, task: tuple[Path, int], weights: Path, games: int, about: Mapping[str, Any]
) -> int:
    """Plays a chunk of `games` games, and writes it. Returns the number of its samples.

    task: its file and seed
    """
    path, seed = task
    player = pair[0]
    player.set_weights(read_weights(weights))
    player.seed(seed)
    samples = join([player.play_game(number) for number in range(games)])
    form = form_of(player.contest.rules.State)
    counts = {"seed": seed, "games": games, "samples": len(samples), "form": form}
    write_chunk(path, samples, {**about, **counts})
    return len(samples)


def play_pair(
    pair: Pair, task: tuple[int, int], weights: tuple[Path, Path], plies: int
) -> tuple[int, float]:
    """Plays two games from the same random opening, with seats swapped. Returns the pair's number,
    and the mean score of the first network.

    task: number and seed
    plies: length of the opening
    """
    number, seed = task
    for player, path in zip(pair, weights, strict=True):
        player.set_weights(read_weights(path))
    return number, 0.5 * sum(play_match(pair, seed, plies, seat) for seat in (0, 1))


def play_match(players: Sequence[Player], seed: int, plies: int, seat: int) -> float:
    """Plays one game; returns the score of players[0], which is player `seat`.

    plies: length of the random opening
    """
    kernels = players[0].kernels
    for player in players:
        player.seed(seed)
        while not player.call(kernels.open_game, plies):
            pass
    while not (done := [player for player in players if player.call(kernels.is_done)]):
        is_first = players[0].engine.memory.search.start.player == seat
        move = players[0 if is_first else 1].call(kernels.choose)
        for player in players:
            player.call(kernels.push, move)
    winner: int = done[0].call(kernels.result)
    return 0.5 + 0.5 * (winner if seat == 0 else -winner)
