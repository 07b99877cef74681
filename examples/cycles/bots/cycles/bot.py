"""The Cycles bot: follows the game from the lines, and turns a move into lines."""

from typing import Any

from bots.cycles import rules
from bots.cycles.protocol import ANSWERS, Start, Turn
from common.engine import AnyMemory, Engines
from common.loop import Searcher
from common.stdio import LineReader, UnreadableInput


def is_inside(x: int, y: int) -> bool:
    return 0 <= x < rules.WIDTH and 0 <= y < rules.HEIGHT


def cell_at(x: int, y: int) -> int:
    return y * rules.WIDTH + x


class CyclesBot(Searcher[AnyMemory]):
    """me: the own seat. state: what is known of the game."""

    turn_ms = 100.0

    def __init__(self, params: Any, engines: Engines[AnyMemory]) -> None:
        super().__init__(params, engines)
        self.me = 0
        self.state = rules.make_state(rules.PLAYERS)

    def read_start(self, reader: LineReader) -> None:
        self.start = Start(reader)
        self.state = rules.make_state(0)  # until the first turn tells how many ride

    def read_turn(self, reader: LineReader) -> None:
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

    def fallback(self) -> list[str]:
        """The first way to a free cell."""
        moves = [0] * rules.MOVES
        rules.list_moves(self.state, self.me, moves)
        return self.lines(moves[0])

    def lines(self, move: int) -> list[str]:
        """An answer."""
        return ANSWERS[move].split("\n")
