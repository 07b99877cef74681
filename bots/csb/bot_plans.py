"""The Coders Strike Back bot that searches plans of all pods, the rival's first."""

import json
from collections.abc import Mapping
from typing import Any

from bots.csb.params import Params
from bots.csb.pilot import OWN, Pilot
from bots.csb.rating import MOVES
from bots.csb.search_plans import ENTRIES, PLANNED, Memory, begin, choose, think
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Stat, run
from common.native import Compiled
from common.search.plans import HABIT, MAX_ROWS, counts

FLAGS = ("-O1", "-O3")  # of the library of the first turns, and of the one after it


class PlansBot(Pilot):
    """Plays the first orders of its best plan. pace: evaluations a millisecond in the present
    engine
    """

    chunk = 1

    def __init__(self, params: Params, engines: Engines[Any]) -> None:
        super().__init__(params, engines)
        self.planned_by: Engine[Any] | None = None
        self.pace = 0.0

    def answer(self, deadline: Deadline) -> list[str]:
        engine: Engine[Any] = self.engines.current(deadline)
        self.engine = engine
        is_new = engine is not self.planned_by or self.known.race.turn == 0
        self.planned_by = engine
        self.load(engine)
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = deadline.iterations or (not is_new and int(self.pace * left_ms))
        engine.call(begin, planned or PLANNED, is_new)
        found: Any = self.search(think, deadline)
        self.pace = found.plans.evaluations / max(self.search_ms, 0.1)
        return self._play([self._order(index, engine.call(choose, index)) for index in OWN])

    def stats(self) -> Mapping[str, Stat]:
        memory: Any = self.engine.memory
        return self.timed(counts(memory.plans))

    def explain(self) -> str:
        memory: Any = self.engine.memory
        names = {HABIT: "-", **{number: move.name for number, move in enumerate(MOVES)}}
        best, last = memory.plans.best[0], memory.plans.depth * MAX_ROWS
        units = []
        for index in OWN:
            line = [names[order] for order in best.orders[index:last:MAX_ROWS]]
            move = {"move": line[0], "visits": 1, "value": best.value}
            units.append({"unit": index, "moves": [move], "line": line})
        return json.dumps({"turn": self.known.race.turn - 1, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(PlansBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
