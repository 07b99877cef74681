"""Kutulu in its top league: the rules, as kernels, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
A span of time is kept as the turn in which it ends, so that nothing has to be counted down.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters, the end.
Source: docs/games/kutulu.md. Golden: tests/golden/kutulu.
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import ACTIONS, CELL_MASK, EXIT, EXPLORERS, FAR, PLACES, ROW, WAYS, Maze
from common.kernel import Numbers, Records, kernel, numbers, record, records

LAST_TURN = 200
MAX_SANITY = 250
SPOOK = 20
ALONE = 50  # lost a turn by the last one in the game
YELL_REACH = 1
HEAL = 3
PLAN_REACH = 2  # steps
PLAN_TURNS = 4
CAST_TURNS = 2  # of a LIGHT and a YELL
LIGHT_REACH = 5  # steps
LIT_COST = 5  # for a minion to enter a lit cell, 1 of another
SHELTER_HEAL = 5
SHELTER_ENERGY = 10
SHELTER_PERIOD = 50
SPAWN_PERIOD = 5
SLASHER_SANITY = 200
SLASHER_TURNS = 6  # of spawning, and of being stunned
STALK_TURNS = 2
IDS = 1024  # of a minion's id in `leave`
LEAVE_MASK = IDS - 1
MINIONS = 88  # at once: eight wanderers a period, each for ten periods, and slashers

WAIT = 4
PLAN = 5
LIGHT = 6
YELL = 7

SPAWNING = 0
WANDERING = 1
STALKING = 2
RUSHING = 3
STUNNED = 4

Dice = TypeVar("Dice")


@record
class Explorer:
    """A PLAN, a LIGHT, being stuck and having yelled last while turn < *_until."""

    cell: int
    sanity: int = MAX_SANITY
    plans: int = 2
    lights: int = 3
    is_in: bool = True  # the game
    score: int
    has_slasher: bool  # has caused the one slasher
    yelled_at: int  # bit v: has caught explorer v with a YELL
    plan_until: int
    light_until: int
    stuck_until: int
    yell_until: int


@record
class Slasher:
    """until: the turn in which its countdown ends. memory: the cell it remembers, or -1."""

    state: int
    cell: int
    until: int
    target: int
    memory: int


@record
class World:
    """The state between two turns; turn: the one that comes next.

    Minions in the order of their creation: spot is a wanderer's cell, or -1 - s for slasher s.
    leave: the turn in which a wanderer leaves, which spawns until life_time before; ids above it.
    """

    turn: int
    living: int = EXPLORERS  # explorers in the game
    next_id: int = EXPLORERS
    last_plan: int  # the largest of plan_until, so far
    last_light: int
    energy: Numbers[int] = numbers(int, PLACES)
    explorers: Records[Explorer] = records(Explorer, EXPLORERS)
    slasher_count: int
    slashers: Records[Slasher] = records(Slasher, EXPLORERS)
    count: int  # of minions
    spot: Numbers[int] = numbers(int, MINIONS)
    leave: Numbers[int] = numbers(int, MINIONS)
    target: Numbers[int] = numbers(int, MINIONS)


@kernel
def put_out(world: World, one: Explorer, score: int) -> None:
    """An explorer leaves the game, and its PLAN and LIGHT with it."""
    one.is_in = False
    one.score = score
    one.sanity = 0
    one.plan_until = 0
    one.light_until = 0
    world.living -= 1


@kernel
def stand(world: World, maze: Maze) -> None:
    """Notes where explorers are; who is out is far from everything."""
    for who in range(EXPLORERS):
        one = world.explorers[who]
        maze.where[who] = one.cell if one.is_in else maze.cells


@kernel
def create(world: World, spot: int, leave: int) -> None:
    """A new minion, if there is room for it."""
    if world.count < MINIONS:
        world.spot[world.count] = spot
        world.leave[world.count] = world.next_id * IDS + leave
        world.target[world.count] = -1
        world.count += 1
    world.next_id += 1


@kernel
def room_at(maze: Maze, cell: int) -> int:
    """Distance from a cell to the nearest explorer, maze.cap at most."""
    room = maze.cap
    row = (cell & CELL_MASK) * ROW
    for who in range(EXPLORERS):
        room = min(room, maze.apart[row + (maze.where[who] & CELL_MASK)])
    return room


@kernel
def spawn(world: World, maze: Maze) -> None:
    """A slasher where somebody has lost heart; wanderers where explorers are farthest."""
    turn = world.turn
    for who in range(EXPLORERS):
        one = world.explorers[who]
        is_due = one.sanity < SLASHER_SANITY and one.is_in and not one.has_slasher
        if is_due and world.slasher_count < EXPLORERS:
            one.has_slasher = True
            index = world.slasher_count % EXPLORERS
            slasher = world.slashers[index]
            slasher.cell = one.cell
            slasher.until = turn + SLASHER_TURNS - 1
            slasher.target = who
            slasher.memory = one.cell
            world.slasher_count = index + 1
            create(world, -1 - index, 0)
    if turn % SPAWN_PERIOD == 0:
        farthest = 0
        for place in range(min(maze.spawn_count, PLACES)):
            farthest = max(farthest, room_at(maze, maze.spawns[place]))
        for place in range(min(maze.spawn_count, PLACES)):
            if room_at(maze, maze.spawns[place]) == farthest:
                create(world, maze.spawns[place], turn + maze.spawn_time + maze.life_time - 1)


@kernel
def is_free(one: Explorer, turn: int) -> bool:
    """Whether no effect of an explorer is there, so that it can cast."""
    return turn >= one.plan_until and turn >= one.light_until and turn >= one.yell_until


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
    """Yells by who is not stuck yet, then steps and casts by who is not stuck now.

    yelling: bit i is explorer i.
    """
    turn = world.turn
    yelling = 0
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if actions[who] == YELL and one.is_in and turn >= one.stuck_until:
            yelling |= 1 << who
    for who in range(EXPLORERS):
        if (yelling >> who) & 1 == 0:
            continue
        one = world.explorers[who]
        row = (one.cell & CELL_MASK) * ROW
        for victim in range(EXPLORERS):
            is_near = maze.apart[row + (maze.where[victim] & CELL_MASK)] <= YELL_REACH
            if is_near and victim != who and (one.yelled_at >> victim) & 1 == 0:
                one.yelled_at |= 1 << victim
                one.yell_until = turn + CAST_TURNS
                world.explorers[victim].stuck_until = turn + CAST_TURNS
    for who in range(EXPLORERS):
        one = world.explorers[who]
        action = actions[who]
        if turn < one.stuck_until or not one.is_in:
            continue
        if action < WAYS:
            one.cell = maze.exits[(one.cell * ACTIONS + action) & EXIT]
        elif is_free(one, turn):
            if action == PLAN and one.plans > 0:
                one.plans -= 1
                one.plan_until = turn + PLAN_TURNS
                world.last_plan = one.plan_until
            elif action == LIGHT and one.lights > 0:
                one.lights -= 1
                one.light_until = turn + CAST_TURNS
                world.last_light = one.light_until


@kernel
def change(one: Explorer, points: int) -> None:
    """Sanity won or lost."""
    one.sanity = max(0, min(MAX_SANITY, one.sanity + points))


@kernel
def heal(world: World, maze: Maze) -> None:
    """PLANs and shelters."""
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if world.turn >= one.plan_until:
            continue
        row = (one.cell & CELL_MASK) * ROW
        for guest in range(EXPLORERS):
            if maze.walk[row + (maze.where[guest] & CELL_MASK)] <= PLAN_REACH:
                change(one, HEAL)
                if guest != who:
                    change(world.explorers[guest], HEAL)
    for shelter in range(min(maze.shelter_count, PLACES)):
        energy = world.energy[shelter]
        for who in range(EXPLORERS):
            if energy > 0 and maze.where[who] == maze.shelters[shelter]:
                change(world.explorers[who], SHELTER_HEAL)
                world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def scare(world: World, maze: Maze, cell: int) -> None:
    """Everybody on the cell is spooked."""
    for who in range(EXPLORERS):
        if maze.where[who] == cell:
            change(world.explorers[who], -SPOOK)


@kernel
def acquire(world: World, maze: Maze, slasher: Slasher) -> None:
    """A slasher looks for its target: the one it has, else the only nearest one in sight."""
    if slasher.target >= 0 and world.explorers[slasher.target].sanity == 0:
        slasher.target = -1
        slasher.memory = -1
    nearest = FAR
    seen = -1
    row = (slasher.cell & CELL_MASK) * ROW
    for who in range(EXPLORERS):
        at = row + (maze.where[who] & CELL_MASK)
        if maze.sight[at]:
            if who == slasher.target:
                slasher.memory = maze.where[who]
                return
            steps = maze.walk[at]
            if steps <= nearest:
                seen = who if steps < nearest else -1
                nearest = steps
    slasher.target = seen
    if nearest < FAR:
        slasher.memory = maze.where[seen] if seen >= 0 else -1


@kernel
def madness(world: World, maze: Maze) -> None:
    """Sanity goes, and who has none left goes too."""
    is_last = world.living == 1
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if one.is_in:
            loss = ALONE if is_last else maze.lonely
            row = (one.cell & CELL_MASK) * ROW
            for other in range(EXPLORERS):
                if maze.is_group[row + (maze.where[other] & CELL_MASK)] and other != who:
                    loss = maze.group
                    break
            one.sanity -= loss
            if one.sanity <= 0:
                put_out(world, one, world.turn)


@kernel
def end_turn(world: World, maze: Maze) -> None:
    """Shelters are filled, the turn is over; the last one gives survivors their score."""
    if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
        for shelter in range(min(maze.shelter_count, PLACES)):
            world.energy[shelter] = SHELTER_ENERGY
    if world.turn == LAST_TURN:
        for who in range(EXPLORERS):
            one = world.explorers[who]
            if one.is_in:
                one.score = LAST_TURN + one.sanity
                one.is_in = False
        world.living = 0
    world.turn += 1


def bind(
    chase: Callable[[World, Maze, Dice, int, int], int],
) -> Callable[[World, Maze, Dice, Numbers[int]], None]:
    """play_turn(world, maze, dice, actions), in which explorer i does actions[i].

    chase(world, maze, dice, here, old): whom a minion on the cell `here` follows that has followed
    `old`, or -1; then maze.next is the cell that it enters.
    """

    @kernel
    def slash(world: World, maze: Maze, dice: Dice, slasher: Slasher) -> None:
        """A slasher's turn."""
        state = slasher.state
        if SPAWNING < state < STUNNED:
            acquire(world, maze, slasher)
        if state == RUSHING:
            if slasher.memory >= 0:
                slasher.cell = slasher.memory
            scare(world, maze, slasher.cell)
            slasher.target = -1
            slasher.memory = -1
            slasher.state = STUNNED
            slasher.until = world.turn + SLASHER_TURNS
        elif state != WANDERING:
            if world.turn >= slasher.until:
                slasher.state = WANDERING if state == STUNNED else RUSHING
        elif slasher.target >= 0:
            slasher.state = STALKING
            slasher.until = world.turn + STALK_TURNS
        else:
            chosen = chase(world, maze, dice, slasher.cell, -1)
            if chosen >= 0:
                slasher.target = chosen
                slasher.cell = maze.next

    @kernel
    def move_minions(world: World, maze: Maze, dice: Dice) -> None:
        """Every minion in turn moves and spooks; wanderers that met somebody or are old leave."""
        kept = 0
        for index in range(min(world.count, MINIONS)):
            spot = world.spot[index]
            target = world.target[index]
            leave = world.leave[index] & LEAVE_MASK
            is_staying = True
            if spot < 0:
                slash(world, maze, dice, world.slashers[-1 - spot])
            elif world.turn > leave - maze.life_time:
                is_staying = world.turn < leave
                chosen = chase(world, maze, dice, spot, target)
                if chosen >= 0:
                    target = chosen
                    spot = maze.next
                    if maze.where[chosen] == spot:
                        scare(world, maze, spot)
                        is_staying = False
            if is_staying:
                world.spot[kept] = spot
                world.target[kept] = target
                world.leave[kept] = world.leave[index]
                kept += 1
        world.count = kept

    @kernel
    def play_turn(world: World, maze: Maze, dice: Dice, actions: Numbers[int]) -> None:
        """One turn in which explorer i does actions[i]."""
        stand(world, maze)
        spawn(world, maze)
        act(world, maze, actions)
        stand(world, maze)
        if world.turn > SHELTER_PERIOD or world.turn < world.last_plan:
            heal(world, maze)
        move_minions(world, maze, dice)
        madness(world, maze)
        end_turn(world, maze)

    return play_turn
