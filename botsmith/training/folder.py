"""Runs the loop of every training, in its folder. It continues after any end of the process.

spec.json     the settings that must not change
lock          held while a training is at work
REPORT.html   its page, written at each point
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
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
        """Makes the folder. Raises BadInput if it cannot be made, or holds a training of another
        spec that has begun.
        """
        self.folder, self.progress = folder, progress
        self.library = folder.resolve() / "kernels.so"
        with refusing(f"--out {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
        wanted = json.loads(json.dumps(spec))
        found = read_json(folder / "spec.json")
        if found is None or not self.has_begun():
            write_json(folder / "spec.json", wanted)
        elif found != wanted:
            other = {name: found.get(name) for name in wanted if found.get(name) != wanted[name]}
            if [*other] == ["environment"]:
                said = "the environment has changed since this training began"
                raise BadInput(f"--out {folder}: {said}; expected another --out")
            words = ", ".join(f"{name} {value}" for name, value in other.items())
            raise BadInput(f"--out {folder}: holds another training ({words})")

    def has_begun(self) -> bool:
        """Returns True if the folder holds results of a training, not only its spec."""
        return True

    def train_to_end(self) -> Iterator[Point]:
        """Trains until it is done. Yields the record of each point: an exam of the network, with
        its figures.

        Raises BadInput if another process works in the folder.
        """
        with (self.folder / "lock").open("a") as lock, threadpool_limits(1):
            if not try_lock(lock.fileno()):
                raise BadInput(f"--out {self.folder}: another `train` is at work in it")
            with self.working():
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

    def is_due(self) -> bool:
        """Returns True if a point, with its exam, is due now."""
        return True

    @abstractmethod
    def point(self) -> Point:
        """Examines and publishes the network; returns the record of the point."""

    @abstractmethod
    def save(self, point: Point | None) -> None:
        """Writes the state of the training. point: the record of the point that is due, None
        without one
        """
