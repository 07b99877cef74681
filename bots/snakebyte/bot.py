"""The SnakeByte bot: follows the match, searches the ways of all snakes, writes their orders."""

import json
from collections.abc import Mapping

from bots.snakebyte import protocol
from bots.snakebyte.charts import free_spots, spot_at, steps_from
from bots.snakebyte.params import Params
from bots.snakebyte.protocol import WAYS, Place, Start, Turn
from bots.snakebyte.rules import PLATFORM, SOURCES, STEPS, facing, part
from bots.snakebyte.search import (
    ENTRIES,
    Memory,
    Setting,
    World,
    begin,
    choose,
    conclude,
    think,
)
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.search.beam_units import HABIT, counts, describe
from common.stdio import LineReader

SAMPLE = (["......", "......", "......", "......", "######"], 1)  # to warm up
SAMPLE_SNAKES = {0: [(0, 1), (0, 2), (0, 3)], 1: [(5, 1), (5, 2), (5, 3)]}


class SnakebyteBot(Searcher[Memory]):
    """Follows a match.

    start: the state by the last turn's lines
    numbers: those of the sources, by place
    """

    turn_ms = 50.0
    chunk = 4

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.params = params
        self.enter(SAMPLE[0], SAMPLE[1])
        self.chart([(2, 2)])
        protocol.put(self.setting.board, self.start.state, [(2, 2)], SAMPLE_SNAKES)

    def enter(self, rows: list[str], each: int) -> None:
        """A match begins."""
        self.me, self.turn, self.each = 0, -1, each
        self.rows = rows
        self.numbers: dict[Place, int] = {}
        self.loaded: Engine[Memory] | None = None
        self.pace = 0.0  # turns tried a millisecond, of the engine in its last search
        self.start, self.setting = World(), Setting()
        assign(self.setting.params, self.params)
        protocol.lay(self.setting.board, rows, each)

    def chart(self, sources: list[Place]) -> None:
        """The steps to every source, in the first turn."""
        self.numbers = {place: number for number, place in enumerate(sources)}
        charts = self.setting.charts
        self.setting.sources = len(sources)
        charts.width, charts.height = len(self.rows[0]), len(self.rows)
        free = free_spots(self.rows)
        for number, place in enumerate(sources):
            charts.away[number::SOURCES] = steps_from(spot_at(*place), free)

    def read_start(self, reader: LineReader) -> None:
        told = Start(reader)
        self.told = told
        self.enter(told.rows, told.each)
        self.me = told.me

    def read_turn(self, reader: LineReader) -> None:
        self.turn += 1
        turn = Turn(reader, self.told)
        if self.turn == 0:
            self.chart(turn.sources)
            protocol.put(self.setting.board, self.start.state, turn.sources, turn.snakes)
        protocol.follow(self.start.state, self.numbers, turn)
        self.start.state.turn = self.turn

    def own(self) -> list[int]:
        """The own living snakes."""
        first = self.me * self.each
        snakes = self.start.state.snakes
        return [at for at in range(first, first + self.each) if snakes[at].length]

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        is_new = engine is not self.loaded
        if is_new:
            engine.load("setting", self.setting)
            self.loaded = engine
        engine.load("start", self.start)
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = deadline.iterations or (not is_new and int(self.pace * left_ms))
        engine.call(begin, self.me, planned or self.params.planned, is_new)
        made = self.search(think, deadline).beam.made
        engine.call(conclude)
        self.pace = made / max(self.search_ms, 0.1)
        return self.line({at: engine.call(choose, at) for at in self.own()})

    def line(self, ways: dict[int, int]) -> list[str]:
        return [";".join(f"{at} {WAYS[way]}" for at, way in ways.items()) or "WAIT"]

    def fallback(self) -> list[str]:
        """Sends every snake on, or past obstacles."""
        snakes, cells = self.start.state.snakes, self.setting.board.cells
        taken = {part(snake, at) for snake in snakes for at in range(snake.length)}
        ways = {}
        for at in self.own():
            way, head = facing(snakes[at]), part(snakes[at], 0)
            ahead = [(way + turn) % 4 for turn in (0, 1, 3)]
            free = [w for w in ahead if head + STEPS[w] not in taken]
            ways[at] = next((w for w in free if cells[head + STEPS[w]] != PLATFORM), way)
        return self.line(ways)

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.beam))

    def explain(self) -> str:
        names = {HABIT: "-", **dict(enumerate(WAYS))}
        units = []
        for at in self.own():
            line = describe(self.engine.memory.beam, at, names.__getitem__)
            value = self.engine.memory.beam.value
            moves = [{"move": line[0], "visits": 1, "value": value}]
            units.append({"unit": at, "moves": moves, "line": line})
        return json.dumps({"turn": self.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(SnakebyteBot(Params(), Compiled(Memory, ENTRIES)))
