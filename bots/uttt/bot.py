"""The base of the ultimate tic-tac-toe bots: they track the game and answer with a cell."""

import json
import os
from abc import abstractmethod
from typing import Any

from bots.uttt.known import Known
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell, read_turn
from bots.uttt.rules import legal_cells
from common.clock import Deadline
from common.engine import AnyMemory, Engines
from common.loop import Searcher
from common.stdio import LineReader


class UtttBot(Searcher[AnyMemory]):
    """Tracks a game. searched_at: moves played before the last search, -1 if its tree is void"""

    turn_ms = 100.0

    def __init__(self, params: Params, engines: Engines[AnyMemory]) -> None:
        super().__init__(params, engines)
        self.params = params
        self.known = Known([])
        self.searched_at = -1

    @abstractmethod
    def find(self, deadline: Deadline) -> int:
        """Searches; returns the cell to play, -1 if there was no time."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Returns moves and line of the last search."""

    def read_start(self, reader: LineReader) -> None:
        """Begins a game, without any input."""
        self.known = Known(json.loads(os.environ.get("BOTSMITH_PLAYED", "[]")))
        self.searched_at = -1

    def read_turn(self, reader: LineReader) -> None:
        if not self.known.follow(read_turn(reader)):
            self.searched_at = -1

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engines.current(deadline)
        if engine is not self.engine:
            self.searched_at = -1
        self.engine = engine
        cell = self.find(deadline)
        self.searched_at = len(self.known.moves)
        return self._commit(cell if cell in self.known.cells else self.known.cells[0])

    def played_since(self) -> list[int]:
        """Returns the two moves played since the engine searched; [-1, -1] if its tree is void."""
        is_next = self.searched_at >= 0 and self.searched_at + 2 == len(self.known.moves)
        return self.known.moves[-2:] if is_next else [-1, -1]

    def fallback(self) -> list[str]:
        """Plays the first legal cell of the known position."""
        return self._commit((legal_cells(self.known.position) or self.known.cells)[0])

    def _commit(self, cell: int) -> list[str]:
        self.known.commit(cell)
        return [format_cell(cell)]

    def explain(self) -> str:
        """Returns moves with visits and values, and the expected line."""
        return json.dumps({"turn": self.searched_at, "units": [{"unit": 0, **self.describe()}]})
