"""SnakeByte by a network: its inputs around a snake's head, and the ways that it chooses.

Window  SIDE x SIDE cells with the head in the middle, each with PLANES numbers of 0..FULL
Planes  platform; source; outside; nearness of the nearest source, and of the nearest source
        to which no other snake is nearer; own length; then for the snake itself, its mates and the
        rivals: heads (half if a hit kills the snake) and bodies (how soon they leave the cell)
"""

import json
from collections.abc import Mapping
from typing import Any

from bots.snakebyte.bot import SnakebyteBot
from bots.snakebyte.charts import FAR, spot
from bots.snakebyte.params import Params
from bots.snakebyte.rules import (
    KINDS,
    PLATFORM,
    SHORTEST,
    SOURCE,
    STEPS,
    cell_at,
    column,
    owner,
    part,
    row,
)
from bots.snakebyte.search import Setting, World, list_moves
from common.clock import Deadline
from common.engine import Engines
from common.kernel import Int16, Int32, Numbers, Records, each, kernel, numbers, record, records
from common.loop import Stat, run
from common.native import Compiled
from common.nets import dense, heads, planes
from common.nets.dense import fill
from common.nets.wide import decode

PLANES, SIDE, CHANNELS, BLOCKS, MOVES = 12, 11, 32, 2, len(STEPS)
LENGTH, HEADS = 5, 6  # planes; from HEADS on two for the snake, its mates and the rivals
INPUTS = PLANES * SIDE * SIDE
REACH = SIDE // 2
LINE = SIDE + 2
FULL = 255
NEAR = 8  # steps to a source at which half of FULL is left
LATE = 15  # turns for which a body still counts
RIM = 8  # cells around the grid; beyond them all is the same
tower = planes.bind(SIDE, SIDE, PLANES, CHANNELS, BLOCKS)
policy = dense.bind(CHANNELS, MOVES)


@record
class First:
    """The weights of a channel of the first layer."""

    of: Numbers[int] = numbers(Int16, 9 * PLANES)
    bias: int
    scale: int


@record
class Row:
    """The weights of a channel of a later layer."""

    of: Numbers[int] = numbers(Int16, 9 * CHANNELS)
    bias: int
    scale: int


@record
class Head:
    """The weights of a way."""

    of: Numbers[int] = numbers(Int16, CHANNELS)
    bias: int
    scale: int


@record
class Seen:
    """The planes of a cell."""

    of: Numbers[int] = numbers(Int16, PLANES)


@record
class Cell:
    """The channels of a cell."""

    of: Numbers[int] = numbers(Int16, CHANNELS)


@record
class Network:
    """The weights, and the numbers of a snake."""

    first: Records[First] = records(First, CHANNELS)
    rows: Records[Row] = records(Row, 2 * BLOCKS * CHANNELS)
    policy: Records[Head] = records(Head, MOVES)
    inputs: Numbers[int] = numbers(Int16, INPUTS)
    seen: Records[Seen] = records(Seen, LINE * LINE)
    out: Records[Cell] = records(Cell, LINE * LINE)
    sums: Numbers[int] = numbers(Int32, MOVES)


@kernel
def find_own(world: World, setting: Setting, unit: int, own: Numbers[bool]) -> None:
    """Marks the sources that no other snake is nearer to; of equally near snakes of a side, the
    first owns it.
    """
    state = world.state
    for source in range(SOURCE, setting.kinds):
        own[source] = state.solid[source]
    here = spot(setting.charts, part(state.snakes[unit], 0))
    for other in range(setting.board.snakes):
        if other != unit and state.snakes[other].length > 0:
            there = spot(setting.charts, part(state.snakes[other], 0))
            is_first = other < unit and owner(setting.board, other) == owner(setting.board, unit)
            for source in range(SOURCE, setting.kinds):
                lead = setting.charts.away[there + source] - setting.charts.away[here + source]
                own[source] = own[source] and lead >= int(is_first)


@kernel
def nearness(steps: int) -> int:
    """Returns a nearness of 0..FULL: FULL on a source, half of it NEAR steps away, 0 without
    a way.
    """
    return 0 if steps >= FAR else FULL * NEAR // (NEAR + steps)


