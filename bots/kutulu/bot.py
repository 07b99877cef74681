"""The Kutulu bot: keeps track of the world, searches with Smitsimax, writes one action."""

import json
from collections.abc import Mapping

from bots.kutulu import protocol
from bots.kutulu.hunters import Hunt, habit, note_hunters
from bots.kutulu.known import Known
from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS, WAIT, Maze
from bots.kutulu.protocol import ACTION_WORDS
from bots.kutulu.rules import Player, World, put
from bots.kutulu.search import ENTRIES, Memory, begin, think
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.smitsimax import counts, describe, root_moves
from common.stdio import LineReader

TURN_MS = 50.0
CHUNK = 1  # iterations between looks at the clock: among LIGHTs one takes 5 ms in CPython
WARM_UP = 12  # iterations before the first line
TRUST = 8  # percent of habit for each percent of moves by it above Params.regular
DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP_ROWS = ["#######", "#w...U#", "#.#.#.#", "#.....#", "#######"]


class KutuluBot:
    """Plays in seat `known.me`. engine: of the last search."""

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.engine: Engine[Memory] = engines.python
        self.search_ms = 0.0
        self.hunt = Hunt()
        self._settle_in(protocol.make_maze(WARM_UP_ROWS, [3, 1, 3, 40]))

    def prepare(self, seed: int) -> None:
        """Searches in a made-up world, to fill all caches."""
        self.seed = seed
        world = World()
        for seat in range(PLAYERS):
            put(world, seat, 2 * seat)
        deadline = Deadline(TURN_MS, 0.0, iterations=WARM_UP)
        self.engines.start(lambda: self._search(world, deadline, self.params.habit))

    def read_start(self, reader: LineReader) -> None:
        self._settle_in(protocol.read_maze(reader))

    def _settle_in(self, maze: Maze) -> None:
        """A new maze; engines have not been told of it.

        led: others, and the cells where habit led them. seen, fits: others' moves, and those that
        habit led to; a guess at first.
        """
        self.maze = maze
        self.known = Known(maze)
        self.informed: Engine[Memory] | None = None
        self.led: list[tuple[Player, int]] = []
        self.seen, self.fits = 20, 11

    def read_turn(self, reader: LineReader) -> None:
        self.known.observe(protocol.read_turn(reader, self.maze))

    def _watch(self, world: World) -> int:
        """Percent of turns in which others are taken to play by habit, for what they did."""
        maze, hunt, params = self.maze, self.hunt, self.params
        for player, cell in self.led:
            self.seen += player.is_in
            self.fits += player.is_in and player.cell == cell
        self.led = []
        note_hunters(world, maze, hunt)
        for seat, player in enumerate(world.players):
            if player.is_in and seat != self.known.me and world.turn >= player.stuck_until:
                action = habit(world, maze, hunt, seat, params.plan_below)
                self.led.append((player, maze.cells[player.cell].exits[action]))
        fit = 100 * self.fits // self.seen
        return min(params.habit, TRUST * max(0, fit - params.regular))

    def answer(self, deadline: Deadline) -> list[str]:
        world = self.known.world
        engine = self._search(world, deadline, self._watch(world))
        me = self.known.me
        moves = root_moves(engine.memory.forest, me)
        if not moves:
            return self.fallback()
        action = engine.memory.menus[me].items[moves[0][0]]
        return [protocol.format_action(self.maze, world.players[me].cell, action)]

    def _search(self, world: World, deadline: Deadline, share: int) -> Engine[Memory]:
        """Searches from `world` until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        if self.informed is not engine:
            engine.load("maze", self.maze)
            engine.load("params", self.params)
            engine.load("hunt", self.hunt)  # which remembers no ways
            self.informed = engine
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + world.turn))
        engine.load("start", world)
        engine.call(begin, max(0, self.known.me), share)
        for count in deadline.chunks(CHUNK * engine.pace):
            engine.call(think, count)
        self.search_ms = (deadline.now() - deadline.began) * 1000.0
        return engine

    def fallback(self) -> list[str]:
        """What is legal wherever it is said."""
        return [ACTION_WORDS[WAIT]]

    def stats(self) -> Mapping[str, Stat]:
        work = counts(self.engine.memory.forest)
        return {**work, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}

    def explain(self) -> str:
        """Moves at the roots; the later moves of a line in the root's words, by their number."""
        menus = self.engine.memory.menus
        names = [[ACTION_WORDS[action] for action in menu.items] for menu in menus]
        units = describe(self.engine.memory.forest, names)
        return json.dumps({"turn": self.known.world.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(KutuluBot(Params(), Compiled(Memory, ENTRIES)))
