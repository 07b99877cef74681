"""Plays matches: a worker, and a pool of worker processes on this machine.

A pool takes jobs from an iterator as it has room for them and gives outcomes back in the order in
which they end. A worker that is lost (killed, out of memory) is replaced, and its match is played
again; a match that loses its worker three times ends the command with one line. dask_pool.py is
the other pool. Nothing here knows of stores or statistics, so that a worker starts quickly.
"""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.foreign import play_foreign
from botsmith.arena.matches.match import Conditions, Play
from botsmith.arena.matches.packing import PackedBot, unpack
from botsmith.arena.matches.played import Job, Outcome, Player, notes_of, played_from
from botsmith.arena.store.record import encode_match
from botsmith.children import ignore_interrupts, start_deaf
from botsmith.errors import BadInput
from botsmith.own_code import own_failure
from botsmith.programs import FOREIGN_PLAYERS, is_foreign, referee_command
from botsmith.referees import referee_for
from botsmith.referees.base import Match

ATTEMPTS = 3
STOP_SECONDS = 20.0  # more than a bot's end takes at most


def play_one(
    game: str, bots: Sequence[Bot], seed: int, rotation: int, conditions: Conditions
) -> Match:
    """Plays one match; bots[seat] sits in that seat."""
    if is_foreign(game):
        return play_foreign(game, bots, seed, rotation, conditions)
    referee = referee_for(game).from_seed(seed, len(bots))
    return Play(referee, bots, str(seed), rotation, conditions).run()


def player_counts(game: str) -> Sequence[int]:
    """Returns the numbers of players that a game allows. Raises BadInput for an unknown game or
    referee.
    """
    if is_foreign(game):
        referee_command(game)
        return FOREIGN_PLAYERS
    return referee_for(game).player_counts


def seed_step_of(game: str) -> int:
    """Returns the distance between the seeds of a series, if --seed-step does not set it."""
    return 1 if is_foreign(game) else referee_for(game).seed_step


@dataclass(frozen=True)
class Lineup:
    """What all matches of a plan share: the bots by their numbers, and the conditions."""

    game: str
    bots: tuple[PackedBot, ...]
    conditions: Conditions


class Worker:
    """Plays the jobs of one plan. folder: the folder for the bots' files."""

    def __init__(self, lineup: Lineup, folder: Path) -> None:
        self.lineup = lineup
        self.bots = [unpack(bot, folder, lineup.game) for bot in lineup.bots]
        self.players = [Player(bot.name, bot.content_hash, bot.size) for bot in lineup.bots]

    def play(self, job: Job) -> Outcome:
        """Plays one match."""
        bots = [self.bots[number] for number in job.order]
        players = [self.players[number] for number in job.order]
        conditions = replace(self.lineup.conditions, budgets=job.budgets)
        match = play_one(self.lineup.game, bots, job.seed, job.rotation, conditions)
        return Outcome(played_from(match, job, players), encode_match(match), notes_of(match))


class Pool(AbstractContextManager["Pool"]):
    """Several workers. Use it in a `with` statement: at its end no worker and no match is left."""

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def run(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        """Plays all jobs."""

    @abstractmethod
    def close(self) -> None:
        """Ends all workers at once."""


@dataclass
class WorkerProcess:
    """A worker process, our end of its pipe, and its present job."""

    process: BaseProcess
    pipe: "Connection[Job | None, Outcome | Exception]"
    job: Job | None = None
    attempt: int = 0

    def give(self, job: Job | None, attempt: int = 1) -> None:
        """Sends the worker a job, unless `job` is None."""
        self.job, self.attempt = job, attempt
        if job is not None:
            with suppress(OSError):  # it died while idle; reading its pipe will tell
                self.pipe.send(job)


def serve(
    pipe: "Connection[Outcome | Exception, Job | None]", lineup: Lineup, folder: Path
) -> None:
    """Plays the jobs that come through the pipe, in a worker process, until the pipe or the parent
    ends.
    """
    ignore_interrupts()  # the parent ends us
    signal.signal(signal.SIGTERM, leave)
    threading.Thread(target=die_with_parent, args=(folder,), daemon=True).start()
    try:
        worker = Worker(lineup, folder)
        while (job := pipe.recv()) is not None:
            pipe.send(worker.play(job))
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:  # the parent raises it, and ends us: no match is left to stop
        if signal.getsignal(signal.SIGTERM) is signal.SIG_IGN:  # what `leave` has broken off
            return
        if (own := own_failure(error)) is not None:
            pipe.send(BadInput(own))
        else:
            error.add_note(traceback.format_exc())
            pipe.send(error)
    finally:  # no function of ours hears a signal while Python is taken down
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def leave(*_: object) -> None:
    """Ends this process at a signal. A match that is being played stops its bots.

    Inside a finalizer Python would print the exception and continue. There the process ends at
    once, and wardens stop its bots. A second SIGTERM, such as one to a whole group, stops nothing.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.unraisablehook = lambda _: os._exit(0)
    sys.exit(0)


def die_with_parent(folder: Path) -> None:
    """Ends this process when its parent ends, in whatever way, also in the middle of a match.

    It removes the shipped files, too: all workers that need them end in the same way.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


class LocalPool(Pool):
    """`jobs` worker processes on this machine."""

    def __init__(self, lineup: Lineup, jobs: int) -> None:
        self.lineup = lineup
        self.jobs = jobs
        self.folder = Path(tempfile.mkdtemp(prefix="botsmith-files-"))
        # "spawn": a worker must not inherit the pipes of another one's bots.
        self.context = multiprocessing.get_context("spawn")
        self.workers: list[WorkerProcess] = []

    def _start(self) -> WorkerProcess:
        ours, theirs = self.context.Pipe()
        about = theirs, self.lineup, self.folder
        process = self.context.Process(target=serve, args=about, daemon=True)
        start_deaf(process)
        theirs.close()
        return WorkerProcess(process, ours)

    def run(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        for job in islice(jobs, self.jobs):
            self.workers.append(self._start())
            self.workers[-1].give(job)
        while busy := {worker.pipe: worker for worker in self.workers if worker.job is not None}:
            for pipe in wait(list(busy)):
                worker = busy[pipe]  # type: ignore[index]
                try:
                    found = worker.pipe.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                if isinstance(found, Exception):
                    raise found
                worker.job = None
                yield found  # who stops here stops no match at its start
                worker.give(next(jobs, None))

    def _replace(self, worker: WorkerProcess) -> None:
        """Puts a new worker in the place of a lost one, with the same job."""
        job, attempt = worker.job, worker.attempt
        assert job is not None
        stop([worker])
        if attempt == ATTEMPTS:
            where = f"match {job.number} (seed {job.seed}, rotation {job.rotation})"
            lost = f"lost its worker {attempt} times (exit {worker.process.exitcode})"
            raise BadInput(f"{where} {lost}; mend that and play on")
        new = self._start()
        self.workers[self.workers.index(worker)] = new
        new.give(job, attempt + 1)

    def close(self) -> None:
        stop(self.workers)
        self.workers = []
        shutil.rmtree(self.folder, ignore_errors=True)


def stop(workers: Sequence[WorkerProcess]) -> None:
    """Ends workers and the bots of their matches; kills a worker that does not end."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(STOP_SECONDS)
        worker.process.kill()  # wardens would still end its bots
        worker.process.join()
        worker.pipe.close()
