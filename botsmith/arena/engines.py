"""Who plays the matches: processes of this machine, or a Dask cluster. The jobs are the same.

An engine takes jobs from an iterator as it has room for them and gives outcomes back in the order
in which they end. A worker that is lost (killed, out of memory) is replaced, and its match is
played again; a match that kills its worker three times ends the league with one line.
"""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from botsmith.arena.worker import Job, Outcome, Table, Worker
from botsmith.errors import BadInput

ATTEMPTS = 3
LOCAL = "local"
DASK = "dask://"
STOP_SECONDS = 5.0


class Engine(ABC):
    """Use it in a `with` statement: at its end no worker and no match is left."""

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def run(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        """Plays all jobs."""

    @abstractmethod
    def close(self) -> None:
        """Ends all workers at once."""


@dataclass
class Hand:
    """A worker process, our end of its pipe, and the job that it is at."""

    process: BaseProcess
    pipe: "Connection[tuple[Job, int] | None, Outcome | BadInput]"
    job: Job | None = None
    attempt: int = 0


def serve(
    pipe: "Connection[Outcome | BadInput, tuple[Job, int] | None]", table: Table, folder: Path
) -> None:
    """A worker process: plays what comes through the pipe; ends with it, or with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    signal.signal(signal.SIGTERM, leave)
    threading.Thread(target=die_with_parent, args=(folder,), daemon=True).start()
    try:
        worker = Worker(table, folder)
        while (task := pipe.recv()) is not None:
            pipe.send(worker.play(task[0]))
    except BadInput as error:
        pipe.send(error)
    except (EOFError, BrokenPipeError):
        return


def leave(*_: object) -> None:
    """Ends this process from wherever it is; a match on the way out stops its bots."""
    sys.exit(0)


def die_with_parent(folder: Path) -> None:
    """Ends this process when its parent ends in whatever way, also in the middle of a match.

    The shipped files go as well; a worker that needs them has the same end.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


class Local(Engine):
    """`jobs` worker processes on this machine."""

    def __init__(self, table: Table, jobs: int) -> None:
        self.table = table
        self.jobs = jobs
        self.folder = Path(tempfile.mkdtemp(prefix="botsmith-files-"))
        # "spawn": a worker must not inherit the pipes of another one's bots.
        self.context = multiprocessing.get_context("spawn")
        self.hands: list[Hand] = []

    def _hire(self) -> Hand:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(
            target=serve, args=(theirs, self.table, self.folder), daemon=True
        )
        process.start()
        theirs.close()
        return Hand(process, ours)

    def run(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        again: deque[tuple[Job, int]] = deque()  # what a lost worker was at, and how often
        self.hands = [self._hire() for _ in range(self.jobs)]
        while True:
            for hand in self.hands:
                if hand.job is None:
                    self._give(hand, jobs, again)
            busy = {hand.pipe: hand for hand in self.hands if hand.job is not None}
            if not busy:
                return
            for pipe in wait(list(busy)):
                hand = busy[pipe]  # type: ignore[index]
                try:
                    found = hand.pipe.recv()
                except (EOFError, OSError):
                    again.append(self._replace(hand))
                    continue
                if isinstance(found, BadInput):
                    raise found
                hand.job = None
                yield found

    def _give(self, hand: Hand, jobs: Iterator[Job], again: deque[tuple[Job, int]]) -> None:
        """Gives a worker its next job, if there is one."""
        if again:
            hand.job, hand.attempt = again.popleft()
        else:
            hand.job, hand.attempt = next(jobs, None), 1
        if hand.job is not None:
            try:
                hand.pipe.send((hand.job, hand.attempt))
            except OSError:  # it died while idle; reading its pipe will tell
                return

    def _replace(self, hand: Hand) -> tuple[Job, int]:
        """Puts a new worker in the place of a lost one; the job to play again."""
        job, attempt = hand.job, hand.attempt
        assert job is not None
        dismiss([hand])
        if attempt >= ATTEMPTS:
            status = hand.process.exitcode
            raise BadInput(
                f"match {job.number} (seed {job.seed}, rotation {job.rotation}) lost its worker"
                f" {attempt} times (exit {status}); go on with --resume once that is mended"
            )
        self.hands[self.hands.index(hand)] = self._hire()
        return job, attempt + 1

    def close(self) -> None:
        dismiss(self.hands)
        self.hands = []
        shutil.rmtree(self.folder, ignore_errors=True)


def dismiss(hands: Sequence[Hand]) -> None:
    """Ends workers and the bots of their matches; one that does not go is killed."""
    for hand in hands:
        hand.process.terminate()
    for hand in hands:
        hand.process.join(STOP_SECONDS)
        hand.process.kill()  # wardens would still end its bots
        hand.process.join()
        hand.pipe.close()


def open_engine(name: str, table: Table, jobs: int) -> Engine:
    """The engine of that name. BadInput for an unknown one."""
    if name == LOCAL:
        return Local(table, jobs)
    if name.startswith(DASK) and len(name) > len(DASK):
        from botsmith.arena.dask_engine import Cluster

        return Cluster(table, jobs, name.removeprefix(DASK))
    raise BadInput(f"no engine {name!r}; expected local, dask://local or dask://HOST:PORT")
