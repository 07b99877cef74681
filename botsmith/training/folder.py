"""Runs the loop of every training, in its folder. It continues after any end of the process.

spec.json     the settings that must not change
lock          held while a training is at work
REPORT.html   its page, written at each point
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from botsmith.errors import BadInput, refusing
from botsmith.files import read_json, write_json
from botsmith.setup import try_lock

Point = dict[str, Any]
Progress = Callable[[str, str, int, int], None]  # stage, unit, how many are done, and of how many


class Training(ABC):
    """A training.

    progress: a function that is called as it goes on
    spec: the settings that must not change in its folder
    """

    def __init__(self, folder: Path, spec: Mapping[str, Any], progress: Progress) -> None:
        self.folder, self.progress = folder, progress
        claim(folder, spec, self.has_begun(folder))
        self.library = folder.resolve() / "kernels.so"

    def has_begun(self, folder: Path) -> bool:
        """Returns True if the folder holds results of a training, not only its spec."""
        return True

    def train_to_end(self) -> Iterator[Point]:
        """Trains until it is done. Yields the record of each point: an exam of the network, with
        its figures.

        Raises BadInput if another process works in the folder.
        """
        with at_work(self.folder), threadpool_limits(1), self.working():
            while not self.is_done():
                self.step()
                point = self.point() if self.is_due() else None
                self.save(point)
                if point is not None:
                    yield point

    @abstractmethod
    def working(self) -> AbstractContextManager[None]:
        """Loads the compiled kernels and starts the threads, until the block ends."""

    @abstractmethod
    def is_done(self) -> bool:
        """Returns True if the training is complete."""

    @abstractmethod
    def step(self) -> None:
        """Plays a batch or generation, and learns from it."""

    @abstractmethod
    def is_due(self) -> bool:
        """Returns True if a point, with its exam, is due now."""

    @abstractmethod
    def point(self) -> Point:
        """Examines and publishes the network; returns the record of the point."""

    @abstractmethod
    def save(self, point: Point | None) -> None:
        """Writes the state of the training. point: the record of the point that is due, None
        without one
        """


def claim(folder: Path, spec: Mapping[str, Any], has_begun: bool = True) -> None:
    """Makes a folder for a training. Raises BadInput if it cannot be made, or holds a training of
    another spec.

    spec: the settings that must not change, stored in spec.json
    has_begun: False if the folder holds no results yet, so that another spec may replace the first
    one
    """
    with refusing(f"--out {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
    wanted = json.loads(json.dumps(spec))
    found = read_json(folder / "spec.json")
    if found is None or not has_begun:
        write_json(folder / "spec.json", wanted)
    elif found != wanted and {**found, "environment": ""} == {**wanted, "environment": ""}:
        raise BadInput(
            f"--out {folder}: the environment has changed since this training began; expected"
            " another --out"
        )
    elif found != wanted:
        other = ", ".join(f"{n} {found.get(n)}" for n in wanted if found.get(n) != wanted[n])
        raise BadInput(f"--out {folder}: holds another training ({other})")


@contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """Locks a folder for the block. Raises BadInput if another training works in it."""
    with (folder / "lock").open("a") as lock:
        if not try_lock(lock.fileno()):
            raise BadInput(f"--out {folder}: another `train` is at work in it")
        yield
