"""Colony: reads its lines, and plays `hungry`, whose beetles eat or go to most food."""

from collections.abc import Callable
from random import Random

from bots.colony.known import Known
from bots.colony.rules import (
    EAT,
    MOVE,
    MOVES,
    OUTSIDE,
    WAYS,
    State,
    cell_of,
    give,
    list_moves,
    next_to,
    pack,
)
from botsmith.arena.baselines.game import NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines
from common.kernel import assign


class ColonyProtocol(Protocol):
    """Follows a match by a seat's lines, as the bot does."""

    def read_start(self, next_line: NextLine) -> None:
        self.known = Known()
        self.known.read_start(GivenLines(next_line))

    def read_turn(self, next_line: NextLine) -> None:
        self.known.read_turn(GivenLines(next_line))

    def choose(self, choice: Callable[[list[int]], int]) -> list[str]:
        """Returns the answer that gives each own row one of the moves that it may get then."""
        state, orders = State(), {}
        assign(state, self.known.state)
        for row in sorted(self.known.own):
            moves, weights = [0] * MOVES, [0] * MOVES
            orders[row] = choice(moves[: list_moves(state, row, moves, weights)])
            give(state, row, orders[row])
        return self.known.lines([orders[row] for row in self.known.own])

    def legal(self, dice: Random) -> list[str]:
        return self.choose(dice.choice)


def forage(state: State, row: int) -> int:
    """Returns the move of a beetle that eats, or else goes to the neighbour with most food."""
    beetle = state.beetles[row]
    if state.food[cell_of(beetle)] > 0:
        return pack(EAT, 0)
    ways = [(row + state.turn + step) % WAYS for step in range(WAYS)]
    inside = [way for way in ways if next_to(beetle, way) != OUTSIDE]
    return pack(MOVE, max(inside, key=lambda way: state.food[next_to(beetle, way)]))


def hungry(protocol: ColonyProtocol, turn: int) -> list[str]:
    """Returns the answer of beetles that eat whenever they can."""
    known = protocol.known
    return known.lines([forage(known.state, row) for row in known.own])


PROTOCOL = ColonyProtocol
BOTS: dict[str, Callable[[ColonyProtocol, int], list[str]]] = {"hungry": hungry}
