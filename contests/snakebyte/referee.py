"""The referee of SnakeByte. The rules are the bot's own module."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from bots.snakebyte import rules
from bots.snakebyte.protocol import WAYS, fault, lay, put
from bots.snakebyte.rules import PLAYERS, SOURCE, column, facing, part, row
from botsmith.errors import BadInput
from botsmith.referees.base import Limits, Lines, Match, Referee, Result, ranks_of
from botsmith.referees.sha1prng import Sha1Prng
from contests.snakebyte.maps import Map

LEGEND = 4  # the league
ORDERS = 30  # that are read of a line
NUMBER = "0*([0-9]{1,10})"
PIECE = re.compile(
    rf"WAIT|MARK {NUMBER} {NUMBER}|{NUMBER} ({'|'.join(WAYS)})(?: [^;]*)?", re.IGNORECASE | re.ASCII
)


class SnakebyteReferee(Referee):
    """One match. A bad or missing answer puts a player out, and the turn is the last one."""

    game = "snakebyte"
    player_counts: ClassVar[Sequence[int]] = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=50.0)

    def __init__(self, config: dict[str, Any], players: int | None) -> None:
        super().__init__(config, players)
        trouble = "rows, apples [x, y], snakes: two lists of bodies [[x, y], ...]"
        try:
            first, second = config["snakes"]
            cells = [[(x, y) for x, y in one] for one in (config["apples"], *first, *second)]
            self.rows, self.each = [*map(str, config["rows"])], len(first)
            self.sources, bodies = cells[0], dict(enumerate(cells[1:]))
            known = [config.get("league", LEGEND), *(n for one in cells for at in one for n in at)]
            if len(first) == len(second) and {*map(type, known)} == {int}:
                trouble = fault(self.rows, self.each, self.sources, bodies)
        except (KeyError, TypeError, ValueError):
            trouble = f"{trouble}, got {config!r:.200}"
        if trouble:
            raise BadInput(f"snakebyte config: expected {trouble}")
        self.board, self.now = rules.Board(), rules.State()
        lay(self.board, self.rows, self.each, self.sources)
        put(self.board, self.now, self.sources, bodies)
        rules.enter(self.board, self.now)

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None, league: int = LEGEND) -> Self:
        """Returns a match on the map that the site makes of the seed."""
        dice = Sha1Prng(seed)
        made = Map(dice, league)
        config = {
            "league": league,
            "width": made.width,
            "height": made.height,
            "rows": made.rows(),
            "apples": [[*place] for place in made.sources],
            "snakes": [[[[*place] for place in one] for one in team] for team in made.snakes],
            "draw_after": dice.next_int32(),
        }
        return cls(config, players)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> Self:
        return cls(config, players)

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        """Returns referees of the record's league."""
        made = super().rebuild(match)
        if (league := match.config.get("league", LEGEND)) != LEGEND:
            made["seed"] = cls.from_seed(int(match.seed), match.players, league)
        return made

    @property
    def over(self) -> bool:
        return bool(self.out) or (self.now.turn > 0 and rules.has_ended(self.board, self.now))

    def seats(self) -> list[int]:
        return [] if self.over else [*range(PLAYERS)]

    def init_inputs(self, seat: int) -> Lines:
        ids, first = [*range(2 * self.each)], seat * self.each
        size = len(self.rows[0]), len(self.rows)
        return [*map(str, (seat, *size, *self.rows, self.each, *ids[first:], *ids[:first]))]

    def lying(self) -> list[tuple[int, int]]:
        """Returns the sources that are left, in their order."""
        return [at for what, at in enumerate(self.sources, SOURCE) if self.now.solid[what]]

    def bodies(self) -> dict[int, str]:
        """Returns the parts of each living snake, head first, as the lines have them."""
        bodies = {}
        for number, snake in enumerate(self.now.snakes):
            cells = [part(snake, place) for place in range(snake.length)]
            if cells:
                bodies[number] = ":".join(f"{column(cell)},{row(cell)}" for cell in cells)
        return bodies

    def inputs(self, seat: int) -> Lines:
        sources = [f"{x} {y}" for x, y in self.lying()]
        snakes = [f"{number} {body}" for number, body in self.bodies().items()]
        return [f"{len(sources)}", *sources, f"{len(snakes)}", *snakes]

    def read_orders(self, seat: int, line: str) -> tuple[list[int], str]:
        """Returns the orders of all snakes by a seat's line, and the bad piece that ends it, or "".

        A piece that is refused has no effect.
        """
        orders = [rules.AHEAD] * rules.SNAKES
        text = line.rstrip(";")
        for piece in text.split(";")[:ORDERS] if text or not line else []:
            found = PIECE.fullmatch(piece)
            if not found or any(int(word or 0) >> 31 for word in found.groups()[:3]):
                return orders, repr(piece[:60])
            number = int(found[3] or rules.SNAKES)
            if number // self.each == seat and orders[number] == rules.AHEAD:
                way, snake = WAYS.index(found[4].upper()), self.now.snakes[number]
                if snake.length and way != facing(snake) ^ 2:
                    orders[number] = way
        return orders, ""

    def apply(self, outputs: dict[int, Lines]) -> None:
        if self.over:
            raise RuntimeError("the match is over")
        told = []
        for seat in range(PLAYERS):
            lines = outputs.get(seat, [])
            orders, bad = self.read_orders(seat, lines[0] if lines else ";")
            told.append(orders)
            if bad or not lines:
                self.out[seat] = bad and f"expected orders like '0 UP;1 LEFT' or WAIT, got {bad}"
        rules.play(self.board, self.now, [*map(max, *told)])  # AHEAD is less than any way

    def state(self) -> Any:
        return {
            "apples": [[*place] for place in self.lying()],
            "snakes": {str(number): body for number, body in self.bodies().items()},
            "losses": self.now.losses[:],
            "active": [int(seat not in self.out) for seat in range(PLAYERS)],
        }

    def result(self) -> Result:
        if not self.over:
            raise RuntimeError("the match is not over")
        parts = [rules.count_parts(self.board, self.now, seat) for seat in range(PLAYERS)]
        scores = [-1 if seat in self.out else parts[seat] for seat in range(PLAYERS)]
        if not self.out and parts[0] == parts[1]:
            scores = [part - lost for part, lost in zip(parts, self.now.losses, strict=True)]
        end = "turn limit" if all(parts) else "no snakes"
        end = "no power sources" if self.now.left == 0 else end
        return Result([*map(float, scores)], ranks_of(scores), "stopped" if self.out else end)
