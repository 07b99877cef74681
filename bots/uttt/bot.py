"""What both ultimate tic-tac-toe bots share: they follow the game, and know what to say.

BOTSMITH_PLAYED (JSON: a list of answers, each a list of lines): the answers of a recorded match,
which count as played, whatever the bot itself says.
"""

import json
import os
from abc import ABC, abstractmethod
from typing import Any, Generic

from bots.uttt import protocol
from bots.uttt.params import Params
from bots.uttt.protocol import NO_CELL, Told
from bots.uttt.rules import ANY_BOARD, BOARDS, State, legal_cells, play
from bots.uttt.tables import FULL, SQUARES
from common.clock import Deadline
from common.engine import AnyMemory, Engine, Engines
from common.stdio import LineReader, report

TURN_MS = 100.0
DICE_A_MATCH = 100  # more than a match has moves


class UtttBot(ABC, Generic[AnyMemory]):
    """A game of one player. moves: all that were played, as cells; position: after them.

    A subclass has a search.
    """

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines[AnyMemory]) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.position = State()
        self.own = 0
        self.moves: list[int] = []
        self.cells: list[int] = []  # legal ones, as told
        self.engine: Engine[AnyMemory] = engines.python  # of the last search
        self.searched_at = -1  # moves that had been played when the engine searched last
        self.search_ms = 0.0
        self.played: list[list[str]] = json.loads(os.environ.get("BOTSMITH_PLAYED", "[]"))

    @abstractmethod
    def _search(self, deadline: Deadline) -> int:
        """The cell to play, -1 if there was no time."""

    @abstractmethod
    def _describe(self) -> dict[str, Any]:
        """Moves and line of the last search."""

    def read_start(self, reader: LineReader) -> None:
        """Nothing is told before the first turn."""
        self.position = State()
        self.searched_at = -1

    def read_turn(self, reader: LineReader) -> None:
        self.follow(protocol.read_turn(reader))

    def follow(self, told: Told) -> None:
        """The opponent's move; where the own view of the game cannot be right it is mended."""
        self.cells = told.cells
        if told.played == NO_CELL:
            return
        if not self.moves:
            self.own = 1
        is_legal = told.played in legal_cells(self.position)
        if is_legal:
            play(self.position, told.played)
        self.moves.append(told.played)
        if not is_legal or sorted(told.cells) != legal_cells(self.position):
            report(f"move {len(self.moves)} does not fit to what was known of the game")
            mend(self.position, self.own, told)
            self.searched_at = -1

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engines.current(deadline)
        if engine is not self.engine:
            self.searched_at = -1
        self.engine = engine
        began = deadline.now()
        cell = self._search(deadline)
        self.search_ms = (deadline.now() - began) * 1000.0
        self.searched_at = len(self.moves)
        return self._commit(cell if cell in self.cells else self.cells[0])

    def since_search(self) -> tuple[int, int]:
        """The own cell and the opponent's that were played since the last search, else -1 -1."""
        if self.searched_at < 0 or self.searched_at + 2 != len(self.moves):
            return -1, -1
        return self.moves[-2], self.moves[-1]

    def fallback(self) -> list[str]:
        """The first legal cell, as far as the position is known."""
        return self._commit((legal_cells(self.position) or self.cells)[0])

    def _commit(self, cell: int) -> list[str]:
        """The cell as a line; it is played."""
        line = protocol.format_cell(cell)
        turn = len(self.moves) // 2
        if turn < len(self.played):
            place = " ".join(self.played[turn][0].split()[:2])  # a message may follow
            cell = protocol.parse_cell(place, f"BOTSMITH_PLAYED: answer {turn}")
        play(self.position, cell)
        self.moves.append(cell)
        return [line]

    def explain(self) -> str:
        """Moves with visits and values, and the principal line, as places of the grid."""
        return json.dumps({"turn": self.searched_at, "units": [{"unit": 0, **self._describe()}]})


def mend(position: State, own: int, told: Told) -> None:
    """Makes a position fit to what is told when `own` is to move: the opponent's mark, and who has
    which squares of the boards that may be played on. A board that may be is open.
    """
    mine, theirs = own * BOARDS, (1 - own) * BOARDS
    board, square = divmod(told.played, SQUARES)
    position.marks[theirs + board] |= 1 << square
    position.marks[mine + board] &= ~(1 << square)
    boards = {cell // SQUARES for cell in told.cells}
    for board in boards:
        free = sum(1 << cell % SQUARES for cell in told.cells if cell // SQUARES == board)
        position.marks[theirs + board] &= ~free
        position.marks[mine + board] = FULL & ~free & ~position.marks[theirs + board]
        position.open |= 1 << board
        position.forced = board if len(boards) == 1 else ANY_BOARD
    position.player = own
