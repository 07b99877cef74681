"""Code of Kutulu: reads its lines, and has five baselines: `group`, `flee`, `planner`, `scout`,
`gather`.
"""

import os
from functools import cache
from random import Random

from bots.kutulu import protocol
from bots.kutulu.known import Known
from bots.kutulu.protocol import ACTION_WORDS
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines
from common.clock import Deadline
from common.engine import Engines
from common.loop import Options
from common.rng import make_dice
from contests.kutulu.planner import View, choose as planned
from contests.kutulu.scout import ENTRIES, GUESSES, ODD, Scout, choose

FIRST_MS = 400.0  # of the first second, most of which the start of four processes can take
TURN_MS = 50.0


class KutuluProtocol(Protocol):
    """A seat's knowledge of the match.

    view: the world in the present turn
    here: the cell of the seat's explorer
    """

    known: Known

    def read_start(self, next_line: NextLine) -> None:
        self.known = Known(protocol.read_maze(GivenLines(next_line)))
        self.maze = self.known.maze

    def read_turn(self, next_line: NextLine) -> None:
        self.known.observe(protocol.read_turn(GivenLines(next_line), self.maze))
        self.world, self.me = self.known.world, self.known.me
        self.view = View(self.maze, self.world)
        self.here = self.world.players[self.me].cell

    def line(self, action: int) -> str:
        """Returns an action as an output line."""
        return protocol.format_action(self.maze, self.here, action)

    def legal(self, dice: Random) -> list[str]:
        return [self.line(dice.randrange(len(ACTION_WORDS)))]

    def opening(self, dice: Random) -> list[str]:
        """Returns a step. YELL is left out, as an explorer can hear it only once from each other
        one.
        """
        return [self.line(dice.choice(list(self.view.moves(self.here)))[0])]


def group(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Walks to the nearest explorer and stays there, with a PLAN whenever it heals."""
    one = protocol.world.players[protocol.me]
    is_near = protocol.view.friend_steps(protocol.me, one.cell) <= 2
    if is_near and one.sanity < 220 and one.plans > 0:
        return ["PLAN"]

    def distance(move: tuple[int, int]) -> int:
        return protocol.view.friend_steps(protocol.me, move[1])

    return [protocol.line(min(protocol.view.moves(protocol.here), key=distance)[0])]


def flee(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Runs from the nearest minion; among equal steps towards explorers."""

    view = protocol.view

    def merit(move: tuple[int, int]) -> tuple[int, int]:
        return min(view.room(move[1]), 6), -view.friend_steps(protocol.me, move[1])

    return [protocol.line(max(view.moves(protocol.here), key=merit)[0])]


def planner(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Looks four turns ahead (planner.py)."""
    return [protocol.line(planned(protocol.view, protocol.me))]


@cache
def scout_engines() -> Engines[Scout]:
    """Returns the engines of this process: CPython, and C once it is ready."""
    from common.native import Compiled  # the other baselines start 10 ms sooner without it

    engines = Compiled(Scout, ENTRIES)
    engines.start(lambda: None)
    return engines


def look_ahead(
    protocol: KutuluProtocol, turn: int, guesses: int, odd: int, is_herd: bool
) -> list[str]:
    """Returns the action of a look-ahead (scout.py).

    guesses: their number in C; CPython makes one, unless BOTSMITH_ITERATIONS is set, which waits
    for C and makes as many with and without it, so that matches repeat
    """
    fixed = Options(os.environ).iterations
    deadline = Deadline(FIRST_MS if turn == 1 else TURN_MS, 0.0, iterations=fixed)
    deadline.turn = turn - 1
    engines = scout_engines()
    if turn == 1:
        engines.python.load("maze", protocol.maze)
        engines.python.load("dice", make_dice(1))
    engine = engines.current(deadline)
    engine.load("now", protocol.world)
    if engine is engines.python and not fixed:
        guesses = 1
    return [protocol.line(engine.call(choose, protocol.me, guesses, odd, is_herd))]


def scout(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Looks three turns ahead, under many guesses of the others' moves."""
    return look_ahead(protocol, turn, GUESSES, ODD, False)


def gather(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Stays with the others, and expects explorers on its cell to move as it does."""
    return look_ahead(protocol, turn, 1, 0, True)


PROTOCOL = KutuluProtocol
PREPARE = {"scout": scout_engines, "gather": scout_engines}
BOTS: Bots[KutuluProtocol] = {one.__name__: one for one in (group, flee, planner, scout, gather)}
