"""The ultimate tic-tac-toe bot that searches best first with a value network."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import UtttBot
from bots.uttt.network import make_weights
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.search_network import ENTRIES, Memory, Setting, begin, think, tidy
from bots.uttt.weights import WEIGHTS
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Stat, run
from common.native import Compiled
from common.network import decode
from common.search.bestfirst import NONE, best_child, counts, describe

# Of the first library, sooner, and the best; common/native.py has more.
FLAGS = (
    "-fno-gcse -fno-thread-jumps -fira-region=one --param=max-inline-insns-single=30",
    "-fno-tree-loop-distribute-patterns",
)


class NetworkBot(UtttBot[Memory]):
    """Keeps the tree below the played moves. ready: the engines that have the network"""

    warm_up = 20

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.setting = Setting()
        assign(self.setting.weights, make_weights(*decode(WEIGHTS)))
        self.ready: set[Engine[Memory]] = set()

    def find(self, deadline: Deadline) -> int:
        engine = self.engine
        if engine not in self.ready:
            self.ready.add(engine)
            engine.load("params", self.params)
            engine.load("setting", self.setting)
        engine.load("start", self.known.position)
        engine.call(begin, *self.played_since())
        if deadline.iterations:
            engine.call(tidy)
        tree = self.search(think, deadline).tree
        node = best_child(tree)
        return NONE if node == NONE else tree.move[node]

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.tree))

    def describe(self) -> dict[str, Any]:
        return describe(self.engine.memory.tree, format_cell)


def main() -> None:
    """Plays on stdin and stdout."""
    run(NetworkBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
