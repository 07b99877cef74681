"""Plays `scout`, which looks at all its own ways of three turns, under guesses of the others'
moves.

In a guess each of the others takes the step that is best for it if nobody else moves, and now and
then any other. The value of a step is the mean, over the guesses, of the best value that can
follow. Of equally near explorers a minion is assumed to follow the scout. A cell counts less if a
wanderer can reach it at once, whichever explorer it hunts now.

`gather` looks ahead in the same way, with one guess in which explorers on its cell move as it does.
So explorers of its kind stay on one cell, and others lose company when they leave it.
"""

from bots.kutulu.paths import FAR, PLAYERS, WAIT, Maze
from bots.kutulu.rules import COMPANY, PLAN, YELL, World, bind_turn
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw
from contests.kutulu import planner
from contests.kutulu.chase import bind_chase

DEPTH = 3
GUESSES = 48  # a turn, in C
ODD = 20  # percent of the others' steps that are drawn
MOVES = 5  # staying and four ways
KEPT = 0.8  # of a point's worth, a turn later
FAR_OFF = 3.0  # points for each step beyond the group's reach to the nearest explorer,
HERD_FAR_OFF = 1.5  # and of a herd's for each point by which loneliness costs more than company
APART = 1.0  # points for each step to all others, for a herd
CHASED = 10.0  # for a wanderer after somebody on the cell, divided by its steps
WATCHED = 3.0  # for any other, likewise
WITHIN = 6  # steps of wanderers that count
STALKED = 5.0  # for a slasher after somebody on the cell
EXPOSED = 10.0  # for each wanderer that can be there at once
WAY = 1.0  # for each way that leads on
OUT = 60.0
PLAN_BELOW = (80, 150, 215, 225)  # sanity at which a PLAN is due: by others within its reach


@record
class Scout:
    """The maze, the present world, and the work space of a look-ahead."""

    maze: Maze
    dice: Dice
    me: int
    odd: int  # percent of the others' steps that are drawn
    is_herd: bool  # explorers on its cell are taken to move as it does
    far: float  # points for each step beyond the group's reach to the nearest explorer
    now: World
    trial: World
    worlds: Records[World] = records(World, DEPTH + 1)
    at: Numbers[int] = numbers(int, DEPTH + 1)  # the move to be tried next, by depth
    gained: Numbers[float] = numbers(float, DEPTH + 1)
    others: Numbers[int] = numbers(int, DEPTH * PLAYERS)  # their moves in this guess
    totals: Numbers[float] = numbers(float, MOVES)  # of the first moves, over the guesses


@kernel
def settle(world: World, costs: Numbers[int], best: int, old: int, scout: Scout) -> int:
    """Returns the old target, else the scout, else the first of the equally near explorers."""
    is_kept = old >= 0 and costs[old] == best
    return planner.settle(world, costs, best, old if is_kept else scout.me, scout.dice)


play_turn = bind_turn(bind_chase(settle, False))


@kernel
def count_exposed(world: World, maze: Maze, cell: int) -> int:
    """Returns the number of wanderers that can be on a cell a turn later."""
    steps = maze.cells[cell].steps
    asleep = world.turn + maze.life_time
    count = 0
    for index in range(world.count):
        leave = world.leave[index]
        if 0 <= leave <= asleep and steps[world.spot[index]] <= 1:
            count += 1
    return count


@kernel
def outlook(world: World, maze: Maze, who: int, scout: Scout) -> float:
    """Returns the value of an explorer's place, in sanity: company, minions, ways to run."""
    here = world.players[who].cell
    steps = maze.cells[here].steps
    points = WAY * float(maze.cells[here].moves.count)
    nearest = FAR
    for other in range(PLAYERS):
        if other != who:
            away = steps[world.where[other]]
            nearest = min(nearest, away)
            if scout.is_herd and away < FAR:
                points -= APART * float(away)
    if COMPANY < nearest < FAR:
        points -= scout.far * float(nearest - COMPANY)
    asleep = world.turn + maze.life_time
    for index in range(world.count):
        target = world.target[index]
        is_after = target >= 0 and world.where[target] == here
        away = steps[world.spot[index]]
        if world.leave[index] < 0:
            points -= STALKED if is_after else 0.0
        elif world.leave[index] <= asleep and 0 < away <= WITHIN:
            points -= (CHASED if is_after else WATCHED) / float(away)
    return points


