"""Barrage Stratego: draws lakes, the true pieces, the rival's knowledge of them, moves and
battles.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import atan2
from typing import Any

from bots.stratego import rules
from bots.stratego.protocol import NAMES
from bots.stratego.rules import Game
from botsmith.replay import shapes
from botsmith.replay.grid import Grid
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import Thought
from contests.stratego.lines import living
from contests.stratego.referee import StrategoReferee

LEFT, TOP, CELL = 56.0, 146.0, 92.0  # the board's corner, and the side of a cell
SIDE = rules.SIZE * CELL
GRID = Grid(LEFT, TOP, CELL, rules.SIZE, rules.SIZE)
middle = GRID.middle  # of a cell x, y
TRAYS = (10.0, TOP + SIDE + 14)  # y of each side's tray
TRAY_HEIGHT = 84.0
NEWS = TOP + SIDE + 124  # y of what happened last
INSET = 6.0  # between the rim of a cell and its piece
NAME_LETTERS = 12  # shown of a player's name
LINE_SHOWN = 5  # expected moves
MOVE = re.compile(r"\S+ ([0-9]),([0-9]) ([0-9]),([0-9])")
PLACE = re.compile(r"([0-9]),([0-9])")
LETTERS = 3  # letters shown of a rank's name
LEGEND = "full: known to the rival \u00b7 pale: hidden \u00b7 dot: has moved"


class StrategoPainter(Painter[StrategoReferee]):
    """Draws a match on 1000 x 1250. It shows all ranks: full tiles are known to the rival, pale
    tiles are not.

    The score of a seat is the number of its pieces left.
    """

    width = 1_000.0
    height = 1_250.0
    score_name = "pieces left"

    def __init__(self, referee: StrategoReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        self.turn = 0  # the turn after the last battle in `events`

    @property
    def position(self) -> Game:
        return self.referee.position

    def background(self) -> Iterator[Shape]:
        yield GRID.ground("good/16", "dim", 4)
        yield from GRID.lines("dim/35", 2)
        for x, y in product(rules.LAKES, rules.LAKE_ROWS):
            left, top = GRID.corner(x, y)
            yield GRID.cell(x, y, 0, "cool/45")
            for height in (30, 60):
                wave = [(left + 14 + 12 * n, top + height + (5, -5)[n % 2]) for n in range(6)]
                yield shapes.path(wave, "paper/60", 4)
        for number in range(rules.SIZE):
            across, down = middle(number, number)
            yield shapes.text(across, TOP - 24, str(number), 26, "dim")
            yield shapes.text(LEFT - 28, down, str(number), 26, "dim")

    def frame(self) -> Iterator[Shape]:
        move, battle = self.referee.last_news["LastMove"], self.referee.last_news["BattleResult"]
        if move is not None:
            start, target = point(move["From"]), point(move["To"])
            for place in (start, target):
                yield GRID.cell(*place, 0, "warm/40")
            yield shapes.line(*middle(*start), *middle(*target), "warm", 10)
        for piece in range(rules.PIECES):
            cell = self.position.cell[piece]
            if cell:
                yield from self._piece(piece, *rules.place_of(cell))
        if move is not None:
            yield GRID.cell(*target, 2, "", "warm", 8)
        if battle is not None:
            x, y = middle(*point(battle["Position"]))
            yield shapes.circle(x, y, CELL * 0.62, "", "bad", 8)
            if battle["Winner"] is None:
                yield shapes.text(x, y, "\u00d7", 80, "bad")
        for seat in range(rules.PLAYERS):
            yield from self._tray(seat)
        if self.referee.over:
            yield shapes.text(500, NEWS + 36, self.referee.end, 28, "ink")
        else:
            yield shapes.text(500, NEWS + 36, LEGEND, 26, "dim")
        if battle is not None:
            attacker, defender = battle["Attacker"], battle["Defender"]
            words = f"{attacker['Rank']} attacks {defender['Rank']}: {outcome(battle, self.names)}"
            yield shapes.text(500, NEWS, words, 28, "ink")

    def _piece(self, piece: int, column: int, row: int) -> Iterator[Shape]:
        """Draws a living piece in its owner's colour."""
        x, y = middle(column, row)
        game = self.position
        colour = f"p{piece // rules.EACH}"
        is_known = game.is_shown[piece]
        yield GRID.cell(column, row, INSET, "paper")
        yield GRID.cell(column, row, INSET, colour if is_known else f"{colour}/22", colour, 4)
        name = NAMES[game.rank[piece]][:LETTERS]
        yield shapes.text(x, y + 1, name, 31, "paper" if is_known else "ink")
        if game.has_moved[piece]:
            dot = "paper" if is_known else colour
            yield shapes.circle(x + 28, y - 28, 6, dot)

    def _tray(self, seat: int) -> Iterator[Shape]:
        """Draws all pieces of a side, lost ones struck out, and a mark if it is to move."""
        game, top = self.position, TRAYS[seat]
        is_next = not self.referee.over and game.to_move == seat
        rim, width = (f"p{seat}", 5) if is_next else (f"p{seat}/30", 2)
        yield shapes.rectangle(LEFT, top, SIDE, TRAY_HEIGHT, f"p{seat}/14", rim, width)
        lost = 0
        own = range(seat * rules.EACH, (seat + 1) * rules.EACH) if self.referee.is_open else ()
        strongest = sorted(own, key=lambda piece: rules.SUPPLY.index(game.rank[piece]))
        for place, piece in enumerate(strongest):
            x, y = LEFT + SIDE - 40 - 70 * (rules.EACH - 1 - place), top + TRAY_HEIGHT / 2
            is_lost = game.cell[piece] == 0
            lost += is_lost
            name = NAMES[game.rank[piece]][:LETTERS]
            yield shapes.text(x, y + 1, name, 26, "dim" if is_lost else f"p{seat}")
            if is_lost:
                yield shapes.line(x - 24, y + 20, x + 24, y - 20, "bad", 5)
        words = shapes.clipped(self.names[seat], NAME_LETTERS)
        if self.referee.over:
            words += " wins" if self.referee.winner == seat else ""
        elif is_next:
            words += " to move"
        y = top + TRAY_HEIGHT / 2
        yield shapes.text(LEFT + 18, y - 18, words, 26, "ink", "left")
        count = f"{rules.EACH - lost} left, {lost} lost"
        yield shapes.text(LEFT + 18, y + 20, count, 26, "dim", "left")

    def reading(self, seat: int) -> list[str]:
        """Returns the seat's line, with the pieces as x, y, owner, rank instead of a hundred
        cells.
        """
        (line,) = self.referee.inputs(seat)
        state = json.loads(line)
        pieces = [
            f"{cell['Coordinate']['X']} {cell['Coordinate']['Y']} {cell['Owner']} {cell['Rank']}"
            for cell in state.pop("Board")
            if cell["Owner"] is not None
        ]
        rest = [f"{key}: {json.dumps(value)}" for key, value in state.items()]
        return [*rest, "Board, pieces as x y owner rank:", *pieces]

    def ghosts(self, seat: int, thought: Thought) -> Iterator[Shape]:
        """Yields the bot's beliefs about hidden pieces, and the moves that it expected,
        numbered.
        """
        for place, words in thought.beliefs.items():
            found = PLACE.fullmatch(place)
            if found:
                x, y = middle(int(found[1]), int(found[2]))
                rank, _, percent = shapes.clipped(words, 16).partition(" ")
                said = f"{rank[:LETTERS]}? {percent.removesuffix(' %')}"
                yield shapes.rectangle(x - 44, y + 17, 88, 25, "paper/88", f"p{seat}", 2)
                yield shapes.text(x, y + 30, said, 19, f"p{seat}")
        for number, words in enumerate(thought.units[0].line[1 : LINE_SHOWN + 1], 1):
            found = MOVE.fullmatch(words)
            if found:
                start, end = (middle(int(found[at]), int(found[at + 1])) for at in (1, 3))
                yield from arrow(start, end, f"p{(seat + number) % rules.PLAYERS}", str(number))

    def scores(self) -> list[float]:
        owners = [piece // rules.EACH for piece in living(self.position)]
        return [float(owners.count(seat)) for seat in range(rules.PLAYERS)]

    def events(self) -> list[tuple[int | None, str]]:
        battle = self.referee.last_news["BattleResult"]
        if battle is None or self.position.turn == self.turn:
            return []
        self.turn = self.position.turn
        attacker, defender = battle["Attacker"], battle["Defender"]
        x, y = point(battle["Position"])
        end = outcome(battle, self.names)
        words = f"{attacker['Rank']} attacks {defender['Rank']} at {x} {y}: {end}"
        return [(attacker["Player"], words)]


def point(coordinate: dict[str, int]) -> tuple[int, int]:
    """Returns x and y of a coordinate in the form of the input."""
    return coordinate["X"], coordinate["Y"]


def outcome(battle: dict[str, Any], names: Sequence[str]) -> str:
    """Returns the losses in a BattleResult, in words. names: the players' names"""
    if battle["Winner"] is None:
        return "both fall"
    is_won = battle["Winner"] == battle["Attacker"]["Player"]
    loser = battle["Defender" if is_won else "Attacker"]
    name = shapes.clipped(names[loser["Player"]], NAME_LETTERS)
    return f"{name} loses the {loser['Rank']}"


def arrow(
    start: tuple[float, float], end: tuple[float, float], colour: str, words: str
) -> Iterator[Shape]:
    """Draws a dashed line with a head at its end, and words beside its middle."""
    way = atan2(end[1] - start[1], end[0] - start[0])
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    yield shapes.dashes([start, end], colour, 6, 14)
    yield shapes.polygon([end, *shapes.barbs(*end, way, 22, 0.5)], colour)
    yield shapes.circle(x, y, 15, "paper", colour, 3)
    yield shapes.text(x, y + 1, words, 22, colour)
