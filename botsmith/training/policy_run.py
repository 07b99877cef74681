"""A policy's training by PPO; of its folder (policy_folder.py) these are its own:

point-0003.npy  the network at point 3, which exams play against
past-0003.npy   a network between two points, which trainings play against; 0000 is the first one
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from botsmith.errors import BadInput
from botsmith.training.environment import DEFAULT_MODULE, sides_of, sparring_of
from botsmith.training.files import at_work
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_folder import POINTS, Point, PolicyFolder, Told, state_of
from botsmith.training.policy_weights import rounded
from botsmith.training.ppo import Learner, Settings
from botsmith.training.tower import network_of

THOROUGH = 4  # times the matches against rivals, at the last point
SEEN = 4096  # inputs by which the integers' ranges are chosen
MEANS = ("entropy", "clip_fraction", "kl", "gradient", "value_error", "rate")  # of a batch


class PolicyRun(PolicyFolder):
    """A training by PPO. start: the folder of another one, with whose network this one begins."""

    options = (
        "hidden lanes turns epochs part rate last_rate discount smoothing entropy last_entropy"
        " past rivals spar bits rounding seed"
    )
    why_none = "the training has reached no point"

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: Settings,
        told: Told,
        module: str = DEFAULT_MODULE,
        start: Path | None = None,
    ) -> None:
        super().__init__(package, folder, settings, told, module)
        if settings.spar > 0.0 and not sparring_of(self.environment):
            raise BadInput(f"--spar {settings.spar:g}: {self.name} has no SPARRING")
        self.start = start
        self.claim(actors=self.environment.ACTORS)

    def go(self) -> Iterator[Point]:
        """Trains until all samples are there; yields what it is at each point.

        BadInput if another process works in the folder.
        """
        with at_work(self.folder), threadpool_limits(1):
            settings = self.settings
            build_library(self.environment, settings.lanes, self.library)
            matches = Matches(self.environment, settings.lanes, self.library, settings.seed)
            learner = Learner(self.environment, settings, matches)
            self._load(learner)
            yield from self.train(learner)

    def step(self, learner: Learner) -> None:
        told = learner.step()
        found = {name: told[name] for name in (*MEANS, "matches")}
        if told["matches"]:
            found["match_turns"] = told["match_turns"] * told["matches"]
            for term, value in told["terms"].items():
                found[f"term {term}"] = value * told["matches"]
        self.add(found)

    def point(self, learner: Learner) -> Point:
        sums, matches = self.sums, self.sums["matches"]
        point = self.new_point(learner, MEANS)
        number = point["point"]
        if matches:
            point["match_turns"] = sums["match_turns"] / matches
            terms = self.environment.TERMS
            point["terms"] = {term: sums[f"term {term}"] / matches for term in terms}
        rival = network_of(self.environment, self.settings.hidden, self.settings.seed)
        before = np.load(self._place_of(number - 1)) if self.points else learner.league.nets[0]
        rival.flat[:] = before
        net = rounded(learner.network, learner.seen(SEEN), self.settings.bits)
        self.examined(point, learner, net, rival, THOROUGH if learner.share == 1.0 else 1)
        point["calibration"] = learner.calibration()
        self.write(self._place_of(number).name, lambda file: np.save(file, learner.network.shown))
        self.publish(learner.network.used, net, learner.samples)
        return point

    def _keep(self, learner: Learner) -> None:
        """Adds the network to its league, between two points."""
        nets = learner.league.nets
        if sides_of(self.environment) > 1 and int(learner.share * POINTS + 0.5) >= len(nets):
            name = f"past-{len(nets):04}.npy"
            learner.league.add(learner.network.shown)
            self.write(name, lambda file: np.save(file, learner.network.shown))

    def _place_of(self, number: int) -> Path:
        """Returns where a point's network is."""
        return self.folder / f"point-{number:04}.npy"

    def save(self, learner: Learner) -> None:
        self._keep(learner)
        about = {
            "sizes": learner.network.sizes,
            "scale": learner.scale,
            "league": learner.league.state(),
        }
        matches = np.frombuffer(learner.matches.pages, np.uint8)
        self.write_state(learner, about, {"matches": matches})

    def _load(self, learner: Learner) -> None:
        """Goes on from what was written last, if there is any."""
        state = self.read_state(learner)
        if state is None:
            if self.start is not None:
                self._begin_with(learner, self.start)
            net = learner.league.nets[0]
            self.write("past-0000.npy", lambda file: np.save(file, net))
            return
        about, arrays = state
        learner.scale = about["scale"]
        np.frombuffer(learner.matches.pages, np.uint8)[:] = arrays["matches"]
        count = len(about["league"]["points"])
        nets = [np.load(self.folder / f"past-{number:04}.npy") for number in range(count)]
        learner.league.load(about["league"], nets)

    def _begin_with(self, learner: Learner, folder: Path) -> None:
        """Begins with the network of another training. BadInput if there is none of this size."""
        state = state_of(folder)
        if state is None:
            raise BadInput(f"--start {folder}: holds no training of a policy")
        about, arrays = state
        if about["sizes"] != list(learner.network.sizes):
            raise BadInput(f"--start {folder}: its network is another one, {about['sizes']}")
        learner.network.flat[:] = arrays["weights"]
        learner.scale = about["scale"]
        learner.league.nets[0][:] = arrays["weights"]
