"""A policy's training in one folder, from which it goes on whatever ended it.

spec.json       what must not change
state.npz       all of the training after its last batch
point-0003.npy  the network at point 3, which exams play against
past-0003.npy   a network between two points, which trainings play against; 0000 is the first one
network.npz     the last point's network: layer0, layer1 and so on, [outputs, inputs + 1] each
weights.txt     its policy in integers, as bots have it (policy_weights.py)
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from botsmith.errors import BadInput
from botsmith.training.dense import Dense
from botsmith.training.environment import (
    DEFAULT_MODULE,
    find_environment,
    sides_of,
    sparring_of,
)
from botsmith.training.exam import Policy, against_rivals, examine
from botsmith.training.files import at_work, claim, command_line, write_file
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_weights import RoundedPolicy, rounded
from botsmith.training.ppo import Learner, Settings
from botsmith.training.samples import form_of, opened

POINTS = 25  # of a training, at which it is examined
THOROUGH = 4  # times the matches against rivals, at the last point
SEEN = 4096  # inputs by which the integers' ranges are chosen
MEANS = ("entropy", "clip_fraction", "kl", "gradient", "value_error", "rate")  # of a batch

OPTIONS = {  # of the command, by their names in Settings
    name: name.replace("_", "-")
    for name in (
        "hidden lanes turns epochs part rate last_rate discount smoothing entropy last_entropy"
        " past rivals spar bits rounding seed"
    ).split()
}
Told = Callable[[int, int], None]
Point = dict[str, Any]


def command_of(
    contest: str, settings: Any, method: str = "", options: Mapping[str, str] = OPTIONS
) -> str:
    """Returns the command with the options that differ from their defaults.

    contest: with the module behind a colon, if that is not `environment`
    method: the option that says by which it trains
    """
    game, _, module = contest.partition(":")
    start = f"train policy {game}{method} --samples {settings.samples}"
    if module:
        start += f" --environment {module}"
    return command_line(start, settings, options)


class PolicyRun:
    """A training in its folder.

    told: called after each batch with the samples so far, and those wanted.
    module: the environment's.
    start: the folder of another training, with whose network this one begins.
    points: what the training was at each of its points so far.
    """

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: Settings,
        told: Told,
        module: str = DEFAULT_MODULE,
        start: Path | None = None,
    ) -> None:
        self.name = package.rpartition(".")[2]
        if module != DEFAULT_MODULE:
            self.name += f":{module}"
        self.environment = find_environment(package, module)
        if settings.spar > 0.0 and not sparring_of(self.environment):
            raise BadInput(f"--spar {settings.spar:g}: {self.name} has no SPARRING")
        self.folder, self.settings, self.told = folder, settings, told
        self.start = start
        self.points: list[Point] = []
        self.sums: dict[str, float] = {}  # since the last point
        self.processor = self.wall = 0.0  # seconds
        self._claim(f"{package}.{module}")
        self.library = folder.resolve() / "kernels.so"

    def _claim(self, module: str) -> None:
        """Makes the folder this training's, or checks that it is."""
        about = {name: value for name, value in asdict(self.settings).items() if name != "samples"}
        environment = self.environment
        spec = {
            "contest": module,
            "match": form_of(environment.Match),
            "actors": environment.ACTORS,
            "inputs": environment.INPUTS,
            "moves": environment.MOVES,
            "terms": list(environment.TERMS),
            **about,
        }
        claim(self.folder, spec)

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
            has_league = sides_of(self.environment) > 1
            self.told(learner.samples, settings.samples)
            while learner.samples < settings.samples:
                began = time.process_time(), time.monotonic()
                self._add(learner.step())
                # Points lie at equal shares, so that a resumed training has the same ones.
                point = None
                if int(learner.share * POINTS) > int(self._share() * POINTS):
                    point = self._point(learner)
                if has_league and int(learner.share * POINTS + 0.5) >= len(learner.league.nets):
                    self._keep(learner)
                self.processor += time.process_time() - began[0]
                self.wall += time.monotonic() - began[1]
                if point is not None:
                    point |= {"processor": self.processor, "wall": self.wall}
                self._save(learner)
                self.told(learner.samples, settings.samples)
                if point is not None:
                    yield point

    def _share(self) -> float:
        """Returns how much of the training was done at the last point."""
        return self.points[-1]["samples"] / self.settings.samples if self.points else 0.0

    def _add(self, told: dict[str, Any]) -> None:
        """Adds a batch to the sums since the last point."""
        found = {name: told[name] for name in MEANS} | {"batches": 1, "matches": told["matches"]}
        if told["matches"]:
            found["match_turns"] = told["match_turns"] * told["matches"]
            for term, value in told["terms"].items():
                found[f"term {term}"] = value * told["matches"]
        for name, value in found.items():
            self.sums[name] = self.sums.get(name, 0.0) + value

    def _point(self, learner: Learner) -> Point:
        """Examines the network, and notes what it has done since the last point."""
        number = len(self.points) + 1
        sums, matches = self.sums, self.sums["matches"]
        point: Point = {name: sums[name] / sums["batches"] for name in MEANS}
        point |= {"point": number, "samples": learner.samples, "matches": int(matches)}
        if matches:
            point["match_turns"] = sums["match_turns"] / matches
            terms = self.environment.TERMS
            point["terms"] = {term: sums[f"term {term}"] / matches for term in terms}
        rival = Dense(learner.network.sizes, learner.settings.seed)
        before = np.load(self._place_of(number - 1)) if self.points else learner.league.nets[0]
        rival.flat[:] = before
        net = rounded(learner.network.used, learner.seen(SEEN), self.settings.bits)
        policies: dict[str, Policy] = {"exam": learner.network}
        if learner.share == 1.0:
            policies["rounded"] = RoundedPolicy(net, self.environment.MOVES)
        for name, policy in policies.items():
            point[name] = examine(
                self.environment, self.settings.lanes, self.library, policy, rival, number
            )
        times = THOROUGH if learner.share == 1.0 else 1
        point["rivals"] = against_rivals(
            self.environment, self.settings.lanes, self.library, learner.network, number, times
        )
        point["calibration"] = learner.calibration()
        self.sums = {}
        self.points.append(point)
        self._write(self._place_of(number).name, lambda file: np.save(file, learner.network.shown))
        layers: dict[str, Any] = {
            f"layer{place}": layer for place, layer in enumerate(learner.network.used)
        }
        self._write("network.npz", lambda file: np.savez(file, **layers))
        text = net.text(self._about(learner.samples)) + "\n"
        self._write("weights.txt", lambda file: file.write(text.encode()))
        return point

    def _place_of(self, number: int) -> Path:
        """Returns where a point's network is."""
        return self.folder / f"point-{number:04}.npy"

    def _keep(self, learner: Learner) -> None:
        """Adds the network to its league."""
        name = f"past-{len(learner.league.nets):04}.npy"
        learner.league.add(learner.network.shown)
        self._write(name, lambda file: np.save(file, learner.network.shown))

    def _about(self, samples: int) -> dict[str, str]:
        """Returns where weights come from, for their text."""
        return {
            "command": command_of(self.name, self.settings),
            "samples": str(samples),
            "seed": str(self.settings.seed),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
        }

    def weights(self) -> str:
        """Returns the text of the last point's weights. BadInput if there is none."""
        path = self.folder / "weights.txt"
        try:
            return path.read_text(encoding="utf-8").rstrip("\n")
        except FileNotFoundError:
            raise BadInput(f"{path}: no weights yet: the training has reached no point") from None

    def _write(self, name: str, write: Callable[[Any], object]) -> None:
        """Writes a file of the folder, whole or not at all."""
        write_file(self.folder / name, write)

    def _save(self, learner: Learner) -> None:
        """Writes all of the training."""
        about = {
            "sizes": learner.network.sizes,
            "batches": learner.batches,
            "scale": learner.scale,
            "steps": learner.adam.steps,
            "sums": self.sums,
            "points": self.points,
            "league": learner.league.state(),
            "processor": self.processor,
            "wall": self.wall,
        }
        arrays: dict[str, Any] = {
            "weights": learner.network.flat,
            "first": learner.adam.first,
            "second": learner.adam.second,
            "matches": np.frombuffer(learner.matches.pages, np.uint8),
            "about": np.array(json.dumps(about)),
        }
        self._write("state.npz", lambda file: np.savez(file, **arrays))

    def _load(self, learner: Learner) -> None:
        """Goes on from what was written last, if there is any."""
        state = state_of(self.folder)
        if state is None:
            if self.start is not None:
                self._begin_with(learner, self.start)
            net = learner.league.nets[0]
            self._write("past-0000.npy", lambda file: np.save(file, net))
            return
        about, arrays = state
        learner.batches, learner.scale = about["batches"], about["scale"]
        learner.adam.steps = about["steps"]
        learner.network.flat[:] = arrays["weights"]
        learner.adam.first[:], learner.adam.second[:] = arrays["first"], arrays["second"]
        np.frombuffer(learner.matches.pages, np.uint8)[:] = arrays["matches"]
        self.sums, self.points = about["sums"], about["points"]
        self.processor, self.wall = about["processor"], about["wall"]
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


def state_of(folder: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Returns what a training wrote last: numbers, and arrays. None if there is nothing."""
    path = folder / "state.npz"
    if not path.exists():
        return None
    with opened(path) as file:
        arrays = {name: file[name] for name in file.files}
    return json.loads(str(arrays.pop("about"))), arrays


def layers_of(folder: Path) -> Sequence[Any]:
    """Returns the layers of a trained network, [outputs, inputs + 1] each. BadInput if none is
    there.
    """
    with opened(folder / "network.npz") as file:
        return [file[f"layer{place}"] for place in range(len(file.files))]
