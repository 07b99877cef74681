"""The Kutulu bot: keeps track of the world, searches, writes one action."""

import json
from collections.abc import Mapping

from bots.kutulu import protocol
from bots.kutulu.hunters import Hunt
from bots.kutulu.known import Known
from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS, WAIT
from bots.kutulu.protocol import ACTION_WORDS
from bots.kutulu.rules import put
from bots.kutulu.search import ENTRIES, Memory, begin, think
from common.clock import Deadline
from common.engine import Engines
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.smitsimax import children, counts, describe
from common.stdio import LineReader

DICE_A_MATCH = 1000  # more than a match has turns
FLAGS = "-fno-inline-functions-called-once", "-fno-gcse"  # a library soon, then a faster one
WARM_UP_ROWS = ["w...U", ".#.#.", "....."]


class KutuluBot(Searcher[Memory]):
    """Plays in seat `known.me`."""

    turn_ms = 50.0
    warm_up = 12

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.params = params
        self.known = Known(protocol.make_maze(WARM_UP_ROWS, [3, 1, 3, 40]))
        self.known.me = 0
        for seat in range(PLAYERS):
            put(self.known.world, seat, 2 * seat)

    def read_start(self, reader: LineReader) -> None:
        self.known = Known(protocol.read_maze(reader))

    def read_turn(self, reader: LineReader) -> None:
        self.known.observe(protocol.read_turn(reader, self.known.maze))

    def answer(self, deadline: Deadline) -> list[str]:
        known = self.known
        world, me, share = known.world, known.me, known.share_of_habit(self.params)
        if world.turn == 0:
            load = self.engines.python.load
            load("maze", known.maze)
            load("params", self.params)
            load("hunt", Hunt())
        engine = self.engine = self.engines.current(deadline)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + world.turn))
        engine.load("start", world)
        engine.call(begin, me, share)
        memory = self.search(think, deadline)
        moves = children(memory.forest, me)
        if not moves:
            return self.fallback()
        action = memory.menus[me].items[moves[0][0]]
        return [protocol.format_action(known.maze, world.players[me].cell, action)]

    def fallback(self) -> list[str]:
        """Always legal."""
        return [ACTION_WORDS[WAIT]]

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.forest))

    def explain(self) -> str:
        """Moves at the roots, and lines."""
        memory = self.engine.memory
        names = [[ACTION_WORDS[action] for action in menu.items] for menu in memory.menus]
        units = describe(memory.forest, names)
        return json.dumps({"turn": self.known.world.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(KutuluBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
