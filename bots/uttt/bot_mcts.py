"""The ultimate tic-tac-toe bot that searches with MCTS."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import DICE_A_MATCH, TURN_MS, UtttBot
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.search_mcts import ENTRIES, Memory, begin, choose, think
from common.clock import Deadline
from common.loop import Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.mcts_tree import describe

CHUNK = 5  # iterations between looks at the clock
WARM_UP = 40  # iterations before the first line


class MctsBot(UtttBot[Memory]):
    """Keeps the tree of the moves that were played."""

    def prepare(self, seed: int) -> None:
        self.seed = seed
        self._search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
        self.engines.start()

    def _search(self, deadline: Deadline) -> int:
        engine = self.engine
        engine.load("params", self.params)
        engine.load("start", self.position)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + len(self.moves)))
        engine.call(begin, *self.since_search())
        for count in deadline.chunks(CHUNK * engine.pace):
            is_open = engine.call(think, count)
            if not is_open:
                break
        return engine.call(choose)

    def stats(self) -> Mapping[str, Stat]:
        iterations = self.engine.memory.tree.iterations
        picks = self.engine.memory.tree.picks
        return {
            "iterations": iterations,
            "simulated_turns": picks + self.engine.memory.tables.moves,
            "nodes": self.engine.memory.tree.used,
            "evaluations": iterations,
            "ucb": picks,
            "depth": round(picks / max(1, iterations)),
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def _describe(self) -> dict[str, Any]:
        return describe(self.engine.memory.tree, format_cell)


def main() -> None:
    """Plays on stdin and stdout."""
    run(MctsBot(Params(), Compiled(Memory, ENTRIES)))
