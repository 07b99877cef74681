"""A policy by imitation: a network learns what the environment's `teach` would play, in NumPy.

In each turn of many matches the teacher says what every actor should do. In half the matches the
network plays both of two sides, in the others one side, the teacher the rest, so that the samples
are of races in which the network comes about and meets who plays better. The value learns nothing.
The same seed gives the same network on the same machine.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.training.environment import FLOAT, Array, Environment, sides_of
from botsmith.training.matches import Matches
from botsmith.training.rollout import best, choose, some_rows, told_of
from botsmith.training.turns import FORBIDDEN
from botsmith.training.window import Samples, WindowLearner

DRAWN = 0.25  # share of the network's moves that are drawn by their chances; others are the best


@dataclass(frozen=True)
class ImitateSettings:
    """How a network is trained by imitation.

    samples: in all; the schedules go by them
    hidden: numbers of the layers between inputs and outputs
    lanes, turns: of a batch
    iterations: of the teacher
    window: samples that it learns from
    uses: how often each, on average
    part: of a step of Adam
    rate, last_rate: the learning rate at the beginning and at the end
    value: weight of the value in the loss
    most: length of a gradient at most
    bits: of a weight in a bot, 2..8
    """

    samples: int = 20_000_000
    seed: int = 1
    hidden: tuple[int, ...] = (64, 64)
    lanes: int = 512
    turns: int = 64
    iterations: int = 300
    window: int = 8_000_000
    uses: float = 4.0
    part: int = 1024
    rate: float = 1e-3
    last_rate: float = 1e-4
    value: float = 0.0
    most: float = 1.0
    bits: int = 8


def check(environment: Environment) -> None:
    """Raises BadInput for an environment without a teacher."""
    if not hasattr(environment, "teach"):
        path = getattr(environment, "__file__", "")
        raise BadInput(f"{path}: no teach, which `--method imitate` needs (docs/policies.md)")


class ImitateLearner(WindowLearner):
    """A network that learns from a teacher in its own matches."""

    def __init__(
        self, environment: Environment, settings: ImitateSettings, matches: Matches
    ) -> None:
        super().__init__(environment, settings)
        self.matches = matches
        matches.turned = []  # samples are turned as they are learned from
        rows = np.arange(matches.lanes * matches.actors)
        lanes = rows // matches.actors
        sides = sides_of(environment)
        side = rows % matches.actors // (matches.actors // sides)
        # Of 2 * sides lanes each side has one in which it alone is the network's.
        self.own = np.flatnonzero((lanes // sides % 2 == 0) | (lanes % sides == side))
        self._inputs = np.ones((len(rows), environment.INPUTS + 1), FLOAT)
        self._masks = None
        if matches.legal is not None:
            self._masks = np.zeros((len(rows), environment.MOVES), FLOAT)
        matches.begin()

    def step(self) -> tuple[Samples, dict[str, Any]]:
        """Plays a batch and learns from it. Returns its samples, and what there is to tell."""
        dice = np.random.default_rng((self.settings.seed, self.batches))
        samples, told = self._play(dice)
        self.window.add(samples)
        self.batches += 1
        return samples, told | self.learn(len(samples), dice)

    def _play(self, dice: np.random.Generator) -> tuple[Samples, dict[str, Any]]:
        """Plays the turns of a batch."""
        matches, settings = self.matches, self.settings
        count, rows = settings.turns, len(self._inputs)
        inputs = np.empty((count, rows, self.environment.INPUTS), np.int16)
        policies = np.empty((count, rows, self.environment.MOVES), FLOAT)
        ended: list[tuple[Array, Array]] = []
        for turn in range(count):
            matches.look(self._inputs, self._masks)
            matches.teach(settings.iterations)
            inputs[turn] = matches.inputs.reshape(rows, -1)
            policies[turn] = matches.chances.reshape(rows, -1)
            if self._masks is not None:
                policies[turn][self._masks < 0.0] = FORBIDDEN
            moves = policies[turn].argmax(axis=1)
            moves[self.own] = self._moves(dice)
            matches.moves[:] = moves.reshape(matches.moves.shape)
            matches.play()
            if (over := matches.has_ended).any():
                ended.append((matches.last_turns[over], matches.last_sums[over]))
        total = count * rows
        samples = Samples(
            inputs.reshape(total, -1), policies.reshape(total, -1), np.zeros(total, FLOAT)
        )
        return samples, told_of(ended, self.environment)

    def _moves(self, dice: np.random.Generator) -> Array:
        """Returns the network's moves: the likeliest ones, and some drawn."""
        logits = self.network.outputs(some_rows(self._inputs, self.own))[:-1]
        masks = some_rows(self._masks, self.own)
        likeliest = best(logits, masks)
        drawn, _ = choose(logits, masks, dice)
        moves: Array = np.where(dice.random(len(drawn)) < DRAWN, drawn, likeliest)
        return moves
