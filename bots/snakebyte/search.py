"""SnakeByte's search: a beam over the snakes, the rival's first (common/search/beam_passes.py).

A row is a snake, and its order a way.
"""

from bots.snakebyte import rules
from bots.snakebyte.charts import FAR, Charts, nearest, spot
from bots.snakebyte.params import Params
from bots.snakebyte.rules import PLAYERS, SNAKES, STEPS, Board, State, facing, owner, part
from common.kernel import Numbers, Records, kernel, numbers, record, records
from common.search import beam_passes, beam_units
from common.search.beam_units import HABIT, NO_SIDE, TWINS, UnitBeam

TURNS = (2, 1, 3)  # from the way back: ahead, right, left; of equal ones the first is kept


@record
class World:
    """A turn that is tried.

    worth: value of a part in the next turn
    parts, gained: by player, its parts and its gains, with later ones weighing less
    """

    state: State
    worth: float
    parts: Numbers[int] = numbers(int, PLAYERS)
    gained: Numbers[float] = numbers(float, PLAYERS)


@record
class Setting:
    """The fixed part of a match.

    kinds: SOURCE + the number of sources
    orders: by snake, of the turn that is tried
    """

    params: Params
    kinds: int
    board: Board
    charts: Charts
    orders: Numbers[int] = numbers(int, SNAKES)


@kernel
def habit(world: World, setting: Setting, unit: int) -> int:
    """Returns the way to the nearest source, among ways into free cells."""
    snake = world.state.snakes[unit]
    here = spot(setting.charts, part(snake, 0))
    target = nearest(setting.charts, world.state, setting.kinds, here)
    best = facing(snake)
    least = FAR + 1
    for turn in range(len(TURNS)):
        way = facing(snake) + 2 + TURNS[turn] & 3
        cell = part(snake, 0) + STEPS[way]
        if setting.board.cells[cell] != rules.PLATFORM and setting.board.taken[cell] == 0:
            steps = setting.charts.away[spot(setting.charts, cell) + target]
            if steps < least:
                least = steps
                best = way
    return best


@kernel
def has_ended(world: World, setting: Setting) -> bool:
    state = world.state
    is_over = state.turn >= rules.MAX_TURNS or state.left == 0
    return is_over or min(world.parts[0], world.parts[1]) == 0


@kernel
def side_of(world: World, setting: Setting, unit: int) -> int:
    """Returns the player of a snake, NO_SIDE for one that is gone."""
    if unit < setting.board.snakes and world.state.snakes[unit].length > 0:
        return owner(setting.board, unit)
    return NO_SIDE


@kernel
def give(world: World, setting: Setting, unit: int, order: int) -> None:
    setting.orders[unit] = order


@kernel
def step(world: World, setting: Setting) -> None:
    """Plays a turn, between `open_state` and `close_state`."""
    rules.play(setting.board, world.state, setting.orders)
    for player in range(PLAYERS):
        parts = rules.count_parts(setting.board, world.state, player)
        world.gained[player] += world.worth * float(parts - world.parts[player])
        world.parts[player] = parts
    world.worth *= setting.params.keep


@kernel
def outlook(world: World, setting: Setting, side: int) -> float:
    """Returns the value of a player's snakes and their ways to sources, minus the rival's."""
    state = world.state
    params = setting.params
    steps = numbers(int, SNAKES)  # of the living, in the order of units
    spots = numbers(int, SNAKES)
    count = 0
    firsts = 0  # of player 0
    for unit in range(setting.board.snakes):
        if state.snakes[unit].length > 0:
            steps[count] = FAR
            spots[count] = spot(setting.charts, part(state.snakes[unit], 0))
            count += 1
            firsts += 1 - owner(setting.board, unit)
    race = params.race if side == 0 else -params.race
    total = 0.0
    for source in range(rules.SOURCE, setting.kinds):
        if state.solid[source]:
            one = FAR  # player 0's steps,
            for place in range(firsts):
                away = setting.charts.away[spots[place] + source]
                steps[place] = min(steps[place], away)
                one = min(one, away)
            other = FAR  # and player 1's
            for place in range(firsts, count):
                away = setting.charts.away[spots[place] + source]
                steps[place] = min(steps[place], away)
                other = min(other, away)
            total += race * float(other - one) / (float(other + one) + params.even)
    count = 0
    for unit in range(setting.board.snakes):
        length = state.snakes[unit].length
        worth = -params.dead
        if length > 0:
            worth = params.near * params.reach / (params.reach + float(steps[count]))
            count += 1
        if length > rules.SHORTEST:
            worth += params.long
        total += worth if owner(setting.board, unit) == side else -worth
    return total


