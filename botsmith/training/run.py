"""Trains a value network, generation after generation, in one folder (folder.py).

samples/0003-0012.npz   chunk 12 of generation 3 (samples.py)
0003.weights.txt        the network that generation 3 made (weights.py); 0000 is untrained
0003.params.npz         the same as floats, with the optimizer's state
0003.draft.npz          an unfinished training
0003.games.json         scores of the pairs of games played against the best network before
0003.json               the record of generation 3, once it is complete
"""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import numpy as np

from botsmith.arena.statistics.sprt import BETTER, NOT_BETTER, Progress as Walk, Test
from botsmith.arena.statistics.stats import Sample
from botsmith.errors import BadInput
from botsmith.files import copy_file, read_json, write_bytes, write_json
from botsmith.settings import Opt, command_line
from botsmith.training import options
from botsmith.training.contest import Contest, find_contest
from botsmith.training.dense import Array
from botsmith.training.folder import Point, Progress, Training
from botsmith.training.kernels import Plan
from botsmith.training.library import filled
from botsmith.training.player import Player
from botsmith.training.samples import Rows, form_of, join, read_about, read_chunk, some_of
from botsmith.training.tasks import open_pool, play_pair, seed_of, self_play
from botsmith.training.weights import Weights, encode
from common.engine import EngineFailed

HELD_OUT = 20  # every 20th game is kept from training
GATE = Test(-10.0, 20.0)  # Elo
GATE_SEED = 500_000  # numbers of pairs, as seeds, begin here
SAVE_SECONDS = 10.0
CONFIDENCE = 0.95
BINS = 20  # of the calibration
CURVE = 60  # points of a loss curve


@dataclass(frozen=True)
class Settings:
    """The settings of a training. All but seed and bits may change from call to call.

    chunk: number of games in one file
    steps: least number of batches of a generation
    batch: number of samples in a step
    result_weight: Weight of a game's result; the rest is the search's value.
    gate_games: Most games against the best network so far.

    The other fields are those of kernels.Plan.
    """

    seed: options.Seed = 1
    bits: Annotated[int, Opt("Bits of a weight.", 3, 8)] = 8
    jobs: int = 1
    games: Annotated[int, Opt("Games of a generation.", 1)] = 3000
    chunk: int = 100
    iterations: Annotated[int, Opt("Iterations of a search.", 1)] = 150
    opening: int = 8
    early: int = 12
    slack: float = 0.1
    extra: int = 4
    visits: int = 25
    window: Annotated[int, Opt("Generations whose games are trained on.", 1)] = 4
    passes: Annotated[float, Opt("How often a generation trains on each sample.", above=0)] = 2.0
    steps: int = 500
    batch: int = 4096
    rate: Annotated[float, Opt("A generation's first learning rate.", above=0, most=1)] = 0.002
    result_weight: Annotated[float, Opt(least=0, most=1)] = 0.4
    gate_games: Annotated[int, Opt(least=2, name="gate")] = 400
    gate_opening: int = 4

    def plan(self) -> dict[str, Any]:
        """Returns the settings of kernels.Plan."""
        return {name: getattr(self, name) for name in Plan.kernel_fields}  # type: ignore[attr-defined]


def command_of(package: str, settings: Settings) -> str:
    """Returns the command with the options that differ from their defaults, without names of
    folders.
    """
    return command_line(f"train {package.removeprefix('bots.')}", settings)


@dataclass(frozen=True)
class Set(Rows):
    """Positions for training: packed inputs, targets, results, and is_played as in Samples."""

    packed: Array
    targets: Array
    results: Array
    is_played: Array


