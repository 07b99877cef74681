"""Cycles: draws the grid with the ribbons, and a disc for each rider."""

from bots.cycles.rules import CELLS, HEIGHT, IN, WIDTH
from botsmith.replay import shapes
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from contests.cycles.referee import CyclesReferee

SIDE = 10.0


class CyclesPainter(Painter[CyclesReferee]):
    """Draws a match. The score of a seat is the number of turns that it was in the game."""

    width = SIDE * WIDTH
    height = SIDE * HEIGHT
    score_name = "turns in"

    def background(self) -> list[Shape]:
        return [shapes.rectangle(0.0, 0.0, self.width, self.height, "faint", "edge", 0.5)]

    def frame(self) -> list[Shape]:
        now = self.referee.now
        drawn = []
        for cell in range(CELLS):
            if now.walls[cell]:
                x, y = cell % WIDTH * SIDE, cell // WIDTH * SIDE
                drawn.append(shapes.rectangle(x, y, SIDE, SIDE, f"p{now.owner[cell]}/60"))
        for seat in range(now.players):
            x, y = (now.head[seat] % WIDTH + 0.5) * SIDE, (now.head[seat] // WIDTH + 0.5) * SIDE
            fill = "dim" if now.is_out[seat] else f"p{seat}"
            drawn.append(shapes.circle(x, y, 0.45 * SIDE, fill, "ink", 0.5))
        return drawn

    def scores(self) -> list[float]:
        now = self.referee.now
        return [float(now.turn if fell == IN else fell) for fell in now.fell[: now.players]]
