"""Processes that share out numbered tasks and tell what they did; none outlives its parent."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from botsmith.children import ignore_interrupts, start_deaf
from botsmith.errors import BadInput

Work = Callable[..., Iterator[Any]]


def run(jobs: int, work: Work, tasks: Sequence[Any], *given: Any) -> Iterator[Any]:
    """Yields what `work(tasks, *given)` yields in `jobs` processes, each with its share of the
    tasks.

    None comes about once a second while there is nothing else, so that the caller can tell the
    time. Closing the iterator ends the processes. BadInput if one of them failed, or raised it.
    """
    context = multiprocessing.get_context("spawn")  # JAX has threads, and cannot be forked
    at_work: dict[Connection[Any, Any], SpawnProcess] = {}
    try:
        for index in range(min(jobs, len(tasks))):
            ours, theirs = context.Pipe(duplex=False)
            share = tasks[index :: min(jobs, len(tasks))]
            process = context.Process(target=_tell, args=(theirs, work, share, given), daemon=True)
            start_deaf(process)
            theirs.close()
            at_work[ours] = process
        while at_work:
            ready = wait([*at_work], 1.0)
            if not ready:
                yield None
            for end in at_work.keys() & ready:
                try:
                    told = end.recv()
                    if isinstance(told, BadInput):
                        raise told
                    yield told
                except EOFError:
                    process = at_work.pop(end)
                    process.join()
                    if process.exitcode != 0:
                        raise BadInput("a process failed; its words stand above") from None
    finally:
        for process in at_work.values():
            process.kill()
            process.join()


def _tell(end: "Connection[Any, Any]", work: Work, tasks: Sequence[Any], given: Any) -> None:
    """In a process: sends what `work` yields, as long as the parent lives."""
    ignore_interrupts()
    parent = multiprocessing.parent_process()
    try:
        for result in work(tasks, *given):
            if result is not None:
                end.send(result)
            if parent is not None and not parent.is_alive():
                break
    except BadInput as error:
        end.send(error)
