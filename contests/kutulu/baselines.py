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
from common.engine import Engine, Engines
from common.rng import make_dice
from contests.kutulu.planner import View, choose
from contests.kutulu.scout import ENTRIES, GUESSES, Scout, choose as scouted, gather as gathered

FIRST_MS = 400.0  # of the first second, most of which the start of four processes can take
TURN_MS = 50.0
IN_PYTHON = 0.5  # of the time left, for CPython's guesses
GUESS_MS = 5.0  # what one of CPython's takes, before any was timed


class KutuluProtocol(Protocol):
    """A seat's knowledge of the match.

    view: the world in the present turn
    here: the cell of the seat's explorer
    """

    known: Known
    guess_ms = GUESS_MS

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

    def merit(move: tuple[int, int]) -> tuple[int, int]:
        return min(protocol.view.room(move[1]), 6), -protocol.view.friend_steps(
            protocol.me, move[1]
        )

    return [protocol.line(max(protocol.view.moves(protocol.here), key=merit)[0])]


def planner(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Looks four turns ahead (planner.py)."""
    return [protocol.line(choose(protocol.view, protocol.me))]


@cache
def scout_engines() -> Engines[Scout]:
    """Returns the engines of this process: CPython, and C once it is ready."""
    from common.native import Compiled  # the other baselines start 10 ms sooner without it

    engines = Compiled(Scout, ENTRIES)
    engines.start(lambda: None)
    return engines


def deadline_of(turn: int) -> Deadline:
    """Returns the deadline of a turn, as a number of iterations if BOTSMITH_ITERATIONS is set."""
    fixed = int(os.environ.get("BOTSMITH_ITERATIONS", "0")) or None
    return Deadline(FIRST_MS if turn == 1 else TURN_MS, 0.0, iterations=fixed)


def engine_of_turn(protocol: KutuluProtocol, turn: int, deadline: Deadline) -> Engine[Scout]:
    """Returns the engine of this turn, with the maze and the world as it is loaded."""
    deadline.turn = turn - 1
    engines = scout_engines()
    if turn == 1:
        engines.python.load("maze", protocol.maze)
        engines.python.load("dice", make_dice(1))
    engine = engines.current(deadline)
    engine.load("now", protocol.world)
    return engine


def scout(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Looks three turns ahead, under many guesses of the others' moves (scout.py).

    With any BOTSMITH_ITERATIONS it waits for C, and makes the same number of guesses with and
    without C, so that matches repeat.
    """
    deadline = deadline_of(turn)
    engine = engine_of_turn(protocol, turn, deadline)
    if deadline.iterations or engine is not scout_engines().python:
        return [protocol.line(engine.call(scouted, protocol.me))]
    began = deadline.now()
    guesses = int((deadline.ends - began) * 1000.0 * IN_PYTHON / protocol.guess_ms)
    engine.memory.guesses = min(max(guesses, 1), GUESSES)
    action = engine.call(scouted, protocol.me)
    # A cast takes no guess, and no time.
    taken = (deadline.now() - began) * 1000.0 / engine.memory.guesses
    protocol.guess_ms = max(taken, 0.95 * protocol.guess_ms)
    return [protocol.line(action)]


def gather(protocol: KutuluProtocol, turn: int) -> list[str]:
    """Stays with the others, and expects explorers on its cell to move as it does (scout.py)."""
    engine = engine_of_turn(protocol, turn, deadline_of(turn))
    return [protocol.line(engine.call(gathered, protocol.me))]


PROTOCOL = KutuluProtocol
PREPARE = {"scout": scout_engines, "gather": scout_engines}
BOTS: Bots[KutuluProtocol] = {one.__name__: one for one in (group, flee, planner, scout, gather)}
