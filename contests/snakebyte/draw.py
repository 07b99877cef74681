"""Snakebyte: a bar for the points of each player."""

from bots.snakebyte.rules import PLAYERS
from botsmith.replay import shapes
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from contests.snakebyte.referee import SnakebyteReferee

ROW = 10.0
MOST = 100.0  # points of a bar that fills the width


class SnakebytePainter(Painter[SnakebyteReferee]):
    """One row a player. The score of a seat: its points."""

    width = 100.0
    height = ROW * PLAYERS
    score_name = "points"

    def background(self) -> list[Shape]:
        return []

    def frame(self) -> list[Shape]:
        drawn = []
        for seat, points in enumerate(self.scores()):
            length = self.width * min(1.0, 0.01 + points / MOST)
            fill = "dim" if seat in self.referee.out else f"p{seat}"
            drawn.append(shapes.rectangle(0.0, (seat + 0.1) * ROW, length, 0.8 * ROW, fill))
            drawn.append(shapes.text(1.0, (seat + 0.5) * ROW, f"{points:.0f}", 4.0, "ink", "left"))
        return drawn

    def scores(self) -> list[float]:
        points = self.referee.now.points
        return [float(points[seat]) for seat in range(self.referee.players)]
