"""Referees matches of Colony, by the bot's own module of rules."""

from collections.abc import Sequence
from typing import Any, ClassVar

from bots.colony.protocol import ORDERS
from bots.colony.rules import (
    CELLS,
    HEIGHT,
    PLAYERS,
    ROWS,
    ROWS_EACH,
    SIZES,
    UNITS_EACH,
    WIDTH,
    end_turn,
    give,
    has_ended,
    make_state,
    put_out,
    score,
    side_of,
)
from botsmith.errors import BadInput
from botsmith.referees.base import Limits, Lines, Referee, Result
from botsmith.referees.orders import read_order
from contests.colony.lines import beetle_line, start_lines, turn_lines


class ColonyReferee(Referee):
    """Plays one match. A wrong or missing answer puts a player out."""

    game = "colony"
    player_counts: ClassVar[Sequence[int]] = tuple(range(2, PLAYERS + 1))
    limits = Limits(first_ms=1000.0, turn_ms=50.0)

    def __init__(self, config: dict[str, Any], seed: str, players: int) -> None:
        super().__init__(config, players)
        self.seed: int = config["seed"]
        self.now = make_state(players, self.seed)

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "ColonyReferee":
        """Returns a match. What the seed decides stands in the config, which a record stores."""
        return cls.from_config({"seed": seed}, str(seed), players or 2)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "ColonyReferee":
        if not seed.removeprefix("-").isdecimal():
            raise BadInput(f"colony: expected a whole number as seed, got {seed[:60]!r}")
        if type(config.get("seed")) is not int:
            raise cls.refuse(f"seed, a whole number, got {config.get('seed')!r:.60}")
        return cls(config, seed, players)

    @property
    def over(self) -> bool:
        return has_ended(self.now) or not self.seats()

    def rows(self, seat: int) -> list[int]:
        """Returns the seat's rows that get an order in this turn."""
        return [row for row in range(ROWS) if side_of(self.now, row) == seat]

    def own(self, seat: int) -> list[int]:
        """Returns the rows of the seat's beetles in play."""
        first = seat * ROWS_EACH
        rows = range(first, first + UNITS_EACH)
        return [row for row in rows if self.now.beetles[row].is_alive]

    def shown(self, seat: int) -> list[tuple[int, int, int]]:
        """Returns the beetles that a seat sees: player and id as it sees them, and row.

        With fog leave out those that the seat does not see; its lines and the test follow.
        """
        found = []
        for place in range(self.players):
            player = place
            found += [(place, row, row) for row in self.own(player)]
        return found

    def seats(self) -> list[int]:
        return [seat for seat in range(self.players) if self.rows(seat)]

    def init_inputs(self, seat: int) -> Lines:
        return start_lines(width=WIDTH, height=HEIGHT, my_id=seat)

    def inputs(self, seat: int) -> Lines:
        return turn_lines(
            my_stock=self.now.stock[seat],
            rival_stock=self.now.stock[1 - seat],
            foods=[[*self.now.food[at : at + WIDTH]] for at in range(0, CELLS, WIDTH)],
            beetles=self.beetle_rows(seat),
            order_count=len(self.own(seat)),
        )

    def beetle_rows(self, seat: int) -> Lines:
        """Returns the lines about the beetles that a seat reads in a turn."""
        return [
            beetle_line(id_, player, beetle.x, beetle.y)
            for player, id_, number in self.shown(seat)
            for beetle in [self.now.beetles[number]]
        ]

    def reply_lines(self, seat: int) -> int:
        return len(self.own(seat))

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        orders: dict[int, int] = {}
        for seat in self.seats():
            orders |= self.orders_of(seat, outputs.get(seat, []))
        for row in range(ROWS):
            seat = side_of(self.now, row)
            if seat >= 0:
                give(self.now, row, orders.get(row, 0))
        end_turn(self.now)

    def orders_of(self, seat: int, lines: Lines) -> dict[int, int]:
        """Returns the moves of the seat's rows, none for lines that cannot be read: they put it
        out.
        """
        if not lines:
            self.put_out(seat, "")
            return {}
        ids = {id_: row for _, id_, row in self.shown(seat) if row // ROWS_EACH == seat}
        units = list(ids.values())
        found: dict[int, int] = {}
        for text in lines:
            try:
                move, id_ = read_order(ORDERS, SIZES, text)
            except ValueError as error:
                self.put_out(seat, str(error))
                return {}
            rows = [ids.get(id_, -1)] if id_ >= 0 else units
            row = next((one for one in rows if one >= 0 and one not in found), -1)
            if row >= 0:
                found[row] = move
            elif id_ >= 0:
                self.put_out(seat, f"{text[:60]!r} names no row of yours that has no order yet")
                return {}
        missing = [id_ for id_, row in ids.items() if row not in found]
        if missing:
            self.put_out(seat, f"no order for beetle {missing[0]}, got {' / '.join(lines)[:60]!r}")
            return {}
        return found

    def put_out(self, seat: int, reason: str) -> None:
        """Puts a seat out that answered nothing or something else than it may; reason: what it
        said.
        """
        put_out(self.now, seat)
        self.out[seat] = reason

    def state(self) -> Any:
        rows = [[row, one.x, one.y] for row, one in enumerate(self.now.beetles) if one.is_alive]
        stock, food = [*self.now.stock], [*self.now.food]
        return {"stock": stock, "food": food, "beetles": rows, "out": sorted(self.out)}

    def scores(self) -> list[int]:
        return [score(self.now, seat) for seat in range(self.players)]

    def result(self) -> Result:
        self.expect_over(True)
        scores = [-1 if seat in self.out else one for seat, one in enumerate(self.scores())]
        return Result.of(scores, "points" if not self.out else "stopped")
