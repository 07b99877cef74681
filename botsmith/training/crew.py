"""Runs the threads of a training. Results come in the order of the tasks."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")


class Crew:
    """Runs tasks in several threads, or, of one task, in the caller's."""

    def __init__(self, count: int) -> None:
        self.count, self.threads = count, ThreadPoolExecutor(count)

    def run(self, work: Callable[[int], Found], count: int) -> list[Found]:
        """Returns the results of `work` for 0..count - 1, in this order; each call runs in a thread
        of its own.
        """
        return [*self.threads.map(work, range(count))] if count > 1 else [work(0)]

    def close(self) -> None:
        """Ends the threads when their present tasks are done."""
        self.threads.shutdown(cancel_futures=True)


ALONE = Crew(1)