@kernel
def best_alone(scout: Scout, world: World, who: int) -> int:
    """Returns the best step of an explorer in this turn if all others stay."""
    actions = numbers(int, PLAYERS)
    menu = scout.maze.cells[world.players[who].cell].moves
    best = WAIT
    best_value = -FAR * 1000.0
    for other in range(PLAYERS):
        actions[other] = WAIT
    for move in range(menu.count):
        actions[who] = menu.items[move]
        assign(scout.trial, world)
        play_turn(scout.trial, scout.maze, scout, actions)
        one = scout.trial.players[who]
        value = float(one.sanity) + outlook(scout.trial, scout.maze, who, scout)
        value -= EXPOSED * float(count_exposed(world, scout.maze, one.cell))
        if value > best_value:
            best_value = value
            best = actions[who]
    return best


@kernel
def guess(scout: Scout) -> None:
    """Writes a guessed action of each other explorer into `others`."""
    actions = numbers(int, PLAYERS)
    world = scout.worlds[0]
    assign(world, scout.now)
    for depth in range(DEPTH):
        for who in range(PLAYERS):
            actions[who] = WAIT
            if world.players[who].is_in:
                actions[who] = best_alone(scout, world, who)
                drawn = draw(scout.dice, 100)
                if who != scout.me and drawn < scout.odd:
                    menu = scout.maze.cells[world.players[who].cell].moves
                    drawn = draw(scout.dice, menu.count)
                    actions[who] = menu.items[drawn]
            scout.others[depth * PLAYERS + who] = actions[who]
        play_turn(world, scout.maze, scout, actions)


@kernel
def look(scout: Scout) -> None:
    """Adds to `totals`, for each first move, the best value that can follow if the others act as
    guessed.
    """
    actions = numbers(int, PLAYERS)
    bests = numbers(float, MOVES)
    me = scout.me
    for first in range(MOVES):
        bests[first] = -FAR * 1000.0
    assign(scout.worlds[0], scout.now)
    scout.at[0] = 0
    depth = 0
    while depth >= 0:
        world = scout.worlds[depth]
        player = world.players[me]
        menu = scout.maze.cells[player.cell].moves
        move = scout.at[depth]
        if move >= (1 if world.turn < player.stuck_until else menu.count):
            depth -= 1
            continue
        scout.at[depth] += 1
        for who in range(PLAYERS):
            is_along = scout.is_herd and world.where[who] == player.cell
            actions[who] = menu.items[move] if is_along else scout.others[depth * PLAYERS + who]
        actions[me] = menu.items[move]
        after = scout.worlds[depth + 1]
        assign(after, world)
        play_turn(after, scout.maze, scout, actions)
        one = after.players[me]
        kept = 1.0
        for _ in range(depth):
            kept *= KEPT
        gained = float(one.sanity - player.sanity)
        if depth == 0:
            gained -= EXPOSED * float(count_exposed(world, scout.maze, one.cell))
        value = kept * gained + (scout.gained[depth] if depth > 0 else 0.0)
        if one.is_in and depth + 1 < DEPTH:
            depth += 1
            scout.gained[depth] = value
            scout.at[depth] = 0
            continue
        value += kept * KEPT * outlook(after, scout.maze, me, scout) if one.is_in else -OUT
        tried = scout.at[0] - 1
        bests[tried] = max(bests[tried], value)
    for first in range(MOVES):
        scout.totals[first] += bests[first]


@kernel
def choose(scout: Scout, me: int, guesses: int, odd: int, is_herd: bool) -> int:
    """Returns an explorer's action: a YELL if it kills, a PLAN in company while no wanderer is
    near, else the best step. It never uses LIGHT, which costs more than it brings.

    With odd 0 it draws no random numbers that count, so explorers on one cell choose the same.
    """
    world = scout.now
    maze = scout.maze
    one = world.players[me]
    scout.me = me
    scout.odd = odd
    scout.is_herd = is_herd
    scout.far = FAR_OFF
    if is_herd:
        scout.far += HERD_FAR_OFF * float(maze.lonely - maze.group)
    if world.turn < one.stuck_until:
        return WAIT
    if planner.chaser_steps(world, maze, me) > planner.CAUGHT:
        if planner.is_yell_due(world, maze, me):
            return YELL
        company = planner.company_of(world, maze, me)
        if one.plans > 0 and world.turn >= one.busy_until and one.sanity <= PLAN_BELOW[company]:
            return PLAN
    for move in range(MOVES):
        scout.totals[move] = 0.0
    for _ in range(guesses):
        guess(scout)
        look(scout)
    menu = maze.cells[one.cell].moves
    best = 0
    for move in range(menu.count):
        if scout.totals[move] > scout.totals[best]:
            best = move
    return menu.items[best]


ENTRIES = (choose,)
