"""Trains a network on a window of the last samples: the chances of moves that searches found, and
values.

The policy learns by cross-entropy against the chances. The value learns by cross-entropy of
winning; its output is the argument of tanh.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from botsmith.files import write_file
from botsmith.training.crew import ALONE, Crew
from botsmith.training.dense import FLOAT, Array
from botsmith.training.environment import UNIT, Environment, Symmetry, symmetries_of
from botsmith.training.learner import PolicyLearner
from botsmith.training.samples import Rows, opened
from botsmith.training.steps import Block
from common.nets.shared import TOP


@dataclass(frozen=True)
class Samples(Rows):
    """N samples.

    inputs: [N, INPUTS], int16
    policies: [N, MOVES], float32, a chance for each move, below 0 if it is not allowed
    values: [N], float32, the result for the player to move, -1..1
    """

    inputs: Array
    policies: Array
    values: Array


class Window:
    """The last samples, in a ring. total: number of all samples added so far"""

    def __init__(self, size: int, inputs: int, moves: int) -> None:
        self.inputs = np.zeros((size, inputs), np.int16)
        self.policies = np.zeros((size, moves), FLOAT)
        self.values = np.zeros(size, FLOAT)
        self.total = 0

    def add(self, samples: Samples) -> None:
        """Adds samples; they replace the oldest ones."""
        places = np.arange(self.total, self.total + len(samples)) % len(self.values)
        self.inputs[places] = samples.inputs
        self.policies[places] = samples.policies
        self.values[places] = samples.values
        self.total += len(samples)

    def some(self, picked: Array, symmetry: Symmetry) -> Block:
        """Returns the picked samples as a block for the loss, with inputs and moves changed by a
        symmetry.
        """
        places, moves = symmetry
        inputs = as_seen(self.inputs[picked][:, places])
        return inputs, self.policies[picked][:, moves], self.values[picked]

    def __len__(self) -> int:
        return min(self.total, len(self.values))


class WindowLearner(PolicyLearner):
    """A network and its window. settings: SearchSettings, or settings with the same names

    added: the samples of the last batch
    sizes: number of samples of each batch in the window, whose files a training keeps
    """

    means: ClassVar[tuple[str, ...]] = ("loss", "kl", "entropy", "value_error", "gradient", "rate")
    rounded_on = 1024

    def __init__(self, environment: Environment, settings: Any, crew: Crew = ALONE) -> None:
        super().__init__(environment, settings, crew)
        self.window = Window(settings.window, environment.INPUTS, environment.MOVES)
        self.symmetries = symmetries_of(environment)
        self.added: Samples | None = None
        self.sizes: dict[int, int] = {}

    @property
    def samples(self) -> int:
        """Returns the number of samples played so far."""
        return self.window.total

    def seen(self, count: int) -> Array:
        """Returns at most `count` rows of the window's inputs, in the network's form. While the
        window is empty they are made up.
        """
        some: Array = self.window.inputs[: len(self.window)][:: max(1, len(self.window) // count)]
        if not len(some):
            dice = np.random.default_rng(self.settings.seed)
            some = dice.integers(-TOP, TOP + 1, (count, self.environment.INPUTS))
        return as_seen(some)

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the numbers and arrays from which a training continues, besides the network's."""
        return {"total": self.window.total}, {}

    def load(self, about: dict[str, Any], arrays: dict[str, Any], folder: Path) -> None:
        """Loads a state, with the files that `write_files` wrote."""
        parts: list[Samples] = []
        missing = min(self.settings.window, about["total"])
        for number in range(self.batches - 1, -1, -1):
            if missing <= 0:
                break
            with opened(folder / batch_name(number)) as file:
                parts.append(Samples(file["inputs"], file["policies"], file["values"]))
            self.sizes[number] = len(parts[-1])
            missing -= len(parts[-1])
        self.window.total = about["total"] - sum(map(len, parts))
        for part in parts[::-1]:
            self.window.add(part)

    def write_files(self, folder: Path, points: int) -> None:
        """Writes the samples of the last batch to a file in `folder`."""
        if self.added is None:
            return
        number, samples = self.batches - 1, self.added
        self.sizes[number] = len(samples)
        path = folder / batch_name(number)
        write_file(path, lambda file: np.savez(file, **vars(samples)))

    def remove_old_files(self, folder: Path) -> None:
        """Removes the files of batches that have left the window."""
        while self.sizes:
            oldest, size = min(self.sizes.items())
            if sum(self.sizes.values()) - size < self.settings.window:
                return
            (folder / batch_name(oldest)).unlink(missing_ok=True)
            del self.sizes[oldest]

    def learn(self, count: int, dice: np.random.Generator) -> dict[str, Any]:
        """Makes the learning steps for `count` new samples. Returns the figures of the steps."""
        settings, rate = self.settings, self.rate
        steps = max(1, round(settings.uses * count / settings.part))
        sums, length = self.steps.run(self._parts(steps, dice), rate)
        loss, entropy, certainty, error, spread = sums / (steps * settings.part)
        return {
            "loss": float(loss),
            "kl": float(loss - certainty),
            "entropy": float(entropy),
            "value_error": float(error / max(1e-9, spread)),
            "gradient": length,
            "rate": rate,
        }

    def _parts(self, steps: int, dice: np.random.Generator) -> Iterator[Block]:
        """Yields the block of each step, each in a symmetry of its own."""
        for _ in range(steps):
            picked = dice.integers(0, len(self.window), self.settings.part)
            symmetry = self.symmetries[dice.integers(len(self.symmetries))]
            yield self.window.some(picked, symmetry)

    def slopes(self, xp: Any, outputs: Any, *block: Any) -> tuple[Any, Any]:
        """Returns the slopes of the loss of a block (`Window.some`) by the outputs. Returns by row,
        too: the policy's loss, its entropy and the target's, and the squares of the value's error
        and target.

        xp: NumPy or jax.numpy
        """
        policies, wanted = block
        is_legal = policies.T >= 0.0
        targets = xp.maximum(policies.T, FLOAT(0.0))
        logits = xp.where(is_legal, outputs[:-1], FLOAT(-1e9))
        logits -= logits.max(axis=0)
        chances = xp.exp(logits)
        total = chances.sum(axis=0)
        chances /= total
        logits -= xp.log(total)
        loss = -(targets * logits).sum(axis=0)
        entropy = -(chances * xp.maximum(logits, FLOAT(-50.0))).sum(axis=0)
        certainty = -(targets * xp.log(xp.maximum(targets, FLOAT(1e-30)))).sum(axis=0)
        error = xp.tanh(outputs[-1]) - wanted  # the slope of the cross-entropy of winning
        value = FLOAT(self.settings.value) * error
        figures = xp.stack([loss, entropy, certainty, error * error, wanted * wanted])
        return xp.concatenate([chances - targets, value[None]]), figures


def as_seen(inputs: Array) -> Array:
    """Returns inputs in the network's form: floats, with a column of ones."""
    found = np.ones((len(inputs), inputs.shape[1] + 1), FLOAT)
    np.multiply(inputs, FLOAT(1.0 / UNIT), out=found[:, :-1])
    return found


def batch_name(number: int) -> str:
    """Returns the file of a batch."""
    return f"batch-{number:05}.npz"
