"""The referee of SnakeByte. The rules are the bot's own module."""

import re
from functools import partial
from typing import Any, Self

from bots.snakebyte import rules
from bots.snakebyte.protocol import WAYS, Place, fault, lay, put
from bots.snakebyte.rules import AHEAD, PLAYERS, SOURCE, column, facing, part, row
from botsmith.referees.answers import int32, matched, split
from botsmith.referees.base import Limits, Lines, Referee, Result, with_count
from botsmith.referees.sha1prng import Sha1Prng
from contests.snakebyte.maps import Map

LEGEND = 4  # the league
ORDERS = 30  # that are read of a line
PIECE = re.compile(
    rf"WAIT|MARK (\d+) (\d+)|(\d+) ({'|'.join(WAYS)})(?: [^;]*)?", re.IGNORECASE | re.ASCII
)


class SnakebyteReferee(Referee):
    """The referee of one match. A bad or missing answer puts a player out and makes the turn the
    last one.
    """

    game = "snakebyte"
    player_counts = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=50.0)
    parameters = ("league",)
    score_parts = ("parts", "losses")
    margin = "parts"

    def __init__(self, config: dict[str, Any], players: int | None) -> None:
        super().__init__({"league": LEGEND, **config}, players)
        self.value("league", int)
        self.rows, self.sources = self.value("rows", list[str]), self.value("apples", list[Place])
        first, second = self.value("snakes", tuple[list[list[Place]], list[list[Place]]])
        self.each, bodies = len(first), dict(enumerate(first + second))
        trouble = fault(self.rows, self.each, self.sources, bodies)
        if trouble or len(first) != len(second):
            raise self.refuse(trouble or f"as many snakes of each, got {len(first + second)}")
        self.board, self.now = rules.Board(), rules.State()
        lay(self.board, self.rows, self.each, self.sources)
        put(self.board, self.now, self.sources, bodies)
        rules.enter(self.board, self.now)

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None, league: int = LEGEND) -> Self:
        """Returns a match on the map that the site makes of the seed."""
        dice = Sha1Prng(seed)
        made = Map(dice, league)
        size = {"width": made.width, "height": made.height, "rows": made.rows(made.walls)}
        things = {"apples": made.sources, "snakes": made.snakes, "draw_after": dice.next_int32()}
        return cls({"league": league, **size, **things}, players)

    @property
    def over(self) -> bool:
        return bool(self.out) or (self.now.turn > 0 and rules.has_ended(self.board, self.now))

    def seats(self) -> list[int]:
        return [] if self.over else [*range(PLAYERS)]

    def init_inputs(self, seat: int) -> Lines:
        ids, first = [*range(2 * self.each)], seat * self.each
        size = len(self.rows[0]), len(self.rows)
        return [*map(str, (seat, *size, *self.rows, self.each, *ids[first:], *ids[:first]))]

    def lying(self) -> list[Place]:
        """Returns the sources that are not eaten, in their order."""
        return [at for what, at in enumerate(self.sources, SOURCE) if self.now.solid[what]]

    def bodies(self) -> dict[int, str]:
        """Returns the parts of each living snake, head first, in the form of the lines."""
        cells = [[part(one, at) for at in range(one.length)] for one in self.now.snakes]
        words = [":".join(f"{column(cell)},{row(cell)}" for cell in body) for body in cells]
        return {number: body for number, body in enumerate(words) if body}

    def inputs(self, seat: int) -> Lines:
        snakes = [f"{number} {body}" for number, body in self.bodies().items()]
        return with_count([f"{x} {y}" for x, y in self.lying()]) + with_count(snakes)

    def read_orders(self, seat: int, orders: list[int], line: str) -> None:
        """Adds a seat's orders by snake, up to the first bad part of the line. A refused order has
        no effect.
        """
        for piece in split(line, ";")[:ORDERS]:
            found = matched(piece, PIECE, "orders like '0 UP;1 LEFT' or WAIT")
            number, *_ = [int32(digits) for digits in found.groups()[:3] if digits] or [AHEAD]
            if found[4] and number // self.each == seat and orders[number] == AHEAD:
                way, snake = WAYS.index(found[4].upper()), self.now.snakes[number]
                if snake.length and way != facing(snake) ^ 2:
                    orders[number] = way

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        orders = [AHEAD] * rules.SNAKES
        for seat in range(PLAYERS):
            self.judge(seat, outputs.get(seat, []), partial(self.read_orders, seat, orders))
        rules.play(self.board, self.now, orders)

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns the number of parts of each player's snakes, and its losses, which decide a
        tie.
        """
        each = len(config["snakes"][0])
        parts = [0.0] * PLAYERS
        for number, body in state["snakes"].items():
            parts[int(number) // each] += body.count(":") + 1
        return {"parts": parts, "losses": [*map(float, state["losses"])]}

    def state(self) -> Any:
        return {
            "apples": [[*place] for place in self.lying()],
            "snakes": {str(number): body for number, body in self.bodies().items()},
            "losses": self.now.losses[:],
            "active": [int(seat not in self.out) for seat in range(PLAYERS)],
        }

    def result(self) -> Result:
        self.expect_over(True)
        parts = [rules.count_parts(self.board, self.now, seat) for seat in range(PLAYERS)]
        scores = [-1 if seat in self.out else parts[seat] for seat in range(PLAYERS)]
        if not self.out and parts[0] == parts[1]:
            scores = [part - lost for part, lost in zip(parts, self.now.losses, strict=True)]
        end = "turn limit" if all(parts) else "no snakes"
        end = "no power sources" if self.now.left == 0 else end
        return Result.of(scores, "stopped" if self.out else end)
