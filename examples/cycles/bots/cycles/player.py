"""The Cycles bot with its search. Nothing here depends on the game."""

import json
from collections.abc import Mapping

from bots.cycles.bot import CyclesBot
from bots.cycles.params import Params
from bots.cycles.search import ENTRIES, Memory, Setting, begin, best_move, think, thoughts, work
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.loop import Stat, run
from common.native import Compiled
from common.rng import make_dice

DICE_A_MATCH = 1000  # more than a match has turns


class Player(CyclesBot[Memory]):
    """Searches from the state that the lines tell."""

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.setting = Setting()
        assign(self.setting.params, params)

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        self.setting.me = self.me
        engine.load("start", self.state)
        engine.load("setting", self.setting)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.state.turn))
        engine.call(begin)
        move = best_move(self.search(think, deadline))
        return self.lines(move) if move >= 0 else self.fallback()

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(work(self.engine.memory))

    def explain(self) -> str:
        units = thoughts(self.engine.memory, lambda move: self.lines(move)[0])
        return json.dumps({"turn": self.state.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(Player(Params(), Compiled(Memory, ENTRIES)))
