"""A policy's training by imitation, in a folder (window_folder.py)."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.files import at_work
from botsmith.training.imitate import ImitateLearner, ImitateSettings, check
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_folder import Point, Told
from botsmith.training.tower import network_of
from botsmith.training.window import MEANS as ALL_MEANS
from botsmith.training.window_folder import WindowFolder

MEANS = ("agreed", *(name for name in ALL_MEANS if name != "value_error"))  # no value learns
THOROUGH = 4  # times the matches against rivals, at the last point


class ImitateRun(WindowFolder):
    """A training by imitation."""

    method = " --method imitate"
    options = "hidden lanes turns iterations window uses part rate last_rate bits seed"
    why_none = "the training has reached no point"

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: ImitateSettings,
        told: Told,
        module: str = DEFAULT_MODULE,
    ) -> None:
        super().__init__(package, folder, settings, told, module)
        check(self.environment)
        self.claim(method="imitate")

    def go(self) -> Iterator[Point]:
        """Trains until all samples are there; yields what it is at each point.

        BadInput if another process works in the folder.
        """
        settings = self.settings
        with at_work(self.folder), threadpool_limits(1):
            build_library(self.environment, settings.lanes, self.library)
            matches = Matches(self.environment, settings.lanes, self.library, settings.seed)
            learner = ImitateLearner(self.environment, settings, matches)
            self.before = learner.network.flat.copy()  # at the last point
            self._load(learner)
            yield from self.train(learner)

    def step(self, learner: ImitateLearner) -> None:
        number = learner.batches
        samples, told = learner.step()
        self.keep(number, samples)
        turns = told.get("match_turns", 0.0) * told["matches"]
        self.add({name: told[name] for name in (*MEANS, "matches")} | {"turns": turns})

    def point(self, learner: ImitateLearner) -> Point:
        point = self.new_point(learner, MEANS)
        point["match_turns"] = self.sums["turns"] / max(1.0, self.sums["matches"])
        before = network_of(self.environment, self.settings.hidden, 0)
        before.flat[:] = self.before
        net = learner.rounded(has_value=False)
        self.examined(point, learner, net, before, THOROUGH if learner.share == 1.0 else 1)
        self.before = learner.network.flat.copy()
        self.publish(learner.network.layers, net, learner.samples)
        return point

    def save(self, learner: ImitateLearner) -> None:
        about = {
            "sizes": learner.network.sizes,
            "scale": 1.0,
            "total": learner.window.total,
        }
        matches = np.frombuffer(learner.matches.pages, np.uint8)
        self.write_state(learner, about, {"matches": matches, "before": self.before})
        self.prune()

    def _load(self, learner: ImitateLearner) -> None:
        """Goes on from what was written last, if there is any."""
        state = self.read_state(learner)
        if state is None:
            return
        about, arrays = state
        self.before = arrays["before"]
        np.frombuffer(learner.matches.pages, np.uint8)[:] = arrays["matches"]
        self.refill(learner, about["total"])
