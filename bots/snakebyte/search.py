"""SnakeByte's search: plans of all snakes (common/search/plans.py), and how good their ends are."""

from bots.snakebyte.charts import AREA, FAR, RIM, SPAN
from bots.snakebyte.params import Params
from bots.snakebyte.rules import (
    PLATFORM,
    PLAYERS,
    SHORTEST,
    SNAKES,
    SOURCES,
    STEPS,
    Board,
    State,
    column,
    count_parts,
    enter,
    facing,
    has_ended,
    leave,
    owner,
    part,
    play,
    row,
)
from common.kernel import Int8, Numbers, kernel, numbers, record
from common.rng import Dice
from common.search import plans
from common.search.plans import Plans

WAYS = len(STEPS)


@record
class Charts:
    """Steps to sources, of charts.py: away[spot * SOURCES + source]."""

    width: int
    height: int
    away: Numbers[int] = numbers(Int8, AREA * SOURCES)


@record
class World:
    """A turn that is tried. worth: of a part in the next turn. target: the source that a snake
    makes for by habit. By player: parts, and what was gained of them, the later the less.
    """

    state: State
    worth: float
    target: Numbers[int] = numbers(int, SNAKES)
    parts: Numbers[int] = numbers(int, PLAYERS)
    gained: Numbers[float] = numbers(float, PLAYERS)


@record
class Setting:
    """What stays in a match."""

    params: Params
    sources: int
    board: Board
    charts: Charts


@kernel
def spot(charts: Charts, cell: int) -> int:
    """The place of a cell in the charts: of the nearest one that is in them."""
    x = min(max(column(cell), -RIM), charts.width - 1 + RIM) + RIM
    y = min(max(row(cell), -RIM), charts.height - 1 + RIM) + RIM
    return y * SPAN + x


@kernel
def nearest(world: World, setting: Setting, unit: int) -> int:
    """The source that lies nearest to a snake's head."""
    first = spot(setting.charts, part(world.state.snakes[unit], 0)) * SOURCES
    best = 0
    least = FAR + 1
    for source in range(setting.sources):
        if world.state.lies[source]:
            steps = setting.charts.away[first + source]
            if steps < least:
                least = steps
                best = source
    return best


@kernel
def habit(world: World, setting: Setting, unit: int) -> int:
    """The way towards the snake's target that leads into nothing that stands there."""
    snake = world.state.snakes[unit]
    back = facing(snake) ^ 2
    best = back ^ 2
    least = FAR + 1
    for way in range(WAYS):
        cell = part(snake, 0) + STEPS[way]
        is_blocked = setting.board.cells[cell] == PLATFORM or setting.board.taken[cell] != 0
        if way == back or is_blocked:
            continue
        place = spot(setting.charts, cell) * SOURCES + world.target[unit]
        steps = setting.charts.away[place]
        if steps < least:
            least = steps
            best = way
    return best


@kernel
def open_plan(world: World, setting: Setting) -> None:
    """Before a plan is played."""
    enter(setting.board, world.state)


@kernel
def step(world: World, setting: Setting, orders: Numbers[int]) -> None:
    """One turn, and what it gains."""
    state = world.state
    if has_ended(setting.board, state):
        return
    play(setting.board, state, orders)
    for player in range(PLAYERS):
        parts = count_parts(setting.board, state, player)
        world.gained[player] += world.worth * float(parts - world.parts[player])
        world.parts[player] = parts
    world.worth *= setting.params.keep
    for unit in range(setting.board.snakes):
        if state.snakes[unit].length > 0 and not state.lies[world.target[unit]]:
            world.target[unit] = nearest(world, setting, unit)


@kernel
def promise(world: World, setting: Setting, unit: int) -> float:
    """What a snake may hope for, in parts: the nearer a source the more."""
    params = setting.params
    snake = world.state.snakes[unit]
    if snake.length == 0:
        return -params.dead
    place = spot(setting.charts, part(snake, 0)) * SOURCES + nearest(world, setting, unit)
    steps = setting.charts.away[place]
    value = params.near * params.reach / (params.reach + float(steps))
    if snake.length > SHORTEST:
        value += params.long
    return value


@kernel
def rate(world: World, setting: Setting, side: int) -> float:
    """What the end of a plan is worth to a player, in parts; nothing is played on from there."""
    leave(setting.board, world.state)
    total = 0.0
    for player in range(PLAYERS):
        sign = 1.0 if player == side else -1.0
        total += sign * world.gained[player]
    if has_ended(setting.board, world.state):
        lead = world.parts[side] - world.parts[1 - side]
        return total + 50.0 * float(min(1, max(-1, lead)))
    for unit in range(setting.board.snakes):
        sign = 1.0 if owner(setting.board, unit) == side else -1.0
        total += sign * promise(world, setting, unit)
    return total


iterate = plans.bind(WAYS, open_plan, step, habit, rate)


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
    """A new turn of the match: the plans go on from the turn before."""
    search = memory.plans
    params = memory.setting.params
    search.depth = params.depth
    search.members = params.members
    search.share = params.share
    search.hot = params.hot
    search.cold = params.cold
    search.planned = planned
    search.me = me
    memory.start.worth = 1.0
    for player in range(PLAYERS):
        memory.start.parts[player] = count_parts(memory.setting.board, memory.start.state, player)
    for unit in range(plans.MAX_UNITS):
        search.owner[unit] = plans.NOBODY
    for unit in range(memory.setting.board.snakes):
        if memory.start.state.snakes[unit].length > 0:
            search.owner[unit] = owner(memory.setting.board, unit)
            memory.start.target[unit] = nearest(memory.start, memory.setting, unit)
    if is_first:
        plans.forget(search)
    else:
        plans.shift(search)
    plans.plant(search)


@kernel
def think(memory: Memory, count: int) -> None:
    """`count` evaluations more."""
    iterate(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, unit: int) -> int:
    """The way of an own snake in its best plan. What would turn back is going on."""
    ahead = facing(memory.start.state.snakes[unit])
    order = memory.plans.best[memory.plans.me].orders[unit * plans.MAX_DEPTH]
    if order == plans.HABIT:
        enter(memory.setting.board, memory.start.state)
        order = habit(memory.start, memory.setting, unit)
        leave(memory.setting.board, memory.start.state)
    return order if order != ahead ^ 2 else ahead


ENTRIES = (begin, think, choose)
