"""A policy's training in one folder, from which it goes on whatever ended it.

spec.json       what must not change
state.npz       all of the training after its last batch
past-0003.npy   the network at point 3
network.npz     the last point's network: layer0, layer1 and so on, [outputs, inputs + 1] each
weights.txt     its policy in integers, as bots have it (policy_weights.py)
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from botsmith.errors import BadInput
from botsmith.training.dense import Dense
from botsmith.training.environment import Matches, build_library, find_environment
from botsmith.training.exam import Policy, examine
from botsmith.training.files import at_work, claim, command_line, write_file
from botsmith.training.policy_weights import RoundedPolicy, rounded
from botsmith.training.ppo import Learner, Settings
from botsmith.training.samples import form_of, opened

POINTS = 25  # of a training, at which it is examined
SEEN = 4096  # inputs by which the integers' ranges are chosen
MEANS = ("entropy", "clip_fraction", "kl", "gradient", "value_error", "rate")  # of a batch

OPTIONS = {  # of the command, by their names in Settings
    name: name.replace("_", "-")
    for name in "hidden lanes turns epochs rate last_rate discount entropy past seed".split()
}
Told = Callable[[int, int], None]
Point = dict[str, Any]


def command_of(contest: str, settings: Settings) -> str:
    """Returns the command with the options that differ from their defaults."""
    start = f"train policy {contest} --samples {settings.samples}"
    return command_line(start, settings, OPTIONS)


class PolicyRun:
    """A training in its folder.

    told: called after each batch with the samples so far, and those wanted.
    points: what the training was at each of its points so far.
    """

    def __init__(self, package: str, folder: Path, settings: Settings, told: Told) -> None:
        self.name = package.rpartition(".")[2]
        self.environment = find_environment(package)
        self.folder, self.settings, self.told = folder, settings, told
        self.points: list[Point] = []
        self.sums: dict[str, float] = {}  # since the last point
        self.processor = self.wall = 0.0  # seconds
        self._claim(package)
        self.library = folder.resolve() / "kernels.so"

    def _claim(self, package: str) -> None:
        """Makes the folder this training's, or checks that it is."""
        about = {name: value for name, value in asdict(self.settings).items() if name != "samples"}
        environment = self.environment
        spec = {
            "contest": package,
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
            self.told(learner.samples, settings.samples)
            while learner.samples < settings.samples:
                began = time.process_time(), time.monotonic()
                self._add(learner.step())
                # Points lie at equal shares, so that a resumed training has the same ones.
                point = None
                if int(learner.share * POINTS) > int(self._share() * POINTS):
                    point = self._point(learner)
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
        rival.flat[:] = learner.past[-1]
        net = rounded(learner.network.layers, learner.seen(SEEN))
        policies: dict[str, Policy] = {"exam": learner.network}
        if learner.share == 1.0:
            policies["rounded"] = RoundedPolicy(net, self.environment.MOVES)
        for name, policy in policies.items():
            point[name] = examine(
                self.environment, self.settings.lanes, self.library, policy, rival, number
            )
        self.sums = {}
        self.points.append(point)
        learner.past.append(learner.network.flat.copy())
        self._write(f"past-{number:04}.npy", lambda file: np.save(file, learner.past[-1]))
        layers: dict[str, Any] = {
            f"layer{place}": layer for place, layer in enumerate(learner.network.layers)
        }
        self._write("network.npz", lambda file: np.savez(file, **layers))
        text = net.text(self._about(learner.samples)) + "\n"
        self._write("weights.txt", lambda file: file.write(text.encode()))
        return point

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
            "batches": learner.batches,
            "scale": learner.scale,
            "steps": learner.adam.steps,
            "sums": self.sums,
            "points": self.points,
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
        state = self.state()
        if state is None:
            return
        about, arrays = state
        learner.batches, learner.scale = about["batches"], about["scale"]
        learner.adam.steps = about["steps"]
        learner.network.flat[:] = arrays["weights"]
        learner.adam.first[:], learner.adam.second[:] = arrays["first"], arrays["second"]
        np.frombuffer(learner.matches.pages, np.uint8)[:] = arrays["matches"]
        self.sums, self.points = about["sums"], about["points"]
        self.processor, self.wall = about["processor"], about["wall"]
        for point in self.points:
            learner.past.append(np.load(self.folder / f"past-{point['point']:04}.npy"))

    def state(self) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Returns what was written last: numbers, and arrays. None if there is nothing."""
        path = self.folder / "state.npz"
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
