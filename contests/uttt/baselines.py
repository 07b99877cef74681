"""Ultimate tic-tac-toe: reads its lines, and plays `greedy`, which takes the largest gain at
once.
"""

from random import Random

from bots.uttt.protocol import NO_CELL, format_cell, read_turn
from bots.uttt.rules import BOARDS, State, play
from bots.uttt.tables import HAS_LINE, SQUARES
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines

WIN_MATCH, WIN_BOARD, BLOCK_BOARD = 100.0, 10.0, 5.0
WORTH = (0.1, 0.0, 0.1, 0.0, 0.2, 0.0, 0.1, 0.0, 0.1)  # of a square: corners and centre


class UtttProtocol(Protocol):
    """A seat's view.

    state: the nine boards after both players' moves
    cells: the legal cells, in the order of the input
    """

    cells: list[int]

    def read_start(self, next_line: NextLine) -> None:
        self.state = State()

    def read_turn(self, next_line: NextLine) -> None:
        played, self.cells = read_turn(GivenLines(next_line))
        if played != NO_CELL:
            play(self.state, played)
        self.me = self.state.player

    def legal(self, dice: Random) -> list[str]:
        return self.said(dice.choice(self.cells))

    def said(self, cell: int) -> list[str]:
        """Plays a move, and returns its output line."""
        play(self.state, cell)
        return [format_cell(cell)]

    def has_line(self, player: int, cell: int) -> bool:
        """Returns True if a player's mark on a cell completes a line of its board."""
        board, square = divmod(cell, SQUARES)
        return HAS_LINE[self.state.marks[player * BOARDS + board] | 1 << square]

    def gain(self, cell: int) -> float:
        """Returns the gain of a move: points for a won match, a won board, a board denied to the
        opponent, and the square.
        """
        board, square = divmod(cell, SQUARES)
        if self.has_line(self.me, cell):
            return WIN_MATCH if HAS_LINE[self.state.won[self.me] | 1 << board] else WIN_BOARD
        return BLOCK_BOARD * self.has_line(1 - self.me, cell) + WORTH[square]


def greedy(protocol: UtttProtocol, turn: int) -> list[str]:
    """Returns the move that gains the most, of equal ones the first of the input."""
    return protocol.said(max(protocol.cells, key=protocol.gain))


PROTOCOL = UtttProtocol
BOTS: Bots[UtttProtocol] = {"greedy": greedy}
