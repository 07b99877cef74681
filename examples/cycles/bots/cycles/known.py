"""Puts the lines of a match of Cycles into its state."""

from bots.cycles import rules
from bots.cycles.protocol import ORDERS, Start, Turn
from bots.cycles.rules import PLAYERS, ROWS_EACH, SIZES, make_state
from common.rows import Rows
from common.stdio import LineReader, UnreadableInput


def is_inside(x: int, y: int) -> bool:
    return 0 <= x < rules.WIDTH and 0 <= y < rules.HEIGHT


def cell_at(x: int, y: int) -> int:
    return y * rules.WIDTH + x


class Known(Rows):
    """Follows a match. state: the match as its lines report it."""

    def __init__(self) -> None:
        super().__init__(ORDERS, SIZES, ROWS_EACH, 1)
        self.state = make_state(PLAYERS)

    def read_start(self, reader: LineReader) -> None:
        self.start = Start(reader)
        self.state = make_state(0)  # until the first turn says how many ride
        self.state.turn = -1

    def read_turn(self, reader: LineReader) -> None:
        self.is_first = self.state.turn < 0
        turn, state = Turn(reader, self.start), self.state
        riders = [(row.x0, row.y0, row.x1, row.y1) for row in turn.players]
        if not (2 <= len(riders) <= rules.PLAYERS and 0 <= turn.me < len(riders)):
            raise UnreadableInput(f"line {reader.number}: no rider {turn.me} of {len(riders)} here")
        if any(row[0] >= 0 and not all(map(is_inside, row[::2], row[1::2])) for row in riders):
            raise UnreadableInput(f"line {reader.number}: a rider beyond the edge: {riders}")
        self.me = state.player = turn.me
        state.players = len(riders)
        state.turn += len(riders)
        for player, (x0, y0, x1, y1) in enumerate(riders):
            if x0 >= 0:
                rules.enter(state, player, cell_at(x0, y0))
                rules.enter(state, player, cell_at(x1, y1))
            elif not state.is_out[player]:
                rules.fall(state, player)
        self.own = [self.me]

    def fallback(self) -> list[str]:
        moves, weights = [0] * rules.MOVES, [0] * rules.MOVES
        rules.list_moves(self.state, self.me, moves, weights)
        return self.lines(moves[:1])
