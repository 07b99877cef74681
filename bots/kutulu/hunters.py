"""The explorers that minions hunt, and the usual reactions of other explorers."""

from bots.kutulu.paths import (
    CELL_BITS,
    CELLS,
    FAR,
    NOBODY,
    PLAYERS,
    ROOM,
    TOO_NEAR,
    WAIT,
    WAYS,
    Maze,
)
from bots.kutulu.rules import (
    COMPANY,
    PLAN,
    PLAN_REACH,
    YELL,
    YELL_REACH,
    LitWays,
    World,
    bind_turn,
    search_ways,
)
from common.kernel import Records, each, kernel, record, records
from common.rng import Dice, draw

LIT_WAYS = 251  # kept at one time
NEAR = 2  # steps of a wanderer that spoil a PLAN and merit a YELL
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@record
class Hunt:
    """The memory of minions' chases and explorers' habits, besides the rules."""

    dice: Dice  # for the choice among equally near explorers, and for who plays by habit
    lit: Records[LitWays] = records(LitWays, LIT_WAYS)


@kernel
def chase(world: World, maze: Maze, hunt: Hunt, index: int) -> None:
    """Moves minion `index` to the nearest explorer, of equally near ones its target, else any."""
    spot = world.spot[index]
    steps = maze.cells[spot].steps
    firsts = maze.cells[spot].firsts
    where = world.where
    turn = world.turn
    shift = CELL_BITS * (turn % WAYS)
    if turn < world.last_light:
        key = (CELLS + spot) * WAYS + turn % WAYS
        for seat in each(PLAYERS):
            key = key * CELLS + (where[seat] if turn < world.players[seat].light_until else NOBODY)
        ways = hunt.lit[key % LIT_WAYS]
        if ways.key != key:
            ways.key = key
            search_ways(world, maze, spot, ways)
        steps = ways.steps
        firsts = ways.firsts
        shift = 0
    old = world.target[index]
    nearest = FAR - 1  # NOBODY is farther
    chosen = -1
    equals = 0
    for seat in each(PLAYERS):
        cost = steps[where[seat]]
        if cost < nearest:
            nearest = cost
            chosen = seat
            equals = 1
        elif cost == nearest and chosen != old:
            equals += 1
            if draw(hunt.dice, equals) == 0 or seat == old:
                chosen = seat
    if chosen >= 0:
        world.target[index] = chosen
        world.spot[index] = (firsts[where[chosen]] >> shift) % CELLS


play_turn = bind_turn(chase)


@kernel
def find_hunted(world: World, maze: Maze) -> int:
    """Returns a bit for each seat that a wanderer hunts from at most NEAR steps."""
    hunted = 0
    for index in range(world.count):
        target = world.target[index]
        if target >= 0 and world.leave[index] >= 0:
            if maze.cells[world.spot[index]].steps[world.where[target]] <= NEAR:
                hunted |= 1 << target
    return hunted


@kernel
def habit(world: World, maze: Maze, hunted: int, seat: int, plan_below: int) -> int:
    """Returns the usual action of other bots: YELL if it kills, PLAN in company, else a step away
    from minions, to others.
    """
    player = world.players[seat]
    here = maze.cells[player.cell]
    if hunted >> seat & 1 == 0:
        can_plan = player.plans > 0 and player.sanity <= plan_below
        can_plan = can_plan and world.turn >= player.busy_until
        for other in each(PLAYERS):
            there = world.where[other]
            is_due = hunted >> other & 1 > 0 and not player.yelled_at[other]
            if is_due and here.apart[there] <= YELL_REACH:
                return YELL
            if can_plan and other != seat and here.steps[there] <= PLAN_REACH:
                return PLAN
    threats = 0
    for index in range(world.count):
        if world.turn >= world.leave[index] - maze.life_time:
            threats |= here.threats[world.spot[index]]
    best = WAIT
    best_value = -FAR * FAR
    for move in range(here.moves.count):
        value = -ROOM_WORTH * (threats & TOO_NEAR).bit_count()
        threats >>= ROOM
        if value > best_value:
            action = here.moves.items[move]
            steps = maze.cells[here.exits[action]].steps
            nearest = FAR
            for other in each(PLAYERS):
                away = steps[world.where[other]]
                if away < nearest and other != seat:
                    nearest = away
            value -= max(0, nearest - COMPANY)
            if value > best_value:
                best_value = value
                best = action
    return best
