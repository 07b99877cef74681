"""The Coders Strike Back bot: Smitsimax, a tree for each pod, with a network at the horizon."""

import json
from collections.abc import Mapping

from bots.csb.params import Params
from bots.csb.pilot import OWN, Pilot
from bots.csb.rating import MOVES
from bots.csb.rules import PODS
from bots.csb.search import ENTRIES, Memory, begin, think
from common.clock import Deadline
from common.loop import Stat, run
from common.native import Compiled
from common.search.smitsimax import children, counts, describe

FLAGS = ("-O1", "-O3 -fno-schedule-insns2 -fno-trapping-math")


class CsbBot(Pilot):
    """Plays the most visited move of each own pod."""

    chunk = 4

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        self.chunk = CsbBot.chunk * engine.pace  # to C a look at the clock is 3 iterations
        self.load(engine)
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


def main() -> None:
    """Plays on stdin and stdout."""
    run(CsbBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