@kernel
def rate(world: World, setting: Setting, side: int) -> float:
    """Returns a tried turn's value to a player, in parts of snakes."""
    total = world.gained[side] - world.gained[1 - side]
    if has_ended(world, setting):
        return total + 50.0 * float(min(1, max(-1, world.parts[side] - world.parts[1 - side])))
    return total + outlook(world, setting, side)


@kernel
def open_state(world: World, setting: Setting) -> None:
    """Writes the snakes into the cells."""
    rules.enter(setting.board, world.state)


@kernel
def close_state(world: World, setting: Setting) -> None:
    """Removes the snakes from the cells."""
    rules.leave(setting.board, world.state)


@kernel
def list_moves(
    world: World, setting: Setting, unit: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
    """Lists a snake's ways that lead into no platform; straight ahead if there is none."""
    snake = world.state.snakes[unit]
    back = facing(snake) ^ 2
    moves[0] = back ^ 2
    count = 0
    for turn in range(len(TURNS)):
        weights[turn] = 1
        way = back + TURNS[turn] & 3
        if setting.board.cells[part(snake, 0) + STEPS[way]] != rules.PLATFORM:
            moves[count] = way
            count += 1
    return max(1, count)


@kernel
def end_turn(world: World, setting: Setting) -> None:
    """Plays a turn; leaves no snake in the cells."""
    open_state(world, setting)
    step(world, setting)
    close_state(world, setting)


@kernel
def key_of(world: World, setting: Setting) -> int:
    """Returns a key by heads, tails and lengths of all snakes, and the sources that are left."""
    key = world.state.left
    for unit in range(setting.board.snakes):
        snake = world.state.snakes[unit]
        if snake.length > 0:
            tail = part(snake, snake.length - 1)
            key = (key * 1000003 + part(snake, 0) * 331 + tail * 7 + snake.length) & (1 << 62) - 1
    return key ^ key >> 31


@kernel
def copy(target: World, source: World) -> None:
    """Copies a tried turn, faster than `assign`, because few cells of `parts` are in use."""
    rules.copy_state(target.state, source.state)
    target.worth = source.worth
    for player in range(PLAYERS):
        target.parts[player] = source.parts[player]
        target.gained[player] = source.gained[player]


@kernel
def way_of(start: World, setting: Setting, unit: int, order: int) -> int:
    """Returns the way of an order at the start; straight ahead for one that would turn back."""
    if order == HABIT:
        open_state(start, setting)
        order = habit(start, setting, unit)
        close_state(start, setting)
    ahead = facing(start.state.snakes[unit])
    return order if order != ahead ^ 2 else ahead


@kernel
def prepare(start: World, setting: Setting) -> None:
    start.worth = 1.0
    for player in range(PLAYERS):
        start.parts[player] = rules.count_parts(setting.board, start.state, player)
        start.gained[player] = 0.0


game = has_ended, side_of, list_moves, give, end_turn, habit, key_of, rate
run_passes = beam_passes.bind(*beam_units.bind(*game, open_state, close_state, copy, pays=False))


@record
class Memory:
    """The memory of the search. The bot loads start every turn, setting once."""

    start: World
    setting: Setting
    beam: UnitBeam
    states: Records[World] = records(World, TWINS)


@kernel
def begin(memory: Memory, me: int, planned: int, is_first: bool) -> None:
    """Begins a turn of the match. planned: number of turns that the search is expected to play"""
    beam = memory.beam
    beam.deepest = memory.setting.params.depth
    beam.share = memory.setting.params.share
    beam.doubt = memory.setting.params.doubt
    beam.rounds = memory.setting.params.rounds
    prepare(memory.start, memory.setting)
    beam.rows = SNAKES
    beam_passes.begin(beam, me, planned, is_first)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Plays `count` more turns. Returns False once the widest pass is done."""
    return run_passes(memory.beam, memory.states, memory.start, memory.setting, count)


@kernel
def choose(memory: Memory, unit: int) -> int:
    return way_of(memory.start, memory.setting, unit, beam_passes.first_order(memory.beam, unit))


ENTRIES = (begin, think, choose)