@kernel
def observe_ground(world: World, setting: Setting, unit: int, inputs: Numbers[int]) -> None:
    """Writes the planes that do not show snakes."""
    state = world.state
    snake = state.snakes[unit]
    own = numbers(bool, KINDS)
    find_own(world, setting, unit, own)
    left = column(part(snake, 0)) - REACH
    top = row(part(snake, 0)) - REACH
    for place in range(SIDE * SIDE):
        x = min(max(left + place % SIDE, -RIM), setting.charts.width + RIM)
        y = min(max(top + place // SIDE, -RIM), setting.board.height + RIM)
        what = setting.board.cells[cell_at(x, y)]
        first = spot(setting.charts, cell_at(x, y))
        nearest = FAR
        nearest_own = FAR
        for source in range(SOURCE, setting.kinds):
            if state.solid[source]:
                nearest = min(nearest, setting.charts.away[first + source])
                if own[source]:
                    nearest_own = min(nearest_own, setting.charts.away[first + source])
        at = place * PLANES
        is_outside = x < 0 or x >= setting.charts.width or y >= setting.board.height
        inputs[at] = FULL * int(what == PLATFORM)
        inputs[at + 1] = FULL * int(what >= SOURCE and state.solid[what])
        inputs[at + 2] = FULL * int(is_outside)
        inputs[at + 3] = nearness(nearest)
        inputs[at + 4] = nearness(nearest_own)
        inputs[at + LENGTH] = min(16 * snake.length, FULL)


@kernel
def observe_snake(world: World, setting: Setting, unit: int, inputs: Numbers[int]) -> None:
    """Writes all inputs of a snake; zeros if it is gone."""
    for place in range(INPUTS):
        inputs[place] = 0
    snakes = world.state.snakes
    if snakes[unit].length == 0:
        return
    observe_ground(world, setting, unit, inputs)
    left = column(part(snakes[unit], 0)) - REACH
    top = row(part(snakes[unit], 0)) - REACH
    for other in range(setting.board.snakes):
        is_mate = owner(setting.board, other) == owner(setting.board, unit)
        plane = HEADS + 2 * (0 if other == unit else 2 - int(is_mate))
        snake = snakes[other]
        for at in range(snake.length):
            x = column(part(snake, at)) - left
            y = row(part(snake, at)) - top
            if x >= 0 and x < SIDE and y >= 0 and y < SIDE:
                place = (y * SIDE + x) * PLANES + plane
                if at == 0:
                    inputs[place] = FULL if snake.length > SHORTEST else FULL // 2
                else:
                    inputs[place + 1] = FULL * min(snake.length - at, LATE) // LATE


@kernel
def allow_ways(world: World, setting: Setting, unit: int, legal: Numbers[bool]) -> None:
    """Marks a snake's legal ways: those into no platform, or all if each leads into one, or if it
    is gone.
    """
    ways = numbers(int, MOVES)
    weights = numbers(int, MOVES)
    if world.state.snakes[unit].length == 0:
        legal[0] = True
        return
    for place in range(list_moves(world, setting, unit, ways, weights)):
        legal[ways[place]] = True


def mirrored() -> tuple[list[int], list[int]]:
    """Returns the new place of each input and of each way if left and right are swapped."""
    cells = [y * SIDE + SIDE - 1 - x for y in range(SIDE) for x in range(SIDE)]
    return [cell * PLANES + plane for cell in cells for plane in range(PLANES)], [0, 3, 2, 1]


@record
class Memory:
    """The memory of the network. The bot loads start every turn, the rest once."""

    start: World
    setting: Setting
    net: Network


@kernel
def think(memory: Memory, unit: int) -> int:
    """Returns the best legal way of a living snake."""
    net = memory.net
    legal = numbers(bool, MOVES)
    allow_ways(memory.start, memory.setting, unit, legal)
    observe_snake(memory.start, memory.setting, unit, net.inputs)
    for y in range(SIDE):
        for x in range(SIDE):
            seen = net.seen[(y + 1) * LINE + x + 1].of
            for plane in each(PLANES):
                seen[plane] = net.inputs[(y * SIDE + x) * PLANES + plane]
    tower(net.first, net.rows, net.seen, net.out)
    policy(net.policy, net.out[LINE * LINE // 2].of, net.sums, True)
    return heads.best_move(net.sums, 0, legal)


ENTRIES = (think,)


class PolicyBot(SnakebyteBot):
    """Plays the ways that the network chooses; `train policy snakebyte --apply` writes its
    weights.
    """

    def __init__(self, params: Params, engines: Engines[Any]) -> None:
        from bots.snakebyte.weights import WEIGHTS

        self.net = Network()
        fill(decode(WEIGHTS)[0], self.net.first, self.net.rows, self.net.policy)
        super().__init__(params, engines)

    def answer(self, deadline: Deadline) -> list[str]:
        engine: Any = self.engines.current(deadline)
        self.engine = engine
        if engine is not self.loaded:
            engine.load("setting", self.setting)
            engine.load("net", self.net)
            self.loaded = engine
        engine.load("start", self.start)
        ways = {at: engine.call(think, at) for at in self.own()}
        self.search_ms = (deadline.now() - deadline.started) * 1000.0
        return self.line(ways)

    def stats(self) -> Mapping[str, Stat]:
        return self.timed({})

    def explain(self) -> str:
        return json.dumps({"turn": self.turn})


def main() -> None:
    """Plays on stdin and stdout."""
    engines: Engines[Any] = Compiled(Memory, ENTRIES)
    run(PolicyBot(Params(), engines))
