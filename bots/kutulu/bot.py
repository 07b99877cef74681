"""The Kutulu bot: tracks the world, searches, writes one action."""

from collections.abc import Mapping

from bots.kutulu import protocol
from bots.kutulu.known import Known
from bots.kutulu.outlook import make_net
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

FLAGS = "-O1 -fno-inline-functions-called-once", "-O3 -fno-gcse -fno-tree-pre -mtune=generic"


class KutuluBot(Searcher[Memory]):
    """Plays in seat `known.me`."""

    turn_ms = 50.0
    warm_up = 12

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.params = params
        self.known = Known(protocol.make_maze(["w...U", ".#.#.", "....."], [3, 1, 3, 40]))
        self.known.me = 0
        for seat in range(PLAYERS):
            put(self.known.world, seat, 2 * seat)

    def read_start(self, reader: LineReader) -> None:
        self.known = Known(protocol.read_maze(reader))

    def read_turn(self, reader: LineReader) -> None:
        self.known.observe(protocol.read_turn(reader, self.known.maze))

    def answer(self, deadline: Deadline) -> list[str]:
        known = self.known
        world, maze, me = known.world, known.maze, known.me
        if world.turn == 0:
            load = self.engines.python.load
            load("maze", maze)
            load("params", self.params)
            load("net", make_net())
        engine = self.engine = self.engines.current(deadline)
        engine.load("dice", make_dice(1000 * self.seed + world.turn))
        engine.load("start", world)
        engine.call(begin, me, known.share_of_habit(self.params))
        memory = self.search(think, deadline)
        moves, items = children(memory.forest, me), memory.menus[me].items
        care = self.params.care * (2 * known.fits >= known.seen)  # others give way, too
        good = [items[move] for move, _, score in moves if score >= moves[0][2] - care]
        here = world.players[me].cell
        reach = set()  # of wanderers
        for spot, leave in zip(world.spot[: world.count], world.leave, strict=False):
            if 0 <= leave <= world.turn + maze.life_time:
                reach |= {*maze.cells[spot].exits}
        action = min(good or [WAIT], key=lambda action: maze.cells[here].exits[action] in reach)
        return [protocol.format_action(maze, here, action)]

    def fallback(self) -> list[str]:
        return ["WAIT"]

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.forest))

    def explain(self) -> str:
        import json

        memory = self.engine.memory
        names = [[ACTION_WORDS[action] for action in menu.items] for menu in memory.menus]
        return json.dumps({"turn": self.known.world.turn, "units": describe(memory.forest, names)})


def main() -> None:
    """Plays on stdin and stdout."""
    run(KutuluBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
