"""What the processes of a training do: games of a network against itself, and against another."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from botsmith.training.contest import find_contest
from botsmith.training.kernels import Plan
from botsmith.training.player import Player
from botsmith.training.samples import form_of, join, write_chunk
from botsmith.training.weights import read_weights


def seed_of(seed: int, generation: int, number: int) -> int:
    """Returns a seed for each chunk or pair of games of each generation."""
    return (seed * 100_003 + generation) * 1_000_003 + number


def plan_of(numbers: Mapping[str, Any]) -> Plan:
    """Returns the record with these fields."""
    plan = Plan()
    for name, value in numbers.items():
        setattr(plan, name, value)
    return plan


def self_play(
    tasks: Sequence[tuple[Path, int]],
    package: str,
    library: Path,
    weights: Path,
    plan: Mapping[str, Any],
    games: int,
    about: Mapping[str, Any],
) -> Iterator[tuple[Path, int] | None]:
    """Plays chunks of `games` games.

    tasks: file and seed of each chunk

    Yields a chunk's file and its number of samples when it is written, and None after each game.
    """
    contest = find_contest(package)
    player = Player(contest, library, plan_of(plan))
    player.take(read_weights(weights))
    form = form_of(contest.rules.State)
    for path, seed in tasks:
        player.seed(seed)
        parts = []
        for number in range(games):
            parts.append(player.play_game(number))
            yield None
        samples = join(parts)
        told = {"seed": seed, "games": games, "samples": len(samples), "form": form}
        write_chunk(path, samples, {**about, **told})
        yield path, len(samples)


def play_pairs(
    tasks: Sequence[tuple[int, int]],
    package: str,
    library: Path,
    weights: tuple[Path, Path],
    plan: Mapping[str, Any],
    plies: int,
) -> Iterator[tuple[int, float]]:
    """Plays pairs of games from the same random opening, with seats swapped.

    tasks: number and seed of each pair. Yields the number and the mean score of the first network.
    """
    contest = find_contest(package)
    players = [Player(contest, library, plan_of(plan)) for _ in weights]
    for player, path in zip(players, weights, strict=True):
        player.take(read_weights(path))
    for number, seed in tasks:
        yield number, 0.5 * sum(play_match(players, seed, plies, seat) for seat in (0, 1))


def play_match(players: Sequence[Player], seed: int, plies: int, seat: int) -> float:
    """Plays one game; returns the score of players[0], which is player `seat`."""
    for player in players:
        player.open(seed, plies)
    while not any(player.is_done() for player in players):
        mover = players[0] if players[0].to_move() == seat else players[1]
        move = mover.choose()
        for player in players:
            player.push(move)
    winner = next(player for player in players if player.is_done()).result()
    return 0.5 + 0.5 * (winner if seat == 0 else -winner)
