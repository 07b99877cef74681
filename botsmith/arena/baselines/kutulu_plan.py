"""What `planner` looks ahead with: its own moves four turns deep, everybody else predicted.

A beam of about 150 nodes on the exact rules. The others are taken to keep away from minions and
close to each other, whatever the planner does.
"""

from bots.kutulu.rules import (
    EXPLORERS,
    FAR,
    LIGHT,
    PLAN,
    PLAN_REACH,
    WAIT,
    WANDERER,
    WAYS,
    YELL,
    YELL_REACH,
    Maze,
    Paths,
    World,
    bind,
)
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw

DEPTH = 4
BEAM = 13  # worlds of a layer that are looked into further
WIDEST = 65  # worlds that a layer can have: BEAM times staying and four ways
OUT = -1000.0

play_turn = bind(draw, False)


@record
class Planner:
    """The maze, and the worlds of two layers with their scores and first actions."""

    maze: Maze
    paths: Paths
    dice: Dice
    now: World
    guess: World
    worlds: Records[World] = records(World, 2 * WIDEST)
    scores: Numbers[float] = numbers(float, 2 * WIDEST)
    firsts: Numbers[int] = numbers(int, 2 * WIDEST)
    is_used: Numbers[bool] = numbers(bool, 2 * WIDEST)
    others: Numbers[int] = numbers(int, DEPTH * EXPLORERS)  # predicted actions
    nodes: int


@kernel
def minion_room(planner: Planner, world: World, cell: int) -> int:
    """Steps from a cell to the nearest minion that walks or rushes."""
    room = FAR
    row = cell * planner.maze.cells
    for index in range(world.minions):
        if world.kind[index] != WANDERER or world.turn >= world.until[index]:
            room = min(room, planner.paths.walk[row + world.spot[index]])
    return room


@kernel
def friend_steps(planner: Planner, world: World, who: int, cell: int) -> int:
    """Steps from a cell to the nearest explorer other than `who`, FAR if there is none."""
    nearest = FAR
    row = cell * planner.maze.cells
    for other in range(EXPLORERS):
        if other != who and world.playing[other]:
            nearest = min(nearest, planner.paths.walk[row + world.cell[other]])
    return nearest


@kernel
def guess_step(planner: Planner, world: World, who: int) -> int:
    """The step that keeps an explorer away from minions and close to others."""
    maze = planner.maze
    here = world.cell[who]
    best = WAIT
    best_value = -FAR * 10
    for index in range(-1, maze.way_count[here]):
        action = WAIT if index < 0 else maze.ways[here * WAYS + max(index, 0)]
        cell = here if index < 0 else maze.exits[here * WAYS + action % WAYS]
        room = minion_room(planner, world, cell)
        friend = friend_steps(planner, world, who, cell)
        value = 3 * min(room, 4) - max(0, min(friend, 20) - 2)
        if value > best_value:
            best_value = value
            best = action
    return best


@kernel
def predict(planner: Planner) -> None:
    """Fills `others` by letting all four play by guess_step."""
    actions = numbers(int, EXPLORERS)
    world = planner.guess
    assign(world, planner.now)
    for depth in range(DEPTH):
        for who in range(EXPLORERS):
            actions[who] = guess_step(planner, world, who) if world.playing[who] else WAIT
            planner.others[depth * EXPLORERS + who] = actions[who]
        play_turn(world, planner.maze, planner.paths, planner.dice, actions)


@kernel
def value_of(planner: Planner, world: World, me: int) -> float:
    """How good a world is for the explorer."""
    if not world.playing[me]:
        return OUT + float(world.score[me])
    value = float(world.sanity[me])
    cell = world.cell[me]
    friend = friend_steps(planner, world, me, cell)
    if friend < FAR:
        value -= 1.5 * float(max(0, friend - 2))
    for index in range(world.minions):
        steps = planner.paths.walk[cell * planner.maze.cells + world.spot[index]]
        if world.target[index] == me and steps < 6:
            value -= 0.7 * float(6 - steps)
    value += 0.1 * float(planner.maze.way_count[cell])
    return value


@kernel
def expand(planner: Planner, source: int, place: int, me: int, depth: int) -> int:
    """All that `me` can do in world `source`, as worlds from `place` on; where they end."""
    actions = numbers(int, EXPLORERS)
    maze = planner.maze
    end = place
    here = planner.worlds[source].cell[me]
    for index in range(-1, maze.way_count[here]):
        action = WAIT if index < 0 else maze.ways[here * WAYS + max(index, 0)]
        world = planner.worlds[end]
        assign(world, planner.worlds[source])
        for who in range(EXPLORERS):
            actions[who] = planner.others[depth * EXPLORERS + who]
        actions[me] = action
        play_turn(world, maze, planner.paths, planner.dice, actions)
        planner.scores[end] = value_of(planner, world, me)
        planner.firsts[end] = action if depth == 0 else planner.firsts[source]
        planner.is_used[end] = False
        planner.nodes += 1
        end += 1
    return end


