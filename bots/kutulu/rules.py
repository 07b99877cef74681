"""The rules of Kutulu's top league, for bot and referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
Seat    0..3: a player and its explorer
A span is stored as the turn that ends it.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters.
Source: docs/games/kutulu.md.
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import CELLS, FAR, NOBODY, PLACES, PLAYERS, WAYS, Maze
from common.kernel import Int16, Numbers, Records, each, kernel, numbers, record, records

LAST_TURN = 200
MAX_SANITY = 250
SPOOK = 20
ALONE = 50  # lost a turn by the last one in the game
COMPANY = 2  # distance of others that counts as a group
YELL_REACH = 1
HEAL = 3
PLAN_REACH = 2  # steps
PLAN_TURNS = 4
CAST_TURNS = 2  # a LIGHT, a YELL lasts
LIGHT_REACH = 5  # steps
LIT_COST = 5  # for a minion to enter a lit cell, 1 of another
SHELTER_HEAL = 5
SHELTER_ENERGY = 10
SHELTER_PERIOD = 50
SPAWN_PERIOD = 5
SLASHER_SANITY = 200
SLASHER_TURNS = 6  # to spawn, to be stunned
STALK_TURNS = 2
MINIONS = 88  # at once: eight wanderers a period, for ten periods, and slashers

PLAN, LIGHT, YELL = 5, 6, 7
SPAWNING, WANDERING, STALKING, RUSHING, STUNNED = range(5)

AnyHunt = TypeVar("AnyHunt")


@record
class Player:
    """An explorer; each `until` is the first turn without that state."""

    cell: int  # the last one, once it is out
    sanity: int = MAX_SANITY
    plans: int = 2
    lights: int = 3
    is_in: bool = True
    score: int  # once it is out
    has_slasher: bool  # has caused its one slasher
    yelled_at: Numbers[bool] = numbers(bool, PLAYERS)  # seats that it has caught with a YELL
    plan_until: int
    light_until: int
    stuck_until: int
    busy_until: int  # by a PLAN, LIGHT or YELL, so that it cannot cast


@record
class Slasher:
    """The fields that only slashers have."""

    state: int
    until: int  # the turn in which its countdown ends
    memory: int  # the cell that it remembers, or -1


@record
class World:
    """The state before a turn. Minions are in the order of their creation."""

    turn: int  # that comes next
    living: int = PLAYERS  # explorers that are in
    next_id: int = PLAYERS
    last_light: int  # the largest of light_until, so far
    energy: Numbers[int] = numbers(int, PLACES)  # by shelter
    players: Records[Player] = records(Player, PLAYERS)
    where: Numbers[int] = numbers(int, PLAYERS)  # their cells, NOBODY once out
    slasher_count: int
    slashers: Records[Slasher] = records(Slasher, PLAYERS)
    count: int  # minions
    ids: Numbers[int] = numbers(Int16, MINIONS)
    spot: Numbers[int] = numbers(Int16, MINIONS)  # cells
    target: Numbers[int] = numbers(Int16, MINIONS)  # seats, or -1
    leave: Numbers[int] = numbers(Int16, MINIONS)  # the turn in which it is gone; -1 - s: slasher s


@kernel
def put(world: World, seat: int, cell: int) -> None:
    """Moves an explorer to a cell."""
    world.players[seat].cell = cell
    world.where[seat] = cell


@kernel
def put_out(world: World, seat: int, score: int) -> None:
    """Removes an explorer, with its PLAN and LIGHT."""
    player = world.players[seat]
    player.is_in = False
    player.score = score
    player.plan_until = 0
    player.light_until = 0
    world.where[seat] = NOBODY
    world.living -= 1


@kernel
def create(world: World, spot: int, target: int, leave: int) -> None:
    """Adds a minion, if there is room.

    leave: the turn in which a wanderer vanishes; minus the number of a slasher, from 1
    """
    index = world.count
    if index < MINIONS:
        world.ids[index] = world.next_id
        world.spot[index] = spot
        world.target[index] = target
        world.leave[index] = leave
        world.count += 1
    world.next_id += 1


@kernel
def spawn(world: World, maze: Maze) -> None:
    """Adds a slasher for an explorer whose sanity has fallen low, and wanderers at the spawns
    farthest from all explorers.
    """
    for seat in range(PLAYERS):
        player = world.players[seat]
        is_due = player.is_in and player.sanity < SLASHER_SANITY
        if is_due and not player.has_slasher and world.slasher_count < PLAYERS:
            player.has_slasher = True
            slasher = world.slashers[world.slasher_count]
            slasher.until = world.turn + SLASHER_TURNS - 1
            slasher.memory = player.cell
            world.slasher_count += 1
            create(world, player.cell, seat, -world.slasher_count)
    if world.turn % SPAWN_PERIOD > 0:
        return
    rooms = numbers(int, PLACES)  # steps to the nearest explorer
    farthest = 0
    for index in range(maze.spawns.count):
        apart = maze.cells[maze.spawns.items[index]].apart
        room = FAR
        for seat in range(PLAYERS):
            room = min(room, apart[world.where[seat]])
        rooms[index] = room
        farthest = max(farthest, room)
    leave = world.turn + maze.spawn_time + maze.life_time - 1
    for index in range(maze.spawns.count):
        if rooms[index] == farthest:
            create(world, maze.spawns.items[index], -1, leave)


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
    """Plays yells of explorers not stuck before, then steps and casts of explorers not stuck
    now.
    """
    turn = world.turn
    ends = turn + CAST_TURNS
    caught = 0  # bits by seat
    for seat in each(PLAYERS):
        player = world.players[seat]
        if actions[seat] == YELL and player.is_in and turn >= player.stuck_until:
            apart = maze.cells[player.cell].apart
            for victim in each(PLAYERS):
                is_new = victim != seat and not player.yelled_at[victim]
                if is_new and apart[world.where[victim]] <= YELL_REACH:
                    player.yelled_at[victim] = True
                    player.busy_until = max(player.busy_until, ends)
                    caught |= 1 << victim
    for seat in each(PLAYERS):
        player = world.players[seat]
        action = actions[seat]
        if caught >> seat & 1 > 0:
            player.stuck_until = ends
        elif turn < player.stuck_until or not player.is_in:
            continue
        elif action < WAYS:
            put(world, seat, maze.cells[player.cell].exits[action])
        elif turn >= player.busy_until:
            if action == PLAN and player.plans > 0:
                player.plans -= 1
                player.busy_until = turn + PLAN_TURNS
                player.plan_until = player.busy_until
            elif action == LIGHT and player.lights > 0:
                player.lights -= 1
                player.busy_until = ends
                player.light_until = ends
                world.last_light = ends


@kernel
def calm(player: Player, points: int) -> None:
    """Adds points of sanity; with points below 0 it removes them."""
    player.sanity = max(0, min(MAX_SANITY, player.sanity + points))


@kernel
def heal(world: World, maze: Maze) -> None:
    """Heals explorers by PLANs and shelters."""
    for seat in range(PLAYERS):
        player = world.players[seat]
        if world.turn < player.plan_until:
            steps = maze.cells[player.cell].steps
            for guest in each(PLAYERS):
                if steps[world.where[guest]] <= PLAN_REACH:
                    calm(player, HEAL)
                    if guest != seat:
                        calm(world.players[guest], HEAL)
    for shelter in range(maze.shelters.count):
        if world.energy[shelter] > 0:
            for seat in range(PLAYERS):
                if world.where[seat] == maze.shelters.items[shelter]:
                    calm(world.players[seat], SHELTER_HEAL)
                    world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def scare(world: World, cell: int) -> None:
    """Spooks all explorers on a cell."""
    for seat in each(PLAYERS):
        if world.where[seat] == cell:
            calm(world.players[seat], -SPOOK)


@kernel
def acquire(world: World, maze: Maze, index: int) -> None:
    """Finds a slasher's target in sight: its old one, else the nearest one if it is the only
    one.
    """
    slasher = world.slashers[-1 - world.leave[index]]
    cell = maze.cells[world.spot[index]]
    target = world.target[index]
    if target >= 0 and world.players[target].sanity == 0:
        target = -1
        slasher.memory = -1
    nearest = FAR
    seen = -1
    for seat in range(PLAYERS):
        there = world.where[seat]
        other = maze.cells[there]
        steps = cell.steps[there]
        if steps == max(abs(other.x - cell.x), abs(other.y - cell.y)):  # in sight
            if seat == target:
                slasher.memory = there
                return
            if steps <= nearest:
                seen = seat if steps < nearest else -1
                nearest = steps
    world.target[index] = seen
    if nearest < FAR:
        slasher.memory = world.where[seen] if seen >= 0 else -1


@kernel
def madness(world: World, maze: Maze) -> None:
    """Subtracts sanity, and removes explorers without any; at the end of the match all."""
    lonely = ALONE if world.living == 1 else maze.lonely
    for seat in each(PLAYERS):
        player = world.players[seat]
        if player.is_in:
            loss = lonely
            apart = maze.cells[player.cell].apart
            for other in each(PLAYERS):
                if apart[world.where[other]] <= COMPANY and other != seat:
                    loss = maze.group
                    break
            calm(player, -loss)
    for seat in each(PLAYERS):
        player = world.players[seat]
        if player.is_in and (player.sanity == 0 or world.turn == LAST_TURN):
            put_out(world, seat, world.turn + player.sanity)


@kernel
def slash(world: World, maze: Maze, index: int) -> bool:
    """Plays a slasher's turn. Returns True if it wanders."""
    slasher = world.slashers[-1 - world.leave[index]]
    state = slasher.state
    if SPAWNING < state < STUNNED:
        acquire(world, maze, index)
    if state == RUSHING:
        if slasher.memory >= 0:
            world.spot[index] = slasher.memory
        scare(world, world.spot[index])
        world.target[index] = -1
        slasher.memory = -1
        slasher.state = STUNNED
        slasher.until = world.turn + SLASHER_TURNS
    elif state != WANDERING:
        if world.turn >= slasher.until:
            slasher.state = WANDERING if state == STUNNED else RUSHING
    elif world.target[index] >= 0:
        slasher.state = STALKING
        slasher.until = world.turn + STALK_TURNS
    else:
        return True
    return False


