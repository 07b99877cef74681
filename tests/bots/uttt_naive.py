"""Ultimate tic-tac-toe a second time, slowly: a grid of marks and the words of the rules."""

from bots.uttt.protocol import to_place

LINES = [[(row, column) for column in range(3)] for row in range(3)]
LINES += [[(row, column) for row in range(3)] for column in range(3)]
LINES += [[(step, step) for step in range(3)], [(step, 2 - step) for step in range(3)]]

Place = tuple[int, int]


class NaiveGame:
    """grid: who has marked a place. history: places in the order in which they were played."""

    def __init__(self) -> None:
        self.grid: dict[Place, int] = {}
        self.history: list[Place] = []

    @property
    def player(self) -> int:
        return len(self.history) % 2

    def owner(self, board: Place) -> int | None:
        """The player with a line on a small board."""
        row, column = board
        for player in (0, 1):
            for line in LINES:
                if all(self.grid.get((3 * row + r, 3 * column + c)) == player for r, c in line):
                    return player
        return None

    def is_closed(self, board: Place) -> bool:
        row, column = board
        cells = [(3 * row + r, 3 * column + c) for r in range(3) for c in range(3)]
        return self.owner(board) is not None or all(cell in self.grid for cell in cells)

    def winner(self) -> int | None:
        """The player with three boards in line."""
        for player in (0, 1):
            if any(all(self.owner(board) == player for board in line) for line in LINES):
                return player
        return None

    def count(self, player: int) -> int:
        return sum(self.owner((row, column)) == player for row in range(3) for column in range(3))

    def legal(self) -> list[Place]:
        if self.winner() is not None:
            return []
        boards = [(row, column) for row in range(3) for column in range(3)]
        if self.history:
            row, column = self.history[-1]
            if not self.is_closed((row % 3, column % 3)):
                boards = [(row % 3, column % 3)]
        return [
            (3 * row + r, 3 * column + c)
            for row, column in boards
            if not self.is_closed((row, column))
            for r in range(3)
            for c in range(3)
            if (3 * row + r, 3 * column + c) not in self.grid
        ]

    def play(self, cell: int) -> None:
        place = to_place(cell)
        self.grid[place] = self.player
        self.history.append(place)

    def undo(self) -> None:
        del self.grid[self.history.pop()]
