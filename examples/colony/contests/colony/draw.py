"""Colony: draws the field with its food, and the beetles on it."""

from bots.colony.rules import HEIGHT, ROWS_EACH, WIDTH, cell_of, score
from botsmith.replay import shapes
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from contests.colony.referee import ColonyReferee

SIDE = 10.0  # of a cell
SPREAD = 0.18  # of a cell: how far beetles that share one stand apart


class ColonyPainter(Painter[ColonyReferee]):
    """Paints a match. The score of a seat: its points."""

    width = SIDE * WIDTH
    height = SIDE * HEIGHT
    score_name = "points"

    def corner(self, cell: int) -> tuple[float, float]:
        """Returns the upper left corner of a cell."""
        return cell % WIDTH * SIDE, cell // WIDTH * SIDE

    def background(self) -> list[Shape]:
        cells = range(WIDTH * HEIGHT)
        return [
            shapes.rectangle(*self.corner(cell), SIDE, SIDE, "faint", "edge", 0.2) for cell in cells
        ]

    def frame(self) -> list[Shape]:
        drawn = []
        met = [0] * (WIDTH * HEIGHT)
        for cell, food in enumerate(self.referee.now.food):
            x, y = self.corner(cell)
            drawn.append(shapes.text(x + 1.5, y + 2.0, str(food) if food else "", 2.4, "dim"))
        for row in range(self.referee.players * ROWS_EACH):
            if not self.referee.now.beetles[row].is_alive:
                continue
            cell = cell_of(self.referee.now.beetles[row])
            x, y = self.corner(cell)
            shift = SPREAD * SIDE * (met[cell] % 4 - 1)
            met[cell] += 1
            middle = x + 0.5 * SIDE + shift, y + 0.6 * SIDE
            drawn.append(shapes.circle(*middle, 0.25 * SIDE, f"p{row // ROWS_EACH}", "ink", 0.5))
            drawn.append(shapes.text(*middle, str(row), 0.25 * SIDE, "paper"))
        return drawn

    def scores(self) -> list[float]:
        return [float(score(self.referee.now, seat)) for seat in range(self.referee.players)]

    def unit_name(self, seat: int, unit: int) -> str:
        return f"beetle {unit}"
