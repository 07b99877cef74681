"""Plays with a value network: the kernels in C, with weights."""

from pathlib import Path
from typing import Any

import numpy as np

from botsmith.training.contest import Contest
from botsmith.training.dense import Array
from botsmith.training.kernels import SAMPLES, Plan, bind
from botsmith.training.library import build, fields_of
from botsmith.training.samples import Samples
from botsmith.training.weights import Weights
from common.native import NativeEngine
from common.rng import make_dice


def build_library(contest: Contest, path: Path, count: int = 1) -> list[Path]:
    """Compiles the kernels of a contest into equal libraries; returns their paths."""
    kernels = bind(contest)
    return build(kernels.entries, kernels.work, path, count)


class Player:
    """A network with the kernels in C and their memory.

    library: the file from build_library
    call: call(kernel, *values) runs one of `kernels` in C, and returns its result
    States, values and so on are views of the memory.
    """

    def __init__(self, contest: Contest, library: Path, plan: Plan) -> None:
        self.contest = contest
        self.kernels = bind(contest)
        self.engine: NativeEngine[Any] = NativeEngine(self.kernels.work, str(library))
        self.call = self.engine.call
        self.engine.load("plan", plan)
        self.engine.load("fresh", contest.fresh)
        fields = fields_of(self.engine)
        self.states = fields["states"].view(np.uint8).reshape(SAMPLES, -1)
        self.values, self.players = fields["values"], fields["players"]
        self.visits, self.is_played = fields["visits"], fields["is_played"]
        self.inputs = fields["inputs"].reshape(SAMPLES, -1)

    def set_weights(self, weights: Weights) -> None:
        """Sets the weights with which it plays from now on."""
        made = self.contest.network.make_weights(weights.values, weights.scale)
        self.engine.load("weights", made)
        self.call(self.kernels.take_weights)

    def seed(self, seed: int) -> None:
        """Seeds the dice, on which alone all later draws depend."""
        self.engine.load("dice", make_dice(seed))

    def play_game(self, number: int) -> Samples:
        """Plays a game against itself, and returns its samples. number: the game's number in its
        chunk
        """
        self.call(self.kernels.play_game)
        used = self.engine.memory.used
        signs = 1 - 2 * self.players[:used]
        return Samples(
            self.states[:used].copy(),
            self.values[:used].astype(np.float32),
            (signs * self.engine.memory.winner).astype(np.int8),
            self.is_played[:used].copy(),
            self.visits[:used].astype(np.int32),
            np.full(used, number, np.int32),
        )

    def inputs_of(self, states: Array) -> Array:
        """Returns the inputs of N states as [N, 4 * words] bytes of bits, the lowest first."""
        parts = []
        for start in range(0, len(states), SAMPLES):
            some = states[start : start + SAMPLES]
            self.states[: len(some)] = some
            self.call(self.kernels.encode, len(some))
            parts.append(self.inputs[: len(some)].astype("<u4").view(np.uint8))
        return np.concatenate([np.empty((0, 4 * self.kernels.words), np.uint8), *parts])
