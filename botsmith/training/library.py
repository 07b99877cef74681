"""Compiles kernels for several threads. Each thread has its own library, because only one thread of
a library can stop at a fault.
"""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

import numpy as np

from botsmith.compiler.compile import c_text
from botsmith.files import copy_file
from botsmith.training.dense import Array
from common.native import NativeEngine, find_compilers, make_library

Found = TypeVar("Found")
Player = TypeVar("Player")


def build(entries: Sequence[Any], memory: type, path: Path, count: int = 1) -> list[Path]:
    """Compiles kernels into `count` equal libraries; returns their paths, `path` first.

    Raises BadInput as `compile.c_text` does.
    """
    make_library(find_compilers(), str(path), c_text(entries, memory))
    paths = paths_of(path, count)
    for copy in paths[1:]:
        copy_file(path, copy)
    return paths


def paths_of(path: Path, count: int) -> list[Path]:
    """Returns the paths of `count` equal libraries, `path` first."""
    return [path, *(path.with_name(f"{path.stem}-{number}.so") for number in range(1, count))]


def filled(kind: type, settings: object) -> Any:
    """Returns a kernel record, with the settings' values in the fields of the same names."""
    made = kind()
    for name in kind.kernel_fields:  # type: ignore[attr-defined]
        setattr(made, name, getattr(settings, name))
    return made


def fields_of(engine: NativeEngine[Any]) -> Array:
    """Returns an engine's memory as an array of shape () with a field for each of the record's. The
    fields are views.
    """
    return np.ndarray((), np.dtype(type(engine.memory)), engine.pages)


class Pool(Generic[Player]):
    """Players that work in threads, each on one task at a time."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.idle: SimpleQueue[Player] = SimpleQueue()
        for player in players:
            self.idle.put(player)
        self.threads = ThreadPoolExecutor(len(players))

    def submit(self, work: Callable[..., Found], *task: Any) -> Future[Found]:
        """Begins work(player, *task) with the first free player."""

        def do() -> Found:
            player = self.idle.get()
            try:
                return work(player, *task)
            finally:
                self.idle.put(player)

        return self.threads.submit(do)

    def run(self, work: Callable[..., Found], tasks: Sequence[Any]) -> Generator[Found]:
        """Yields the results of work(player, task) for the tasks, in the order in which they end.
        Closing the iterator waits for the running tasks and drops the others.
        """
        begun = [self.submit(work, task) for task in tasks]
        try:
            for done in as_completed(begun):
                yield done.result()
        finally:
            wait([each for each in begun if not each.cancel()])

    def close(self) -> None:
        """Ends the threads when the tasks that have begun are done."""
        self.threads.shutdown(cancel_futures=True)
