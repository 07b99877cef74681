"""A network that learns from a window of the last samples: the chances of moves that searches
found, and values.

The policy learns by cross-entropy against the chances, the value, whose output is tanh's argument,
by cross-entropy of winning.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.training.dense import BLOCK, Adam, Dense
from botsmith.training.environment import (
    FLOAT,
    UNIT,
    Array,
    Environment,
    Symmetry,
    symmetries_of,
)
from botsmith.training.policy_weights import rounded
from botsmith.training.quantise import Net
from common.nets.shared import TOP

SEEN = 1024  # inputs by which the integers' ranges are chosen
MEANS = ("loss", "kl", "entropy", "value_error", "gradient", "rate")  # of a batch


@dataclass(frozen=True)
class Samples:
    """N samples.

    inputs: [N, INPUTS], int16
    policies: [N, MOVES], float32, a chance for each move, below 0 if it is not allowed
    values: [N], float32, what the player to move gets, -1..1
    """

    inputs: Array
    policies: Array
    values: Array

    def __len__(self) -> int:
        return len(self.values)


class Window:
    """The last samples, in a ring. total: of all that were added."""

    def __init__(self, size: int, inputs: int, moves: int) -> None:
        self.inputs = np.zeros((size, inputs), np.int16)
        self.policies = np.zeros((size, moves), FLOAT)
        self.values = np.zeros(size, FLOAT)
        self.total = 0

    def add(self, samples: Samples) -> None:
        """Adds samples in place of the oldest ones."""
        places = np.arange(self.total, self.total + len(samples)) % len(self.values)
        self.inputs[places] = samples.inputs
        self.policies[places] = samples.policies
        self.values[places] = samples.values
        self.total += len(samples)

    def __len__(self) -> int:
        return min(self.total, len(self.values))


class WindowLearner:
    """A network and its window. settings: SearchSettings, or others with the same names."""

    def __init__(self, environment: Environment, settings: Any) -> None:
        self.environment, self.settings = environment, settings
        sizes = (environment.INPUTS, *settings.hidden, environment.MOVES + 1)
        self.network = Dense(sizes, settings.seed)
        self.adam = Adam(self.network, settings.most)
        self.window = Window(settings.window, environment.INPUTS, environment.MOVES)
        self.symmetries = symmetries_of(environment)
        self.batches = 0

    @property
    def samples(self) -> int:
        """Returns the number of samples that were played."""
        return self.window.total

    @property
    def share(self) -> float:
        """Returns the part of the training that is done, 0..1."""
        wanted: int = self.settings.samples
        return min(1.0, self.samples / wanted)

    @property
    def rate(self) -> float:
        """Returns the learning rate at this part of the training."""
        first: float = self.settings.rate
        last: float = self.settings.last_rate
        return first + self.share * (last - first)

    def seen(self, count: int) -> Array:
        """Returns so many of the window's inputs, as the network sees them, at most; any before
        there are some.
        """
        some: Array = self.window.inputs[: len(self.window)][:: max(1, len(self.window) // count)]
        if not len(some):
            dice = np.random.default_rng(self.settings.seed)
            some = dice.integers(-TOP, TOP + 1, (count, self.environment.INPUTS))
        return as_seen(some)

    def rounded(self, has_value: bool = True) -> Net:
        """Returns the network in integers, with its value or without it."""
        try:
            return rounded(self.network.layers, self.seen(SEEN), self.settings.bits, has_value)
        except ValueError as error:
            raise BadInput(f"rounding: {error}; expected a smaller --rate") from None

    def learn(self, count: int, dice: np.random.Generator) -> dict[str, Any]:
        """Makes the steps for so many new samples. Returns the figures of them."""
        settings, rate = self.settings, self.rate
        steps = max(1, round(settings.uses * count / settings.part))
        sums, lengths = np.zeros(5), []
        for _ in range(steps):
            picked = dice.integers(0, len(self.window), settings.part)
            for first in range(0, settings.part, BLOCK):
                symmetry = self.symmetries[dice.integers(len(self.symmetries))]
                sums += self._slope(picked[first : first + BLOCK], symmetry)
            lengths.append(self.adam.step(rate))
        loss, entropy, certainty, error, spread = sums / (steps * settings.part)
        return {
            "loss": float(loss),
            "kl": float(loss - certainty),
            "entropy": float(entropy),
            "value_error": float(error / max(1e-9, spread)),
            "gradient": float(np.mean(lengths)),
            "rate": rate,
        }

    def _slope(self, picked: Array, symmetry: Symmetry) -> Array:
        """Adds the gradient of some samples, of `part` that make a step.

        Returns sums of the policy's loss, its entropy and the target's, and of the squares of the
        value's error and target.
        """
        settings, window = self.settings, self.window
        inputs = as_seen(window.inputs[picked][:, symmetry[0]])
        targets = window.policies[picked][:, symmetry[1]].T
        wanted = window.values[picked]
        outputs = self.network.forward(inputs)
        logits = outputs[:-1]
        is_legal = targets >= 0.0
        targets = np.maximum(targets, FLOAT(0.0))
        logits[~is_legal] = -1e9
        logits -= logits.max(axis=0)
        chances = np.exp(logits)
        total = chances.sum(axis=0)
        chances /= total
        logits -= np.log(total)
        loss = -(targets * logits).sum()
        entropy = -(chances * np.maximum(logits, FLOAT(-50.0))).sum()
        certainty = -(targets * np.log(np.maximum(targets, FLOAT(1e-30)))).sum()
        error = np.tanh(outputs[-1]) - wanted
        np.subtract(chances, targets, out=outputs[:-1])
        outputs[-1] = FLOAT(settings.value) * error
        outputs *= FLOAT(1.0 / settings.part)
        self.network.backward(inputs, outputs)
        squares = float(np.dot(error, error)), float(np.dot(wanted, wanted))
        return np.array([loss, entropy, certainty, *squares])


def as_seen(inputs: Array) -> Array:
    """Returns inputs as the network sees them, with a column of ones."""
    found = np.ones((len(inputs), inputs.shape[1] + 1), FLOAT)
    np.multiply(inputs, FLOAT(1.0 / UNIT), out=found[:, :-1])
    return found
