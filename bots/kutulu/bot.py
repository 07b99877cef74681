"""The Kutulu bot: keeps track of the world, searches with Smitsimax, writes one action."""

import json
from collections.abc import Mapping, Sequence

from bots.kutulu import protocol
from bots.kutulu.params import Params
from bots.kutulu.paths import EXPLORERS
from bots.kutulu.protocol import ACTION_WORDS, Observer, Place
from bots.kutulu.rules import WAIT, World
from bots.kutulu.search import Memory, Setting, begin_at, think
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Value, run
from common.rng import make_dice
from common.search.smitsimax import describe, root_moves
from common.stdio import LineReader

TURN_MS = 50.0
CHUNK = 2  # iterations between looks at the clock, about a third of a millisecond
WARM_UP = 12  # iterations before the first line
DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP_ROWS = ["#######", "#w...U#", "#.#.#.#", "#.....#", "#######"]


class KutuluBot:
    """Plays as explorer `observer.me`."""

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.engine: Engine = engines.python  # of the last search
        self.setting = Setting()
        assign(self.setting.params, params)
        self._settle_in(protocol.make_place(WARM_UP_ROWS, [3, 1, 3, 40]))
        self.search_ms = 0.0

    def prepare(self, seed: int) -> None:
        self.seed = seed
        world = World()  # a made-up one, to fill all caches
        for who in range(EXPLORERS):
            world.explorers[who].cell = 2 * who
        self._search(world, Deadline(TURN_MS, 0.0, iterations=WARM_UP))
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        self._settle_in(protocol.read_place(reader))

    def _settle_in(self, place: Place) -> None:
        """A new maze; engines have not been told of it."""
        self.place = place
        self.observer = Observer(place)
        self.informed: Engine | None = None
        assign(self.setting.maze, place.maze)

    def read_turn(self, reader: LineReader) -> None:
        self.observer.observe(protocol.read_turn(reader, self.place.cells))

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self._search(self.observer.world, deadline)
        me = self.observer.me
        moves = root_moves(engine, "forest", me)
        if not moves:
            return self.fallback()
        action = self.menus[me][moves[0][0]]
        cell = self.observer.world.explorers[me].cell
        return [protocol.format_action(self.place, cell, action)]

    def _search(self, world: World, deadline: Deadline) -> Engine:
        """Searches from `world` until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        if self.informed is not engine:
            engine.load("setting", self.setting)
            self.informed = engine
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + world.turn))
        self.menus = begin_at(engine, world, self.place.maze, max(0, self.observer.me))
        for count in deadline.chunks(CHUNK * engine.pace):
            engine.call(think, count)
        self.search_ms = deadline.search_ms
        return engine

    def fallback(self) -> list[str]:
        """What is legal wherever it is said."""
        return [ACTION_WORDS[WAIT]]

    def stats(self) -> Mapping[str, Value]:
        iterations = round(self.engine.read("forest.iterations"))
        return {
            "iterations": iterations,
            "simulated_turns": iterations * self.params.depth,
            "nodes": round(self.engine.read("forest.used")),
            "evaluations": iterations,
            "ucb": round(self.engine.read("forest.ucb_picks")),
            "depth": self.params.depth,
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        """Moves at the roots; the later moves of a line in the root's words, by their number."""
        names: list[Sequence[str]] = [[ACTION_WORDS[one] for one in menu] for menu in self.menus]
        units = describe(self.engine, "forest", names)
        return json.dumps({"turn": self.observer.world.turn, "units": units})


def main(engines: Engines | None = None) -> None:
    """Plays on stdin and stdout; a compiled bundle brings other engines."""
    run(KutuluBot(Params(), engines or Engines(Memory)))
