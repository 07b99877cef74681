"""Kutulu in its top league: the rules, as kernels, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
A span of time is kept as the turn in which it ends, so that nothing has to be counted down.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters, the end.
Source: docs/games/kutulu.md. Golden: tests/golden/kutulu.
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import (
    CELL_BITS as CELL_BITS,  # these are for the referee too
    CELL_MASK as CELL_MASK,
    EXPLORERS as EXPLORERS,
    FAR as FAR,
    MAX_CELLS as MAX_CELLS,
    PAIR,
    PLACES,
    WAYS as WAYS,
    Maze as Maze,
)
from common.kernel import Numbers, Records, kernel, numbers, record, records

LAST_TURN = 200
MAX_SANITY = 250
SPOOK = 20
ALONE = 50  # lost a turn by the last one in the game
COMPANY = 2  # distance of others that counts as a group
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

    Minions in the order of their creation: spot is a wanderer's cell, or -1 - s for slasher s;
    number is the id. A wanderer leaves in the turn `leave` and spawns until life_time before.
    """

    turn: int
    living: int = EXPLORERS  # explorers in the game
    next_id: int = EXPLORERS
    last_plan: int  # the largest of plan_until, so far
    last_light: int
    has_energy: bool  # some shelter has
    energy: Numbers[int] = numbers(int, PLACES)
    explorers: Records[Explorer] = records(Explorer, EXPLORERS)
    slasher_count: int
    slashers: Records[Slasher] = records(Slasher, EXPLORERS)
    count: int  # of minions
    number: Numbers[int] = numbers(int, MINIONS)
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
        maze.rows[who] = (one.cell if one.is_in else maze.cells) * maze.cells


@kernel
def create(world: World, spot: int, leave: int) -> None:
    """A new minion, if there is room for it."""
    index = world.count
    if index < MINIONS:
        world.number[index] = world.next_id
        world.spot[index] = spot
        world.leave[index] = leave
        world.target[index] = -1
        world.count = index + 1
    world.next_id += 1


@kernel
def room(world: World, maze: Maze, cell: int) -> int:
    """Distance from a spawn point to the nearest explorer."""
    nearest = maze.cap
    for who in range(EXPLORERS):
        nearest = min(nearest, maze.apart[(maze.rows[who] + cell) & PAIR])
    return nearest


@kernel
def spawn(world: World, maze: Maze) -> None:
    """A slasher where somebody has lost heart; wanderers where explorers are farthest."""
    turn = world.turn
    for who in range(EXPLORERS):
        one = world.explorers[who]
        is_due = one.sanity < SLASHER_SANITY and one.is_in and not one.has_slasher
        if is_due and world.slasher_count < EXPLORERS:
            one.has_slasher = True
            slasher = world.slashers[world.slasher_count]
            slasher.cell = one.cell
            slasher.until = turn + SLASHER_TURNS - 1
            slasher.target = who
            slasher.memory = one.cell
            world.slasher_count += 1
            create(world, -world.slasher_count, 0)
    if turn % SPAWN_PERIOD == 0:
        farthest = 0
        for place in range(maze.spawn_count):
            farthest = max(farthest, room(world, maze, maze.spawns[place]))
        leave = turn + maze.spawn_time + maze.life_time - 1
        for place in range(maze.spawn_count):
            if room(world, maze, maze.spawns[place]) == farthest:
                create(world, maze.spawns[place], leave)


@kernel
def yell(world: World, maze: Maze, who: int) -> None:
    """Whom explorer `who` can reach and has not caught yet is stuck, in this turn and the next."""
    one = world.explorers[who]
    for victim in range(EXPLORERS):
        is_near = maze.apart[(maze.rows[victim] + one.cell) & PAIR] <= YELL_REACH
        if is_near and victim != who and (one.yelled_at >> victim) & 1 == 0:
            one.yelled_at |= 1 << victim
            one.yell_until = world.turn + CAST_TURNS
            other = world.explorers[victim]
            other.stuck_until = world.turn + CAST_TURNS


@kernel
def is_free(one: Explorer, turn: int) -> bool:
    """Whether no effect of an explorer is there, so that it can cast."""
    return turn >= one.plan_until and turn >= one.light_until and turn >= one.yell_until


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
    """Yells by who is not stuck yet, then steps and casts by who is not stuck now."""
    turn = world.turn
    is_yelling = numbers(bool, EXPLORERS)
    for who in range(EXPLORERS):
        one = world.explorers[who]
        is_yelling[who] = actions[who] == YELL and one.is_in and turn >= one.stuck_until
    for who in range(EXPLORERS):
        if is_yelling[who]:
            yell(world, maze, who)
    for who in range(EXPLORERS):
        one = world.explorers[who]
        action = actions[who]
        if action == WAIT or turn < one.stuck_until or not one.is_in:
            continue
        if action < WAYS:
            one.cell = maze.exits[one.cell * WAYS + action]
        elif action == PLAN and one.plans > 0 and is_free(one, turn):
            one.plans -= 1
            one.plan_until = turn + PLAN_TURNS
            world.last_plan = one.plan_until
        elif action == LIGHT and one.lights > 0 and is_free(one, turn):
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
        for guest in range(EXPLORERS):
            if maze.walk[(maze.rows[guest] + one.cell) & PAIR] <= PLAN_REACH:
                change(one, HEAL)
                if guest != who:
                    change(world.explorers[guest], HEAL)
    for shelter in range(maze.shelter_count):
        energy = world.energy[shelter]
        for who in range(EXPLORERS):
            if energy > 0 and maze.walk[(maze.rows[who] + maze.shelters[shelter]) & PAIR] == 0:
                change(world.explorers[who], SHELTER_HEAL)
                world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def note_lights(world: World, maze: Maze) -> None:
    """How many cells are lit at the end of a way to each explorer."""
    for who in range(EXPLORERS):
        maze.lit[who] = 0
        for caster in range(EXPLORERS):
            one = world.explorers[caster]
            if world.turn < one.light_until:
                steps = maze.walk[(maze.rows[who] + one.cell) & PAIR]
                maze.lit[who] = max(maze.lit[who], LIGHT_REACH + 1 - steps)


