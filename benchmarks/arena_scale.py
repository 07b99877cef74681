"""Finds what a million matches need: measures the parts on this machine, and simulates 1,000
workers.

    python benchmarks/arena_scale.py            measure and simulate
    python benchmarks/arena_scale.py --simulate simulate with the figures below

docs/measured/scale.md quotes its output. The simulation is one of queues: the workers, the Dask
scheduler (one server, so many tasks a second) and the league's own process (one server, which takes
outcomes in and writes them to the store).
"""

import argparse
import heapq
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter("cluster")

from botsmith.arena.matches.bots import find_bots  # noqa: E402
from botsmith.arena.matches.dask_pool import (
    TASKS_AHEAD,
    batch_size,
    import_distributed,
)  # noqa: E402
from botsmith.arena.matches.match import Conditions  # noqa: E402
from botsmith.arena.matches.packing import pack  # noqa: E402
from botsmith.arena.matches.played import Job, Outcome, Seat  # noqa: E402
from botsmith.arena.matches.workers import Lineup, Worker  # noqa: E402
from botsmith.arena.store.store import open_store  # noqa: E402

TASKS = 2_000
STORED = 2_000
MATCHES = 1_000_000
WORKERS = 1_000


@dataclass(frozen=True)
class Costs:
    """Seconds of the single servers: a task in the scheduler, a match in the league's process."""

    task: float
    match: float


def sample_outcome() -> Outcome:
    """Returns one match of two random baselines, as a worker returns it."""
    bots = find_bots(["random", "random"], "csb")
    packed = tuple(pack(bot, home=True) for bot in bots)
    lineup = Lineup("csb", packed, Conditions("none", 1))
    with tempfile.TemporaryDirectory() as folder:
        return Worker(lineup, Path(folder)).play(Job(0, 100, 1, 0, (0, 1), (100, 100)))


