"""A training in its folder: one loop for every method, which goes on from whatever ended it.

spec.json     what must not change
lock          held while a training is at work
REPORT.html   its page, written at each point
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from botsmith.training.files import at_work, claim

Point = dict[str, Any]
Progress = Callable[[str, str, int, int], None]  # stage, unit, how many are done, and of how many


class Training(ABC):
    """A training. progress: called as it goes on; spec: what must not change in its folder."""

    def __init__(self, folder: Path, spec: Mapping[str, Any], progress: Progress) -> None:
        self.folder, self.progress = folder, progress
        claim(folder, spec, self.has_begun(folder))
        self.library = folder.resolve() / "kernels.so"

    def has_begun(self, folder: Path) -> bool:
        """Returns True if the folder holds more than what it is for."""
        return True

    def go(self) -> Iterator[Point]:
        """Trains until it is done; yields what it is at each point.

        BadInput if another process works in the folder.
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
        """Compiles and loads all that it works with, for as long as a block lasts."""

    @abstractmethod
    def is_done(self) -> bool:
        """Returns True if nothing is left to train."""

    @abstractmethod
    def step(self) -> None:
        """Plays, and learns from that."""

    @abstractmethod
    def is_due(self) -> bool:
        """Returns True if a point comes now."""

    @abstractmethod
    def point(self) -> Point:
        """Examines the network, and publishes it."""

    @abstractmethod
    def save(self, point: Point | None) -> None:
        """Writes all of the training. point: the one that came now."""
