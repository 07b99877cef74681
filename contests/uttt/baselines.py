"""Ultimate tic-tac-toe: its lines, and `greedy`, which takes what it can get at once."""

from collections.abc import Callable
from random import Random

from botsmith.arena.baselines.game import NextLine, Protocol

SIDE = 3
LINES = (
    ((0, 0), (0, 1), (0, 2)),
    ((1, 0), (1, 1), (1, 2)),
    ((2, 0), (2, 1), (2, 2)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 1), (1, 1), (2, 1)),
    ((0, 2), (1, 2), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 2), (1, 1), (2, 0)),
)
Place = tuple[int, int]  # row and column, of the grid, of a board or of the boards
WIN_MATCH, WIN_BOARD, BLOCK_BOARD = 100.0, 10.0, 5.0
CENTRE, CORNER = 0.2, 0.1


def split(place: Place) -> tuple[Place, Place]:
    """Returns the board of a place of the grid, and the place inside of the board."""
    row, column = place
    return (row // SIDE, column // SIDE), (row % SIDE, column % SIDE)


def makes_line(places: set[Place], new: Place) -> bool:
    """Returns True if `new` completes a line of places."""
    return any(new in line and all(p in places or p == new for p in line) for line in LINES)


class UtttProtocol(Protocol):
    """marks[player][board]: places that player 0 (the bot) or 1 holds; won[player]: boards.

    legal_places: in the order in which they were told.
    """

    legal_places: list[Place]

    def read_start(self, next_line: NextLine) -> None:
        boards = [(row, column) for row in range(SIDE) for column in range(SIDE)]
        self.marks: list[dict[Place, set[Place]]] = [{b: set() for b in boards} for _ in (0, 1)]
        self.won: list[set[Place]] = [set(), set()]

    def read_turn(self, next_line: NextLine) -> None:
        row, column = map(int, next_line().split())
        if row >= 0:
            self.put(1, (row, column))
        self.legal_places = []
        for _ in range(int(next_line())):
            row, column = map(int, next_line().split())
            self.legal_places.append((row, column))

    def put(self, player: int, place: Place) -> None:
        """Puts a player's mark on a place."""
        board, square = split(place)
        if makes_line(self.marks[player][board], square):
            self.won[player].add(board)
        self.marks[player][board].add(square)

    def legal(self, dice: Random) -> list[str]:
        return [self.said(dice.choice(self.legal_places))]

    def said(self, place: Place) -> str:
        """Returns the line of a move, which is remembered."""
        self.put(0, place)
        return f"{place[0]} {place[1]}"

    def gain(self, place: Place) -> float:
        """Rates a move: the match, a board, a board that the opponent does not get, the square."""
        board, square = split(place)
        if makes_line(self.marks[0][board], square):
            return WIN_MATCH if makes_line(self.won[0], board) else WIN_BOARD
        gain = BLOCK_BOARD if makes_line(self.marks[1][board], square) else 0.0
        if square == (1, 1):
            return gain + CENTRE
        return gain + (CORNER if 1 not in square else 0.0)


def greedy(protocol: UtttProtocol, turn: int) -> list[str]:
    """Returns the move that gains the most, of equal ones the first that was told."""
    return [protocol.said(max(protocol.legal_places, key=protocol.gain))]


PROTOCOL = UtttProtocol
BOTS: dict[str, Callable[[UtttProtocol, int], list[str]]] = {"greedy": greedy}
