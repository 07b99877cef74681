"""Kutulu in its top league: the rules, as kernels, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
A span of time is kept as the turn in which it ends, so that nothing has to be counted down.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters, the end.
Source: docs/games/kutulu.md.
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import ACTIONS, COMPANY, EXPLORERS, FAR, PLACES, ROW, WAYS, Maze
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
IDS = 1024  # a minion's id is in `leave`, times this
MINIONS = 88  # at once: eight wanderers a period, each for ten periods, and slashers

WAIT, PLAN, LIGHT, YELL = 4, 5, 6, 7
SPAWNING, WANDERING, STALKING, RUSHING, STUNNED = 0, 1, 2, 3, 4

AnyDice = TypeVar("AnyDice")


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

    Minions in order of creation: spot is a wanderer's cell, or -1 - s for slasher s.
    leave: id * IDS + the turn in which a wanderer leaves; it spawns until life_time before.
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
def spawn(world: World, maze: Maze) -> None:
    """A slasher where somebody has lost heart; wanderers where explorers are farthest."""
    for who in range(EXPLORERS):
        one = world.explorers[who]
        is_due = one.sanity < SLASHER_SANITY and one.is_in and not one.has_slasher
        if is_due and world.slasher_count < EXPLORERS:
            one.has_slasher = True
            slasher = world.slashers[world.slasher_count]
            slasher.cell = one.cell
            slasher.until = world.turn + SLASHER_TURNS - 1
            slasher.target = who
            slasher.memory = one.cell
            world.slasher_count += 1
            create(world, -world.slasher_count, 0)
    if world.turn % SPAWN_PERIOD > 0:
        return
    rooms = numbers(int, PLACES)  # steps to the nearest explorer
    farthest = 0
    for place in range(maze.spawn_count):
        room = maze.cap
        for who in range(EXPLORERS):
            room = min(room, maze.apart[maze.spawns[place] * ROW + maze.where[who]])
        rooms[place] = room
        farthest = max(farthest, room)
    leave = world.turn + maze.spawn_time + maze.life_time - 1
    for place in range(maze.spawn_count):
        if rooms[place] == farthest:
            create(world, maze.spawns[place], leave)


@kernel
def is_free(one: Explorer, turn: int) -> bool:
    """Whether an explorer has no effect there, so that it can cast."""
    return turn >= one.plan_until and turn >= one.light_until and turn >= one.yell_until


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
    """Yells by who is not stuck yet, then steps and casts by who is not stuck now."""
    turn = world.turn
    stuck = 0  # bit i: explorer i, by a YELL of now
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if actions[who] == YELL and one.is_in and turn >= one.stuck_until:
            for victim in range(EXPLORERS):
                is_near = maze.apart[one.cell * ROW + maze.where[victim]] <= YELL_REACH
                if is_near and victim != who and (one.yelled_at >> victim) & 1 == 0:
                    one.yelled_at |= 1 << victim
                    one.yell_until = turn + CAST_TURNS
                    stuck |= 1 << victim
    for who in range(EXPLORERS):
        one = world.explorers[who]
        action = actions[who]
        if (stuck >> who) & 1 == 1:
            one.stuck_until = turn + CAST_TURNS
        elif turn < one.stuck_until or not one.is_in:
            continue
        elif action < WAYS:
            one.cell = maze.exits[one.cell * ACTIONS + action]
            maze.where[who] = one.cell
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
        if world.turn < one.plan_until:
            for guest in range(EXPLORERS):
                if maze.walk[one.cell * ROW + maze.where[guest]] <= PLAN_REACH:
                    change(one, HEAL)
                    if guest != who:
                        change(world.explorers[guest], HEAL)
    for shelter in range(maze.shelter_count):
        if world.energy[shelter] > 0:
            for who in range(EXPLORERS):
                if maze.where[who] == maze.shelters[shelter]:
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
    row = slasher.cell * ROW
    for who in range(EXPLORERS):
        at = row + maze.where[who]
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
            row = one.cell * ROW
            for other in range(EXPLORERS):
                if maze.apart[row + maze.where[other]] <= COMPANY and other != who:
                    loss = maze.group
                    break
            one.sanity -= loss
            if one.sanity <= 0:
                put_out(world, one, world.turn)


def bind_turn(
    chase: Callable[[World, Maze, AnyDice, int, int], int],
) -> Callable[[World, Maze, AnyDice, Numbers[int]], None]:
    """play_turn for this chase(world, maze, dice, here, old).

    chase: whom a minion on the cell `here` follows that has followed `old`, or -1; maze.next is
    then the cell that it enters.
    """

    @kernel
    def slash(world: World, maze: Maze, dice: AnyDice, slasher: Slasher) -> None:
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
    def move_minions(world: World, maze: Maze, dice: AnyDice) -> None:
        """Every minion in turn moves and spooks; wanderers that met somebody or are old leave."""
        kept = 0
        for index in range(world.count):
            spot = world.spot[index]
            target = world.target[index]
            leave = world.leave[index] % IDS
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
    def play_turn(world: World, maze: Maze, dice: AnyDice, actions: Numbers[int]) -> None:
        """One turn in which explorer i does actions[i]."""
        stand(world, maze)
        spawn(world, maze)
        act(world, maze, actions)
        if world.turn > SHELTER_PERIOD or world.turn < world.last_plan:
            heal(world, maze)
        move_minions(world, maze, dice)
        madness(world, maze)
        if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
            for shelter in range(maze.shelter_count):
                world.energy[shelter] = SHELTER_ENERGY
        if world.turn == LAST_TURN:
            for who in range(EXPLORERS):
                one = world.explorers[who]
                if one.is_in:
                    one.score = LAST_TURN + one.sanity
                    one.is_in = False
            world.living = 0
        world.turn += 1

    return play_turn