@kernel
def best_unused(planner: Planner, begin: int, end: int) -> int:
    """The world of the highest score that is not used yet, or -1; it counts as used from now."""
    best = -1
    for index in range(begin, end):
        is_open = not planner.is_used[index]
        if is_open and (best < 0 or planner.scores[index] > planner.scores[best]):
            best = index
    if best >= 0:
        planner.is_used[best] = True
    return best


@kernel
def best_step(planner: Planner, me: int) -> int:
    """The first action of the best way found for the world `now`."""
    predict(planner)
    planner.nodes = 0
    begin = WIDEST
    assign(planner.worlds[begin], planner.now)
    end = expand(planner, begin, 0, me, 0)
    begin = 0
    for depth in range(1, DEPTH):
        place = WIDEST - begin
        after = place
        for _ in range(BEAM):
            source = best_unused(planner, begin, end)
            if source < 0:
                break
            reached = expand(planner, source, after, me, depth)
            after = reached
        begin = place
        end = after
    best = best_unused(planner, begin, end)
    return planner.firsts[best]


@kernel
def chaser_steps(planner: Planner, who: int) -> int:
    """Steps to the nearest wanderer that is after an explorer, FAR if there is none."""
    world = planner.now
    nearest = FAR
    row = world.cell[who] * planner.maze.cells
    for index in range(world.minions):
        if world.kind[index] == WANDERER and world.target[index] == who:
            if world.turn > world.until[index]:
                nearest = min(nearest, planner.paths.walk[row + world.spot[index]])
    return nearest


@kernel
def is_yell_due(planner: Planner, me: int) -> bool:
    """Whether somebody in reach would be caught by a wanderer if he stood still."""
    world = planner.now
    for other in range(EXPLORERS):
        pair = me * EXPLORERS + other
        if other == me or not world.playing[other] or world.has_yelled[pair]:
            continue
        row = world.cell[me] * planner.maze.cells
        is_near = planner.paths.apart[row + world.cell[other]] <= YELL_REACH
        is_free = world.turn >= world.stuck_until[other]
        if is_near and is_free and chaser_steps(planner, other) <= 2:
            if chaser_steps(planner, me) > 2:
                return True
    return False


@kernel
def is_light_due(planner: Planner, me: int) -> bool:
    """Whether a wanderer comes that would rather turn to somebody who is not in the light."""
    world = planner.now
    maze = planner.maze
    for index in range(world.minions):
        is_after_me = world.kind[index] == WANDERER and world.target[index] == me
        if not is_after_me or world.turn <= world.until[index]:
            continue
        row = world.spot[index] * maze.cells
        steps = planner.paths.walk[world.cell[me] * maze.cells + world.spot[index]]
        if steps < 2 or steps > 4:
            continue
        for other in range(EXPLORERS):
            if other != me and world.playing[other]:
                way = planner.paths.walk[row + world.cell[other]]
                apart = planner.paths.walk[world.cell[me] * maze.cells + world.cell[other]]
                if way < 4 * steps and apart > 5:
                    return True
    return False


@kernel
def choose(planner: Planner, me: int) -> int:
    """The planner's action: a YELL, PLAN or LIGHT where a rule says so, else the best step."""
    world = planner.now
    if world.turn < world.stuck_until[me]:
        return WAIT
    is_yelling = is_yell_due(planner, me)
    if is_yelling:
        return YELL
    busy = max(world.plan_until[me], max(world.light_until[me], world.yell_until[me]))
    if world.turn >= busy:
        company = 0
        for other in range(EXPLORERS):
            row = world.cell[me] * planner.maze.cells
            if other != me and world.playing[other]:
                company += int(planner.paths.walk[row + world.cell[other]] <= PLAN_REACH)
        is_low = world.sanity[me] <= (225 if company >= 2 else 190 if company == 1 else 80)
        if is_low and world.plans[me] > 0 and chaser_steps(planner, me) > 2:
            return PLAN
        if world.lights[me] > 0:
            is_lighting = is_light_due(planner, me)
            if is_lighting:
                return LIGHT
    return best_step(planner, me)
