"""A policy's training by search; of its folder (policy_folder.py) this is its own:

batch-00012.npz   samples of batch 12, as long as the window may hold some

The network there is the best one so far.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from botsmith.training.dense import Dense
from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.files import at_work
from botsmith.training.matches import build_library
from botsmith.training.policy_folder import Point, PolicyFolder, Told
from botsmith.training.samples import opened
from botsmith.training.turns_learn import MEANS, SearchLearner, SearchSettings
from botsmith.training.turns_play import Players, Samples, check


class SearchRun(PolicyFolder):
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
        self.sizes: dict[int, int] = {}  # samples of the batches in the window
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
        self.sizes[number] = len(samples)
        arrays = {name: getattr(samples, name) for name in ("inputs", "policies", "values")}
        self.write(batch_name(number), lambda file: np.savez(file, **arrays))
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
        while sum(self.sizes.values()) - (oldest := min(self.sizes.items()))[1] >= (
            self.settings.window
        ):
            (self.folder / batch_name(oldest[0])).unlink(missing_ok=True)
            del self.sizes[oldest[0]]

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
        parts, missing = [], min(self.settings.window, about["total"])
        for number in range(about["batches"] - 1, -1, -1):
            if missing <= 0:
                break
            with opened(self.folder / batch_name(number)) as file:
                parts.append(Samples(file["inputs"], file["policies"], file["values"]))
            self.sizes[number] = len(parts[-1])
            missing -= len(parts[-1])
        learner.window.total = about["total"] - sum(map(len, parts))
        for part in parts[::-1]:
            learner.window.add(part)


def batch_name(number: int) -> str:
    """Returns the file of a batch."""
    return f"batch-{number:05}.npz"
