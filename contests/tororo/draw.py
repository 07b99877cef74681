"""Tororo: draws the forest with its ground, trees, shadows and the sun, and both players'
numbers.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt

from bots.tororo import rules
from bots.tororo.protocol import format_action
from bots.tororo.tables import CELLS, PLACES, STEPS
from botsmith.replay import shapes
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import Thought
from contests.tororo.lines import richness_of
from contests.tororo.maps import parts_of_action, tree_rows
from contests.tororo.plans import planned
from contests.tororo.referee import SUN_A_POINT, TororoReferee

MIDDLE = (500.0, 452.0)
RADIUS = 66.0  # of a cell, from its centre to a corner
SUN_WAY = 452.0  # distance of the sun from the board's centre
RAYS = ((-44.0, 396.0), (0.0, 404.0), (44.0, 396.0))  # offset to the side, start from the centre
RAY = 110.0  # length of a ray
GROUNDS = ("wood/40", "good/20", "good/40", "good/66")  # by richness
SHADES = ("", "shade/22", "shade/42", "shade/62")  # by the height of the tree that casts the shadow
CARD = (222.0, 178.0)  # width and height of a player's card
LETTERS = 13  # of a name
PILL_WIDTH, PILL_HEIGHT = 96.0, 24.0  # of a planned action's words
PILL_ROWS = ((-48.0, -23.0), (2.0, 27.0))  # upper rims of a player's, below the cell's centre
CORNERS = ((8.0, 8.0), (770.0, 8.0))  # the cards' upper left corners
# By the size of a tree: half the width of its crown, and its height.
CROWNS = ((0.0, 0.0), (20.0, 36.0), (28.0, 58.0), (36.0, 74.0))


def centre(cell: int) -> tuple[float, float]:
    """Returns the place of a cell in the picture, as the contest's viewer draws the board."""
    x, y = PLACES[cell]
    z = -x - y
    return MIDDLE[0] + RADIUS * sqrt(3) * (x + z / 2), MIDDLE[1] + RADIUS * 1.5 * z


