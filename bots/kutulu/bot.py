"""The Kutulu bot: keeps track of the world, searches with Smitsimax, writes one action."""

import json
from collections.abc import Mapping

from bots.kutulu import protocol
from bots.kutulu.hunters import habit, note_hunters
from bots.kutulu.params import Params
from bots.kutulu.paths import ACTIONS, EXPLORERS
from bots.kutulu.protocol import ACTION_WORDS, Observer, Place
from bots.kutulu.rules import WAIT, Explorer, World
from bots.kutulu.search import ENTRIES, Memory, Setting, begin_at, think
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.smitsimax import describe, root_moves
from common.stdio import LineReader

TURN_MS = 50.0
CHUNK = 1  # iterations between looks at the clock: among LIGHTs one takes 5 ms in CPython
WARM_UP = 12  # iterations before the first line
TRUST = 8  # percent of habit for each percent of moves by it above Params.regular
DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP_ROWS = ["#######", "#w...U#", "#.#.#.#", "#.....#", "#######"]


class KutuluBot:
    """Plays as explorer `observer.me`. engine: of the last search."""

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.engine: Engine[Memory] = engines.python
        self.search_ms = 0.0
        self.setting = Setting()
        assign(self.setting.params, params)
        self._settle_in(protocol.make_place(WARM_UP_ROWS, [3, 1, 3, 40]))

    def prepare(self, seed: int) -> None:
        """Searches in a made-up world, to fill all caches."""
        self.seed = seed
        world = World()
        for who in range(EXPLORERS):
            world.explorers[who].cell = 2 * who
        self._search(world, Deadline(TURN_MS, 0.0, iterations=WARM_UP), self.params.habit)
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        self._settle_in(protocol.read_place(reader))

    def _settle_in(self, place: Place) -> None:
        """A new maze; engines have not been told of it.

        led: others, and the cells where habit led them. seen, fits: others' moves, and those that
        habit led to; a guess at first.
        """
        self.place = place
        self.observer = Observer(place)
        self.informed: Engine[Memory] | None = None
        self.led: list[tuple[Explorer, int]] = []
        self.seen, self.fits = 20, 11
        assign(self.setting.maze, place.maze)

    def read_turn(self, reader: LineReader) -> None:
        self.observer.observe(protocol.read_turn(reader, self.place.cells))

    def _watch(self, world: World) -> int:
        """Percent of turns in which others are taken to play by habit, for what they did."""
        maze, params = self.place.maze, self.params
        for one, cell in self.led:
            self.seen += one.is_in
            self.fits += one.is_in and one.cell == cell
        self.led = []
        note_hunters(world, maze)
        for who, one in enumerate(world.explorers):
            if one.is_in and who != self.observer.me and world.turn >= one.stuck_until:
                action = habit(world, maze, who, params.plan_below)
                self.led.append((one, maze.exits[one.cell * ACTIONS + action]))
        fit = 100 * self.fits // self.seen
        return min(params.habit, TRUST * max(0, fit - params.regular))

    def answer(self, deadline: Deadline) -> list[str]:
        world = self.observer.world
        engine = self._search(world, deadline, self._watch(world))
        me = self.observer.me
        moves = root_moves(engine.memory.forest, me)
        if not moves:
            return self.fallback()
        action = self.menus[me][moves[0][0]]
        return [protocol.format_action(self.place, world.explorers[me].cell, action)]

    def _search(self, world: World, deadline: Deadline, share: int) -> Engine[Memory]:
        """Searches from `world` until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        if self.informed is not engine:
            engine.load("setting", self.setting)
            self.informed = engine
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + world.turn))
        self.menus = begin_at(engine, world, self.place.maze, max(0, self.observer.me), share)
        for count in deadline.chunks(CHUNK * engine.pace):
            engine.call(think, count)
        self.search_ms = deadline.search_ms
        return engine

    def fallback(self) -> list[str]:
        """What is legal wherever it is said."""
        return [ACTION_WORDS[WAIT]]

    def stats(self) -> Mapping[str, Stat]:
        forest = self.engine.memory.forest
        return {
            "iterations": forest.iterations,
            "simulated_turns": forest.iterations * self.params.depth,
            "nodes": forest.used,
            "evaluations": forest.iterations,
            "ucb": forest.ucb_picks,
            "depth": self.params.depth,
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        """Moves at the roots; the later moves of a line in the root's words, by their number."""
        names = [[ACTION_WORDS[action] for action in menu] for menu in self.menus]
        units = describe(self.engine.memory.forest, names)
        return json.dumps({"turn": self.observer.world.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(KutuluBot(Params(), Compiled(Memory, ENTRIES)))
