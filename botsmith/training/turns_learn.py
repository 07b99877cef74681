"""A policy and a value by search: a network learns what searches with it find, in NumPy.

A batch is some games of self-play (turns.py), played while the network learns from the batch
before, by window.py. The same seed gives the same network on the same machine, however many threads
play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from botsmith.training.environment import Environment
from botsmith.training.tasks import seed_of
from botsmith.training.turns import Plan
from botsmith.training.turns_play import Layers, Players
from botsmith.training.window import Samples, WindowLearner


@dataclass(frozen=True)
class SearchSettings:
    """How a network is trained by search.

    samples: in all; the schedules go by them
    hidden: numbers of the layers between inputs and outputs, multiples of four
    games: of a batch iterations, width, trust, visits, result: of turns.Plan
    window: samples that it learns from
    uses: how often each, on average
    part: of a step of Adam
    rate, last_rate: the learning rate at the beginning and at the end
    value: weight of the value in the loss
    most: length of a gradient at most
    bits: of a weight of those who play, 2..8
    lanes: matches of an exam
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


class SearchLearner(WindowLearner):
    """A network that learns from searches of its own games.

    playing: the network that plays the batch to come.
    """

    def __init__(
        self, environment: Environment, settings: SearchSettings, players: Players
    ) -> None:
        super().__init__(environment, settings)
        self.players = players
        self.playing = self.layers()
        self.coming: Callable[[], Samples] | None = None

    def layers(self) -> Layers:
        """Returns the network as those have it who play."""
        return [(each.weights, each.biases, each.scales) for each in self.rounded().layers]

    def begin(self) -> Callable[[], Samples]:
        """Begins to play the next batch, if it has not. Returns a function that waits for it."""
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
        return samples, {"matches": self.settings.games} | self.learn(len(samples), dice)
