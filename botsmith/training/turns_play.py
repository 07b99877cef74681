"""Runs self-play by search in several threads, each with its own kernels in C.

A game depends on its seed and the network alone, not on its thread.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.training.environment import Array, Environment
from botsmith.training.faults import LONGEST_LINE, seen_in_c, stopped_words, stuck_words
from botsmith.training.library import Pool, build, fields_of
from botsmith.training.samples import join
from botsmith.training.turns import GAMES, SAMPLES, Kernels, Plan, bind
from botsmith.training.watch import watched
from botsmith.training.window import Samples
from common.engine import EngineFailed
from common.native import NativeEngine
from common.nets.heads import HEAD
from common.rng import make_dice
from common.search.mcts_tree import MAX_MOVES

NEEDED = ("allow", "mover")
Layers = list[tuple[Array, ...]]  # weights, biases and scales of each
PART = GAMES // 2  # games of a task


def check(environment: Environment) -> None:
    """Raises BadInput for an environment without exactly two players who move in turns."""
    path = getattr(environment, "__file__", "")
    if environment.ACTORS != 2:
        raise BadInput(f"{path}: ACTORS = {environment.ACTORS}: `--method search` is for 2")
    if hasattr(environment, "WINDOW"):
        raise BadInput(f"{path}: WINDOW: `--method search` has dense networks alone")
    for name in NEEDED:
        if not hasattr(environment, name):
            raise BadInput(f"{path}: no {name}, which `--method search` needs (docs/policies.md)")
    if environment.MOVES > MAX_MOVES:
        raise BadInput(f"{path}: MOVES = {environment.MOVES}: a search has at most {MAX_MOVES}")


class Player:
    """A memory with kernels in C."""

    def __init__(
        self, environment: Environment, kernels: Kernels, library: Path, plan: Plan
    ) -> None:
        self.environment, self.kernels = environment, kernels
        self.engine: NativeEngine[Any] = NativeEngine(kernels.work, str(library))
        self.engine.load("plan", plan)
        fields = fields_of(self.engine)
        self.seeds, self.values = fields["seeds"], fields["values"]
        self.inputs = fields["inputs"].reshape(SAMPLES, -1)
        self.policies = fields["policies"].reshape(SAMPLES, -1)
        net, self.layers = fields["setting"]["net"], [fields["setting"]["net"]["rows"]]
        while "rest" in (net.dtype.names or ()):
            net = net["rest"]
            self.layers.append(net["rows"])

    def set_layers(self, layers: Layers) -> None:
        """Sets the network with which it plays from now on."""
        for mine, layer in zip(self.layers, layers, strict=True):
            mine["of"], mine["bias"], mine["scale"] = layer
        self.engine.memory.setting.scale = HEAD * float(layers[-1][2][0])

    def play(self, layers: Layers, seeds: Sequence[int]) -> Samples:
        """Plays a game for each seed with a network."""
        self.set_layers(layers)
        parts, done = [], 0
        while done < len(seeds):
            some = seeds[done : done + GAMES]
            self.seeds[: len(some)] = [make_dice(seed).state for seed in some]
            done += self._call(len(some))
            used = self.engine.memory.used
            parts.append(
                Samples(
                    self.inputs[:used].copy(),
                    self.policies[:used].astype(np.float32),
                    self.values[:used].astype(np.float32),
                )
            )
        return join(parts)

    def _call(self, games: int) -> int:
        """Plays up to `games` games in C; returns the number of games played. Raises BadInput, in
        one line, for a fault in the environment.
        """
        setting = self.engine.memory.setting

        def describe() -> str:
            return stuck_words(self.environment, setting.caller.doing, setting.turns)

        try:
            with watched(lambda: int(setting.caller.calls), describe):
                done: int = self.engine.call(self.kernels.play_games, games)
        except EngineFailed as error:
            if not setting.caller.fault:
                raise BadInput(
                    stopped_words(self.environment, setting.caller.doing, error)
                ) from None
        if setting.caller.fault:
            raise BadInput(
                seen_in_c(self.environment, setting.caller, setting.turns)[:LONGEST_LINE]
            )
        return done


def open_pool(
    environment: Environment, hidden: tuple[int, ...], folder: Path, plan: Plan, jobs: int
) -> Pool[Player]:
    """Returns a pool of players, one for each thread."""
    kernels = bind(environment, hidden)
    paths = build([kernels.play_games], kernels.work, folder / "search.so", jobs)
    return Pool([Player(environment, kernels, path, plan) for path in paths])


def begin(pool: Pool[Player], layers: Layers, seeds: Sequence[int]) -> Callable[[], Samples]:
    """Begins to play a game for each seed. Returns a function that waits for the samples."""
    parts = [seeds[start : start + PART] for start in range(0, len(seeds), PART)]
    tasks = [pool.submit(Player.play, layers, part) for part in parts]
    return lambda: join([task.result() for task in tasks])
