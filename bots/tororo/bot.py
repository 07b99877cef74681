"""The Tororo bot."""

import json
from collections.abc import Mapping

from bots.tororo import protocol
from bots.tororo.evaluate import Node, Setting
from bots.tororo.params import Params
from bots.tororo.protocol import format_action
from bots.tororo.rules import NOTHING, State, change_tree, gather, make_ground
from bots.tororo.search import ENTRIES, Memory, begin, next_act, think
from bots.tororo.tables import CELLS
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Stat, run
from common.native import Compiled
from common.search.beam import NOWHERE, describe
from common.stdio import LineReader

TURN_MS = 100.0
WARM_UP = 60  # states expanded before the first line
WARM_UP_TREES = ((0, 19, 2), (0, 22, 3), (1, 28, 2), (1, 31, 3))  # player, cell, size


class TororoBot:
    """Plays as player 0 of its own view of the forest."""

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.setting = Setting()
        self.state = State()
        self.number = -1  # of the turn that was read last
        self.engine: Engine[Memory] = engines.python  # of the last search
        self.search_ms = 0.0

    def prepare(self, seed: int) -> None:
        """Nothing is random: the seed plays no part."""
        params = self.setting.params
        assign(params, self.params)
        params.last_width = params.widest = min(WARM_UP, params.last_width)  # both pools hold it
        ground = self.setting.ground
        assign(ground, make_ground([1] * CELLS))
        state = self.state  # made up, to fill caches
        for player, cell, size in WARM_UP_TREES:
            change_tree(state, ground, player, cell, NOTHING, size)
        gather(state, ground)
        self._search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
        assign(params, self.params)
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        assign(self.setting.ground, protocol.read_ground(reader))

    def read_turn(self, reader: LineReader) -> None:
        self.number += 1
        self.state = State()  # in force if the lines cannot be read
        self.state = protocol.read_turn(reader, self.setting.ground)

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self._search(deadline)
        action = engine.memory.beam.answer
        return self.fallback() if action == NOWHERE else [format_action(action)]

    def _search(self, deadline: Deadline) -> Engine[Memory]:
        """Searches until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        node = Node()
        assign(node.state, self.state)
        engine.load("start", node)
        engine.load("setting", self.setting)
        engine.call(begin)
        for count in deadline.chunks(engine.pace**2):
            engine.call(think, count)
        self.search_ms = deadline.search_ms
        return engine

    def fallback(self) -> list[str]:
        """What a plausible player does."""
        ground, keeps = self.setting.ground, self.params.rival_keeps
        return [format_action(next_act(self.state, ground, 0, keeps))]

    def stats(self) -> Mapping[str, Stat]:
        beam = self.engine.memory.beam
        return {
            "iterations": beam.expanded,
            "simulated_turns": beam.made,
            "nodes": beam.expanded,
            "evaluations": beam.evaluations,
            "ucb": 0,
            "depth": beam.answer_stages,
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        units = [{"unit": 0, **describe(self.engine.memory.beam, format_action)}]
        return json.dumps({"turn": self.number, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(TororoBot(Params(), Compiled(Memory, ENTRIES)))
