"""Trains a policy by imitation: a network learns the moves of the environment's `teach`, in NumPy.

In each turn of many matches the teacher gives a move for every actor. In half the matches the
network plays both of two sides, in the others one side and the teacher the rest. So the samples are
from matches that the network reaches by itself, also against a better player. An actor with one
legal move gives no sample. The value is not trained. The same seed gives the same network on the
same machine.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.settings import Opt
from botsmith.training import options
from botsmith.training.dense import FLOAT, Array
from botsmith.training.environment import Environment, sides_of
from botsmith.training.matches import Matches
from botsmith.training.rollout import best, choose, figures_of, some_rows
from botsmith.training.turns import FORBIDDEN
from botsmith.training.window import Samples, WindowLearner

DRAWN = 0.25  # share of the network's moves that are drawn by their chances; others are the best


@dataclass(frozen=True)
class ImitateSettings(options.PolicySettings):
    """The settings of a training by imitation. value: weight of the value in the loss"""

    lanes: options.Lanes = 512
    turns: options.Turns = 64
    iterations: Annotated[int, Opt("Iterations of a search or teacher.", 1)] = 300
    window: options.Window = 8_000_000
    uses: options.Uses = 4.0
    part: options.Part = 1024
    value: float = 0.0
    most: float = 1.0


def check(environment: Environment) -> None:
    """Raises BadInput for an environment without a teacher."""
    if not hasattr(environment, "teach"):
        path = getattr(environment, "__file__", "")
        raise BadInput(f"{path}: no teach, which `--method imitate` needs (docs/policies.md)")


class ImitateLearner(WindowLearner):
    """A network that learns from a teacher in its own matches. Its value is not trained."""

    means = ("agreed", *(name for name in WindowLearner.means if name != "value_error"))

    def __init__(
        self, environment: Environment, settings: ImitateSettings, matches: Matches
    ) -> None:
        super().__init__(environment, settings, matches.crew)
        self.matches = matches
        matches.turned = []  # samples are turned as they are learned from
        lanes, sides = matches.lane_of, sides_of(environment)
        # Of 2 * sides lanes each side has one in which it alone is the network's.
        self.own = np.flatnonzero((lanes // sides % 2 == 0) | (lanes % sides == matches.side_of))
        self._inputs, self._masks = matches.input_arrays()
        matches.begin()

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return super().state()[0], {"matches": np.frombuffer(self.matches.pages, np.uint8)}

    def load(self, about: dict[str, Any], arrays: dict[str, Any], folder: Path) -> None:
        self.matches.load(arrays["matches"])
        super().load(about, arrays, folder)

    def step(self) -> dict[str, Any]:
        """Plays a batch and learns from it. Returns the figures of the batch."""
        dice = np.random.default_rng((self.settings.seed, self.batches))
        samples, figures = self._play(dice)
        self.added = samples
        self.window.add(samples)
        self.batches += 1
        return figures | self.learn(len(samples), dice)

    def _play(self, dice: np.random.Generator) -> tuple[Samples, dict[str, Any]]:
        """Plays the turns of a batch."""
        matches, settings = self.matches, self.settings
        count, rows, own = settings.turns, len(self._inputs), self.own
        agrees = np.empty((count, len(own)), bool)
        inputs = np.empty((count, rows, self.environment.INPUTS), np.int16)
        policies = np.empty((count, rows, self.environment.MOVES), FLOAT)
        ended: list[tuple[Array, Array]] = []
        for turn in range(count):
            matches.write_inputs(self._inputs, self._masks)
            matches.teach(settings.iterations)
            inputs[turn] = matches.inputs.reshape(rows, -1)
            policies[turn] = matches.chances.reshape(rows, -1)
            if self._masks is not None:
                policies[turn][self._masks < 0.0] = FORBIDDEN
            moves = policies[turn].argmax(axis=1)
            logits = self.network.outputs(some_rows(self._inputs, own))[:-1]
            masks = some_rows(self._masks, own)
            likeliest = best(logits, masks)
            drawn, _ = choose(logits, masks, dice)
            agrees[turn] = moves[own] == likeliest
            moves[own] = np.where(dice.random(len(own)) < DRAWN, drawn, likeliest)
            matches.moves[:] = moves.reshape(matches.moves.shape)
            matches.play()
            if (over := matches.has_ended).any():
                ended.append((matches.last_turns[over], matches.last_sums[over]))
        has_choice = (policies >= 0.0).sum(axis=2) > 1
        if not has_choice.any():
            raise BadInput("no actor had a choice in a whole batch: expected more --lanes, --turns")
        nothing = np.zeros(has_choice.sum(), FLOAT)  # instead of values
        samples = Samples(inputs[has_choice], policies[has_choice], nothing)
        agreed = float(agrees[has_choice[:, own]].mean())
        return samples, figures_of(ended, self.environment) | {"agreed": agreed}
