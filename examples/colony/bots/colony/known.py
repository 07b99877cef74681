"""Puts the lines of a match of Colony into its state."""

from collections.abc import Iterator

from bots.colony.protocol import ORDERS, Start, Turn
from bots.colony.rules import PLAYERS, ROWS_EACH, SIZES, UNITS_EACH, make_state
from common.rows import Rows
from common.stdio import LineReader, UnreadableInput


class Known(Rows):
    """Follows a match. state: the match as its lines report it."""

    def __init__(self) -> None:
        super().__init__(ORDERS, SIZES, ROWS_EACH, UNITS_EACH)
        self.state = make_state(PLAYERS)

    def read_start(self, reader: LineReader) -> None:
        self.start = Start(reader)
        self.slots = {}
        self.me = self.start.my_id
        if not 0 <= self.me < PLAYERS:
            raise UnreadableInput(f"line {reader.number}: no player {self.me} here")
        self.state = make_state(PLAYERS)
        self.state.turn = -1

    def read_turn(self, reader: LineReader) -> None:
        self.is_first = self.state.turn < 0
        self.turn = Turn(reader, self.start)
        self.owed = self.turn.order_count
        self.state.turn += 1
        self.state.stock[self.me] = self.turn.my_stock
        self.state.stock[1 - self.me] = self.turn.rival_stock
        self.state.food[:] = [food for line in self.turn.foods for food in line]
        if self.is_first:
            self.state.rich[:] = self.state.food
        self.read_beetles()

    def read_beetles(self) -> None:
        """Puts the reported beetles into the state, and the own rows into `own`."""
        for one in self.state.beetles:
            one.is_alive = False
        placed = self.placed(self.reported_units(), self.state.turn, "beetles")
        for row, values in placed:
            beetle = self.state.beetles[row]
            beetle.is_alive = True
            beetle.x, beetle.y = values
        self.own = [row for row, _ in placed if row // ROWS_EACH == self.me]

    def reported_units(self) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Yields player, id and numbers of each beetle in a turn."""
        for row in self.turn.beetles:
            player = row.owner
            if 0 <= player < PLAYERS:
                yield player, row.beetle_id, (row.x, row.y)
