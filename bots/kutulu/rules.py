"""Kutulu in its top league: the rules, as kernels, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
World   explorers by id, minions in the order of their creation; spans of time as the turn in which
        they end, so that nothing has to be counted down
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters, the end.
Source: docs/games/kutulu.md. Golden: tests/golden/kutulu.
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import (
    CELL_BITS,
    LIGHT_REACH,
    SHELTERS,
    SPAWNS,
    search_lit,
    shine,
)
from bots.kutulu.paths import CELL_MASK as CELL_MASK  # and these are for the referee too
from bots.kutulu.paths import EXPLORERS as EXPLORERS
from bots.kutulu.paths import FAR as FAR
from bots.kutulu.paths import WAYS as WAYS
from bots.kutulu.paths import Maze as Maze
from bots.kutulu.paths import Paths as Paths
from bots.kutulu.paths import measure as measure
from common.kernel import Numbers, kernel, numbers, record

LAST_TURN = 200
MAX_SANITY = 250
PLANS = 2
LIGHTS = 3
SPOOK = 20
ALONE = 50  # lost a turn by the last one in play
COMPANY = 2  # distance of others that counts as a group
YELL_REACH = 1
HEAL = 3
PLAN_REACH = 2  # steps
PLAN_TURNS = 4
LIGHT_TURNS = 2
YELL_TURNS = 2
SHELTER_HEAL = 5
SHELTER_ENERGY = 10
SHELTER_PERIOD = 50
SPAWN_PERIOD = 5
SLASHER_SANITY = 200
SLASHER_SPAWN = 6
STALK = 2
STUN = 6
MINIONS = 96  # at once; ten batches of eight wanderers and the slashers are 84
KINDS = 4  # of chance: a minion's first heading, drawn and never used

WAIT = 4
PLAN = 5
LIGHT = 6
YELL = 7

# What a minion is and does.
WANDERER = 0  # spawning until `until`, wandering after it
SPAWNING = 1  # and the four that follow: slashers
WANDERING = 2
STALKING = 3
RUSHING = 4
STUNNED = 5

Dice = TypeVar("Dice")


@record
class World:
    """The state between two turns.

    turn: the one that comes next. A PLAN, a LIGHT, a stuck explorer and one who has yelled stay so
    while turn < *_until. until[m]: the turn in which minion m's countdown ends; leave[m]: the last
    turn of a wanderer; memory[m]: the cell that a slasher remembers, or -1.
    """

    turn: int
    living: int = EXPLORERS  # explorers in play
    cell: Numbers[int] = numbers(int, EXPLORERS)
    sanity: Numbers[int] = numbers(int, EXPLORERS)
    plans: Numbers[int] = numbers(int, EXPLORERS)
    lights: Numbers[int] = numbers(int, EXPLORERS)
    playing: Numbers[bool] = numbers(bool, EXPLORERS)
    score: Numbers[int] = numbers(int, EXPLORERS)
    has_slasher: Numbers[bool] = numbers(bool, EXPLORERS)  # has caused the one slasher
    has_yelled: Numbers[bool] = numbers(bool, EXPLORERS * EXPLORERS)  # yeller * EXPLORERS + victim
    plan_until: Numbers[int] = numbers(int, EXPLORERS)
    light_until: Numbers[int] = numbers(int, EXPLORERS)
    stuck_until: Numbers[int] = numbers(int, EXPLORERS)
    yell_until: Numbers[int] = numbers(int, EXPLORERS)
    last_plan: int  # the largest of plan_until, so far
    last_light: int
    energy: Numbers[int] = numbers(int, SHELTERS)
    has_energy: bool  # some shelter has
    minions: int
    next_id: int = EXPLORERS
    kind: Numbers[int] = numbers(int, MINIONS)
    number: Numbers[int] = numbers(int, MINIONS)
    spot: Numbers[int] = numbers(int, MINIONS)
    until: Numbers[int] = numbers(int, MINIONS)
    leave: Numbers[int] = numbers(int, MINIONS)
    target: Numbers[int] = numbers(int, MINIONS)
    memory: Numbers[int] = numbers(int, MINIONS)


@kernel
def put_out(world: World, who: int, score: int) -> None:
    """An explorer leaves the game, and its PLAN and LIGHT with it."""
    world.playing[who] = False
    world.score[who] = score
    world.sanity[who] = 0
    world.plan_until[who] = 0
    world.light_until[who] = 0
    world.living -= 1


@kernel
def create(world: World, kind: int, cell: int, until: int, leave: int, target: int) -> None:
    """A new minion, unless there are too many."""
    index = world.minions
    if index < MINIONS:
        world.minions = index + 1
        world.kind[index] = kind
        world.number[index] = world.next_id
        world.spot[index] = cell
        world.until[index] = until
        world.leave[index] = leave
        world.target[index] = target
        world.memory[index] = cell if kind == SPAWNING else -1
    world.next_id += 1


@kernel
def yell(world: World, maze: Maze, paths: Paths, who: int) -> None:
    """Whom explorer `who` has not caught yet and can reach is stuck, in this turn and the next."""
    row = world.cell[who] * maze.cells
    for other in range(EXPLORERS):
        pair = who * EXPLORERS + other
        is_near = other != who and paths.apart[row + world.cell[other]] <= YELL_REACH
        if is_near and world.playing[other] and not world.has_yelled[pair]:
            world.has_yelled[pair] = True
            world.stuck_until[other] = world.turn + YELL_TURNS
            world.yell_until[who] = world.turn + YELL_TURNS


@kernel
def cast(world: World, who: int, action: int) -> None:
    """PLAN or LIGHT, unless none is left or an effect of the caster is still there."""
    turn = world.turn
    if turn < world.plan_until[who] or turn < world.light_until[who]:
        return
    if turn < world.yell_until[who]:
        return
    if action == PLAN and world.plans[who] > 0:
        world.plans[who] -= 1
        world.plan_until[who] = turn + PLAN_TURNS
        world.last_plan = turn + PLAN_TURNS
    if action == LIGHT and world.lights[who] > 0:
        world.lights[who] -= 1
        world.light_until[who] = turn + LIGHT_TURNS
        world.last_light = max(world.last_light, turn + LIGHT_TURNS)


@kernel
def act(world: World, maze: Maze, paths: Paths, actions: Numbers[int]) -> None:
    """Yells by who is not stuck yet, then steps and casts by who is not stuck now."""
    turn = world.turn
    stuck = numbers(bool, EXPLORERS)
    for who in range(EXPLORERS):
        stuck[who] = turn < world.stuck_until[who] or not world.playing[who]
    for who in range(EXPLORERS):
        if actions[who] == YELL and not stuck[who]:
            yell(world, maze, paths, who)
    for who in range(EXPLORERS):
        action = actions[who]
        if action == WAIT or not world.playing[who] or turn < world.stuck_until[who]:
            continue
        if action < WAYS:
            there = maze.exits[world.cell[who] * WAYS + action]
            if there >= 0:
                world.cell[who] = there
        elif action != YELL:
            cast(world, who, action)


@kernel
def heal(world: World, maze: Maze, paths: Paths) -> None:
    """PLANs and shelters."""
    turn = world.turn
    if turn < world.last_plan:
        for who in range(EXPLORERS):
            if turn < world.plan_until[who]:
                row = world.cell[who] * maze.cells
                for other in range(EXPLORERS):
                    if not world.playing[other]:
                        continue
                    if paths.walk[row + world.cell[other]] <= PLAN_REACH:
                        world.sanity[other] = min(MAX_SANITY, world.sanity[other] + HEAL)
                        if other != who:
                            world.sanity[who] = min(MAX_SANITY, world.sanity[who] + HEAL)
    if world.has_energy:
        for shelter in range(maze.shelter_count):
            if world.energy[shelter] > 0:
                for who in range(EXPLORERS):
                    if world.playing[who] and world.cell[who] == maze.shelters[shelter]:
                        world.sanity[who] = min(MAX_SANITY, world.sanity[who] + SHELTER_HEAL)
                        world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def light_up(world: World, maze: Maze, paths: Paths) -> bool:
    """Marks the cells lit in this turn; whether there are any."""
    turn = world.turn
    burning = 0
    for who in range(EXPLORERS):
        if turn < world.light_until[who]:
            burning += 1
    if burning == 0:
        return False
    for cell in range(maze.cells):
        paths.is_lit[cell] = False
        paths.guests[cell] = 0
    for who in range(EXPLORERS):
        if turn < world.light_until[who]:
            shine(maze, paths, world.cell[who])
        if world.playing[who]:
            paths.guests[world.cell[who]] += 1
    return True


@kernel
def is_in_the_dark(world: World, maze: Maze, paths: Paths, cell: int, steps: int) -> bool:
    """Whether no cell within `steps` of `cell` is lit, so that ways are what they always are."""
    for who in range(EXPLORERS):
        if world.turn < world.light_until[who]:
            if paths.walk[world.cell[who] * maze.cells + cell] - LIGHT_REACH <= steps:
                return False
    return True


@kernel
def scare(world: World, cell: int) -> bool:
    """Everybody on the cell is spooked; whether there was anybody."""
    is_met = False
    for who in range(EXPLORERS):
        if world.playing[who] and world.cell[who] == cell:
            world.sanity[who] = max(0, world.sanity[who] - SPOOK)
            is_met = True
    return is_met


@kernel
def acquire(world: World, maze: Maze, paths: Paths, index: int) -> bool:
    """A slasher looks for its target: the one it has, else the only nearest one in sight."""
    here = world.spot[index]
    row = here * maze.cells
    target = world.target[index]
    if target >= 0 and world.sanity[target] == 0:
        target = -1
        world.memory[index] = -1
    nearest = FAR
    seen = -1
    for who in range(EXPLORERS):
        there = world.cell[who]
        steps = paths.walk[row + there]
        is_straight = maze.x[there] == maze.x[here] or maze.y[there] == maze.y[here]
        if world.playing[who] and is_straight and steps == paths.apart[row + there]:
            if who == target:
                world.memory[index] = there
                return True
            if steps < nearest:
                nearest = steps
                seen = who
            elif steps == nearest:
                seen = -1
    # A target in sight has ended the loop above, whatever stood before it.
    world.target[index] = seen
    if seen < 0:
        if nearest < FAR:
            world.memory[index] = -1
        return False
    world.memory[index] = world.cell[seen]
    return True


@kernel
def rush(world: World, maze: Maze, paths: Paths, index: int) -> None:
    """A slasher strikes at its target, at the cell that it remembers, or where it is."""
    acquire(world, maze, paths, index)
    if world.memory[index] >= 0:
        world.spot[index] = world.memory[index]
    scare(world, world.spot[index])
    world.target[index] = -1
    world.memory[index] = -1
    world.kind[index] = STUNNED
    world.until[index] = world.turn + STUN


@kernel
def madness(world: World, maze: Maze, paths: Paths) -> None:
    """Sanity goes, and who has none left goes too."""
    apart = paths.apart
    is_last = world.living == 1
    for who in range(EXPLORERS):
        if not world.playing[who]:
            continue
        row = world.cell[who] * maze.cells
        loss = ALONE if is_last else maze.lonely
        for other in range(EXPLORERS):
            if other != who and world.playing[other] and apart[row + world.cell[other]] <= COMPANY:
                loss = maze.group
                break
        world.sanity[who] = max(0, world.sanity[who] - loss)
    for who in range(EXPLORERS):
        if world.playing[who] and world.sanity[who] == 0:
            put_out(world, who, world.turn)


@kernel
def end_turn(world: World, maze: Maze) -> None:
    """Shelters are filled, the turn is over; turn LAST_TURN gives all survivors their score."""
    turn = world.turn
    if turn > 0 and turn % SHELTER_PERIOD == 0:
        world.has_energy = True
        for shelter in range(maze.shelter_count):
            world.energy[shelter] = SHELTER_ENERGY
    if turn == LAST_TURN:
        for who in range(EXPLORERS):
            if world.playing[who]:
                world.score[who] = LAST_TURN + world.sanity[who]
                world.playing[who] = False
        world.living = 0
    world.turn = turn + 1


@kernel
def spawn(world: World, maze: Maze, paths: Paths) -> None:
    """A slasher where somebody has lost heart; wanderers where explorers are farthest."""
    turn = world.turn
    for who in range(EXPLORERS):
        if world.sanity[who] < SLASHER_SANITY and world.playing[who]:
            if not world.has_slasher[who]:
                world.has_slasher[who] = True
                create(world, SPAWNING, world.cell[who], turn + SLASHER_SPAWN - 1, 0, who)
    if turn % SPAWN_PERIOD != 0:
        return
    nearest = numbers(int, SPAWNS)
    farthest = 0
    for place in range(maze.spawn_count):
        row = maze.spawns[place] * maze.cells
        steps = maze.cap
        for who in range(EXPLORERS):
            if world.playing[who]:
                steps = min(steps, paths.apart[row + world.cell[who]])
        nearest[place] = steps
        farthest = max(farthest, steps)
    awake = turn + maze.spawn_time - 1
    for place in range(maze.spawn_count):
        if nearest[place] == farthest:
            create(world, WANDERER, maze.spawns[place], awake, awake + maze.life_time, -1)


@kernel
def drop_down(world: World, kept: int, index: int) -> None:
    """Moves minion `index` to the place `kept`."""
    world.kind[kept] = world.kind[index]
    world.number[kept] = world.number[index]
    world.spot[kept] = world.spot[index]
    world.until[kept] = world.until[index]
    world.leave[kept] = world.leave[index]
    world.target[kept] = world.target[index]
    world.memory[kept] = world.memory[index]


def bind(
    draw: Callable[[Dice, int], int], is_official: bool
) -> Callable[[World, Maze, Paths, Dice, Numbers[int]], None]:
    """play_turn(world, maze, paths, dice, actions) over a source of chance.

    draw(dice, n): a random number of 0..n-1.
    is_official: draw as often as the official referee does. Else only to choose among explorers
    that are equally near, which gives each of them the same chance with fewer draws.
    """

    @kernel
    def choose(world: World, paths: Paths, old: int, dice: Dice) -> int:
        """The explorer of least paths.cost, rather the old target, else any of equals; or -1."""
        order = numbers(int, EXPLORERS)
        count = 0
        fixed = 0
        for who in range(EXPLORERS):
            if world.playing[who]:
                order[count] = who
                if who == old:
                    order[count] = order[0]
                    order[0] = who
                    fixed = 1
                count += 1
        for index in range(fixed, count - 1):
            drawn = draw(dice, count - index)
            other = order[index + drawn]
            order[index + drawn] = order[index]
            order[index] = other
        best = FAR
        chosen = -1
        for index in range(count):
            if paths.cost[order[index]] < best:
                chosen = order[index]
                best = paths.cost[chosen]
        return chosen

    @kernel
    def chase(world: World, maze: Maze, paths: Paths, dice: Dice, index: int, is_lit: bool) -> None:
        """A minion turns to the nearest explorer and takes a step."""
        cells = maze.cells
        here = world.spot[index]
        nearest = FAR
        for who in range(EXPLORERS):
            paths.cost[who] = FAR
            if world.playing[who]:
                row = world.cell[who] * cells
                steps = paths.walk[row + here]
                paths.cost[who] = steps
                packed = paths.step[row + here]
                paths.first[who] = (packed >> (CELL_BITS * (world.turn % WAYS))) & CELL_MASK
                nearest = min(nearest, steps)
        if is_lit and not is_in_the_dark(world, maze, paths, here, nearest):
            search_lit(maze, paths, world.cell, here, world.turn)
            for who in range(EXPLORERS):
                if not world.playing[who]:
                    paths.cost[who] = FAR
        chosen = choose(world, paths, world.target[index], dice)
        if chosen >= 0:
            world.target[index] = chosen
            world.spot[index] = paths.first[chosen]

    @kernel
    def slash(world: World, maze: Maze, paths: Paths, dice: Dice, index: int, is_lit: bool) -> None:
        """A slasher's turn."""
        kind = world.kind[index]
        turn = world.turn
        if kind == SPAWNING and turn >= world.until[index]:
            world.kind[index] = RUSHING
        elif kind == RUSHING:
            rush(world, maze, paths, index)
        elif kind == STUNNED and turn >= world.until[index]:
            world.kind[index] = WANDERING
        elif kind == STALKING:
            acquire(world, maze, paths, index)
            if turn >= world.until[index]:
                world.kind[index] = RUSHING
        elif kind == WANDERING:
            is_sighted = acquire(world, maze, paths, index)
            if is_sighted:
                world.kind[index] = STALKING
                world.until[index] = turn + STALK
            else:
                chase(world, maze, paths, dice, index, is_lit)

    @kernel
    def move_minions(world: World, maze: Maze, paths: Paths, dice: Dice) -> None:
        """Every minion in turn moves and spooks; wanderers that met somebody or are old leave."""
        turn = world.turn
        cells = maze.cells
        walk = paths.walk
        spots = world.spot
        targets = world.target
        shift = CELL_BITS * (turn % WAYS)
        is_lit = False
        if turn < world.last_light:
            is_lit = light_up(world, maze, paths)
        is_plain = not is_lit and not is_official
        rows = numbers(int, EXPLORERS)
        for who in range(EXPLORERS):
            rows[who] = world.cell[who] * cells if world.playing[who] else cells * cells
        kept = 0
        for index in range(world.minions):
            is_leaving = False
            if world.kind[index] != WANDERER:
                slash(world, maze, paths, dice, index, is_lit)
            elif turn > world.until[index]:
                is_leaving = turn >= world.leave[index]
                if is_plain:  # HOT: what chase does, without its tables
                    here = spots[index]
                    old = targets[index]
                    chosen = old
                    best = walk[rows[old] + here] if old >= 0 else FAR
                    equals = 1
                    for who in range(EXPLORERS):
                        steps = walk[rows[who] + here]
                        if steps < best:
                            best = steps
                            chosen = who
                            equals = 1
                        elif steps == best and chosen != old:
                            equals += 1
                            drawn = draw(dice, equals)
                            if drawn == 0:
                                chosen = who
                    if best < FAR:
                        targets[index] = chosen
                        spots[index] = (paths.step[rows[chosen] + here] >> shift) & CELL_MASK
                        if best <= 1:
                            scare(world, spots[index])
                            is_leaving = True
                else:
                    chase(world, maze, paths, dice, index, is_lit)
                    is_met = scare(world, spots[index])
                    is_leaving = is_leaving or is_met
            if not is_leaving:
                if kept < index:
                    drop_down(world, kept, index)
                kept += 1
        world.minions = kept

    @kernel
    def play_turn(
        world: World, maze: Maze, paths: Paths, dice: Dice, actions: Numbers[int]
    ) -> None:
        """One turn in which explorer i does actions[i]."""
        before = world.next_id
        spawn(world, maze, paths)
        if is_official:
            for _ in range(world.next_id - before):
                draw(dice, KINDS)
        act(world, maze, paths, actions)
        if world.has_energy or world.turn < world.last_plan:
            heal(world, maze, paths)
        move_minions(world, maze, paths, dice)
        madness(world, maze, paths)
        end_turn(world, maze)

    return play_turn
