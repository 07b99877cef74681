"""A toy to tune: a params.py, and games whose winner is drawn by how good the values are.

`aim` matters and is best at 0.7; `noise` does not. Run as a program, it tunes into a file, and
stands still in the middle of a trial, to be killed: `python -m tests.tuning.toys FILE TRIAL`.
"""

import random
import sys
import time
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

from optuna.trial import TrialState

from botsmith.arena.matches.played import Job, Outcome, Played, Player, Seat, TurnTimes
from botsmith.bundle.modules import Source
from botsmith.tuning.space import Range, Values, read_ranges
from botsmith.tuning.study import Study, open_study, tune
from botsmith.tuning.trial import Games, Play

PARAMS = Source(
    "bots/toy/params.py",
    """class Params:
    aim: float = 0.1  # 0..1 share: where it looks
    noise: float = 3.0  # 0.01..5 times: nothing
    depth: int = 2  # 1..9 turns: nothing either
    brave: bool = False  # whether it is
    turn_ms: float = 40.0  # 1..50 ms: of the clock
    odd: int = 2 + 2  # 0..9 no literal, no parameter
    bare: float = 1.0
""",
)
SEEDS = 10
SPEC = {"seed": 1, "toy": "first"}


def ranges() -> list[Range]:
    return read_ranges(PARAMS)


def quality(values: Values) -> float:
    """How often it wins against the start values."""
    return 0.9 - 0.8 * abs(float(values["aim"]) - 0.7)


def played(job: Job, ranks: list[int], fault: str = "") -> Outcome:
    """A game with these ranks by seat; seat of bot 0 has the fault."""
    seats = tuple(
        Seat(Player(str(bot), ""), 100, rank, 0.0, fault if bot == 0 else "", "", TurnTimes())
        for bot, rank in zip(job.order, ranks, strict=True)
    )
    about = (job.number, "toy", job.seed, job.rotation, 100, "none", 1, "", job.order)
    return Outcome(Played(*about, seats), b"")


def toy_play(still: int = 0) -> Play:
    """Games for two: the seed's luck is the same for all values, as in paired games.

    still: the trial, from 1, whose sixth game never ends.
    """
    calls = count(1)

    def play(values: Values, jobs: Iterator[Job]) -> Generator[Outcome, None, None]:
        call = next(calls)
        for job in jobs:
            if call == still and job.number == 5:
                print("standing still", flush=True)
                time.sleep(600.0)
            is_won = random.Random(f"{job.seed}/{job.rotation}").random() < quality(values)
            yield played(job, [1 if (bot == 0) == is_won else 2 for bot in job.order])

    return play


def run_toy(study: Study, trials: int, still: int = 0) -> None:
    """Tunes the toy against its start values."""
    games = Games(seats=2, pool=1, seeds=SEEDS, seed=1)
    list(tune(study, games, toy_play(still), trials, 0.95, True))


def figures_of(study: Study) -> list[tuple[object, ...]]:
    """The finished trials without their numbers and times."""
    return [
        (
            trial.state == TrialState.PRUNED,
            dict(trial.user_attrs["values"]),
            trial.user_attrs["result"],
            dict(trial.intermediate_values),
        )
        for trial in study.trials()
    ]


if __name__ == "__main__":
    with open_study(Path(sys.argv[1]), "toy", SPEC, ranges(), resume=True) as opened:
        run_toy(opened, 100, still=int(sys.argv[2]))
