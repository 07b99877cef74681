"""A policy's training in one folder, whichever method it has: how it goes on and is examined.

spec.json       what must not change
state.npz       all of the training after its last batch
network.npz     a network: layer0, layer1 and so on, [outputs, inputs + 1] each
weights.txt     the same in integers, as bots have it (policy_weights.py)
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.training.environment import DEFAULT_MODULE, find_environment
from botsmith.training.exam import Policy, against_rivals, examine
from botsmith.training.files import claim, command_line, write_file
from botsmith.training.policy_weights import RoundedPolicy
from botsmith.training.quantise import Net
from botsmith.training.samples import form_of, opened

POINTS = 25  # of a training, at which it is examined
Told = Callable[[int, int], None]
Point = dict[str, Any]


class PolicyFolder(ABC):
    """A training in its folder.

    told: called after each batch with the samples so far, and those wanted.
    module: the environment's.
    points: what the training was at each of its points so far.
    """

    method = ""  # the option that says by which it trains
    options = ""  # of the command: names in the settings
    why_none = ""  # there are no weights yet

    def __init__(
        self, package: str, folder: Path, settings: Any, told: Told, module: str = DEFAULT_MODULE
    ) -> None:
        self.name = package.rpartition(".")[2]
        if module != DEFAULT_MODULE:
            self.name += f":{module}"
        self.contest = f"{package}.{module}"
        self.environment = find_environment(package, module)
        self.folder, self.settings, self.told = folder, settings, told
        self.points: list[Point] = []
        self.sums: dict[str, float] = {}  # since the last point
        self.processor = self.wall = 0.0  # seconds
        self.library = folder.resolve() / "kernels.so"

    def claim(self, **more: Any) -> None:
        """Makes the folder this training's, or checks that it is."""
        environment = self.environment
        about = {name: value for name, value in asdict(self.settings).items() if name != "samples"}
        spec = {
            "contest": self.contest,
            "match": form_of(environment.Match),
            "inputs": environment.INPUTS,
            "moves": environment.MOVES,
            "terms": list(environment.TERMS),
            **more,
            **about,
        }
        claim(self.folder, spec)

    @property
    def command(self) -> str:
        """Returns the command that makes it, with the options that differ from their defaults."""
        game, _, module = self.name.partition(":")
        start = f"train policy {game}{self.method} --samples {self.settings.samples}"
        if module:
            start += f" --environment {module}"
        options = {name: name.replace("_", "-") for name in self.options.split()}
        return command_line(start, self.settings, options)

    def weights(self) -> str:
        """Returns the text of the network's weights. BadInput if there is none."""
        path = self.folder / "weights.txt"
        try:
            return path.read_text(encoding="utf-8").rstrip("\n")
        except FileNotFoundError:
            raise BadInput(f"{path}: no weights yet: {self.why_none}") from None

    # --- one batch after the other

    @abstractmethod
    def step(self, learner: Any) -> None:
        """Plays a batch and learns of it, and adds to the sums."""

    @abstractmethod
    def point(self, learner: Any) -> Point:
        """Examines the network, and notes what it has done since the last point."""

    @abstractmethod
    def save(self, learner: Any) -> None:
        """Writes all of the training."""

    def train(self, learner: Any) -> Iterator[Point]:
        """Learns until all samples are there; yields what it is at each point."""
        wanted = self.settings.samples
        self.told(learner.samples, wanted)
        while learner.samples < wanted:
            began = time.process_time(), time.monotonic()
            self.step(learner)
            # Points lie at equal shares, so that a resumed training has the same ones.
            last = self.points[-1]["samples"] / wanted if self.points else 0.0
            point = None
            if int(learner.share * POINTS) > int(last * POINTS):
                point = self.point(learner)
                self.sums = {}
                self.points.append(point)
            self.processor += time.process_time() - began[0]
            self.wall += time.monotonic() - began[1]
            if point is not None:
                point |= {"processor": self.processor, "wall": self.wall}
            self.save(learner)
            self.told(learner.samples, wanted)
            if point is not None:
                yield point

    def add(self, told: Mapping[str, float]) -> None:
        """Adds a batch to the sums since the last point."""
        for name, value in {**told, "batches": 1}.items():
            self.sums[name] = self.sums.get(name, 0.0) + value

    def new_point(self, learner: Any, means: Sequence[str]) -> Point:
        """Returns a point with its number, and the means of the batches since the last one."""
        point: Point = {name: self.sums[name] / self.sums["batches"] for name in means}
        point |= {"point": len(self.points) + 1, "samples": learner.samples}
        return point | {"matches": int(self.sums["matches"])}

    def examined(self, point: Point, learner: Any, net: Net, rival: Policy, times: int) -> None:
        """Writes the exams into a point: against `rival`, of the end in integers too, and RIVALS.

        times: so many times the matches that RIVALS says
        """
        policies: dict[str, Policy] = {"exam": learner.network}
        if learner.share == 1.0:
            policies["rounded"] = RoundedPolicy(net, self.environment.MOVES)
        place = self.environment, self.settings.lanes, self.library
        for name, policy in policies.items():
            point[name] = examine(*place, policy, rival, point["point"])
        point["rivals"] = against_rivals(*place, learner.network, point["point"], times)

    # --- files

    def write(self, name: str, write: Callable[[Any], object]) -> None:
        """Writes a file of the folder, whole or not at all."""
        write_file(self.folder / name, write)

    def publish(self, layers: Sequence[Any], net: Net, samples: int) -> None:
        """Writes a network, as floats and as the text that bots have."""
        arrays: dict[str, Any] = {f"layer{place}": layer for place, layer in enumerate(layers)}
        self.write("network.npz", lambda file: np.savez(file, **arrays))
        about = {
            "command": self.command,
            "samples": str(samples),
            "seed": str(self.settings.seed),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        self.write("weights.txt", lambda file: file.write((net.text(about) + "\n").encode()))

    def write_state(
        self, learner: Any, about: Mapping[str, Any], arrays: Mapping[str, Any]
    ) -> None:
        """Writes a learner's state, with what a method adds."""
        shared = {
            "batches": learner.batches,
            "steps": learner.adam.steps,
            "sums": self.sums,
            "points": self.points,
            "processor": self.processor,
            "wall": self.wall,
        }
        state: dict[str, Any] = {
            "weights": learner.network.flat,
            "first": learner.adam.first,
            "second": learner.adam.second,
            "about": np.array(json.dumps({**shared, **about})),
            **arrays,
        }
        self.write("state.npz", lambda file: np.savez(file, **state))

    def read_state(self, learner: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Takes a learner back to what was written last, as `state_of` tells it."""
        state = state_of(self.folder)
        if state is not None:
            about, arrays = state
            learner.batches, learner.adam.steps = about["batches"], about["steps"]
            learner.network.flat[:] = arrays["weights"]
            learner.adam.first[:], learner.adam.second[:] = arrays["first"], arrays["second"]
            self.sums, self.points = about["sums"], about["points"]
            self.processor, self.wall = about["processor"], about["wall"]
        return state


def state_of(folder: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Returns the last state of a training: numbers, and arrays. None if there is nothing."""
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
