"""The look-ahead of `planner`: its own moves four turns deep, with predicted moves of all others.

A beam of about 150 nodes on the exact rules. The others are predicted to stay away from minions and
close to each other, whatever the planner does.
"""

from bots.kutulu.paths import FAR, PLAYERS, WAIT, Maze
from bots.kutulu.rules import LIGHT, PLAN, PLAN_REACH, YELL, YELL_REACH, World, bind_turn
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice
from contests.kutulu.chase import bind_chase

DEPTH = 4
BEAM = 13  # worlds of a layer that are looked into further
WIDEST = 65  # worlds that a layer can have: BEAM times staying and four ways
OUT = -1000.0
CAUGHT = 2  # steps of a wanderer from its target, which it reaches before anybody leaves


@kernel
def settle(world: World, costs: Numbers[int], best: int, old: int, dice: Dice) -> int:
    """Returns the old target, else the first of the explorers that are equally near."""
    if old >= 0 and costs[old] == best < FAR:
        return old
    for who in range(PLAYERS):
        if costs[who] == best < FAR:
            return who
    return -1


play_turn = bind_turn(bind_chase(settle, False))


@record
class Planner:
    """Holds the maze, and the worlds of two layers with their scores and first actions."""

    maze: Maze
    dice: Dice
    now: World
    guess: World
    worlds: Records[World] = records(World, 2 * WIDEST)
    scores: Numbers[float] = numbers(float, 2 * WIDEST)
    firsts: Numbers[int] = numbers(int, 2 * WIDEST)
    is_used: Numbers[bool] = numbers(bool, 2 * WIDEST)
    others: Numbers[int] = numbers(int, DEPTH * PLAYERS)  # predicted actions
    nodes: int


@kernel
def steps_of(planner: Planner, start: int, goal: int) -> int:
    """Returns the walking distance of two cells."""
    return planner.maze.cells[start].steps[goal]


@kernel
def minion_room(planner: Planner, world: World, cell: int) -> int:
    """Returns the steps from a cell to the nearest minion that walks or rushes."""
    room = FAR
    asleep = world.turn + planner.maze.life_time
    for index in range(world.count):
        if world.leave[index] <= asleep:
            room = min(room, steps_of(planner, cell, world.spot[index]))
    return room


@kernel
def friend_steps(planner: Planner, world: World, who: int, cell: int) -> int:
    """Returns the steps from a cell to the nearest explorer other than `who`, FAR without one."""
    nearest = FAR
    for other in range(PLAYERS):
        friend = world.players[other]
        if other != who and friend.is_in:
            nearest = min(nearest, steps_of(planner, cell, friend.cell))
    return nearest


@kernel
def guess_step(planner: Planner, world: World, who: int) -> int:
    """Returns the step that keeps an explorer away from minions and close to others."""
    maze = planner.maze
    here = maze.cells[world.players[who].cell]
    best = WAIT
    best_value = -FAR * 10
    for index in range(here.moves.count):
        action = here.moves.items[index]
        cell = here.exits[action]
        room = minion_room(planner, world, cell)
        friend = friend_steps(planner, world, who, cell)
        value = 3 * min(room, 4) - max(0, min(friend, 20) - 2)
        if value > best_value:
            best_value = value
            best = action
    return best


@kernel
def predict(planner: Planner) -> None:
    """Writes `others`, the world after all four explorers moved by `guess_step`."""
    actions = numbers(int, PLAYERS)
    world = planner.guess
    assign(world, planner.now)
    for depth in range(DEPTH):
        for who in range(PLAYERS):
            actions[who] = guess_step(planner, world, who)
            planner.others[depth * PLAYERS + who] = actions[who]
        play_turn(world, planner.maze, planner.dice, actions)


@kernel
def value_of(planner: Planner, world: World, me: int) -> float:
    """Returns the value of a world to the explorer."""
    one = world.players[me]
    if not one.is_in:
        return OUT + float(one.score)
    value = float(one.sanity)
    cell = one.cell
    friend = friend_steps(planner, world, me, cell)
    if friend < FAR:
        value -= 1.5 * float(max(0, friend - 2))
    for is_slasher in range(2):  # wanderers first
        for index in range(world.count):
            if world.target[index] == me and is_slasher == int(world.leave[index] < 0):
                steps = steps_of(planner, cell, world.spot[index])
                value -= 0.7 * float(max(0, 6 - steps))
    value += 0.1 * float(planner.maze.cells[cell].moves.count - 1)
    return value


