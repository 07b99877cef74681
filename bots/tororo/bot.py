"""The Tororo bot, which searches with a beam."""

import json
from collections.abc import Mapping

from bots.tororo import protocol
from bots.tororo.evaluate import Node, Setting
from bots.tororo.params import Params
from bots.tororo.protocol import format_action
from bots.tororo.rules import State, change_tree, gather, make_ground
from bots.tororo.search import ENTRIES, Memory, begin, next_act, think
from bots.tororo.tables import CELLS
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.search.beam import NOWHERE, counts, describe
from common.stdio import LineReader

# Of the library of the first turns, and of gcc's later one.
FLAGS = (
    "-O1",
    "-O3 -fno-code-hoisting -fno-if-conversion -fno-if-conversion2 -mtune=generic -fno-ivopts"
    " -fno-tree-sink",
)
WARM_UP_TREES = ((0, 19, 2), (0, 22, 3), (1, 28, 2), (1, 31, 3))  # player, cell, size


class TororoBot(Searcher[Memory]):
    """Plays as player 0 of its own view of the forest. number: of the turn read last"""

    turn_ms = 100.0
    warm_up = 60  # states expanded

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.params = params
        self.setting = Setting()
        self.state = State()
        self.number = -1

    def prepare(self, seed: int) -> None:
        """Warms up. Nothing is random, so the seed is not used."""
        params, ground = self.setting.params, self.setting.ground
        assign(params, self.params)
        params.last_width = params.widest = min(self.warm_up, params.last_width)  # for both pools
        assign(ground, make_ground([1] * CELLS))
        for player, cell, size in WARM_UP_TREES:
            change_tree(self.state, ground, player, cell, size)
        gather(self.state)
        super().prepare(seed)
        assign(params, self.params)

    def read_start(self, reader: LineReader) -> None:
        assign(self.setting.ground, protocol.read_ground(reader))

    def read_turn(self, reader: LineReader) -> None:
        self.number += 1
        self.state = State()  # in force if the lines cannot be read
        self.state = protocol.read_turn(reader, self.setting.ground)

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        self.chunk = engine.pace  # a state is expanded at once
        work = deadline.iterations or 2000 * engine.pace**2  # roughly
        self.setting.planned = work // self.params.plan_part
        node = Node()
        assign(node.state, self.state)
        engine.load("start", node)
        engine.load("setting", self.setting)
        engine.call(begin)
        memory = self.search(think, deadline)
        action = NOWHERE if memory.is_planning else memory.beam.answer
        return self.fallback() if action == NOWHERE else [format_action(action)]

    def fallback(self) -> list[str]:
        """Plays a sensible action without a search."""
        ground, keeps = self.setting.ground, self.params.rival_keeps
        return [format_action(next_act(self.state, ground, 0, keeps))]

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.beam))

    def explain(self) -> str:
        units = [{"unit": 0, **describe(self.engine.memory.beam, format_action)}]
        return json.dumps({"turn": self.number, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(TororoBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
