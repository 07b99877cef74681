"""A bot's knowledge of its game, from the opponent's moves and the legal cells alone.

BOTSMITH_PLAYED: answers of a recorded match as JSON, which count as played
"""

from bots.uttt.protocol import NO_CELL, Turn, parse_cell
from bots.uttt.rules import ANY_BOARD, BOARDS, CELLS, State, legal_cells, play
from bots.uttt.tables import FULL, SQUARES
from common.stdio import report


class Known:
    """Holds the moves so far as cells, the position after them, and the legal cells of the
    input.
    """

    def __init__(self, played: list[list[str]]) -> None:
        self.played = played
        self.position = State()
        self.own = 0
        self.moves: list[int] = []
        self.cells = list(range(CELLS))

    def follow(self, turn: Turn) -> bool:
        """Plays the opponent's move. Returns False if it did not fit and the view was repaired."""
        self.cells = turn.cells
        if turn.played == NO_CELL:
            return True
        if not self.moves:
            self.own = 1
        is_legal = turn.played in legal_cells(self.position)
        if is_legal:
            play(self.position, turn.played)
        self.moves.append(turn.played)
        if is_legal and sorted(turn.cells) == legal_cells(self.position):
            return True
        report(f"move {len(self.moves)} does not fit to what was known of the game")
        mend(self.position, self.own, turn)
        return False

    def commit(self, cell: int) -> None:
        """Plays the own move, or the one of the recorded match."""
        turn = len(self.moves) // 2
        if turn < len(self.played):
            place = " ".join(self.played[turn][0].split()[:2])  # a message may follow
            cell = parse_cell(place, f"BOTSMITH_PLAYED: answer {turn}")
        play(self.position, cell)
        self.moves.append(cell)


def mend(position: State, own: int, turn: Turn) -> None:
    """Repairs a position, with `own` to move: the opponent's mark, and the squares of open
    boards.
    """
    mine, theirs = own * BOARDS, (1 - own) * BOARDS
    board, square = divmod(turn.played, SQUARES)
    position.marks[theirs + board] |= 1 << square
    position.marks[mine + board] &= ~(1 << square)
    boards = {cell // SQUARES for cell in turn.cells}
    for board in boards:
        free = sum(1 << cell % SQUARES for cell in turn.cells if cell // SQUARES == board)
        position.marks[theirs + board] &= ~free
        position.marks[mine + board] = FULL & ~free & ~position.marks[theirs + board]
        position.open |= 1 << board
        position.forced = board if len(boards) == 1 else ANY_BOARD
    position.player = own
