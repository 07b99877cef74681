"""The ultimate tic-tac-toe bot that searches with alpha-beta."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import UtttBot
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.rules import State, legal_cells
from bots.uttt.search_alphabeta import (
    ENTRIES,
    Keys,
    Memory,
    Node,
    begin,
    key_of,
    key_of_marks,
    put,
    think,
)
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.loop import Stat, run
from common.native import Compiled
from common.search.alphabeta_kernel import TABLE, counts, describe, move_in
from common.zobrist import fill_keys


class AlphaBetaBot(UtttBot[Memory]):
    """Plays the answer of alpha-beta, and keeps the table of positions from turn to turn."""

    chunk = 10  # positions
    warm_up = 60

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.root = State()  # where the last search began
        self.keys = Keys()

    def prepare(self, seed: int) -> None:
        """Makes the keys from the seed; the search has no other dice."""
        fill_keys(self.keys.of, seed)
        super().prepare(seed)

    def find(self, deadline: Deadline) -> int:
        assign(self.root, self.known.position)
        self.engine.load("params", self.params)
        self.engine.load("start", self.root)
        self.engine.load("keys", self.keys)
        self.engine.call(begin)
        return self.search(think, deadline).search.answer

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.search))

    def describe(self) -> dict[str, Any]:
        """Returns moves and line of the last search; the line is from the table of positions."""
        search, memory = self.engine.memory.search, self.engines.python.memory
        lines = describe(search, format_cell)
        node = Node()
        assign(node.state, self.root)
        node.key = key_of_marks(self.root, self.keys)
        move = search.answer
        for _ in range(search.completed):
            if move not in legal_cells(node.state):
                break
            lines["line"].append(format_cell(move))
            put(node, memory, move)
            key = key_of(node, memory)
            slot = key & TABLE - 1
            if search.keys[slot] != key:
                break
            move = move_in(search.entries[slot])
        return lines


def main() -> None:
    """Plays on stdin and stdout."""
    run(AlphaBetaBot(Params(), Compiled(Memory, ENTRIES)))
