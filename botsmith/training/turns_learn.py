"""Trains a policy and a value by search: a network learns what searches with it found, in NumPy.

A batch is some games of self-play (turns.py), played while the network learns from the batch before
(window.py). The same seed gives the same network on the same machine, with any number of threads.
"""

from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from botsmith.settings import Opt
from botsmith.training import options
from botsmith.training.environment import Environment
from botsmith.training.library import Pool
from botsmith.training.samples import join
from botsmith.training.tasks import seed_of
from botsmith.training.turns import GAMES
from botsmith.training.turns_play import Layers, Player
from botsmith.training.window import Samples, WindowLearner

LAYER = "weights", "biases", "scales"
PART = GAMES // 2  # games of a task


@dataclass(frozen=True)
class SearchSettings(options.PolicySettings):
    """The settings of a training by search.

    width, trust, visits, result: as in turns.Plan
    value: weight of the value in the loss
    lanes: number of matches of an exam
    """

    samples: options.Samples = 4_000_000
    games: Annotated[int, Opt("Games of a batch.", 1)] = 1024
    iterations: Annotated[int, Opt("Iterations of a search or teacher.", 1)] = 16
    width: int = 16
    trust: float = 0.3
    visits: float = 50.0
    result: float = 0.5
    window: options.Window = 300_000
    uses: options.Uses = 4.0
    part: options.Part = 256
    rate: options.Rate = 3e-3
    value: float = 1.0
    most: float = 2.0
    lanes: int = 2048


class SearchLearner(WindowLearner):
    """A network that learns from searches of its own games.

    playing: the network that plays the next batch
    coming: the tasks that play it
    """

    keeps_best = has_value = True

    def __init__(
        self, environment: Environment, settings: SearchSettings, players: Pool[Player]
    ) -> None:
        super().__init__(environment, settings)
        self.players = players
        self.playing = self.layers()
        self.coming: list[Future[Samples]] = []

    def layers(self) -> Layers:
        """Returns the network's layers in the form for the players."""
        return [(each.weights, each.biases, each.scales) for each in self.rounded().layers]

    def begin(self) -> None:
        """Begins to play the next batch, unless it has begun."""
        if not self.coming:
            first = seed_of(self.settings.seed, self.batches, 0)
            seeds = range(first, first + self.settings.games)
            parts = [seeds[start : start + PART] for start in range(0, len(seeds), PART)]
            self.coming = [self.players.submit(Player.play, self.playing, part) for part in parts]

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        arrays: dict[str, Any] = {}
        for place, layer in enumerate(self.playing):
            for name, array in zip(LAYER, layer, strict=True):
                arrays[f"playing{place} {name}"] = array
        return super().state()[0], arrays

    def load(self, about: dict[str, Any], arrays: dict[str, Any], folder: Path) -> None:
        for place in range(len(self.playing)):
            self.playing[place] = tuple(arrays[f"playing{place} {name}"] for name in LAYER)
        super().load(about, arrays, folder)

    def step(self) -> dict[str, Any]:
        """Learns from a batch, while the next one is played. Returns the figures of the batch."""
        self.begin()
        self.added = samples = join([task.result() for task in self.coming])
        self.window.add(samples)
        dice = np.random.default_rng((self.settings.seed, self.batches))
        self.batches += 1
        self.playing = self.layers()
        self.coming = []
        if self.samples < self.settings.samples:
            self.begin()
        games = self.settings.games
        figures = {"matches": games, "match_turns": len(samples) / games}
        return figures | self.learn(len(samples), dice)
