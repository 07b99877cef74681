"""Colony: reads its lines, and plays `hungry`, whose beetles eat or go where most food is."""

from collections.abc import Callable, Mapping
from random import Random

from bots.colony.bot import ColonyBot
from bots.colony.evaluate import habit
from bots.colony.params import Params
from bots.colony.rules import MOVES, State, give, list_moves
from botsmith.arena.baselines.game import NextLine, Protocol
from botsmith.arena.baselines.told import Told
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.loop import Stat


class Follower(ColonyBot[object]):
    """Reads the lines as the bot does, and searches nothing."""

    def answer(self, deadline: Deadline) -> list[str]:
        return self.fallback()

    def stats(self) -> Mapping[str, Stat]:
        return {}

    def explain(self) -> str:
        return "{}"


class ColonyProtocol(Protocol):
    """Reads a seat's lines. bot: what is known of the game."""

    bot: Follower

    def read_start(self, next_line: NextLine) -> None:
        self.bot = Follower(Params(), Engines(object))
        self.bot.read_start(Told(next_line))

    def read_turn(self, next_line: NextLine) -> None:
        self.bot.read_turn(Told(next_line))

    def choose(self, choice: Callable[[list[int]], int]) -> list[str]:
        """Returns the answer that gives each own row one of the moves that it may get then."""
        state, orders = State(), {}
        assign(state, self.bot.state)
        for row in sorted(self.bot.own):
            moves, weights = [0] * MOVES, [0] * MOVES
            orders[row] = choice(moves[: list_moves(state, row, moves, weights)])
            give(state, row, orders[row])
        return self.bot.lines([orders[row] for row in self.bot.own])

    def legal(self, dice: Random) -> list[str]:
        return self.choose(dice.choice)


def hungry(protocol: ColonyProtocol, turn: int) -> list[str]:
    """Returns the habit of each beetle."""
    bot = protocol.bot
    return bot.lines([habit(bot.state, Params(), row) for row in bot.own])


PROTOCOL = ColonyProtocol
BOTS: dict[str, Callable[[ColonyProtocol, int], list[str]]] = {"hungry": hungry}
