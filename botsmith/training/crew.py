"""The threads of a training. Results come in the order of the tasks, not in that of their ends."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")


class Crew:
    """Runs tasks in several threads, one of which is the caller's."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.threads = ThreadPoolExecutor(count - 1) if count > 1 else None

    def run(self, work: Callable[[int], Found], count: int) -> list[Found]:
        """Returns the results of `work` for 0..count - 1, in this order; each call runs in a thread
        of its own.
        """
        if self.threads is None or count == 1:
            return [work(number) for number in range(count)]
        others = [self.threads.submit(work, number) for number in range(1, count)]
        return [work(0), *(other.result() for other in others)]

    def close(self) -> None:
        """Ends the threads when their present tasks are done."""
        if self.threads is not None:
            self.threads.shutdown(cancel_futures=True)


ALONE = Crew(1)
