"""Cycles: reads its lines, and plays `far`, which rides in the direction with most free cells."""

from collections.abc import Callable
from random import Random

from bots.cycles.protocol import ORDERS, Start, Turn
from bots.cycles.rules import HEIGHT, MOVES, WIDTH, State, enter, fall, list_moves
from botsmith.arena.baselines.game import NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines
from common.grid import sight


class CyclesProtocol(Protocol):
    """Reads a rider's input: the ribbons of all riders in the game."""

    def read_start(self, next_line: NextLine) -> None:
        self.start = Start(GivenLines(next_line))
        self.state = State()

    def read_turn(self, next_line: NextLine) -> None:
        turn = Turn(GivenLines(next_line), self.start)
        self.me = turn.me
        for player, row in enumerate(turn.players):
            if row.x0 < 0:
                fall(self.state, player)
            else:
                enter(self.state, player, row.y0 * WIDTH + row.x0)
                enter(self.state, player, row.y1 * WIDTH + row.x1)

    def free(self) -> list[int]:
        """Returns the ways into free cells, or the last way if there is none."""
        moves, weights = [0] * MOVES, [0] * MOVES
        return moves[: list_moves(self.state, self.me, moves, weights)]

    def legal(self, dice: Random) -> list[str]:
        return [ORDERS[dice.choice(self.free())][0]]


def far(protocol: CyclesProtocol, turn: int) -> list[str]:
    """Returns the way with the most free cells ahead."""
    walls, head = protocol.state.walls, protocol.state.head[protocol.me]
    ways = protocol.free()
    return [ORDERS[max(ways, key=lambda way: sight(walls, head, way, WIDTH, HEIGHT))][0]]


PROTOCOL = CyclesProtocol
BOTS: dict[str, Callable[[CyclesProtocol, int], list[str]]] = {"far": far}
