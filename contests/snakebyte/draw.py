"""SnakeByte: draws the grid with room around it, a dot for each source, the snakes with their
heads.
"""

from collections.abc import Iterator, Sequence

from bots.snakebyte.rules import column, count_parts, owner, part, row
from botsmith.replay import shapes
from botsmith.replay.grid import Grid
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from contests.snakebyte.referee import SnakebyteReferee

SIDE = 20.0  # of a cell
GONE = "\u2013"  # in place of the parts of a snake
ROOM, ABOVE, BELOW = 3, 6, 2  # cells around the grid that are shown


class SnakebytePainter(Painter[SnakebyteReferee]):
    """Draws the grid with its snakes. The score of a seat is the number of parts of its snakes."""

    score_name = "parts"
    table_heads = ("snakes: parts", "all", "losses")

    def __init__(self, referee: SnakebyteReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        columns, rows = len(referee.rows[0]), len(referee.rows)
        self.grid = Grid(ROOM * SIDE, ABOVE * SIDE, SIDE, columns, rows)
        self.width, self.height = SIDE * (columns + 2 * ROOM), SIDE * (rows + ABOVE + BELOW)
        self.before = self.living()

    def living(self) -> dict[int, int]:
        """Returns the parts of each snake, 0 once it is gone."""
        snakes = self.referee.now.snakes[: self.referee.board.snakes]
        return {number: snake.length for number, snake in enumerate(snakes)}

    def background(self) -> Iterator[Shape]:
        yield self.grid.ground("faint", "edge", 1.0)
        for y, line in enumerate(self.referee.rows):
            for x, letter in enumerate(line):
                if letter == "#":
                    yield self.grid.cell(x, y, 0.0, "wood")

    def frame(self) -> Iterator[Shape]:
        referee = self.referee
        for x, y in referee.lying():
            yield shapes.circle(*self.grid.middle(x, y), 0.3 * SIDE, "good")
        for number, snake in enumerate(referee.now.snakes):
            if snake.length == 0:
                continue
            cells = [part(snake, place) for place in range(snake.length)]
            points = [self.grid.middle(column(cell), row(cell)) for cell in cells]
            colour = f"p{owner(referee.board, number)}"
            yield shapes.path(points, colour, 0.6 * SIDE)
            yield shapes.circle(*points[0], 0.45 * SIDE, colour, "ink", 1.5)
            yield shapes.text(*points[0], str(number), 0.6 * SIDE, "paper")

    def scores(self) -> list[float]:
        referee = self.referee
        return [float(count_parts(referee.board, referee.now, seat)) for seat in (0, 1)]

    def events(self) -> Iterator[tuple[int | None, str]]:
        """Yields the snakes that vanished and the heads that were lost in the last turn."""
        before, self.before = self.before, self.living()
        for number, parts in self.before.items():
            seat = owner(self.referee.board, number)
            if parts == 0 < before[number]:
                yield seat, f"snake {number} is gone"
            elif parts < before[number]:
                yield seat, f"snake {number} loses its head"

    def table(self) -> list[list[str]]:
        """Returns a row for each side, with the parts of each of its snakes."""
        living, board, losses = self.living(), self.referee.board, self.referee.now.losses
        rows = []
        for seat in range(self.referee.players):
            own = [number for number in living if owner(board, number) == seat]
            words = ", ".join(f"{number}: {living[number] or GONE}" for number in own)
            rows.append([words, str(sum(living[number] for number in own)), str(losses[seat])])
        return rows

    def unit_name(self, seat: int, unit: int) -> str:
        return f"snake {unit}"
