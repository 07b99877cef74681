"""Ultimate tic-tac-toe: draws nine boards, their winners, and the board of the next mark."""

import re
from collections.abc import Iterator, Sequence

from bots.uttt.protocol import to_cell
from bots.uttt.rules import ANY_BOARD, BOARDS
from bots.uttt.tables import LINES, SQUARES
from botsmith.replay import shapes
from botsmith.replay.grid import Grid
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import Thought
from contests.uttt.referee import LOST_SCORE, NO_PLACE, PLAYERS, UtttReferee

LEFT, TOP, SIDE = 56.0, 146.0, 930.0  # the whole board's corner and side
BOARD = SIDE / 3
INSET = 10.0  # between the rim of a small board and its squares
PLACES = "upper left,upper,upper right,left,middle,right,lower left,lower,lower right".split(",")
LETTERS = 12  # of a name
DARKEST = 70  # percent: the shade of the cell that was looked at most
LINE_SHOWN = 6  # marks of the expected line
CELL = re.compile(r"([0-8]) ([0-8])")
DIAGONAL = (0, 4, 8)


def bits(mask: int) -> Iterator[int]:
    """Yields the squares of a mask in rising order."""
    return (square for square in range(SQUARES) if mask >> square & 1)


def mark(seat: int, x: float, y: float, radius: float, colour: str) -> Iterator[Shape]:
    """Draws a cross or a ring around a point."""
    width, arm = radius * 0.32, radius * 0.8
    if seat == 1:
        yield shapes.circle(x, y, radius * 0.9, "", colour, width)
    else:
        yield shapes.line(x - arm, y - arm, x + arm, y + arm, colour, width)
        yield shapes.line(x - arm, y + arm, x + arm, y - arm, colour, width)


def place_of(square: int) -> tuple[int, int]:
    """Returns the column and the row of a square in a board of three by three."""
    return square % 3, square // 3


WHOLE = Grid(LEFT, TOP, BOARD, 3, 3)
CORNERS = [WHOLE.corner(*place_of(board)) for board in range(BOARDS)]
SMALL = [Grid(x + INSET, y + INSET, (BOARD - 2 * INSET) / 3, 3, 3) for x, y in CORNERS]