@kernel
def expand(planner: Planner, source: int, place: int, me: int, depth: int) -> int:
    """Writes the worlds after each action of `me` in world `source`, from index `place` on. Returns
    the index behind the last one.
    """
    actions = numbers(int, PLAYERS)
    maze = planner.maze
    end = place
    here = maze.cells[planner.worlds[source].players[me].cell]
    for index in range(here.moves.count):
        action = here.moves.items[index]
        world = planner.worlds[end]
        assign(world, planner.worlds[source])
        for who in range(PLAYERS):
            actions[who] = planner.others[depth * PLAYERS + who]
        actions[me] = action
        play_turn(world, maze, planner.dice, actions)
        planner.scores[end] = value_of(planner, world, me)
        planner.firsts[end] = action if depth == 0 else planner.firsts[source]
        planner.is_used[end] = False
        planner.nodes += 1
        end += 1
    return end


@kernel
def best_unused(planner: Planner, begin: int, end: int) -> int:
    """Returns the unused world of the highest score, and marks it as used; -1 if there is none."""
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
    """Returns the first action of the best way found for the world `now`."""
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
def chaser_steps(world: World, maze: Maze, who: int) -> int:
    """Returns the steps to the nearest wanderer that is after an explorer, FAR without one."""
    nearest = FAR
    asleep = world.turn + maze.life_time
    for index in range(world.count):
        leave = world.leave[index]
        if world.target[index] == who and 0 <= leave < asleep:
            steps = maze.cells[world.spot[index]].steps
            nearest = min(nearest, steps[world.players[who].cell])
    return nearest


@kernel
def is_yell_due(world: World, maze: Maze, me: int) -> bool:
    """Returns True if a wanderer would catch somebody in reach that stood still."""
    one = world.players[me]
    for who in range(PLAYERS):
        other = world.players[who]
        apart = maze.cells[one.cell].apart[other.cell]
        is_near = who != me and other.is_in and apart <= YELL_REACH
        is_new = not one.yelled_at[who] and world.turn >= other.stuck_until
        if is_near and is_new and chaser_steps(world, maze, who) <= CAUGHT:
            return True
    return False


@kernel
def company_of(world: World, maze: Maze, me: int) -> int:
    """Returns the number of other explorers in reach of a PLAN."""
    company = 0
    for who in range(PLAYERS):
        other = world.players[who]
        steps = maze.cells[other.cell].steps[world.players[me].cell]
        company += int(other.is_in and who != me and steps <= PLAN_REACH)
    return company


@kernel
def is_light_due(planner: Planner, me: int) -> bool:
    """Returns True if a wanderer comes that would rather turn to somebody who is not in the
    light.
    """
    world = planner.now
    here = world.players[me].cell
    for index in range(world.count):
        leave = world.leave[index]
        is_awake = 0 <= leave < world.turn + planner.maze.life_time
        if world.target[index] != me or not is_awake:
            continue
        steps = steps_of(planner, world.spot[index], here)
        if 2 <= steps <= 4:
            for who in range(PLAYERS):
                other = world.players[who]
                if other.is_in and steps_of(planner, other.cell, here) > 5:
                    if steps_of(planner, world.spot[index], other.cell) < 4 * steps:
                        return True
    return False


@kernel
def choose(planner: Planner, me: int) -> int:
    """Returns the planner's action: a YELL, PLAN or LIGHT where a rule says so, else the best
    step.
    """
    world = planner.now
    one = world.players[me]
    if world.turn < one.stuck_until:
        return WAIT
    is_free = chaser_steps(world, planner.maze, me) > CAUGHT
    if is_free and is_yell_due(world, planner.maze, me):
        return YELL
    if world.turn >= one.busy_until:
        company = company_of(world, planner.maze, me)
        limit = 225 if company >= 2 else 190 if company == 1 else 80
        if one.sanity <= limit and one.plans > 0 and is_free:
            return PLAN
        if one.lights > 0 and is_light_due(planner, me):
            return LIGHT
    return best_step(planner, me)
