"""Runs self-play by search in several threads, each with its own kernels in C.

A game depends on its seed and the network alone, not on its thread.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from botsmith.errors import BadInput
from botsmith.training.dense import FLOAT, Array
from botsmith.training.environment import Environment
from botsmith.training.faults import LONGEST_LINE, seen_in_c, stopped_words, stuck_words
from botsmith.training.library import Pool, build, fields_of, filled
from botsmith.training.samples import join
from botsmith.training.turns import GAMES, SAMPLES, Plan, bind
from botsmith.training.watch import watched
from botsmith.training.window import Samples
from common.engine import EngineFailed
from common.native import NativeEngine
from common.nets.heads import HEAD
from common.rng import make_dice
from common.search.mcts_tree import MAX_MOVES

Layers = list[tuple[Array, ...]]  # weights, biases and scales of each


def check(environment: Environment) -> None:
    """Raises BadInput for an environment without exactly two players who move in turns."""
    path = getattr(environment, "__file__", "")
    if environment.ACTORS != 2:
        raise BadInput(f"{path}: ACTORS = {environment.ACTORS}: `--method search` is for 2")
    if hasattr(environment, "WINDOW"):
        raise BadInput(f"{path}: WINDOW: `--method search` has dense networks alone")
    for name in ("allow", "mover"):
        if not hasattr(environment, name):
            raise BadInput(f"{path}: no {name}, which `--method search` needs (docs/policies.md)")
    if environment.MOVES > MAX_MOVES:
        raise BadInput(f"{path}: MOVES = {environment.MOVES}: a search has at most {MAX_MOVES}")


class Player:
    """A memory with kernels in C. settings: SearchSettings"""

    def __init__(self, environment: Environment, settings: Any, library: Path) -> None:
        self.environment = environment
        work, self.play_games = bind(environment, settings.hidden)
        self.engine: NativeEngine[Any] = NativeEngine(work, str(library))
        self.engine.load("plan", filled(Plan, settings))
        fields = fields_of(self.engine)
        self.seeds, self.values = fields["seeds"], fields["values"]
        self.inputs = fields["inputs"].reshape(SAMPLES, -1)
        self.policies = fields["policies"].reshape(SAMPLES, -1)
        net, self.layers = fields["setting"]["net"], [fields["setting"]["net"]["rows"]]
        while "rest" in (net.dtype.names or ()):
            net = net["rest"]
            self.layers.append(net["rows"])

    def play(self, layers: Layers, seeds: Sequence[int]) -> Samples:
        """Plays a game for each seed with a network."""
        for mine, layer in zip(self.layers, layers, strict=True):
            mine["of"], mine["bias"], mine["scale"] = layer
        self.engine.memory.setting.scale = HEAD * float(layers[-1][2][0])
        parts, done = [], 0
        while done < len(seeds):
            some = seeds[done : done + GAMES]
            self.seeds[: len(some)] = [make_dice(seed).state for seed in some]
            done += self._call(len(some))
            used = self.engine.memory.used
            policies, values = (each[:used].astype(FLOAT) for each in (self.policies, self.values))
            parts.append(Samples(self.inputs[:used].copy(), policies, values))
        return join(parts)

    def _call(self, games: int) -> int:
        """Plays up to `games` games in C; returns the number of games played. Raises BadInput, in
        one line, for a fault in the environment.
        """
        environment, setting = self.environment, self.engine.memory.setting
        caller = setting.caller

        def describe() -> str:
            return stuck_words(environment, caller.doing, setting.turns)

        try:
            with watched(lambda: int(caller.calls), describe):
                done: int = self.engine.call(self.play_games, games)
        except EngineFailed as error:
            if not caller.fault:
                raise BadInput(stopped_words(environment, caller.doing, error)) from None
        if caller.fault:
            raise BadInput(seen_in_c(environment, caller, setting.turns)[:LONGEST_LINE])
        return done


def open_pool(environment: Environment, settings: Any, folder: Path, jobs: int) -> Pool[Player]:
    """Returns a pool of players, one for each thread. settings: SearchSettings"""
    work, play_games = bind(environment, settings.hidden)
    paths = build([play_games], work, folder.resolve() / "search.so", jobs)
    return Pool([Player(environment, settings, path) for path in paths])
