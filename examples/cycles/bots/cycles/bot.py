"""The Cycles bot with its search, for any game."""

import json
from collections.abc import Mapping

from bots.cycles.known import Known
from bots.cycles.params import Params
from bots.cycles.search import ENTRIES, Memory, begin, best_orders, think, thoughts, work
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.rng import make_dice

DICE_A_MATCH = 1000  # more than a match has turns


class CyclesBot(Known, Searcher[Memory]):
    """Searches from the state that is known.

    loaded, pace: the engine of the last search, and its iterations a millisecond
    """

    turn_ms = 100.0

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        Known.__init__(self)
        Searcher.__init__(self, params, engines)
        self.params = params
        self.loaded: Engine[Memory] | None = None
        self.pace = 0.0

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        is_new = engine is not self.loaded
        engine.load("start", self.state)
        engine.load("params", self.params)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.state.turn))
        self.loaded = engine
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = deadline.iterations or (not is_new and int(self.pace * left_ms)) or 0
        engine.call(begin, self.me, is_new or self.is_first, planned)
        memory = self.search(think, deadline)
        self.pace = work(memory)["iterations"] / max(self.search_ms, 0.1)
        return self.lines(best_orders(engine, self.own))

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(work(self.engine.memory))

    def explain(self) -> str:
        units = thoughts(self.engine, self.own, self.word)
        return json.dumps({"turn": self.state.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(CyclesBot(Params(), Compiled(Memory, ENTRIES)))