@record
class LitWays:
    """The ways from a cell if LIGHTs burn."""

    key: int  # of cell, LIGHTs, turn mod 4
    steps: Numbers[int] = numbers(Int16, CELLS)  # their costs
    firsts: Numbers[int] = numbers(int, CELLS)  # their first cells


@kernel
def search_ways(world: World, maze: Maze, start: int, ways: LitWays) -> None:
    """Searches the ways from `start` as the referee does, with LIGHTs: least cost, then first
    found.

    All ways into a cell have the same cost, so two queues stay in order.
    """
    lit = numbers(int, CELLS)  # the queues
    dark = numbers(int, CELLS)
    is_lit = numbers(bool, CELLS)
    steps = ways.steps
    firsts = ways.firsts
    turn = world.turn
    for seat in range(PLAYERS):
        if turn < world.players[seat].light_until:
            away = maze.cells[world.where[seat]].steps
            for cell in range(maze.cell_count):
                is_lit[cell] = is_lit[cell] or away[cell] <= LIGHT_REACH
    for cell in range(CELLS):
        steps[cell] = FAR
    steps[start] = 0
    firsts[start] = start
    dark[0] = start
    dark_from = 0
    dark_to = 1
    lit_from = 0
    lit_to = 0
    while dark_from < dark_to or lit_from < lit_to:
        here = dark[dark_from]
        if lit_from < lit_to and (dark_from == dark_to or steps[lit[lit_from]] <= steps[here]):
            here = lit[lit_from]
            lit_from += 1
        else:
            dark_from += 1
        exits = maze.cells[here].exits
        for way in range(WAYS):
            beside = exits[(turn + way) % WAYS]
            if steps[beside] == FAR:
                firsts[beside] = beside if here == start else firsts[here]
                if is_lit[beside]:
                    steps[beside] = steps[here] + LIT_COST
                    lit[lit_to] = beside
                    lit_to += 1
                else:
                    steps[beside] = steps[here] + 1
                    dark[dark_to] = beside
                    dark_to += 1


