"""A bot with a tree for each pod."""

import json
from collections.abc import Mapping
from typing import Any

from bots.csb.pilot import OWN, Pilot
from bots.csb.rating import MOVES
from bots.csb.rules import PODS
from common.clock import Deadline
from common.loop import Stat
from common.search.smitsimax import children, counts, describe

FLAGS = ("-O1", "-O3 -fno-schedule-insns2 -fno-trapping-math")


class TreePilot(Pilot):
    """Searches by its kernels."""

    chunk = 4
    entries: tuple[Any, Any]  # begin, think

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        self.chunk = TreePilot.chunk * engine.pace  # to C a look at the clock is 3 iterations
        self.load(engine)
        begin, think = self.entries
        engine.call(begin)
        forest = self.search(think, deadline).forest
        moves = [children(forest, index) for index in OWN]
        if not all(moves):
            return self.fallback()
        return self._play([self._order(index, moves[index][0][0]) for index in OWN])

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.forest))

    def explain(self) -> str:
        units = describe(self.engine.memory.forest, [[move.name for move in MOVES]] * PODS)
        return json.dumps({"turn": self.known.race.turn - 1, "units": units})
