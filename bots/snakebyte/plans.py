"""An opponent: plans of all snakes by an evolutionary search, with the same rules and rating.

It is a measure for the beam over units (NOTES.md). The rival's snakes follow the habit.
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
from common.kernel import Numbers, assign, kernel, record
from common.loop import Stat, run
from common.native import Compiled
from common.rng import Dice, make_dice
from common.search import plans
from common.search.plans import HABIT, MAX_ROWS, Plans, counts

DEPTH = 8  # turns
CHANGES = 3  # orders of a trial
FIRST = 300  # evaluations expected of the first search
DICE_A_MATCH = 1000  # more than a match has turns


@record
class Scene:
    """Holds a world, and the setting that its rules read."""

    world: World
    setting: Setting


@kernel
def set_out(scene: Scene, start: Scene) -> None:
    """Begins a plan in `scene`. The setting is the same in both."""
    assign(scene.world, start.world)
    open_state(scene.world, scene.setting)


@kernel
def is_over(scene: Scene) -> bool:
    return has_ended(scene.world, scene.setting)


@kernel
def side_in(scene: Scene, unit: int) -> int:
    return side_of(scene.world, scene.setting, unit)


@kernel
def list_all(scene: Scene, unit: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    return list_moves(scene.world, scene.setting, unit, moves, weights)


@kernel
def give_unit(scene: Scene, unit: int, order: int) -> None:
    give(scene.world, scene.setting, unit, order)


@kernel
def play_turn(scene: Scene) -> None:
    step(scene.world, scene.setting)


@kernel
def habit_in(scene: Scene, setting: Setting, unit: int) -> int:
    return habit(scene.world, scene.setting, unit)


@kernel
def rate_end(scene: Scene, setting: Setting, side: int) -> float:
    """Returns the value of a plan's end to a player; no further turn is played from there."""
    close_state(scene.world, scene.setting)
    return rate(scene.world, scene.setting, side)


RULES: Any = (is_over, side_in, list_all, give_unit, play_turn, habit_in, rate_end, set_out)
begin_turn, iterate = plans.bind(*RULES)


@record
class Memory:
    """The memory of the search. The bot loads start and dice every turn, setting once."""

    start: World
    setting: Setting
    dice: Dice
    scene: Scene  # at the start
    world: Scene
    plans: Plans


@kernel
def begin(memory: Memory, me: int, planned: int, is_first: bool) -> None:
    """Begins a new turn of the match: the plans of the turn before continue."""
    search = memory.plans
    search.depth = DEPTH
    search.changes = CHANGES
    search.share = 0.0
    search.planned = planned
    search.me = me
    prepare(memory.start, memory.setting)
    search.rows = SNAKES
    assign(memory.scene.world, memory.start)
    assign(memory.scene.setting, memory.setting)
    assign(memory.world.setting, memory.setting)
    begin_turn(search, memory.scene, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more evaluations."""
    iterate(memory.plans, memory.scene, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, unit: int) -> int:
    """Returns an own snake's way in the best plan."""
    order = memory.plans.best[memory.plans.me].orders[unit]
    return way_of(memory.start, memory.setting, unit, order)


ENTRIES = (begin, think, choose)


class PlansBot(SnakebyteBot):
    """Plays the first orders of the best plan. An iteration is a plan.

    kernels: the search's kernels, as defined above
    first: expected iterations of the first search
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
        """Returns the counts of the last search."""
        memory: Any = self.engine.memory
        return counts(memory.plans)

    def thoughts(self, at: int, name: Callable[[int], str]) -> dict[str, Any]:
        """Returns a snake's moves and its line, in the words of `name`."""
        memory: Any = self.engine.memory
        best = memory.plans.best[self.me]
        line = [name(order) for order in best.orders[at : DEPTH * MAX_ROWS : MAX_ROWS]]
        value = best.value
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
