"""What the threads of a training do: games of a network against itself, and against another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from botsmith.errors import BadInput
from botsmith.training.contest import Contest
from botsmith.training.files import copy_file
from botsmith.training.kernels import Plan
from botsmith.training.player import Player, build_library
from botsmith.training.samples import form_of, join, write_chunk
from botsmith.training.weights import read_weights
from common.engine import EngineFailed

Task = TypeVar("Task")
Found = TypeVar("Found")
Pair = tuple[Player, Player]


def seed_of(seed: int, generation: int, number: int) -> int:
    """Returns a seed for each chunk or pair of games of each generation."""
    return (seed * 100_003 + generation) * 1_000_003 + number


def plan_of(numbers: Mapping[str, Any]) -> Plan:
    """Returns the record with these fields."""
    plan = Plan()
    for name, value in numbers.items():
        setattr(plan, name, value)
    return plan


class Pool:
    """Pairs of players, one for each thread, with a library of their own: it has one place to stop.

    Raises BadInput as `c_text` does, and where C stops in a game.
    """

    def __init__(self, contest: Contest, library: Path, plan: Plan, jobs: int) -> None:
        self.jobs = jobs
        self.idle: SimpleQueue[Pair] = SimpleQueue()
        build_library(contest, library)
        for job in range(jobs):
            own = library.with_name(f"{library.stem}-{job}.so") if job else library
            if job:
                copy_file(library, own)
            self.idle.put((Player(contest, own, plan), Player(contest, own, plan)))

    def run(self, work: Callable[[Pair, Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
        """Yields what `work` returns for each task, as it is done. Closing the iterator waits for
        the tasks that were begun, and leaves the others.
        """

        def do(task: Task) -> Found:
            pair = self.idle.get()
            try:
                return work(pair, task)
            except EngineFailed as error:
                raise BadInput(f"{pair[0].contest.name}: {error}") from None
            finally:
                self.idle.put(pair)

        threads = ThreadPoolExecutor(self.jobs)
        try:
            for done in as_completed([threads.submit(do, task) for task in tasks]):
                yield done.result()
        finally:
            threads.shutdown(cancel_futures=True)


def self_play(
    pair: Pair, task: tuple[Path, int], weights: Path, games: int, about: Mapping[str, Any]
) -> int:
    """Plays a chunk of `games` games, and writes it. task: its file and seed.

    Returns the number of its samples.
    """
    path, seed = task
    player = pair[0]
    player.take(read_weights(weights))
    player.seed(seed)
    samples = join([player.play_game(number) for number in range(games)])
    form = form_of(player.contest.rules.State)
    counts = {"seed": seed, "games": games, "samples": len(samples), "form": form}
    write_chunk(path, samples, {**about, **counts})
    return len(samples)


def play_pair(
    pair: Pair, task: tuple[int, int], weights: tuple[Path, Path], plies: int
) -> tuple[int, float]:
    """Plays two games from the same random opening, with seats swapped. task: number and seed.

    Returns the number, and the mean score of the first network.
    """
    number, seed = task
    for player, path in zip(pair, weights, strict=True):
        player.take(read_weights(path))
    return number, 0.5 * sum(play_match(pair, seed, plies, seat) for seat in (0, 1))


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
