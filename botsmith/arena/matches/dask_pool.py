"""Plays matches on a Dask cluster: `dask://local` starts one here, `dask://HOST:PORT` uses yours.

The cluster's workers need the same version of Botsmith and the packages that the games need. The
bots' files travel with the jobs. A task is a batch of matches: one match while the duration of a
match is unknown, then enough matches that the cluster asks the scheduler for TASKS_A_SECOND tasks
(docs/measured/scale.md).
"""

import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from botsmith import paths
from botsmith.arena.matches.played import Job, Outcome
from botsmith.arena.matches.workers import ATTEMPTS, Lineup, Pool, Worker
from botsmith.errors import BadInput

LOCAL = "local"  # the address of a cluster of our own
TASKS_A_SECOND = 100.0
LARGEST_BATCH = 50
TASKS_AHEAD = 2  # for every thread of the cluster, so that none waits for the scheduler
CONNECT_SECONDS = 8
ALONE_SECONDS = 30  # that a task waits for a worker: one that dies as it starts is not replaced
SWEEPER = Path(__file__).parent.with_name("process") / "sweeper.py"


def import_distributed() -> Any:
    """Imports and returns the package distributed. Runner.check makes sure before that it is
    installed.
    """
    import distributed

    return distributed


def play_batch(lineup: Lineup, jobs: Sequence[Job]) -> tuple[list[Outcome], float]:
    """Plays several jobs on a worker. Returns their outcomes and the seconds that they took."""
    began = perf_counter()
    worker = worker_for(lineup)
    return [worker.play(job) for job in jobs], perf_counter() - began


@lru_cache(maxsize=4)
def worker_for(lineup: Lineup) -> Worker:
    """Returns the worker of a league, which unpacks the league's bots once in every worker
    process, into a folder that Dask removes when the process ends.
    """
    home = import_distributed().get_worker().local_directory
    return Worker(lineup, Path(home) / "botsmith-files")


def start_cluster(distributed: Any, jobs: int, folder: str) -> Any:
    """Returns a cluster of processes. Raises BadInput after ATTEMPTS failed attempts.

    Dask gives up when a process is killed while it starts; then this function tries again.
    """
    for _ in range(ATTEMPTS):
        try:
            return distributed.LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",  # any free port
                silence_logs="CRITICAL",
                local_directory=folder,
                preload=["botsmith.arena.matches.dask_worker"],
            )
        except (RuntimeError, OSError) as error:
            reason = str(error).rstrip(".")
    failed = f"the workers of the cluster did not start {ATTEMPTS} times: {reason}"
    raise BadInput(f"{failed}; --resume goes on once that is mended")


class DaskPool(Pool):
    """A client of a Dask cluster. address: LOCAL starts a cluster of `jobs` workers here."""

    def __init__(self, lineup: Lineup, jobs: int, address: str) -> None:
        self.distributed = import_distributed()
        self.lineup = lineup
        self.cluster: Any = self._start_cluster(jobs) if address == LOCAL else None
        try:
            self.client = self.distributed.Client(
                self.cluster or address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError) as error:
            right = "expected the HOST:PORT of a Dask scheduler"
            where = f"--engine dask://{address}: {error or 'no answer'}"
            raise BadInput(f"{where}; {right}") from None
        self.seconds_a_match = math.inf  # not known yet

    def _start_cluster(self, jobs: int) -> Any:
        """Returns a cluster on this machine. A sweeper removes its scratch when this process ends.

        No profiler runs beside the bots. A task fails if no worker appears within ALONE_SECONDS.
        """
        import dask

        # Dask's workers would copy `sys.path`. They import many modules before botsmith, which puts
        # the workspace's root last: so a winreg.py there is never imported in place of Python's.
        if (root := paths.find_root()) != paths.HOME:
            sys.path[:] = [place for place in sys.path if place != root]
        folder = tempfile.mkdtemp(prefix="botsmith-dask-")
        self.sweeper = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SWEEPER), folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        settings = {
            "temporary-directory": folder,
            "distributed.worker.profile.enabled": False,
            "distributed.scheduler.no-workers-timeout": f"{ALONE_SECONDS}s",
        }
        dask.config.set(settings)
        try:
            return start_cluster(self.distributed, jobs, folder)
        except BaseException:
            self.sweeper.communicate()
            raise

    def run(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        # A task, not scattered data: lost with its last holder, it is made again.
        lineup = self.client.submit(share, self.lineup, pure=False)
        ended = self.distributed.as_completed(loop=self.client.loop)
        busy = 0
        while True:
            threads = max(1, sum(self.client.nthreads().values()))
            size = batch_size(threads, self.seconds_a_match)
            while busy < TASKS_AHEAD * threads and (batch := list(islice(jobs, size))):
                ended.add(self.client.submit(play_batch, lineup, batch, pure=False))
                busy += 1
            if not busy:
                return
            outcomes = self._outcomes(next(ended))
            busy -= 1
            yield from outcomes

    def _outcomes(self, future: Any) -> list[Outcome]:
        """Returns the outcomes of a task. Raises BadInput if the cluster has failed."""
        scheduler = self.distributed.scheduler
        try:
            outcomes, seconds = future.result()
        except BadInput:
            raise
        except self.distributed.KilledWorker as error:
            lost = f"the cluster lost its workers over one task again and again: {error}"
            raise BadInput(f"{lost}; --resume goes on once that is mended") from None
        except (scheduler.NoWorkerError, scheduler.NoValidWorkerError):
            raise BadInput("the cluster has no worker left; --resume goes on") from None
        except (self.distributed.client.FutureCancelledError, OSError) as error:
            gone = f"the cluster is gone: {error}"
            raise BadInput(f"{gone}; --resume goes on once it is back") from None
        self.seconds_a_match = max(1e-3, seconds / len(outcomes))
        return list(outcomes)

    def close(self) -> None:
        self.client.close(timeout=CONNECT_SECONDS)
        if self.cluster is not None:
            self.cluster.close(timeout=CONNECT_SECONDS)
            self.sweeper.communicate()


def batch_size(threads: int, seconds_a_match: float) -> int:
    """Returns the number of matches in a task, for a cluster of `threads` threads."""
    return max(1, min(LARGEST_BATCH, math.floor(threads / TASKS_A_SECOND / seconds_a_match)))


def share(lineup: Lineup) -> Lineup:
    """Returns the lineup wrapped as a Dask task, so that it travels to each worker once."""
    return lineup
