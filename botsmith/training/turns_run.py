"""A training by search in one folder, from which it goes on whatever ended it.

spec.json         what must not change
state.npz         all of the training after its last batch, but for its window
batch-00012.npz   samples of batch 12, as long as the window may hold some
network.npz       the best network so far: layer0, layer1 and so on, [outputs, inputs + 1] each
weights.txt       the same in integers, with its value (policy_weights.py)
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from botsmith.errors import BadInput
from botsmith.training.dense import Dense
from botsmith.training.environment import DEFAULT_MODULE, find_environment
from botsmith.training.exam import Policy, against_rivals, examine
from botsmith.training.files import at_work, claim, write_file
from botsmith.training.matches import build_library
from botsmith.training.policy_run import POINTS, Point, Told, command_of
from botsmith.training.policy_weights import RoundedPolicy
from botsmith.training.samples import form_of, opened
from botsmith.training.turns_learn import MEANS, SearchLearner, SearchSettings
from botsmith.training.turns_play import Players, Samples, check

OPTIONS = {  # of the command, by their names in SearchSettings
    name: name.replace("_", "-")
    for name in "hidden games iterations window uses rate last_rate bits seed".split()
}


class SearchRun:
    """A training in its folder.

    told: called after each batch with the samples so far, and those wanted.
    module: the environment's.
    jobs: threads that play; the result does not depend on them.
    points: what the training was at each of its points so far.
    """

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: SearchSettings,
        told: Told,
        module: str = DEFAULT_MODULE,
        jobs: int = 1,
    ) -> None:
        self.name = package.rpartition(".")[2]
        if module != DEFAULT_MODULE:
            self.name += f":{module}"
        self.environment = find_environment(package, module)
        check(self.environment)
        self.folder, self.settings, self.told, self.jobs = folder, settings, told, jobs
        self.points: list[Point] = []
        self.sums: dict[str, float] = {}  # since the last point
        self.processor = self.wall = 0.0  # seconds
        self.sizes: dict[int, int] = {}  # samples of the batches in the window
        environment = self.environment
        about = {name: value for name, value in asdict(settings).items() if name != "samples"}
        spec = {
            "contest": f"{package}.{module}",
            "match": form_of(environment.Match),
            "inputs": environment.INPUTS,
            "moves": environment.MOVES,
            "terms": list(environment.TERMS),
            "method": "search",
            **about,
        }
        claim(folder, spec)
        self.library = folder.resolve() / "kernels.so"

    @property
    def command(self) -> str:
        """Returns the command that makes it."""
        return command_of(self.name, self.settings, " --method search", OPTIONS)

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
                self.told(learner.samples, settings.samples)
                while learner.samples < settings.samples:
                    point = self._batch(learner)
                    self.told(learner.samples, settings.samples)
                    if point is not None:
                        yield point
            finally:
                players.close()

    def _batch(self, learner: SearchLearner) -> Point | None:
        """Plays and learns a batch, and saves; what the training is then, if that is a point."""
        began = time.process_time(), time.monotonic()
        number = learner.batches
        samples, told = learner.step()
        self.sizes[number] = len(samples)
        arrays = {name: getattr(samples, name) for name in ("inputs", "policies", "values")}
        self._write(batch_name(number), lambda file: np.savez(file, **arrays))
        told |= {"batches": 1, "turns": len(samples)}
        for name in (*MEANS, "matches", "batches", "turns"):
            self.sums[name] = self.sums.get(name, 0.0) + told[name]
        # Points lie at equal shares, so that a resumed training has the same ones.
        point = None
        last = self.points[-1]["samples"] / self.settings.samples if self.points else 0.0
        if int(learner.share * POINTS) > int(last * POINTS):
            point = self._point(learner)
        self.processor += time.process_time() - began[0]
        self.wall += time.monotonic() - began[1]
        if point is not None:
            point |= {"processor": self.processor, "wall": self.wall}
        self._save(learner)
        return point

    def _point(self, learner: SearchLearner) -> Point:
        """Examines the network against the best one so far, which it becomes if it is better."""
        sums, number = self.sums, len(self.points) + 1
        point: Point = {name: sums[name] / sums["batches"] for name in MEANS}
        point |= {"point": number, "samples": learner.samples, "matches": int(sums["matches"])}
        point["match_turns"] = sums["turns"] / sums["matches"]
        network = learner.network
        best = Dense(network.sizes, 0)
        best.flat[:] = self.best
        net = learner.rounded()
        policies: dict[str, Policy] = {"exam": network}
        if learner.share == 1.0:
            policies["rounded"] = RoundedPolicy(net, self.environment.MOVES)
        for name, policy in policies.items():
            point[name] = examine(
                self.environment, self.settings.lanes, self.library, policy, best, number
            )
        point["rivals"] = against_rivals(
            self.environment, self.settings.lanes, self.library, network, number, 1
        )
        point["is_best"] = point["exam"]["score"] >= 0.5
        if point["is_best"]:
            self.best = network.flat.copy()
            layers: dict[str, Any] = {f"layer{k}": each for k, each in enumerate(network.layers)}
            self._write("network.npz", lambda file: np.savez(file, **layers))
            text = net.text(self._about(learner.samples)) + "\n"
            self._write("weights.txt", lambda file: file.write(text.encode()))
        self.sums = {}
        self.points.append(point)
        return point

    def _about(self, samples: int) -> dict[str, str]:
        """Returns where weights come from, for their text."""
        return {
            "command": self.command,
            "samples": str(samples),
            "seed": str(self.settings.seed),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
        }

    def weights(self) -> str:
        """Returns the text of the best network's weights. BadInput if there is none."""
        path = self.folder / "weights.txt"
        try:
            return path.read_text(encoding="utf-8").rstrip("\n")
        except FileNotFoundError:
            raise BadInput(f"{path}: no weights yet: no point was better than chance") from None

    def _write(self, name: str, write: Any) -> None:
        """Writes a file of the folder, whole or not at all."""
        write_file(self.folder / name, write)

    def _save(self, learner: SearchLearner) -> None:
        """Writes all of the training, and removes batches that left the window."""
        about = {
            "batches": learner.batches,
            "total": learner.window.total,
            "steps": learner.adam.steps,
            "sums": self.sums,
            "points": self.points,
            "processor": self.processor,
            "wall": self.wall,
        }
        arrays: dict[str, Any] = {
            "weights": learner.network.flat,
            "best": self.best,
            "first": learner.adam.first,
            "second": learner.adam.second,
            "about": np.array(json.dumps(about)),
        }
        for place, layer in enumerate(learner.playing):
            for name, array in zip(("weights", "biases", "scales"), layer, strict=True):
                arrays[f"playing{place} {name}"] = array
        self._write("state.npz", lambda file: np.savez(file, **arrays))
        while sum(self.sizes.values()) - (oldest := min(self.sizes.items()))[1] >= (
            self.settings.window
        ):
            (self.folder / batch_name(oldest[0])).unlink(missing_ok=True)
            del self.sizes[oldest[0]]

    def _load(self, learner: SearchLearner) -> None:
        """Goes on from what was written last, if there is any."""
        path = self.folder / "state.npz"
        if not path.exists():
            return
        with opened(path) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(str(arrays.pop("about")))
        learner.batches, learner.adam.steps = about["batches"], about["steps"]
        learner.network.flat[:], self.best = arrays["weights"], arrays["best"]
        learner.adam.first[:], learner.adam.second[:] = arrays["first"], arrays["second"]
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
        self.sums, self.points = about["sums"], about["points"]
        self.processor, self.wall = about["processor"], about["wall"]


def batch_name(number: int) -> str:
    """Returns the file of a batch."""
    return f"batch-{number:05}.npz"
