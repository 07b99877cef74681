"""Trains a policy in one folder, by any method.

state.npz         the whole state of the training after its last batch
network.npz       a network: layer0, layer1 and so on, [outputs, inputs + 1] each
weights.txt       the same in integers, in the form for bots (policy_weights.py)
past-0003.npy     of PPO: an earlier network, which trainings play against; 0000 is the first one
batch-00012.npz   of the other methods: samples of batch 12, until it has left the window
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.files import read_json, write_bytes, write_file
from botsmith.settings import command_line
from botsmith.training import imitate, turns_play
from botsmith.training.crew import Crew
from botsmith.training.environment import DEFAULT_MODULE, content_of, find_environment, sparring_of
from botsmith.training.exam import against_rivals, examine
from botsmith.training.folder import Point, Progress, Training
from botsmith.training.imitate import ImitateLearner, ImitateSettings
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_weights import RoundedPolicy
from botsmith.training.ppo import PpoLearner, PpoSettings
from botsmith.training.quantise import Net
from botsmith.training.samples import form_of, opened, packed, unpacked
from botsmith.training.tower import check_layers, network_of
from botsmith.training.turns_learn import SearchLearner, SearchSettings

POINTS = 25  # of a training, at which it is examined
ASCII = 20_000  # numbers whose text has room without wide characters
THOROUGH = 4  # times the matches against rivals, at the last point
METHODS: dict[str, type[Any]] = {
    "ppo": PpoSettings,
    "search": SearchSettings,
    "imitate": ImitateSettings,
}


class PolicyRun(Training):
    """A policy's training; the class of its settings chooses the method.

    module: the environment's module
    start: the folder of another training, whose network this one begins with
    jobs: number of threads that play and learn. The result for a large network depends on it
    (steps.py), but not for the method `search`
    points: the record of each point so far
    """

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: Any,
        progress: Progress,
        module: str = DEFAULT_MODULE,
        start: Path | None = None,
        jobs: int = 1,
    ) -> None:
        self.method = next(name for name, kind in METHODS.items() if isinstance(settings, kind))
        self.environment = environment = find_environment(package, module)
        check_layers(environment, settings.hidden, settings.bits)
        if self.method == "search":
            turns_play.check(environment)
        elif self.method == "imitate":
            imitate.check(environment)
        elif settings.spar > 0.0 and not sparring_of(environment):
            raise BadInput(f"--spar {settings.spar:g}: {package}.{module} has no SPARRING")
        self.settings, self.start, self.jobs = settings, start, jobs
        self.name = package.rpartition(".")[2]
        self.module = module
        self.before = commands_of(start) if start is not None else []
        self.points: list[Point] = []
        self.sums: dict[str, float] = {}  # since the last point
        self.processor = self.wall = 0.0  # seconds
        self.learner: Any = None
        self.rival: Any = None  # the weights of the opponent, an exam's other side
        spec = {
            "contest": f"{package}.{module}",
            "environment": content_of(environment),
            "method": self.method,
            "match": form_of(environment.Match),
            "inputs": environment.INPUTS,
            "moves": environment.MOVES,
            "terms": list(environment.TERMS),
            "commands": self.before,
            **{name: value for name, value in asdict(settings).items() if name != "samples"},
        }
        super().__init__(folder, spec, progress)

    @property
    def command(self) -> str:
        """Returns the command of this training, with the options that differ from their
        defaults.
        """
        words = [f"train policy {self.name}"]
        words += [f"--method {self.method}"] * (self.method != "ppo")
        words += [f"--environment {self.module}"] * (self.module != DEFAULT_MODULE)
        words += [f"--start {self.start.name}"] if self.start else []
        return command_line(" ".join(words), self.settings)

    def weights(self) -> str:
        """Returns the text of the network's weights. Raises BadInput if there is none."""
        path = self.folder / "weights.txt"
        try:
            return path.read_text(encoding="utf-8").rstrip("\n")
        except FileNotFoundError:
            raise BadInput(f"{path}: no weights yet; expected more --samples") from None

    # --- one batch after the other

    def has_begun(self) -> bool:
        return (self.folder / "state.npz").exists()

    @contextmanager
    def working(self) -> Iterator[None]:
        environment, settings = self.environment, self.settings
        is_search = self.method == "search"
        with ExitStack() as threads:
            self.crew = threads.enter_context(closing(Crew(1 if is_search else self.jobs)))
            build_library(environment, settings.lanes, self.library, self.crew.count)
            self.opponent = network_of(environment, settings.hidden, settings.seed, self.crew)
            if is_search:
                players = turns_play.open_pool(environment, settings, self.folder, self.jobs)
                threads.callback(players.close)
                self.learner = SearchLearner(environment, settings, players)
            else:
                place = environment, settings.lanes, self.library, settings.seed
                matches = Matches(*place, crew=self.crew)
                kind = PpoLearner if self.method == "ppo" else ImitateLearner
                self.learner = kind(environment, settings, matches)
            self.load()
            self.report_samples()
            yield

    def report_samples(self) -> None:
        """Reports the number of samples to `progress`."""
        done, total = self.learner.samples, self.settings.samples
        self.progress(f"policy of {self.name}", "samples", done, total)

    def is_done(self) -> bool:
        return bool(self.learner.samples >= self.settings.samples)

    def step(self) -> None:
        self.began = time.process_time(), time.monotonic()
        figures = self.learner.step()
        matches = figures["matches"]
        found = {name: figures[name] for name in (*self.learner.means, "matches")} | {"batches": 1}
        found["turns"] = figures.get("match_turns", 0.0) * matches
        for term, value in figures.get("terms", {}).items():
            found[f"term {term}"] = value * matches
        for name, value in found.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        self.learner.write_files(self.folder, POINTS)

    def is_due(self) -> bool:
        # Points lie at equal shares, so that a resumed training has the same ones.
        last = self.points[-1]["samples"] / self.settings.samples if self.points else 0.0
        return int(self.learner.share * POINTS) > int(last * POINTS)

    def point(self) -> Point:
        """Examines the network against the one of the last point, or, for search, against the best
        one; a better one becomes the best. It plays against RIVALS, too; at the last point the
        network in integers has an exam of its own. Returns the record of the time since the point
        before.
        """
        learner, sums = self.learner, self.sums
        matches = sums["matches"]
        point: Point = {name: sums[name] / sums["batches"] for name in learner.means}
        point |= {"point": len(self.points) + 1, "samples": learner.samples}
        point |= {"matches": int(matches)}
        point |= {"match_turns": sums["turns"] / matches} if matches else {}
        terms = [term for term in self.environment.TERMS if f"term {term}" in sums]
        point["terms"] = {term: sums[f"term {term}"] / matches for term in terms}
        self.opponent.flat[:] = self.rival
        net, number = learner.rounded(), point["point"]
        place = self.environment, self.settings.lanes, self.library, self.crew
        point["exam"] = examine(place, learner.network, self.opponent, number)
        times = 1
        if learner.share == 1.0:
            rounded, times = RoundedPolicy(net, self.environment.MOVES), THOROUGH
            point["rounded"] = examine(place, rounded, self.opponent, number)
        point["rivals"] = against_rivals(place, learner.network, number, times)
        if learner.keeps_best:
            point["is_best"] = point["exam"]["score"] >= 0.5
        if point.get("is_best", True):
            self.rival = learner.network.shown.copy()
            self.publish(learner.network.used, net)
        return point

    # --- files

    def publish(self, layers: Sequence[Any], net: Net) -> None:
        """Writes a network in two forms: as floats, and as the text for bots."""
        arrays: dict[str, Any] = {f"layer{place}": layer for place, layer in enumerate(layers)}
        write_file(self.folder / "network.npz", lambda file: np.savez(file, **arrays))
        about = {f"before{place}": command for place, command in enumerate(self.before)} | {
            "command": self.command,
            "samples": str(self.learner.samples),
            "seed": str(self.settings.seed),
            "threads": str(self.jobs),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        if not hasattr(self.environment, "WINDOW"):
            sizes = [self.environment.INPUTS, *(len(layer.weights) for layer in net.layers)]
            about["sizes"] = " ".join(map(str, sizes))  # as in common/nets/policy.py
        text = net.text(about, is_wide=len(net.values()) > ASCII) + "\n"
        write_bytes(self.folder / "weights.txt", text.encode())

    def save(self, point: Point | None) -> None:
        learner = self.learner
        self.processor += time.process_time() - self.began[0]
        self.wall += time.monotonic() - self.began[1]
        if point is not None:
            point |= {"processor": self.processor, "wall": self.wall}
            self.points.append(point)
            self.sums = {}
        about, arrays = learner.state()
        about |= {
            "command": self.command,
            "sizes": learner.network.sizes,
            "batches": learner.batches,
            "steps": learner.adam.steps,
            "sums": self.sums,
            "points": self.points,
            "processor": self.processor,
            "wall": self.wall,
        }
        arrays |= {**learner.adam.arrays(), "rival": self.rival, "about": packed(about)}
        write_file(self.folder / "state.npz", lambda file: np.savez(file, **arrays))
        learner.remove_old_files(self.folder)
        self.report_samples()

    def load(self) -> None:
        """Loads the last state; without one, begins a training, with the network of `start` if it
        is given. Raises BadInput if that network has another size.
        """
        learner = self.learner
        state = state_of(self.folder)
        if state is None:
            if self.start is not None:
                about, arrays = starting_state(self.start)
                if about["sizes"] != list(learner.network.sizes):
                    raise BadInput(
                        f"--start {self.start}: its network is another one, {about['sizes']}"
                    )
                learner.begin_with(arrays["weights"], about)
            self.rival = learner.network.flat.copy()
            return
        about, arrays = state
        learner.batches, learner.adam.steps = about["batches"], about["steps"]
        for name, array in learner.adam.arrays().items():
            array[:] = arrays[name]
        self.rival, self.sums, self.points = arrays["rival"], about["sums"], about["points"]
        self.processor, self.wall = about["processor"], about["wall"]
        learner.load(about, arrays, self.folder)


def state_of(folder: Path) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Returns the last state of a training: numbers and arrays. None if there is no state."""
    path = folder / "state.npz"
    if not path.exists():
        return None
    with opened(path) as file:
        arrays = {name: file[name] for name in file.files}
    return unpacked(arrays.pop("about")), arrays


def starting_state(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the state of a training from which another one can begin. Raises BadInput if there is
    none.
    """
    state = state_of(folder)
    if state is None:
        raise BadInput(f"--start {folder}: holds no training of a policy")
    return state


def commands_of(folder: Path) -> list[str]:
    """Returns the commands that made the network of a training, in their order. Raises BadInput if
    there is no training.
    """
    about, _ = starting_state(folder)
    spec = read_json(folder / "spec.json")
    return [*spec.get("commands", []), about["command"]]