@kernel
def scare(world: World, maze: Maze, cell: int) -> None:
    """Everybody on the cell is spooked."""
    for who in range(EXPLORERS):
        if maze.walk[(maze.rows[who] + cell) & PAIR] == 0:
            change(world.explorers[who], -SPOOK)


@kernel
def acquire(world: World, maze: Maze, slasher: Slasher) -> bool:
    """A slasher looks for its target: the one it has, else the only nearest one in sight."""
    if slasher.target >= 0 and world.explorers[slasher.target].sanity == 0:
        slasher.target = -1
        slasher.memory = -1
    nearest = FAR
    seen = -1
    for who in range(EXPLORERS):
        at = (maze.rows[who] + slasher.cell) & PAIR
        if maze.sight[at]:
            if who == slasher.target:
                slasher.memory = world.explorers[who].cell
                return True
            if maze.apart[at] <= nearest:
                seen = who if maze.apart[at] < nearest else -1
                nearest = maze.apart[at]
    slasher.target = seen
    if nearest < FAR:
        slasher.memory = world.explorers[seen].cell if seen >= 0 else -1
    return seen >= 0


@kernel
def madness(world: World, maze: Maze) -> None:
    """Sanity goes, and who has none left goes too."""
    is_last = world.living == 1
    for who in range(EXPLORERS):
        one = world.explorers[who]
        if one.is_in:
            loss = ALONE if is_last else maze.lonely
            for other in range(EXPLORERS):
                if maze.apart[(maze.rows[other] + one.cell) & PAIR] <= COMPANY and other != who:
                    loss = maze.group
                    break
            one.sanity -= loss
            if one.sanity <= 0:
                put_out(world, one, world.turn)


@kernel
def end_turn(world: World, maze: Maze) -> None:
    """Shelters are filled, the turn is over; the last one gives survivors their score."""
    if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
        world.has_energy = True
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
        is_due = world.turn >= slasher.until
        is_sighted = False
        if state == WANDERING or state == STALKING or state == RUSHING:
            is_sighted = acquire(world, maze, slasher)
        if state == RUSHING:
            if slasher.memory >= 0:
                slasher.cell = slasher.memory
            scare(world, maze, slasher.cell)
            slasher.target = -1
            slasher.memory = -1
            slasher.state = STUNNED
            slasher.until = world.turn + SLASHER_TURNS
        elif state != WANDERING:
            if is_due:
                slasher.state = WANDERING if state == STUNNED else RUSHING
        elif is_sighted:
            slasher.state = STALKING
            slasher.until = world.turn + STALK_TURNS
        else:
            chosen = chase(world, maze, dice, slasher.cell, -1)
            if chosen >= 0:
                slasher.target = chosen
                slasher.cell = maze.next

    @kernel
    def wander(world: World, maze: Maze, dice: Dice, index: int) -> bool:
        """A wanderer's turn; whether it stays."""
        if world.turn <= world.leave[index] - maze.life_time:
            return True
        chosen = chase(world, maze, dice, world.spot[index], world.target[index])
        if chosen >= 0:
            world.target[index] = chosen
            world.spot[index] = maze.next
            if world.explorers[chosen].cell == maze.next:
                scare(world, maze, maze.next)
                return False
        return world.turn < world.leave[index]

    @kernel
    def move_minions(world: World, maze: Maze, dice: Dice) -> None:
        """Every minion in turn moves and spooks; wanderers that met somebody or are old leave."""
        if world.turn < world.last_light:
            note_lights(world, maze)
        kept = 0
        for index in range(world.count):
            is_staying = True
            if world.spot[index] < 0:
                slash(world, maze, dice, world.slashers[-1 - world.spot[index]])
            else:
                is_staying = wander(world, maze, dice, index)
            if is_staying:
                if kept < index:
                    world.number[kept] = world.number[index]
                    world.spot[kept] = world.spot[index]
                    world.leave[kept] = world.leave[index]
                    world.target[kept] = world.target[index]
                kept += 1
        world.count = kept

    @kernel
    def play_turn(world: World, maze: Maze, dice: Dice, actions: Numbers[int]) -> None:
        """One turn in which explorer i does actions[i]."""
        stand(world, maze)
        spawn(world, maze)
        act(world, maze, actions)
        stand(world, maze)
        if world.has_energy or world.turn < world.last_plan:
            heal(world, maze)
        move_minions(world, maze, dice)
        madness(world, maze)
        end_turn(world, maze)

    return play_turn