def bind_turn(
    chase: Callable[[World, Maze, AnyHunt, int], None],
) -> Callable[[World, Maze, AnyHunt, Numbers[int]], None]:
    """Returns the kernel play_turn with this chase(world, maze, hunt, index).

    chase: gives minion `index` its target, and moves it a step
    hunt: chase's memory
    """

    @kernel
    def play_turn(world: World, maze: Maze, hunt: AnyHunt, actions: Numbers[int]) -> None:
        """Plays a turn in which seat i does actions[i]."""
        spawn(world, maze)
        act(world, maze, actions)
        heal(world, maze)
        kept = 0
        for index in range(world.count):
            leave = world.leave[index]
            is_staying = True
            is_wandering = world.turn > leave - maze.life_time
            if leave < 0:
                is_wandering = slash(world, maze, index)
            if is_wandering:
                chase(world, maze, hunt, index)
                target = world.target[index]
                if leave >= 0:
                    is_staying = world.turn < leave
                    if target >= 0 and world.where[target] == world.spot[index]:
                        scare(world, world.spot[index])
                        is_staying = False
            if is_staying:
                if kept < index:
                    world.ids[kept] = world.ids[index]
                    world.spot[kept] = world.spot[index]
                    world.target[kept] = world.target[index]
                    world.leave[kept] = leave
                kept += 1
        world.count = kept
        madness(world, maze)
        if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
            for shelter in range(maze.shelters.count):
                world.energy[shelter] = SHELTER_ENERGY
        world.turn += 1

    return play_turn
