"""What the lines tell of a match of Colony; and moves as an answer's lines."""

from collections.abc import Iterator, Sequence

from bots.colony.protocol import ORDERS, Start, Turn, answer_lines
from bots.colony.rules import PLAYERS, ROWS_EACH, SIZES, UNITS_EACH, make_state
from common.orders import order_text
from common.stdio import LineReader, UnreadableInput, report


class Known:
    """Follows a match.

    me, state: the own seat, and what is known of the match
    is_first: True in its first turn
    own, owed: the own rows that get an order, and the answer's lines
    rows, ids: of the reported beetles, by player and id, and by row
    """

    def __init__(self) -> None:
        self.me = 0
        self.owed = 1
        self.is_first = True
        self.own = list(range(ROWS_EACH))  # to warm up
        self.state = make_state(PLAYERS)
        self.rows: dict[tuple[int, int], int] = {}
        self.ids: dict[int, int] = {}

    def read_start(self, reader: LineReader) -> None:
        self.start = Start(reader)
        self.rows = {}
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
        self.own = self.read_beetles()

    def read_beetles(self) -> list[int]:
        """Puts the reported beetles into the state, and returns the rows of the own ones."""
        own = []
        surplus = 0
        for one in self.state.beetles:
            one.is_alive = False
        found = list(self.reported_units())
        keys = {(player, id_) for player, id_, _ in found}
        self.rows = {key: row for key, row in self.rows.items() if key in keys and row >= 0}
        for player, id_, values in found:
            row = self.row_of(player, id_)
            if row < 0:
                surplus += 1
                continue
            self.ids[row] = id_
            beetle = self.state.beetles[row]
            beetle.is_alive = True
            beetle.x, beetle.y = values
            if player == self.me:
                own.append(row)
        if surplus:
            report(
                f"turn {self.state.turn}: {surplus} beetles left out; UNITS_EACH is {UNITS_EACH}"
            )
        return own

    def reported_units(self) -> Iterator[tuple[int, int, tuple[int, int]]]:
        """Yields player, id and numbers of each beetle in a turn."""
        for row in self.turn.beetles:
            player = row.owner
            if 0 <= player < PLAYERS:
                yield player, row.beetle_id, (row.x, row.y)

    def row_of(self, owner: int, id_: int) -> int:
        """Returns the row of a beetle: a new one gets the first free one, -1 if all are taken."""
        rows = range(owner * ROWS_EACH, owner * ROWS_EACH + UNITS_EACH)
        free = min({*rows}.difference(self.rows.values()), default=-1)
        return self.rows.setdefault((owner, id_), free)

    def word(self, row: int, move: int) -> str:
        """Returns an own row's order, as an answer says it; - for none."""
        return "-" if move < 0 else order_text(ORDERS, SIZES, move, self.ids.get(row, row))

    def lines(self, moves: Sequence[int]) -> list[str]:
        """Returns the answer that gives each of the own rows its move."""
        words = [self.word(row, move) for row, move in zip(self.own, moves, strict=True)]
        return answer_lines(words, self.word(0, 0), self.owed)

    def fallback(self) -> list[str]:
        return self.lines([0] * len(self.own))
