"""A policy's training by search, in a folder (window_folder.py) whose network is the best one so
far.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from botsmith.training.dense import Dense
from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.files import at_work
from botsmith.training.matches import build_library
from botsmith.training.policy_folder import Point, Told
from botsmith.training.turns_learn import SearchLearner, SearchSettings
from botsmith.training.turns_play import Players, check
from botsmith.training.window import MEANS
from botsmith.training.window_folder import WindowFolder


class SearchRun(WindowFolder):
    """A training by search. jobs: threads that play; the result does not depend on them."""

    method = " --method search"
    options = "hidden games iterations window uses rate last_rate bits seed"
    why_none = "no point was better than chance"

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: SearchSettings,
        told: Told,
        module: str = DEFAULT_MODULE,
        jobs: int = 1,
    ) -> None:
        super().__init__(package, folder, settings, told, module)
        check(self.environment)
        self.jobs = jobs
        self.claim(method="search")

    def go(self) -> Iterator[Point]:
        """Trains until all samples are there; yields what it is at each point.

        BadInput if another process works in the folder.
        """
        settings = self.settings
        with at_work(self.folder), threadpool_limits(1):
            build_library(self.environment, settings.lanes, self.library)
            folder = self.folder.resolve()
            players = Players(self.environment, settings.hidden, folder, settings.plan(), self.jobs)
            try:
                learner = SearchLearner(self.environment, settings, players)
                self.best = learner.network.flat.copy()
                self._load(learner)
                yield from self.train(learner)
            finally:
                players.close()

    def step(self, learner: SearchLearner) -> None:
        number = learner.batches
        samples, told = learner.step()
        self.keep(number, samples)
        self.add({name: told[name] for name in (*MEANS, "matches")} | {"turns": len(samples)})

    def point(self, learner: SearchLearner) -> Point:
        """Examines the network against the best one so far, which it becomes if it is better."""
        point = self.new_point(learner, MEANS)
        point["match_turns"] = self.sums["turns"] / self.sums["matches"]
        network = learner.network
        best = Dense(network.sizes, 0)
        best.flat[:] = self.best
        net = learner.rounded()
        self.examined(point, learner, net, best, 1)
        point["is_best"] = point["exam"]["score"] >= 0.5
        if point["is_best"]:
            self.best = network.flat.copy()
            self.publish(network.layers, net, learner.samples)
        return point

    def save(self, learner: SearchLearner) -> None:
        """Writes all of the training, and removes batches that left the window."""
        arrays: dict[str, Any] = {"best": self.best}
        for place, layer in enumerate(learner.playing):
            for name, array in zip(("weights", "biases", "scales"), layer, strict=True):
                arrays[f"playing{place} {name}"] = array
        self.write_state(learner, {"total": learner.window.total}, arrays)
        self.prune()

    def _load(self, learner: SearchLearner) -> None:
        """Goes on from what was written last, if there is any."""
        state = self.read_state(learner)
        if state is None:
            return
        about, arrays = state
        self.best = arrays["best"]
        learner.playing = [
            tuple(arrays[f"playing{place} {name}"] for name in ("weights", "biases", "scales"))
            for place in range(len(learner.playing))
        ]
        self.refill(learner, about["total"])