def hexagon(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Returns the corners of a cell, the first one at the top."""
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


class TororoPainter(Painter[TororoReferee]):
    """Draws a match on 1000 x 900. The score of a seat is the points that it would have if the
    match ended now.
    """

    width = 1_000.0
    height = 900.0
    score_name = "score plus a third of sun"

    def __init__(self, referee: TororoReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        self.points = [0] * rules.PLAYERS  # after the last turn, without the sun's
        self.has_last_day = False

    def background(self) -> Iterator[Shape]:
        for cell in range(CELLS):
            x, y = centre(cell)
            ground = GROUNDS[richness_of(self.referee.ground, cell)]
            yield shapes.polygon(hexagon(x, y, RADIUS - 2), ground, "edge", 2)
        for seat, (left, top) in enumerate(CORNERS):
            yield shapes.rectangle(left, top, *CARD, f"p{seat}/14", f"p{seat}", 4)
            name = shapes.clipped(self.names[seat], LETTERS)
            yield shapes.text(left + 14, top + 26, name, 24, f"p{seat}", "left")
        yield shapes.text(14, 790, "day", 26, "dim", "left")
        yield shapes.text(986, 790, "nutrients", 26, "dim", "right")

    @property
    def day(self) -> int:
        """Returns the day whose shadows are drawn: the present one, after the end the last day."""
        return min(self.referee.forest.day, rules.DAYS - 1)

    def frame(self) -> Iterator[Shape]:
        forest = self.referee.forest
        for cell, size in self.referee.shadows:
            x, y = centre(cell)
            # Smaller than the cell: the rim still shows the richness.
            yield shapes.polygon(hexagon(x, y, 0.8 * RADIUS), SHADES[size])
            yield shapes.circle(x - 38, y - 20, 11, "paper/80")
            yield shapes.text(x - 38, y - 20, str(size), 18, "ink")
        for cell in range(CELLS):
            x, y = centre(cell)
            yield shapes.text(x, y + 46, str(cell), 20, "ink/90")
        yield from self._sun()
        yield from self._actions()
        for cell, size, owner, dormant in tree_rows(forest):
            yield from self._tree(cell, size, owner, bool(dormant))
        for seat in range(rules.PLAYERS):
            yield from self._card(seat)
        yield shapes.text(14, 846, str(self.day), 72, "ink", "left")
        share = 200.0 * (self.day + 1) / rules.DAYS
        yield shapes.rectangle(14, 884, 200, 8, "ink/12")
        yield shapes.rectangle(14, 884, share, 8, "warm")
        yield shapes.text(986, 846, str(forest.nutrients), 72, "good", "right")

    def _sun(self) -> Iterator[Shape]:
        """Draws the sun outside of the board, and its rays, which are the direction of the
        shadows.
        """
        dx, dy = STEPS[self.day % len(STEPS)]
        step = ((dx - dy) / 2, -(dx + dy) * sqrt(3) / 2)
        side = (-step[1], step[0])
        sun = (MIDDLE[0] - SUN_WAY * step[0], MIDDLE[1] - SUN_WAY * step[1])
        yield shapes.circle(*sun, 40, "warm/35")
        yield shapes.circle(*sun, 27, "warm")
        for off, way in RAYS:
            x = MIDDLE[0] - way * step[0] + off * side[0]
            y = MIDDLE[1] - way * step[1] + off * side[1]
            end = (x + RAY * step[0], y + RAY * step[1])
            yield shapes.line(x, y, *end, "warm/70", 6)

    def _actions(self) -> Iterator[Shape]:
        """Draws the cells of the last turn's actions, and lines from trees to their seeds."""
        for seat, action in self.referee.played.items():
            kind, cell, other = parts_of_action(action)
            if kind == rules.WAIT:
                continue
            start = centre(cell)
            goal = centre(other) if kind == rules.SEED else start
            if kind == rules.SEED:
                yield shapes.line(*start, *goal, f"p{seat}/60", 7)
            yield shapes.polygon(hexagon(*goal, RADIUS - 6), "", f"p{seat}", 7)
            if kind == rules.COMPLETE:
                won = self.referee.forest.score[seat] - self.points[seat]
                yield shapes.text(*goal, f"+{won}", 38, f"p{seat}")
        both = self._contested()
        if both is not None:
            yield shapes.text(*centre(both), "\u00d7", 80, "bad")

    def _contested(self) -> int | None:
        """Returns the cell that both players seeded in the last turn: neither got it. Else None."""
        played = [parts_of_action(action) for action in self.referee.played.values()]
        targets = {other if kind == rules.SEED else None for kind, _, other in played}
        return targets.pop() if len(played) == rules.PLAYERS and len(targets) == 1 else None

    def _tree(self, cell: int, size: int, owner: int, dormant: bool) -> Iterator[Shape]:
        """Draws a tree with as many crowns as its size; a dormant one is paler and sleeps."""
        x, y = centre(cell)
        colour = f"p{owner}"
        fill = f"{colour}/45" if dormant else colour
        rim = colour if dormant else "paper"
        if size == 0:
            yield shapes.circle(x, y, 13, fill, rim, 4)
        else:
            half, height = CROWNS[size]
            foot = y + height / 2 - 14
            yield shapes.rectangle(x - 5, foot, 10, 11, "wood")
            layer = height / size
            for number in range(size):
                base = foot - number * layer
                wide = half * (1 - 0.18 * number)
                crown = [(x - wide, base), (x, base - layer - 8), (x + wide, base)]
                yield shapes.polygon(crown, "paper")
                yield shapes.polygon(crown, fill, rim, 3)
        if dormant:
            yield shapes.text(x + 40, y - 26, "z", 30, "ink")

    def _card(self, seat: int) -> Iterator[Shape]:
        """Yields a player's points, its sun, the sun that its present trees add next morning, and
        its last action.
        """
        forest = self.referee.forest
        left, top = CORNERS[seat]
        right = left + CARD[0] - 12
        score = self.referee.scores[seat] if self.referee.over else forest.score[seat]
        yield shapes.text(left + 14, top + 76, str(score), 58, "ink", "left")
        yield shapes.text(right, top + 82, "points", 20, "dim", "right")
        yield shapes.circle(left + 28, top + 126, 13, "warm")
        yield shapes.text(left + 50, top + 128, str(forest.sun[seat]), 40, "ink", "left")
        if forest.day < rules.DAYS - 1 and not self.referee.over:
            morning = rules.morning_sun(forest, forest.day + 1)
            gain = morning & rules.SUN_MASK if seat else morning >> rules.SUN_SHIFT
            yield shapes.text(right, top + 128, f"+{gain} next", 20, "dim", "right")
        if seat in self.referee.out:
            yield shapes.text(right, top + 162, "out", 22, "bad", "right")
        elif forest.asleep >> seat & 1 and not self.referee.over:
            yield shapes.text(right, top + 162, "asleep", 22, "dim", "right")
        if seat in self.referee.played and seat not in self.referee.out:
            words = format_action(self.referee.played[seat])
            yield shapes.text(left + 14, top + 162, words, 22, "ink", "left")

    def ghosts(self, seat: int, thought: Thought) -> Iterator[Shape]:
        """Yields the cells of the bot's plan, each with its first and last action and their
        days.
        """
        plan = planned(thought.units[0].line, self.referee.forest.day)
        for cell, actions in plan.items():
            x, y = centre(cell)
            corners = hexagon(x, y, RADIUS - 9)
            yield shapes.dashes([*corners, corners[0]], f"p{seat}", 4, 10)
            shown = actions[:1] + actions[1:][-1:]
            for top, words in zip(PILL_ROWS[seat], shown, strict=False):
                place = (x - PILL_WIDTH / 2, y + top, PILL_WIDTH, PILL_HEIGHT)
                yield shapes.rectangle(*place, "paper/88", f"p{seat}", 2)
                yield shapes.text(x, y + top + PILL_HEIGHT / 2, words, 21, "ink")

    def scores(self) -> list[float]:
        if self.referee.over:
            return [float(score) for score in self.referee.scores]
        forest = self.referee.forest
        return [float(forest.score[p] + forest.sun[p] // SUN_A_POINT) for p in range(rules.PLAYERS)]

    def events(self) -> Iterator[tuple[int | None, str]]:
        forest = self.referee.forest
        for seat, action in self.referee.played.items():
            won = forest.score[seat] - self.points[seat]
            kind, cell, _ = parts_of_action(action)
            if kind == rules.COMPLETE:
                yield seat, f"completes {cell} for {won} points"
            self.points[seat] = forest.score[seat]
        cell_of_both = self._contested()
        if cell_of_both is not None:
            yield None, f"both seed {cell_of_both}: neither gets it"
        if forest.day == rules.DAYS - 1 and not self.has_last_day:
            self.has_last_day = True
            yield None, "the last day begins"
