"""The SnakeByte bot: tracks the match, searches the ways of all snakes, writes their orders."""

import json
from collections.abc import Mapping

from bots.snakebyte import charts, protocol, search
from bots.snakebyte.params import Params
from bots.snakebyte.protocol import WAYS, Place, Start, Turn
from bots.snakebyte.rules import SOURCE
from bots.snakebyte.search import ENTRIES, Memory, think
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.search.beam_units import HABIT, counts, describe, first_values
from common.stdio import LineReader

ROWS = ["......", "......", "......", "......", "######"]  # of a match to warm up in
BODIES = {0: [(0, 1), (0, 2), (0, 3)], 1: [(5, 1), (5, 2), (5, 3)]}


class SnakebyteBot(Searcher[Memory]):
    """Tracks a match.

    start: the state after the last turn's lines
    pace: turns tried a millisecond by the engine in its last search
    """

    turn_ms = 50.0
    chunk = 4

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.params, self.turn = params, 0
        self.enter(0, ROWS, 1, [(2, 2)])
        protocol.put(self.setting.board, self.start.state, [(2, 2)], BODIES)

    def enter(self, me: int, rows: list[str], each: int, sources: list[Place]) -> None:
        """Begins a match.

        me: the own player
        each: number of snakes of a player
        """
        self.me, self.snakes = me, range(me * each, me * each + each)
        self.loaded: Engine[Memory] | None = None
        self.pace = 0.0
        self.start, self.setting = search.World(), search.Setting()
        assign(self.setting.params, self.params)
        protocol.lay(self.setting.board, rows, each, sources)
        self.setting.kinds = SOURCE + len(sources)
        charts.fill(self.setting.charts, rows, sources)

    def read_start(self, reader: LineReader) -> None:
        self.told, self.turn = Start(reader), -1

    def read_turn(self, reader: LineReader) -> None:
        self.turn += 1
        told, turn = self.told, Turn(reader, self.told)
        if self.turn == 0:
            self.enter(told.me, told.rows, told.each, turn.sources)
        protocol.put(self.setting.board, self.start.state, turn.sources, turn.snakes)
        self.start.state.turn = self.turn

    def own(self) -> list[int]:
        return [at for at in self.snakes if self.start.state.snakes[at].length]

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        is_new = engine is not self.loaded
        if is_new:
            engine.load("setting", self.setting)
            self.loaded = engine
        engine.load("start", self.start)
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = deadline.iterations or (not is_new and int(self.pace * left_ms))
        engine.call(search.begin, self.me, planned or self.params.planned, is_new)
        self.pace = self.search(think, deadline).beam.made / max(self.search_ms, 0.1)
        return self.line({at: engine.call(search.choose, at) for at in self.own()})

    def line(self, ways: dict[int, int]) -> list[str]:
        return [";".join(f"{at} {WAYS[way]}" for at, way in ways.items()) or "WAIT"]

    def fallback(self) -> list[str]:
        """Sends every snake the way of its habit."""
        start, setting = self.start, self.setting
        return self.line({at: search.way_of(start, setting, at, HABIT) for at in self.own()})

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.beam))

    def explain(self) -> str:
        names = {HABIT: "-", **dict(enumerate(WAYS))}
        beam = self.engine.memory.beam
        firsts = first_values(beam)
        units = [{"unit": at, **describe(beam, at, names.__getitem__, firsts)} for at in self.own()]
        return json.dumps({"turn": self.turn, "units": units})


def main() -> None:
    run(SnakebyteBot(Params(), Compiled(Memory, ENTRIES)))
