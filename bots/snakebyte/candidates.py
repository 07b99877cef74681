"""An opponent: the best moves of each snake, combined and rolled out, with the same rules and
rating.

It is a measure for the beam over units (NOTES.md).
"""

from collections.abc import Callable
from typing import Any

from bots.snakebyte.params import Params
from bots.snakebyte.plans import RULES, PlansBot, Scene
from bots.snakebyte.rules import SNAKES
from bots.snakebyte.search import Setting, World, prepare, way_of
from common.engine import Engines
from common.kernel import assign, kernel, record
from common.loop import run
from common.native import Compiled
from common.rng import Dice
from common.search import candidates
from common.search.candidates import DONE, Candidates, counts, describe
from common.search.joint_moves import MAX_DEPTH

DEPTH = 8  # turns
ROWS, COLUMNS = 81, 16  # joint moves: all of four snakes, and the rival's
SHARE = 0.8  # of the work for each snake alone

find_units, iterate = candidates.bind(*RULES)


@record
class Memory:
    """The memory of the search. The bot loads start and dice every turn, setting once."""

    start: World
    setting: Setting
    dice: Dice
    scene: Scene  # at the start
    world: Scene
    search: Candidates


@kernel
def begin(memory: Memory, me: int, planned: int, is_first: bool) -> None:
    """Begins a new turn of the match: the lines of the turn before continue."""
    search = memory.search
    search.depth = DEPTH
    search.share = SHARE
    search.rows = ROWS
    search.columns = COLUMNS
    search.planned = planned
    search.me = me
    prepare(memory.start, memory.setting)
    search.units = SNAKES
    assign(memory.scene.world, memory.start)
    assign(memory.scene.setting, memory.setting)
    assign(memory.world.setting, memory.setting)
    find_units(search, memory.scene)
    if is_first:
        candidates.forget(search)
    else:
        candidates.shift(search)
    candidates.plant(search)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Does `count` more steps. Returns False once the matrix is full."""
    iterate(memory.search, memory.scene, memory.world, memory.setting, memory.dice, count)
    return memory.search.phase != DONE


@kernel
def choose(memory: Memory, unit: int) -> int:
    """Returns an own snake's way in its line."""
    snake = memory.search.unit[unit]
    order = snake.orders[snake.best * MAX_DEPTH]
    return way_of(memory.start, memory.setting, unit, order)


ENTRIES = (begin, think, choose)


class CandidatesBot(PlansBot):
    """Plays the first orders of the chosen row. An iteration is a rollout."""

    kernels = ENTRIES

    def counted(self) -> dict[str, Any]:
        memory: Any = self.engine.memory
        return counts(memory.search)

    def thoughts(self, at: int, name: Callable[[int], str]) -> dict[str, Any]:
        memory: Any = self.engine.memory
        return describe(memory.search, at, name)


def main() -> None:
    """Plays on stdin and stdout."""
    engines: Engines[Any] = Compiled(Memory, ENTRIES)
    run(CandidatesBot(Params(), engines))
