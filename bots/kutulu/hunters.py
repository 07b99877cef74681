"""Whom minions follow, and what the bot takes the others to do about it."""

from bots.kutulu.paths import (
    ACTIONS,
    CELL_BITS,
    CELL_MASK,
    CELLS,
    COMPANY,
    EVERY_TURN,
    EXIT,
    EXPLORERS,
    FAR,
    LAST_WAY,
    LIT_ROWS,
    LONG_ROOM,
    ROOM,
    ROW,
    TABLE,
    WAYS,
    Maze,
)
from bots.kutulu.rules import (
    LEAVE_MASK,
    LIGHT_REACH,
    LIT_COST,
    MINIONS,
    PLAN,
    PLAN_REACH,
    WAIT,
    YELL,
    YELL_REACH,
    World,
    bind,
    is_free,
)
from common.kernel import each, kernel, numbers
from common.rng import Dice, draw

QUEUES = 2 * CELLS - 1  # a mask for places in them
COST_BITS = CELL_BITS + 1  # of an entry of them below its cost: whether dark, cell
LIT_PRICE = LIT_COST << COST_BITS
DARK_PRICE = (1 << COST_BITS) + CELLS
NO_WAY = FAR << COST_BITS
COSTS = (1 << 30) - (1 << COST_BITS)
LAMPS = (1 << 40) - 1
NEAR = 2  # steps of a wanderer that spoil a PLAN, and that a YELL is good for
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@kernel
def search_ways(maze: Maze, turn: int, lights: int, start: int, row: int) -> None:
    """Fills a row of maze.walk and maze.step with the ways from `start`, lamps counted.

    The official search: the least cost goes on first, of equal costs what was found first. All
    that enters a cell pays the same, so its first way is its best, and two queues stay in order:
    of lit cells, which were found earlier than dark ones of equal cost, and, from CELLS on, of
    dark ones.
    """
    queues = numbers(int, 2 * CELLS)
    begins = numbers(int, 2)
    ends = numbers(int, 2)
    is_lit = numbers(bool, CELLS)
    for who in range(EXPLORERS):
        lamp = (lights >> (CELL_BITS * who)) & CELL_MASK
        if lamp != maze.cells:
            for cell in range(CELLS):
                if maze.walk[lamp * ROW + cell] <= LIGHT_REACH:
                    is_lit[cell] = True
    for cell in range(CELLS):
        queues[cell] = NO_WAY
        queues[CELLS + cell] = NO_WAY
        maze.walk[row + cell] = FAR
    maze.walk[row + start] = 0
    maze.step[row + start] = start * EVERY_TURN
    begins[1] = CELLS
    ends[1] = CELLS
    entry = CELLS + start
    while entry < NO_WAY:
        here = entry & CELL_MASK
        for way in each(WAYS):
            beside = maze.exits[here * ACTIONS + ((turn + way) & LAST_WAY)] & CELL_MASK
            if maze.walk[row + beside] == FAR:
                price = LIT_PRICE if is_lit[beside] else DARK_PRICE
                found = (entry & COSTS) + price + beside
                kind = (found >> CELL_BITS) & 1
                first = beside * EVERY_TURN if here == start else maze.step[row + here]
                maze.walk[row + beside] = found >> COST_BITS
                maze.step[row + beside] = first
                queues[ends[kind] & QUEUES] = found
                ends[kind] += 1
        entry = min(queues[begins[0] & QUEUES], queues[begins[1] & QUEUES])
        begins[(entry >> CELL_BITS) & 1] += 1


@kernel
def find_row(world: World, maze: Maze, here: int) -> int:
    """Where the ways from `here` stand in maze.walk and maze.step, while some LIGHT may burn."""
    lights = 1
    for who in range(EXPLORERS):
        is_dark = world.turn >= world.explorers[who].light_until
        lights = (lights * CELLS + (maze.cells if is_dark else maze.where[who])) & LAMPS
    wanted = (lights * WAYS + (world.turn & LAST_WAY)) * CELLS + here
    index = wanted % LIT_ROWS
    row = TABLE + index * ROW
    if maze.lit_rows[index] != wanted:
        maze.lit_rows[index] = wanted
        search_ways(maze, world.turn, lights, here, row)
    return row


@kernel
def chase(world: World, maze: Maze, dice: Dice, here: int, old: int) -> int:
    """rules.bind's chase. Of equally near explorers the old target, else any."""
    best = FAR
    chosen = -1
    equals = 0
    row = (here & CELL_MASK) * ROW
    if world.turn < world.last_light:
        row = find_row(world, maze, here & CELL_MASK)
    for who in range(EXPLORERS):
        cost = maze.walk[row + (maze.where[who] & CELL_MASK)]
        if cost < best:
            best = cost
            chosen = who
            equals = 1
        elif cost == best < FAR and chosen != old:
            equals += 1
            drawn = draw(dice, equals)
            chosen = who if drawn == 0 or who == old else chosen
    if chosen >= 0:
        step = maze.step[row + (maze.where[chosen] & CELL_MASK)]
        maze.next = (step >> (CELL_BITS * (world.turn & LAST_WAY))) & CELL_MASK
    return chosen


play_turn = bind(chase)


@kernel
def note_hunters(world: World, maze: Maze) -> None:
    """hunted: steps to each explorer from the nearest wanderer that is after it."""
    for who in range(EXPLORERS):
        maze.hunted[who] = FAR
    for index in range(min(world.count, MINIONS)):
        target = world.target[index]
        if target >= 0:
            row = (world.spot[index] & CELL_MASK) * ROW
            steps = maze.walk[row + (maze.where[target] & CELL_MASK)]
            maze.hunted[target] = min(maze.hunted[target], steps)


@kernel
def habit(world: World, maze: Maze, who: int, plan_below: int) -> int:
    """What most would do: YELL where that kills, PLAN in company, else run and stay together."""
    one = world.explorers[who]
    is_chased = maze.hunted[who] <= NEAR
    can_plan = one.plans > 0 and one.sanity <= plan_below and is_free(one, world.turn)
    row = (one.cell & CELL_MASK) * ROW
    if not is_chased:
        for other in range(EXPLORERS):
            if other != who:
                at = row + (maze.where[other] & CELL_MASK)
                is_new = (one.yelled_at >> other) & 1 == 0
                if is_new and maze.hunted[other] <= NEAR and maze.apart[at] <= YELL_REACH:
                    return YELL
                if can_plan and maze.walk[at] <= PLAN_REACH:
                    return PLAN
    rooms = -1  # bits of maze.rooms
    for index in range(min(world.count, MINIONS)):
        if world.turn >= (world.leave[index] & LEAVE_MASK) - maze.life_time:
            cell = world.spot[index]
            if cell < 0:
                cell = world.slashers[-1 - cell].cell
            rooms &= maze.rooms[row + (cell & CELL_MASK)]
    best = WAIT
    best_value = -FAR * FAR
    here = (one.cell & CELL_MASK) * ACTIONS
    for index in range(maze.move_count[one.cell & CELL_MASK]):
        action = maze.moves[(here + index) & EXIT]
        cell = maze.exits[(here + action) & EXIT]
        row = (cell & CELL_MASK) * ROW
        nearest = FAR
        for other in range(EXPLORERS):
            if other != who:
                nearest = min(nearest, maze.walk[row + (maze.where[other] & CELL_MASK)])
        room = (rooms & LONG_ROOM).bit_count()
        rooms >>= ROOM
        value = ROOM_WORTH * room - max(0, nearest - COMPANY)
        if value > best_value:
            best_value = value
            best = action
    return best
