"""A policy and a value by search: a network learns what searches with it find, in NumPy.

A batch is some games of self-play (turns.py), played while the network learns from the batch
before. The network learns from a window of the last samples: the policy by cross-entropy against
the search's chances, the value, whose output is tanh's argument, by cross-entropy of winning.
The same seed gives the same network on the same machine, however many threads play.
"""

from collections.abc import Callable
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
from botsmith.training.tasks import seed_of
from botsmith.training.turns import Plan
from botsmith.training.turns_play import Layers, Players, Samples
from common.nets.shared import TOP

SEEN = 1024  # inputs by which the integers' ranges are chosen
MEANS = ("loss", "kl", "entropy", "value_error", "gradient", "rate")  # of a batch


@dataclass(frozen=True)
class SearchSettings:
    """How a network is trained by search.

    samples: in all; the schedules go by them.
    hidden: numbers of the layers between inputs and outputs, multiples of four.
    games: of a batch.
    iterations, width, trust, visits, result: of turns.Plan.
    window: samples that it learns from; uses: how often each, on average; part: of a step of Adam.
    rate, last_rate: the learning rate at the beginning and at the end.
    value: weight of the value in the loss. most: length of a gradient at most.
    bits: of a weight of those who play, 2..8.
    lanes: matches of an exam.
    """

    samples: int = 4_000_000
    seed: int = 1
    hidden: tuple[int, ...] = (64, 64)
    games: int = 1024
    iterations: int = 16
    width: int = 16
    trust: float = 0.3
    visits: float = 50.0
    result: float = 0.5
    window: int = 300_000
    uses: float = 4.0
    part: int = 256
    rate: float = 3e-3
    last_rate: float = 1e-4
    value: float = 1.0
    most: float = 2.0
    bits: int = 8
    lanes: int = 2048

    def plan(self) -> Plan:
        """Returns the part of it that the search's kernels see."""
        plan = Plan()
        for name in Plan.kernel_fields:  # type: ignore[attr-defined]
            setattr(plan, name, getattr(self, name))
        return plan


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


class SearchLearner:
    """A network that learns from searches of its own games.

    playing: the network that plays the batch to come.
    """

    def __init__(
        self, environment: Environment, settings: SearchSettings, players: Players
    ) -> None:
        self.environment, self.settings, self.players = environment, settings, players
        sizes = (environment.INPUTS, *settings.hidden, environment.MOVES + 1)
        self.network = Dense(sizes, settings.seed)
        self.adam = Adam(self.network, settings.most)
        self.window = Window(settings.window, environment.INPUTS, environment.MOVES)
        self.symmetries = symmetries_of(environment)
        self.batches = 0
        self.playing = self.layers()
        self.coming: Callable[[], Samples] | None = None

    @property
    def samples(self) -> int:
        """How many samples were played."""
        return self.window.total

    @property
    def share(self) -> float:
        """How much of the training is done, 0..1."""
        return min(1.0, self.samples / self.settings.samples)

    def seen(self, count: int) -> Array:
        """Returns so many of the window's inputs, as the network sees them, at most; any before
        there are some.
        """
        some: Array = self.window.inputs[: len(self.window)][:: max(1, len(self.window) // count)]
        if not len(some):
            dice = np.random.default_rng(self.settings.seed)
            some = dice.integers(-TOP, TOP + 1, (count, self.environment.INPUTS))
        return as_seen(some)

    def rounded(self) -> Net:
        """Returns the network in integers, with its value."""
        try:
            return rounded(self.network.layers, self.seen(SEEN), self.settings.bits, True)
        except ValueError as error:
            raise BadInput(f"rounding: {error}; expected a smaller --rate") from None

    def layers(self) -> Layers:
        """Returns the network as those have it who play."""
        return [(each.weights, each.biases, each.scales) for each in self.rounded().layers]

    def begin(self) -> Callable[[], Samples]:
        """Begins to play the batch to come, if that was not begun. Returns what waits for it."""
        if self.coming is None:
            first = seed_of(self.settings.seed, self.batches, 0)
            seeds = range(first, first + self.settings.games)
            self.coming = self.players.begin(self.playing, seeds)
        return self.coming

    def step(self) -> tuple[Samples, dict[str, Any]]:
        """Learns from a batch, while the next one is played. Returns its samples, and what there
        is to tell of it.
        """
        samples = self.begin()()
        self.window.add(samples)
        dice = np.random.default_rng((self.settings.seed, self.batches))
        self.batches += 1
        self.playing = self.layers()
        self.coming = None
        if self.samples < self.settings.samples:
            self.begin()
        rate = self.settings.rate + self.share * (self.settings.last_rate - self.settings.rate)
        return samples, {"matches": self.settings.games} | self._learn(len(samples), rate, dice)

    def _learn(self, count: int, rate: float, dice: np.random.Generator) -> dict[str, Any]:
        """Makes the steps for so many new samples."""
        settings = self.settings
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