class Run(Training):
    """A training of a value network.

    wanted: number of generations at the end of the training
    older: the folder of another training of the contest. Its last games are used as the first ones
    here, for a network with other inputs or weights
    """

    def __init__(
        self,
        package: str,
        folder: Path,
        settings: Settings,
        progress: Progress,
        wanted: int,
        older: Path | None = None,
    ) -> None:
        from botsmith.training import fit  # JAX takes a second

        self.contest: Contest = find_contest(package)
        self.settings, self.wanted, self.older = settings, wanted, older
        self.shape = shape = fit.shape_of(self.contest, settings.bits)
        self.form = form_of(self.contest.rules.State)
        self.trainer = fit.Trainer(shape, settings.seed)
        self.encoded: dict[Path, tuple[Set, Set]] = {}
        spec = {
            "contest": self.contest.name,
            "seed": settings.seed,
            "bits": settings.bits,
            "inputs": shape.inputs,
            "base": shape.base,
            "symmetries": len(shape.places),
            "state": self.form,
        }
        super().__init__(folder, spec, progress)
        (folder / "samples").mkdir(exist_ok=True)
        if not self.path(0, "weights.txt").exists():
            numbers = (shape.inputs + 1) * shape.base
            nothing = Weights([0] * numbers, 1.0, shape.bits, {"generation": "0"})
            self.write_weights(0, nothing)

    def path(self, generation: int, name: str) -> Path:
        """Returns a file of a generation."""
        return self.folder / f"{generation:04}.{name}"

    def write_weights(self, generation: int, weights: Weights) -> None:
        write_bytes(self.path(generation, "weights.txt"), f"{encode(weights)}\n".encode())

    def records(self) -> list[dict[str, Any]]:
        """Returns the records of the complete generations, from the first on."""
        found: list[dict[str, Any]] = []
        while record := read_json(self.path(len(found) + 1, "json")):
            found.append(record)
        return found

    def best(self) -> int:
        """Returns the number of the generation that plays: the last one that did not lose."""
        good = [int(record["generation"]) for record in self.records() if record["is_best"]]
        return max(good, default=0)

    # --- one generation after the other

    @contextmanager
    def working(self) -> Iterator[None]:
        if self.is_done():
            yield
            return
        plan = filled(Plan, self.settings)
        with closing(open_pool(self.contest, self.library, plan, self.settings.jobs)) as self.pool:
            self.encoder = Player(self.contest, self.library, plan)
            if done := len(self.records()):
                self.trainer.load(self.path(done, "params.npz"))
            try:
                yield
            except EngineFailed as error:
                raise BadInput(f"{self.contest.name}: {error}") from None

    def is_done(self) -> bool:
        return len(self.records()) >= self.wanted

    def step(self) -> None:
        """Plays and trains the missing part of a generation."""
        generation = len(self.records()) + 1
        self.record: Point = {"generation": generation, "settings": asdict(self.settings)}
        self.record |= self.play(generation, self.best())
        games = sum(each["games"] for each in [*self.records(), self.record])
        self.record |= self.train(generation, games)

    def point(self) -> Point:
        return self.record | self.gate(len(self.records()) + 1, self.best())

    def save(self, point: Point | None) -> None:
        assert point is not None
        write_json(self.path(point["generation"], "json"), point)
        self.path(point["generation"], "draft.npz").unlink(missing_ok=True)

    # --- games

    def chunks(self, generation: int) -> list[Path]:
        """Returns the paths of a generation's chunks of samples."""
        return sorted((self.folder / "samples").glob(f"{generation:04}-*.npz"))

    def play(self, generation: int, best: int) -> dict[str, Any]:
        """Plays the missing chunks of a generation; returns counts over all of its games."""
        settings = self.settings
        wanted = -(-settings.games // settings.chunk)
        if generation == 1 and self.older is not None:
            self.take_over(self.older)
            wanted = 0
        missing = []
        for number in range(wanted):
            path = self.folder / "samples" / f"{generation:04}-{number:04}.npz"
            if not path.exists():
                missing.append((path, seed_of(settings.seed, generation, number)))
        began = time.monotonic()
        done, total = wanted - len(missing), wanted * settings.chunk
        show = partial(self.progress, f"generation {generation}, self-play", "games")
        show(done * settings.chunk, total)
        about = {"generation": generation, "player": best, "plan": settings.plan()}
        weights = self.path(best, "weights.txt")
        play = partial(self_play, weights=weights, games=settings.chunk, about=about)
        for _ in self.pool.run(play, missing):
            done += 1
            show(done * settings.chunk, total)
        seconds = time.monotonic() - began
        files = [read_about(path) for path in self.chunks(generation)]
        return {
            "player": best,
            "games": sum(about["games"] for about in files),
            "samples": sum(about["samples"] for about in files),
            "play_seconds": seconds,
            "played_now": settings.chunk * len(missing),
        }

    def take_over(self, older: Path) -> None:
        """Copies the other training's last chunks, as chunks of generation 1."""
        found = sorted((older / "samples").glob("*-*.npz"))
        ages = sorted({path.name[:4] for path in found})[-self.settings.window :]
        chosen = [path for path in found if path.name[:4] in ages]
        if not chosen:
            raise BadInput(f"--games-of {older}: no samples there; expected another --out")
        for number, path in enumerate(chosen):
            copy_file(path, self.folder / "samples" / f"0001-{number:04}.npz")

    def read(self, path: Path) -> tuple[Set, Set]:
        """Returns a chunk's positions: a Set to train on, and a Set held out."""
        from botsmith.training.fit import targets_of

        if path not in self.encoded:
            samples, about = read_chunk(path, self.form)
            knows = about["player"] > 0
            weight = self.settings.result_weight if knows else 1.0
            # Values of a network that knows nothing are none, unless they are certain.
            is_good = samples.is_played | (np.abs(samples.values) == 1.0) | knows
            is_out = samples.games % HELD_OUT == 0
            packed, targets = self.encoder.inputs_of(samples.states), targets_of(samples, weight)
            every = Set(packed, targets, samples.results, samples.is_played)
            self.encoded[path] = some_of(every, is_good & ~is_out), some_of(every, is_good & is_out)
        return self.encoded[path]

    # --- training

    def train(self, generation: int, games: int) -> dict[str, Any]:
        """Trains on the last generations' samples and writes the network. Returns losses and
        calibration.

        games: number of games of all generations so far
        """
        settings = self.settings
        oldest = max(1, generation - settings.window + 1)
        files = [path for age in range(oldest, generation + 1) for path in self.chunks(age)]
        both = [self.read(path) for path in files]
        self.encoded = {path: self.encoded[path] for path in files}
        train, out = map(join, zip(*both, strict=True))
        if not len(train) or not len(out):
            raise BadInput("too few games to train on; expected more --games")
        steps = max(settings.steps, round(settings.passes * len(train) / settings.batch))
        began = time.monotonic()
        curve = self.fit(generation, train, steps)
        values = self.trainer.values(out.packed)
        numbers, scale = self.trainer.integers()
        seconds = time.monotonic() - began
        about = {
            "command": command_of(self.contest.name, settings),
            "generation": str(generation),
            "seed": str(settings.seed),
            "games": str(games),
            "samples": str(len(train)),
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        self.write_weights(generation, Weights(numbers, scale, settings.bits, about))
        self.trainer.save(self.path(generation, "params.npz"), {})
        return {
            "trained_on": len(train),
            "steps": steps,
            "train_seconds": seconds,
            "curve": curve,
            "loss": fmean(point[1] for point in curve[-3:]),
            "held_out_loss": cross_entropy(values, out.targets),
            "held_out": len(out),
            "calibration": calibration(values[out.is_played], out.results[out.is_played]),
        }

    def fit(self, generation: int, train: Set, steps: int) -> list[list[float]]:
        """Runs all steps, from an unfinished training if there is one. Returns [step, loss]
        pairs.
        """
        from botsmith.training import fit

        settings = self.settings
        draft = self.path(generation, "draft.npz")
        first, curve = 0, []
        if draft.exists():
            about = self.trainer.load(draft)
            first, curve = about["step"], about["curve"]
        saved = time.monotonic()
        losses: list[Any] = []
        name = f"generation {generation}, training"
        for step in range(first, steps):
            # A step's batch depends on its number alone, so that a resumed training is the same.
            dice = np.random.default_rng((settings.seed, generation, step))
            picked = dice.integers(0, len(train), settings.batch)
            rate = fit.rate_at(step, steps, settings.rate)
            losses.append(self.trainer.step(train.packed[picked], train.targets[picked], rate))
            if len(losses) * CURVE >= steps or step + 1 == steps:
                curve.append([step + 1, fmean(map(float, losses))])
                losses = []
                self.progress(name, "steps", step + 1, steps)
                if time.monotonic() - saved > SAVE_SECONDS:
                    self.trainer.save(draft, {"step": step + 1, "curve": curve})
                    saved = time.monotonic()
        return curve

    # --- the gate

    def gate(self, generation: int, best: int) -> dict[str, Any]:
        """Plays the new network against the best one until one is clearly better; returns the
        result.
        """
        settings = self.settings
        file = self.path(generation, "games.json")
        known = {int(number): score for number, score in (read_json(file) or {}).items()}
        pairs = settings.gate_games // 2
        walk, sample = Walk(GATE), Sample(2)
        name = f"generation {generation} against {best}"
        first = seed_of(settings.seed, generation, GATE_SEED)
        missing = [(number, first + number) for number in range(pairs) if number not in known]
        both = self.path(generation, "weights.txt"), self.path(best, "weights.txt")
        play = partial(play_pair, weights=both, plies=settings.gate_opening)
        saved = began = time.monotonic()
        with closing(self.pool.run(play, missing)) as found:
            for place in range(pairs):  # in their order, so that quick games do not count first
                while place not in known:
                    number, score = next(found)
                    known[number] = score
                    self.progress(name, "games", 2 * place, 2 * pairs)
                    if time.monotonic() - saved > SAVE_SECONDS:
                        write_json(file, known)
                        saved = time.monotonic()
                walk.add(known[place])
                for _ in range(2):
                    sample.add(place, known[place])
                if walk.verdict in (BETTER, NOT_BETTER):
                    break
        write_json(file, known)
        score = sample.total / sample.games
        is_best = walk.verdict == BETTER or (walk.verdict != NOT_BETTER and score >= 0.5)
        return {
            "against": best,
            "gate_games": sample.games,
            "gate_seconds": time.monotonic() - began,
            "score": score,
            "interval": sample.interval(CONFIDENCE),
            "verdict": walk.verdict,
            "is_best": is_best,
        }


def cross_entropy(values: Array, targets: Array) -> float:
    """Returns the mean cross-entropy in nats, as in fit.loss."""
    win = np.clip(0.5 + 0.5 * values.astype(np.float64), 1e-7, 1.0 - 1e-7)
    truth = 0.5 + 0.5 * targets
    return float(-(truth * np.log(win) + (1.0 - truth) * np.log(1.0 - win)).mean())


def calibration(values: Array, results: Array) -> list[list[float]]:
    """Returns, for each bin with values: mean value, mean result, number of values."""
    bins = np.clip(((values + 1.0) * (BINS / 2)).astype(int), 0, BINS - 1)
    return [
        [float(values[bins == place].mean()), float(results[bins == place].mean()), count]
        for place in range(BINS)
        if (count := int((bins == place).sum()))
    ]
