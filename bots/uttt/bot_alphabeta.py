"""The ultimate tic-tac-toe bot that searches with alpha-beta."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import TURN_MS, UtttBot
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.rules import State, legal_cells
from bots.uttt.search_alphabeta import (
    ENTRIES,
    Keys,
    Memory,
    Node,
    begin,
    choose,
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
from common.search.alphabeta_kernel import TABLE, describe, move_in
from common.zobrist import fill_keys

CHUNK = 10  # positions between looks at the clock
WARM_UP = 60  # positions before the first line


class AlphaBetaBot(UtttBot[Memory]):
    """Keeps the table of positions from turn to turn."""

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.root = State()  # of the last search
        self.keys = Keys()

    def prepare(self, seed: int) -> None:
        """The seed makes the keys; the search has no other dice."""
        fill_keys(self.keys.of, seed)
        self._search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
        self.engines.start()

    def _search(self, deadline: Deadline) -> int:
        engine = self.engine
        assign(self.root, self.position)
        engine.load("params", self.params)
        engine.load("start", self.position)
        engine.load("keys", self.keys)
        engine.call(begin)
        for count in deadline.chunks(CHUNK * engine.pace):
            is_open = engine.call(think, count)
            if not is_open:
                break
        return engine.call(choose)

    def stats(self) -> Mapping[str, Stat]:
        positions = self.engine.memory.search.positions
        return {
            "iterations": positions,
            "simulated_turns": positions,
            "nodes": positions,
            "evaluations": self.engine.memory.search.evaluations,
            "depth": self.engine.memory.search.completed,
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def _describe(self) -> dict[str, Any]:
        """With the line that the table of positions holds."""
        told = describe(self.engine.memory.search, format_cell)
        node, memory = Node(), self.engines.python.memory
        assign(node.state, self.root)
        node.key = key_of_marks(self.root, self.keys)
        move = self.engine.memory.search.answer
        for _ in range(self.engine.memory.search.completed):
            if move not in legal_cells(node.state):
                break
            told["line"].append(format_cell(move))
            put(node, memory, move)
            key = key_of(node, memory)
            slot = key & TABLE - 1
            if self.engine.memory.search.keys[slot] != key:
                break
            move = move_in(self.engine.memory.search.entries[slot])
        return told


def main() -> None:
    """Plays on stdin and stdout."""
    run(AlphaBetaBot(Params(), Compiled(Memory, ENTRIES)))
