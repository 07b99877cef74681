"""Code of Kutulu: draws the maze, explorers, the reach of effects, and minions, with a table."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil, sqrt

from bots.kutulu import rules
from bots.kutulu.paths import PLAYERS
from bots.kutulu.protocol import SHELTER, SLASHER, SPAWN, WALL
from botsmith.replay import shapes
from botsmith.replay.grid import Grid
from botsmith.replay.painter import LETTERS, Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import Thought
from contests.kutulu import lines as kutulu_lines
from contests.kutulu.changes import LastTurn
from contests.kutulu.figures import explorer, slasher, wanderer
from contests.kutulu.lines import Minion
from contests.kutulu.referee import FAULT_SCORE, KutuluReferee
from contests.kutulu.walks import walk, worded

CELL = 20.0
AREA = 9.0  # radius of the disc on a cell that an effect reaches
LEGEND = 300.0  # width of the legend before scaling
LEGEND_HEIGHT = 32.0

Draw = Callable[[float, float, float], Iterable[Shape]]  # at x, y, with a size of 1 or below


class KutuluPainter(Painter[KutuluReferee]):
    """Draws a match with 20 units a cell and a legend below. The score of a seat is the explorer's
    sanity.
    """

    units_are_seats = True
    score_name = "sanity"
    table_heads = ("explorer", "sanity", "change", "plans", "lights", "can yell at")

    def __init__(self, referee: KutuluReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        self.maze = referee.maze
        self.grid = Grid(0.0, 0.0, CELL, len(referee.rows[0]), len(referee.rows))
        self.width, self.below = self.grid.corner(self.grid.columns, self.grid.rows)
        self.scale = self.width / LEGEND
        self.height = self.below + LEGEND_HEIGHT * self.scale
        self.last = LastTurn(referee)

    def _at(self, cell: int) -> tuple[float, float]:
        return self.grid.middle(*kutulu_lines.spot(self.maze, cell))

    # ---- the maze

    def background(self) -> Iterator[Shape]:
        yield self.grid.ground("paper")
        for y, row in enumerate(self.referee.rows):
            for walls in re.finditer(f"{WALL}+", row):  # side by side they are one rectangle
                left, top = self.grid.corner(walls.start(), y)
                width = len(walls[0]) * CELL + 0.6
                yield shapes.rectangle(left - 0.3, top - 0.3, width, CELL + 0.6, "dim")
        yield self.grid.ground("paper/50")  # fades the walls
        for (x, y), cell in self.referee.cells.items():
            middle = self._at(cell)
            if self.referee.rows[y][x] == SPAWN:
                yield shapes.circle(*middle, 8.5, "ink/10", "ink/40", 1)
            elif self.referee.rows[y][x] == SHELTER:
                yield self.grid.cell(x, y, 1.0, "good/10", "good", 1.5)
        scale = self.scale
        legend = (
            (10, 0, "wanderer, turns left", wanderer, rules.WANDERING, 9),
            (130, 0, "spawning", wanderer, rules.SPAWNING, 3),
            (10, 1, "slasher", slasher, rules.WANDERING, 0),
            (73, 1, "stalks", slasher, rules.STALKING, 2),
            (132, 1, "rushes", slasher, rules.RUSHING, 0),
            (194, 1, "stunned", slasher, rules.STUNNED, 6),
        )
        for x, line, words, draw, state, timer in legend:
            height = self.below + (8 + 15 * line) * scale
            yield from draw(state, timer, x * scale, height, 0.8 * scale)
            yield shapes.text((x + 11) * scale, height, words, 8.5 * scale, "dim", "left")

    # ---- a turn

    def frame(self) -> Iterator[Shape]:
        self.last.notice()
        yield from self._areas()
        yield from self._lines()
        figures: defaultdict[int, list[Draw]] = defaultdict(list)  # by cell, those in front last
        for minion in self._minions():
            figure = slasher if minion.kind == SLASHER else wanderer
            figures[minion.cell].append(partial(figure, minion.state, minion.timer))
        for who, one in enumerate(self.last.now.players):
            if one.sanity > 0:
                is_spooked = self.last.spooked[who] > 0
                figures[one.cell].append(partial(explorer, who, one.sanity, is_spooked))
            else:
                x, y = self._at(one.cell)
                yield shapes.line(x - 5, y - 5, x + 5, y + 5, f"p{who}/60", 3)
                yield shapes.line(x - 5, y + 5, x + 5, y - 5, f"p{who}/60", 3)
        for cell, draws in figures.items():
            x, y = self._at(cell)
            side = ceil(sqrt(len(draws)))  # figures on one cell stand in rows, each smaller
            size, apart = (1.0, 0.0) if side == 1 else (1.5 / side, 1.15 * CELL / side)
            top = y - (ceil(len(draws) / side) - 1) / 2 * apart
            for index, draw in enumerate(draws):
                across = (index % side - (side - 1) / 2) * apart
                yield from draw(x + across, top + index // side * apart, size)

    def _minions(self) -> list[Minion]:
        return kutulu_lines.minions(self.last.now, self.maze)

    def _discs(self, cell: int, steps: int, colour: str) -> Iterator[Shape]:
        """Draws discs on the cells within so many steps on foot."""
        away = self.maze.cells[cell].steps
        for to in range(self.maze.cell_count):
            if away[to] <= steps:
                yield shapes.circle(*self._at(to), AREA, colour)

    def _areas(self) -> Iterator[Shape]:
        """Draws LIGHTs, PLANs and yells on the cells that they reach, then the shelters' energy."""
        now = self.last.now
        for who, one in enumerate(now.players):
            if one.plan_until > now.turn:
                yield from self._discs(one.cell, rules.PLAN_REACH, f"p{who}/35")
        shines = [one.cell for one in now.players if one.light_until > now.turn]
        for cell in range(self.maze.cell_count):
            if any(self.maze.cells[light].steps[cell] <= rules.LIGHT_REACH for light in shines):
                yield shapes.circle(*self._at(cell), AREA, "warm/35")
        for yeller in {who for who, _ in self.last.yells()}:
            yield from self._discs(now.players[yeller].cell, rules.YELL_REACH, "bad/30")
        for index in range(self.maze.shelters.count):
            energy = now.energy[index]
            if energy > 0:
                x, y = self._at(self.maze.shelters.items[index])
                full = 18 * energy / rules.SHELTER_ENERGY
                yield shapes.rectangle(x - 9, y + 9 - full, 18, full, "good/35")
                yield shapes.text(x, y, str(energy), 10, "ink")

    def _lines(self) -> Iterator[Shape]:
        """Draws lines of minions to targets, of explorers from where they were, of yells."""
        now = self.last.now
        for minion in self._minions():
            target, to = minion.target, -1
            if target >= 0 and now.players[target].sanity > 0:
                to = now.players[target].cell
            colour, width = "ink/15", 1.2
            if minion.slasher is not None:
                colour, width = "bad/50", 1.6
                if minion.state == rules.RUSHING and minion.slasher.memory >= 0:
                    colour, width, to = "bad", 2.5, minion.slasher.memory
            if to >= 0 and to != minion.cell:
                yield shapes.line(*self._at(minion.cell), *self._at(to), colour, width)
        for who in range(PLAYERS):
            old, new = self.last.before.players[who].cell, now.players[who].cell
            if old != new and now.players[who].sanity > 0:
                yield shapes.line(*self._at(old), *self._at(new), f"p{who}/60", 5)
        for who, victim in self.last.yells():
            start, end = (self._at(now.players[one].cell) for one in (who, victim))
            yield shapes.line(*start, *end, "bad", 3)
            yield shapes.circle(*end, 11, "", "bad", 2)

    def table(self) -> list[list[str]]:
        """Returns a row for each explorer."""
        self.last.notice()
        return [self._row(who) for who in range(PLAYERS)]

    def _row(self, who: int) -> list[str]:
        now = self.last.now
        one, name = now.players[who], f"{who}: {shapes.clipped(self.names[who], LETTERS)}"
        if one.sanity == 0:
            score = "fault" if one.score == FAULT_SCORE else f"score {one.score}"
            return [name, "out", score, "", "", ""]
        change = one.sanity - self.last.before.players[who].sanity
        living = [other for other in range(PLAYERS) if now.players[other].sanity > 0]
        left = [other for other in living if other != who and not one.yelled_at[other]]
        yell = "stuck" if one.stuck_until > now.turn else " ".join(map(str, left))
        counts = map(str, (one.plans, one.lights))
        return [name, str(one.sanity), f"{change:+}" if change else "", *counts, yell]

    # ---- thoughts, scores and events

    def worded(self, thought: Thought) -> Thought:
        world = self.referee.world
        return thought._replace(units=[worded(world, self.maze, one) for one in thought.units])

    def ghosts(self, seat: int, thought: Thought) -> Iterator[Shape]:
        """Yields the expected walks of the explorers: the bot's own in long dashes, the others' in
        dots.
        """
        for unit in thought.units:
            if unit.number >= PLAYERS:
                continue
            off = 2.4 * (unit.number - 1.5)  # walks through one cell stay apart
            cells = walk(self.referee.world, self.maze, unit)
            way = [(x + off, y + off) for x, y in map(self._at, cells)]
            is_own = unit.number == seat
            colour = f"p{unit.number}" if is_own else f"p{unit.number}/75"
            width, dash, radius = (2.6, 6.0, 5.0) if is_own else (1.5, 2.5, 3.0)
            if len(set(cells)) > 1:
                yield shapes.dashes(way, colour, width, dash)
                yield shapes.circle(*way[-1], radius, "", colour, width)

    def scores(self) -> list[float]:
        return [float(self.referee.world.players[who].sanity) for who in range(PLAYERS)]

    def events(self) -> Iterator[tuple[int, str]]:
        self.last.notice()
        yield from self.last.events()
