"""Whom minions follow, and what the bot takes the others to do about it."""

from bots.kutulu.paths import (
    ACTIONS,
    CELL_BITS,
    CELLS,
    COMPANY,
    EVERY_TURN,
    EXPLORERS,
    FAR,
    LIT_ROWS,
    LONG_ROOM,
    ROOM,
    ROW,
    TABLE,
    WAYS,
    Maze,
)
from bots.kutulu.rules import (
    IDS,
    LIGHT_REACH,
    LIT_COST,
    PLAN,
    PLAN_REACH,
    WAIT,
    YELL,
    YELL_REACH,
    World,
    bind_turn,
    is_free,
)
from common.kernel import each, kernel, numbers
from common.rng import Dice, draw

QUEUES = 2 * CELLS  # places in both
NO_WAY = FAR * QUEUES
NEAR = 2  # steps of a wanderer that spoil a PLAN, and that a YELL is good for
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@kernel
def search_ways(world: World, maze: Maze, start: int, row: int) -> None:
    """Fills a row of maze.walk and maze.step with the ways from `start`, lamps counted.

    The official search: the least cost goes on first, of equal costs what was found first. All
    that enters a cell pays the same, so its first way is its best, and two queues stay in order:
    of lit cells, which were found earlier than dark ones of equal cost, and, from CELLS on, of
    dark ones. Their entries: cost * QUEUES + kind * CELLS + cell; kind: 0 lit, 1 dark.
    """
    queues = numbers(int, QUEUES)
    begins = numbers(int, 2)
    ends = numbers(int, 2)
    is_lit = numbers(bool, CELLS)
    for who in range(EXPLORERS):
        if world.turn < world.explorers[who].light_until:
            for cell in range(maze.cells):
                if maze.walk[maze.where[who] * ROW + cell] <= LIGHT_REACH:
                    is_lit[cell] = True
    queues[0] = NO_WAY
    queues[CELLS] = NO_WAY
    for cell in range(CELLS):
        maze.walk[row + cell] = FAR
    maze.walk[row + start] = 0
    maze.step[row + start] = start * EVERY_TURN
    begins[1] = CELLS
    ends[1] = CELLS
    entry = start
    while entry < NO_WAY:
        here = entry % CELLS
        for way in each(WAYS):
            beside = maze.exits[here * ACTIONS + (world.turn + way) % WAYS]
            if maze.walk[row + beside] == FAR:
                kind = 0 if is_lit[beside] else 1
                cost = maze.walk[row + here] + (LIT_COST if is_lit[beside] else 1)
                step = beside * EVERY_TURN if here == start else maze.step[row + here]
                maze.walk[row + beside] = cost
                maze.step[row + beside] = step
                queues[ends[kind]] = cost * QUEUES + kind * CELLS + beside
                ends[kind] += 1
                queues[ends[kind]] = NO_WAY
        entry = min(queues[begins[0]], queues[begins[1]])
        begins[entry // CELLS % 2] += 1


@kernel
def find_row(world: World, maze: Maze, here: int) -> int:
    """Where the ways from `here` stand in maze.walk and maze.step, while some LIGHT may burn."""
    lights = 1
    for who in range(EXPLORERS):
        is_dark = world.turn >= world.explorers[who].light_until
        lights = lights * CELLS + (maze.cells if is_dark else maze.where[who])
    wanted = (lights * WAYS + world.turn % WAYS) * CELLS + here
    index = wanted % LIT_ROWS
    row = TABLE + index * ROW
    if maze.lit_rows[index] != wanted:
        maze.lit_rows[index] = wanted
        search_ways(world, maze, here, row)
    return row


@kernel
def chase(world: World, maze: Maze, dice: Dice, here: int, old: int) -> int:
    """rules.bind_turn's chase. Of equally near explorers the old target, else any."""
    best = FAR
    chosen = -1
    equals = 0
    row = here * ROW
    if world.turn < world.last_light:
        row = find_row(world, maze, here)
    for who in range(EXPLORERS):
        cost = maze.walk[row + maze.where[who]]
        if cost < best:
            best = cost
            chosen = who
            equals = 1
        elif cost == best < FAR and chosen != old:
            equals += 1
            drawn = draw(dice, equals)
            chosen = who if drawn == 0 or who == old else chosen
    if chosen >= 0:
        step = maze.step[row + maze.where[chosen]]
        maze.next = (step >> (CELL_BITS * (world.turn % WAYS))) % CELLS
    return chosen


play_turn = bind_turn(chase)


@kernel
def note_hunters(world: World, maze: Maze) -> None:
    """Fills maze.hunted, FAR for none."""
    for who in range(EXPLORERS):
        maze.hunted[who] = FAR
    for index in range(world.count):
        target = world.target[index]
        if target >= 0:
            steps = maze.walk[world.spot[index] * ROW + maze.where[target]]
            maze.hunted[target] = min(maze.hunted[target], steps)


@kernel
def habit(world: World, maze: Maze, who: int, plan_below: int) -> int:
    """What most would do: YELL where that kills, PLAN in company, else run and stay together."""
    one = world.explorers[who]
    row = one.cell * ROW
    if maze.hunted[who] > NEAR:
        can_plan = one.plans > 0 and one.sanity <= plan_below and is_free(one, world.turn)
        for other in range(EXPLORERS):
            if other != who:
                at = row + maze.where[other]
                is_new = (one.yelled_at >> other) & 1 == 0
                if is_new and maze.hunted[other] <= NEAR and maze.apart[at] <= YELL_REACH:
                    return YELL
                if can_plan and maze.walk[at] <= PLAN_REACH:
                    return PLAN
    rooms = -1  # bits of maze.rooms
    for index in range(world.count):
        if world.turn >= world.leave[index] % IDS - maze.life_time:
            cell = world.spot[index]
            if cell < 0:
                cell = world.slashers[-1 - cell].cell
            rooms &= maze.rooms[row + cell]
    best = WAIT
    best_value = -FAR * FAR
    here = one.cell * ACTIONS
    for index in range(maze.move_count[one.cell]):
        action = maze.moves[here + index]
        value = ROOM_WORTH * (rooms & LONG_ROOM).bit_count()
        rooms >>= ROOM
        if value > best_value:
            nearest = FAR
            row = maze.exits[here + action] * ROW
            for other in range(EXPLORERS):
                if other != who:
                    nearest = min(nearest, maze.walk[row + maze.where[other]])
            value -= max(0, nearest - COMPANY)
            if value > best_value:
                best_value = value
                best = action
    return best
