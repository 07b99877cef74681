"""An opponent: plans of all snakes, changed by annealing; same rules, same rating.

It is what the beam over units is compared with (NOTES.md). The rival's snakes go by habit.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from bots.snakebyte.bot import SnakebyteBot
from bots.snakebyte.params import Params
from bots.snakebyte.protocol import WAYS
from bots.snakebyte.rules import SNAKES
from bots.snakebyte.search import (
    Setting,
    World,
    close_state,
    give,
    habit,
    has_ended,
    list_moves,
    open_state,
    prepare,
    rate,
    side_of,
    step,
    way_of,
)
from common.clock import Deadline
from common.engine import Engines
from common.kernel import kernel, record
from common.loop import Stat, run
from common.native import Compiled
from common.rng import Dice, make_dice
from common.search import plans
from common.search.plans import HABIT, Plans, counts, describe

DEPTH = 8  # turns
CHANGES = 3  # orders of a trial
HOT, COLD = 0.3, 0.02  # parts: the temperatures
FIRST = 300  # evaluations expected of the first search
DICE_A_MATCH = 1000  # more than a match has turns


@kernel
def rate_plan(world: World, setting: Setting, side: int) -> float:
    """Returns the worth of a plan's end; nothing is played on from there."""
    close_state(world, setting)
    return rate(world, setting, side)


begin_turn, iterate = plans.bind(
    has_ended, side_of, list_moves, give, step, habit, rate_plan, open_state
)


@record
class Memory:
    """All that the search works on; the bot loads start and dice every turn, setting once."""

    start: World
    setting: Setting
    dice: Dice
    world: World
    plans: Plans


@kernel
def begin(memory: Memory, me: int, planned: int, is_first: bool) -> None:
    """Begins a new turn of the match: the plans go on from the turn before."""
    search = memory.plans
    search.depth = DEPTH
    search.changes = CHANGES
    search.share = 0.0
    search.hot = HOT
    search.cold = COLD
    search.planned = planned
    search.me = me
    prepare(memory.start, memory.setting)
    search.rows = SNAKES
    begin_turn(search, memory.start, memory.setting, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` evaluations more."""
    iterate(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, unit: int) -> int:
    """Returns the way of an own snake in its best plan."""
    order = plans.first_order(memory.plans, memory.plans.me, unit)
    return way_of(memory.start, memory.setting, unit, order)


ENTRIES = (begin, think, choose)


class PlansBot(SnakebyteBot):
    """Plays the first orders of the best plan. An iteration is a plan.

    kernels: of the search, as those above
    first: iterations expected of the first search
    """

    chunk = 1
    kernels: tuple[Any, ...] = ENTRIES
    first = FIRST

    def answer(self, deadline: Deadline) -> list[str]:
        begin, think, choose = self.kernels
        engine: Any = self.engines.current(deadline)
        self.engine = engine
        is_new = engine is not self.loaded
        if is_new:
            engine.load("setting", self.setting)
            self.loaded = engine
        engine.load("start", self.start)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.turn))
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = deadline.iterations or (not is_new and int(self.pace * left_ms))
        engine.call(begin, self.me, planned or self.first, is_new)
        self.search(think, deadline)
        self.pace = self.counted()["iterations"] / max(self.search_ms, 0.1)
        return self.line({at: engine.call(choose, at) for at in self.own()})

    def counted(self) -> dict[str, Any]:
        """Returns the last search's work."""
        memory: Any = self.engine.memory
        return counts(memory.plans)

    def thoughts(self, at: int, name: Callable[[int], str]) -> dict[str, Any]:
        """Returns a snake's moves and its line, in the words of `name`."""
        memory: Any = self.engine.memory
        line = describe(memory.plans, self.me, at, name)
        value = memory.plans.best[self.me].value
        return {"moves": [{"move": line[0], "visits": 1, "value": value}], "line": line}

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(self.counted())

    def explain(self) -> str:
        names = {HABIT: "-", **dict(enumerate(WAYS))}
        units = [{"unit": at, **self.thoughts(at, names.__getitem__)} for at in self.own()]
        return json.dumps({"turn": self.turn, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    engines: Engines[Any] = Compiled(Memory, ENTRIES)
    run(PlansBot(Params(), engines))