def measure_store(outcome: Outcome) -> tuple[float, float]:
    """Returns CPU seconds and bytes a match in the store."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "league.db"
        with open_store(path, create=True) as store:
            league = store.begin_league("csb", {})
            began = process_time()
            for number in range(STORED):
                played = renumbered(outcome, number)
                store.add(league, played.played, played.record)
            seconds = (process_time() - began) / STORED
        return seconds, path.stat().st_size / STORED


def renumbered(outcome: Outcome, number: int) -> Outcome:
    """Returns the outcome as that of another match of the plan."""
    from dataclasses import replace

    return replace(outcome, played=replace(outcome.played, number=number))


def nothing(number: int) -> int:
    """Returns a task without work: it costs the scheduler as much as any other."""
    return number


def measure_scheduler() -> tuple[float, float]:
    """Returns CPU seconds and wall seconds for each task without work, on two workers.

    They are those of this process, which is Dask's scheduler and its client in one.
    """
    distributed = import_distributed()
    with (
        tempfile.TemporaryDirectory() as folder,
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            local_directory=folder,
            silence_logs="CRITICAL",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.gather(client.map(nothing, range(100), pure=False))
        own, began = process_time(), perf_counter()
        client.gather(client.map(nothing, range(TASKS), pure=False))
        return (process_time() - own) / TASKS, (perf_counter() - began) / TASKS


@dataclass(frozen=True)
class Run:
    """The result of a simulation. hours: for all matches. again: matches played twice.

    busy, scheduler, league: shares of the time in which workers and single servers worked.
    """

    hours: float
    busy: float
    scheduler: float
    league: float
    again: int


def simulate(
    costs: Costs, seconds: float, batch: int, lost_an_hour: float, dice: random.Random
) -> Run:
    """Simulates MATCHES on WORKERS. seconds: the mean of a match, which takes 0.5 to 1.5 of it.

    lost_an_hour: the chance that a worker is lost within an hour; its tasks are played again.
    Events are (end of a task, order, worker); a worker has TASKS_AHEAD tasks, one of them running.
    """
    left = MATCHES
    scheduler_free = league_free = 0.0
    work = again = 0
    scheduler_work = league_work = spent = 0.0
    events: list[tuple[float, int, int]] = []
    order = 0

    def give(now: float, worker: int) -> float | None:
        """Gives a worker its next task; returns when it arrives, None if there is none."""
        nonlocal left, scheduler_free, scheduler_work
        if left <= 0:
            return None
        left -= batch
        scheduler_free = max(scheduler_free, now) + costs.task
        scheduler_work += costs.task
        return float(scheduler_free)

    waiting: list[list[float]] = [[] for _ in range(WORKERS)]
    for _ in range(TASKS_AHEAD):
        for worker in range(WORKERS):
            arrival = give(0.0, worker)
            if arrival is not None:
                waiting[worker].append(arrival)
    for worker in range(WORKERS):
        if waiting[worker]:
            order += 1
            length = task_length(seconds, batch, dice)
            spent += length
            heapq.heappush(events, (waiting[worker].pop(0) + length, order, worker))
    end = 0.0
    while events:
        now, _, worker = heapq.heappop(events)
        if dice.random() < lost_an_hour * seconds * batch / 3600.0:
            again += batch
            left += batch
        else:
            work += batch
            league_free = max(league_free, now) + costs.match * batch
            league_work += costs.match * batch
            end = max(end, league_free)
        # The league's process gives out a new task when it has taken this one in.
        arrival = give(league_free, worker)
        if arrival is not None:
            waiting[worker].append(arrival)
        if waiting[worker]:
            order += 1
            length = task_length(seconds, batch, dice)
            spent += length
            begins = max(now, waiting[worker].pop(0))
            heapq.heappush(events, (begins + length, order, worker))
    return Run(
        end / 3600.0, spent / (end * WORKERS), scheduler_work / end, league_work / end, again
    )


def task_length(seconds: float, batch: int, dice: random.Random) -> float:
    """Returns seconds of a task, which is a batch of matches: their mean, and a drawn scatter."""
    spread = 0.5 / batch**0.5
    return float(seconds * batch * (1.0 + spread * (2.0 * dice.random() - 1.0)))


def batches(seconds: float) -> Iterator[int]:
    """Yields the batch sizes of the table: one match, what the pool would choose, and more."""
    yield from sorted({1, batch_size(WORKERS, seconds), 50})


def measured() -> Costs:
    """Measures this machine and says so."""
    outcome = sample_outcome()
    seats: tuple[Seat, ...] = outcome.played.seats
    print(f"record: {len(outcome.record):,} bytes packed, {seats[0].times.turns + 1} turns")
    began = process_time()
    for _ in range(20):
        sample_outcome()
    own = (process_time() - began) / 20.0
    print(f"arena: {1000.0 * own:.1f} ms CPU a match in the worker itself, bots and wardens apart")
    store_seconds, store_bytes = measure_store(outcome)
    print(f"store: {1000.0 * store_seconds:.2f} ms CPU and {store_bytes:,.0f} bytes a match")
    task_seconds, wall = measure_scheduler()
    print(f"scheduler: {1000.0 * task_seconds:.2f} ms CPU a task, {1.0 / wall:,.0f} tasks/s here")
    return Costs(task_seconds, store_seconds)


def main(costs: Costs) -> None:
    """Prints the table of simulations."""
    print(f"{MATCHES:,} matches on {WORKERS:,} workers, {1.0 / costs.task:,.0f} tasks/s,")
    print(f"{1.0 / costs.match:,.0f} stored/s; 1 % of the workers lost an hour")
    print("match s   batch   hours   workers busy   scheduler   league   played twice")
    dice = random.Random(1)
    for seconds in (0.3, 1.0, 10.0, 30.0):
        for batch in batches(seconds):
            run = simulate(costs, seconds, batch, 0.01, dice)
            print(
                f"{seconds:7g}{batch:8}{run.hours:8.2f}{run.busy:15.1%}{run.scheduler:12.1%}"
                f"{run.league:9.1%}{run.again:15,}"
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--simulate", action="store_true", help="With costs measured before.")
    main(Costs(0.00149, 0.00023) if parser.parse_args().simulate else measured())
