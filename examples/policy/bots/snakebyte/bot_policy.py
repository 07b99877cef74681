"""A SnakeByte bot without a search: the network's move for each snake, a few ms a turn."""

import json
from collections.abc import Mapping

from bots.snakebyte import protocol
from bots.snakebyte.net import ENTRIES, Memory, Net, choose, look
from bots.snakebyte.params import Params
from bots.snakebyte.protocol import WAYS, Place, Start, Turn
from bots.snakebyte.rules import Board, State, facing
from bots.snakebyte.weights import WEIGHTS
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.nets.dense import fill
from common.nets.wide import decode
from common.stdio import LineReader

ROWS = ["......", "......", "......", "......", "######"]  # of a match to warm up in
BODIES = {0: [(0, 1), (0, 2), (0, 3)], 1: [(5, 1), (5, 2), (5, 3)]}


class PolicyBot(Searcher[Memory]):
    """Tracks a match. state: the state of the last turn's lines"""

    turn_ms = 50.0

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.net = Net()
        fill(decode(WEIGHTS)[0], self.net.first, self.net.rows, self.net.policy)
        self.turn = 0
        self.enter(0, ROWS, 1, [(2, 2)])
        protocol.put(self.board, self.state, [(2, 2)], BODIES)

    def enter(self, me: int, rows: list[str], each: int, sources: list[Place]) -> None:
        """Begins a match."""
        self.me, self.each, self.width = me, each, len(rows[0])
        self.loaded: Engine[Memory] | None = None
        self.board, self.state = Board(), State()
        protocol.lay(self.board, rows, each, sources)

    def read_start(self, reader: LineReader) -> None:
        self.told, self.turn = Start(reader), -1

    def read_turn(self, reader: LineReader) -> None:
        self.turn += 1
        told, turn = self.told, Turn(reader, self.told)
        if self.turn == 0:
            self.enter(told.me, told.rows, told.each, turn.sources)
        protocol.put(self.board, self.state, turn.sources, turn.snakes)
        self.state.turn = self.turn

    def own(self) -> list[int]:
        """Returns the own living snakes."""
        snakes = range(self.me * self.each, (self.me + 1) * self.each)
        return [at for at in snakes if self.state.snakes[at].length]

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        if engine is not self.loaded:
            engine.load("net", self.net)
            engine.load("board", self.board)
            self.loaded = engine
        engine.load("state", self.state)
        engine.call(look, self.me, self.width)
        self.search_ms = (deadline.now() - deadline.started) * 1000.0
        return self.line({at: engine.call(choose, at) for at in self.own()})

    def line(self, ways: dict[int, int]) -> list[str]:
        return [";".join(f"{at} {WAYS[way]}" for at, way in ways.items()) or "WAIT"]

    def fallback(self) -> list[str]:
        """Sends every snake straight ahead."""
        return self.line({at: facing(self.state.snakes[at]) for at in self.own()})

    def stats(self) -> Mapping[str, Stat]:
        return self.timed({})

    def explain(self) -> str:
        return json.dumps({"turn": self.turn})


def main() -> None:
    """Plays on stdin and stdout."""
    run(PolicyBot(Params(), Compiled(Memory, ENTRIES)))
