"""The ultimate tic-tac-toe bot that searches with MCTS."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import UtttBot
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.search_mcts import ENTRIES, Memory, begin, think, tidy
from common.clock import Deadline
from common.loop import Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.mcts_tree import best_move, counts, describe

FLAGS = ["-fno-tree-pre"]  # play-outs 1.07 times as fast
DICE_A_MATCH = 100  # more than a match has moves


class MctsBot(UtttBot[Memory]):
    """Plays the answer of MCTS, and keeps the tree below the played moves."""

    chunk = 5
    warm_up = 40

    def find(self, deadline: Deadline) -> int:
        engine, moves = self.engine, self.known.moves
        engine.load("params", self.params)
        engine.load("start", self.known.position)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + len(moves)))
        engine.call(begin, *self.played_since())
        if deadline.iterations:
            engine.call(tidy)
        return best_move(self.search(think, deadline).tree)

    def stats(self) -> Mapping[str, Stat]:
        memory = self.engine.memory
        turns = memory.tree.picks + memory.tables.moves
        return self.timed(counts(memory.tree) | {"simulated_turns": turns})

    def describe(self) -> dict[str, Any]:
        return describe(self.engine.memory.tree, format_cell)


def main() -> None:
    """Plays on stdin and stdout."""
    run(MctsBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