class UtttPainter(Painter[UtttReferee]):
    """Draws a match on 1000 x 1090, with rows and columns numbered as in the protocol. League 1 is
    one board.

    The score of a seat is the number of boards won; in league 1, 1 for three in line.
    """

    width = 1_000.0
    height = 1_090.0
    score_name = "boards won"

    def __init__(self, referee: UtttReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        self.open = (1 << BOARDS) - 1  # mask of the boards that were open after the last turn

    def background(self) -> Iterator[Shape]:
        yield WHOLE.ground("faint")
        grids = [WHOLE] if self.referee.is_plain else [SMALL[board] for board in DIAGONAL]
        middles = [grid.middle(*place_of(square)) for grid in grids for square in DIAGONAL]
        for number, (x, y) in enumerate(middles):
            yield shapes.text(x, TOP - 22, str(number), 26, "dim")
            yield shapes.text(LEFT - 26, y, str(number), 26, "dim")

    def frame(self) -> Iterator[Shape]:
        if self.referee.is_plain:
            yield from self._last(WHOLE, self.referee.last[0] * 3 + self.referee.last[1])
            for seat in range(PLAYERS):
                for square in bits(self.referee.owned(seat)):
                    yield from mark(seat, *WHOLE.middle(*place_of(square)), SIDE / 9, f"p{seat}")
        else:
            position = self.referee.position
            is_forced = position.forced != ANY_BOARD
            allowed = 1 << position.forced if is_forced else position.open  # to the next mark
            fill, rim = ("warm/30", "warm") if is_forced else ("warm/14", "warm/50")
            for board in bits(0 if self.referee.over else allowed):
                yield WHOLE.cell(*place_of(board), INSET / 2, fill, rim, 8)
            for board in range(BOARDS):
                yield from self._board(board)
        yield from WHOLE.lines("ink", 8)
        for seat in range(PLAYERS):
            owned = self.referee.owned(seat)
            for line in LINES:
                if owned & line == line:
                    first, _, last = bits(line)
                    ends = (*WHOLE.middle(*place_of(first)), *WHOLE.middle(*place_of(last)))
                    yield shapes.line(*ends, "ink", 14)
            yield from self._head(seat)

    def _board(self, board: int) -> Iterator[Shape]:
        """Draws a small board, under the mark of its winner if it has one."""
        grid, position = SMALL[board], self.referee.position
        winner = next((seat for seat in range(PLAYERS) if position.won[seat] >> board & 1), None)
        is_open = position.open >> board & 1 == 1
        if not is_open:
            ground = "dim/30" if winner is None else f"p{winner}/16"
            yield grid.ground(ground)
        if self.referee.last != NO_PLACE:
            last_board, square = divmod(to_cell(*self.referee.last), SQUARES)
            if last_board == board:
                yield from self._last(grid, square)
        yield from grid.lines("dim/60", 3)
        for seat in range(PLAYERS):
            colour = f"p{seat}" if is_open else f"p{seat}/50"
            for square in bits(position.marks[seat * BOARDS + board]):
                yield from mark(seat, *grid.middle(*place_of(square)), 34, colour)
        if winner is not None:
            yield from mark(winner, *grid.middle(1, 1), 124, f"p{winner}/85")

    def _last(self, grid: Grid, square: int) -> Iterator[Shape]:
        """Draws the square of the last mark."""
        mover = (self.referee.turn - 1) % PLAYERS
        if self.referee.over and LOST_SCORE in self.referee.scores:
            mover = 1 - mover  # the last turn brought no mark
        if self.referee.last != NO_PLACE:
            yield grid.cell(*place_of(square), 3, f"p{mover}/30", f"p{mover}", 4)

    def _head(self, seat: int) -> Iterator[Shape]:
        """Draws a player's mark, name and wins, and a sign if the player is to move."""
        left = LEFT + seat * (SIDE / 2 + 8)
        side = SIDE / 2 - 8
        is_out = self.referee.scores[seat] == LOST_SCORE
        is_next = seat in self.referee.seats()
        rim = f"p{seat}" if is_next else f"p{seat}/30"
        yield shapes.rectangle(left, 10, side, 84, f"p{seat}/14", rim, 5 if is_next else 2)
        yield from mark(seat, left + 46, 52, 28, f"p{seat}")
        is_winner = self.referee.over and self.referee.scores[seat] > self.referee.scores[1 - seat]
        words = " is out" if is_out else " wins" if is_winner else " to move" if is_next else ""
        name = shapes.clipped(self.names[seat], LETTERS)
        yield shapes.text(left + 92, 53, name + words, 26, "bad" if is_out else "ink", "left")
        if not self.referee.is_plain:
            count = self.referee.owned(seat).bit_count()
            yield shapes.text(left + side - 18, 53, str(count), 52, f"p{seat}", "right")

    def ghosts(self, seat: int, thought: Thought) -> Iterator[Shape]:
        """Yields the cells that the bot searched, darker with more visits, with their share in
        percent; and the marks that it expects to follow, numbered.
        """
        if self.referee.is_plain:
            return
        unit = thought.units[0]
        rows = [(cell_of(row.move), row.visits) for row in unit.moves]
        total = max(1, sum(visits for _, visits in rows))
        most = max(1, *(visits for _, visits in rows))
        for cell, visits in rows:
            percent = round(100 * visits / total)
            if cell is None or percent == 0:
                continue
            grid, square = SMALL[cell // SQUARES], cell % SQUARES
            shade = f"p{seat}/{round(DARKEST * visits / most)}"
            yield grid.cell(*place_of(square), 6, shade)
            across, middle = grid.middle(*place_of(square))
            down = middle + grid.side / 2 - 22
            yield shapes.line(across - 22, down, across + 22, down, "paper/80", 28)
            yield shapes.text(across, down, f"{percent} %", 26, "ink")
        for number, word in enumerate(unit.line[1 : LINE_SHOWN + 1], 1):
            cell = cell_of(word)
            if cell is not None:
                x, y = SMALL[cell // SQUARES].corner(*place_of(cell % SQUARES))
                colour = f"p{(seat + number) % PLAYERS}"
                yield shapes.circle(x + 26, y + 26, 19, "paper", colour, 4)
                yield shapes.text(x + 26, y + 27, str(number), 26, colour)

    def scores(self) -> list[float]:
        if self.referee.is_plain:
            return [float(self.referee.has_line(seat)) for seat in range(PLAYERS)]
        return [float(won.bit_count()) for won in self.referee.position.won]

    def events(self) -> Iterator[tuple[int | None, str]]:
        position = self.referee.position
        if not self.referee.is_plain:
            for board in bits(self.open & ~position.open):
                winners = [seat for seat in range(PLAYERS) if position.won[seat] >> board & 1]
                if winners:
                    yield winners[0], f"wins the {PLACES[board]} board"
                else:
                    yield None, f"the {PLACES[board]} board is full, nobody's"
            self.open = position.open
        for seat in range(PLAYERS):
            if self.referee.has_line(seat):
                yield seat, "has three in line"


def cell_of(words: str) -> int | None:
    """Returns the cell of a move as "row column"; None for other words."""
    found = CELL.fullmatch(words)
    return to_cell(int(found[1]), int(found[2])) if found else None
