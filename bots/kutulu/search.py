"""A tree per explorer, and the value of a world to each.

A tree's move is an index of a menu. At the root the menu has every sensible action; later it has
staying and the steps ahead, even if a YELL has stopped the explorer. In the second and third turn
it also has YELL, if iterations are not few.
"""

from bots.kutulu.hunters import LIT_WAYS, Hunt, find_hunted, habit, play_turn
from bots.kutulu.outlook import FEARED, Net, View, expect, look
from bots.kutulu.params import Params
from bots.kutulu.paths import FAR, PLAYERS, Maze, Stack, push
from bots.kutulu.rules import (
    COMPANY,
    LIGHT,
    LIGHT_REACH,
    MAX_SANITY,
    PLAN,
    YELL,
    YELL_REACH,
    World,
)
from common.kernel import Numbers, Records, assign, each, kernel, numbers, record, records
from common.rng import Dice, draw
from common.search import smitsimax
from common.search.smitsimax import Forest

FEW = 1000  # iterations of the last turn: more than CPython's, a third with the network
SCARCE = 100.0  # sanity at which a PLAN has full worth
EARLY = 0.25  # weight of a turn before the last, and
EARLY_SEEING = 0.7  # with the network
YELL_TURNS = 3  # if iterations are not few


@record
class Memory:
    """The memory of the search. Start and dice are loaded each turn; maze, params and net once."""

    start: World
    dice: Dice  # for the trees
    me: int  # the bot's seat
    yell_turns: int  # in which trees have YELLs
    menus: Records[Stack] = records(Stack, PLAYERS)  # at the roots
    world: World
    maze: Maze
    params: Params
    hunt: Hunt
    forest: Forest
    net: Net
    view: View
    is_seeing: bool  # whether the network is asked
    values: Numbers[float] = numbers(float, PLAYERS)  # of a world


@kernel
def count_moves(world: World, memory: Memory, seat: int) -> int:
    """Returns the length of an explorer's menu."""
    if world.turn == memory.start.turn:
        return memory.menus[seat].count
    player = world.players[seat]
    if not player.is_in:
        return 1
    here = memory.maze.cells[player.cell]
    ahead = world.turn - memory.start.turn
    if ahead < memory.yell_turns:
        for other in each(PLAYERS):
            is_near = here.apart[memory.start.where[other]] <= YELL_REACH + ahead
            if is_near and other != seat and not player.yelled_at[other]:
                return here.moves.count + 1
    return here.moves.count


@kernel
def play(world: World, memory: Memory, moves: Numbers[int]) -> None:
    """Plays a turn: moves become actions, those of others partly by habit."""
    maze = memory.maze
    plan_below = memory.params.plan_below
    share = memory.params.habit
    hunted = find_hunted(world, maze) if share > 0 else 0
    for seat in each(PLAYERS):
        player = world.players[seat]
        move = moves[seat]
        may_follow = share > 0 and seat != memory.me and player.is_in
        if may_follow and draw(memory.hunt.dice, 100) < share:
            moves[seat] = habit(world, maze, hunted, seat, plan_below)
        elif world.turn == memory.start.turn:
            moves[seat] = memory.menus[seat].items[move]
        elif move == 0 and player.plans > 0 and player.sanity <= plan_below:
            moves[seat] = PLAN
        else:
            menu = maze.cells[player.cell].moves
            moves[seat] = YELL if move == menu.count else menu.items[move]
    play_turn(world, maze, memory.hunt, moves)
    if world.turn - memory.start.turn < memory.forest.depth:
        rate(world, memory, memory.forest.scores)


@kernel
def rate(world: World, memory: Memory, scores: Numbers[float]) -> None:
    """Writes each explorer's score after a turn: its leads in sanity, and its expected future.

    A wanderer is a danger to all explorers on its target's cell.
    """
    params = memory.params
    cells = memory.maze.cells
    values = memory.values
    where = world.where
    for seat in each(PLAYERS):
        player = world.players[seat]
        if not player.is_in:
            values[seat] = float(player.score - memory.start.turn) - params.out
            continue
        steps = cells[player.cell].steps
        points = float(player.sanity)
        points += params.plan * float(player.plans) * min(1.0, points / SCARCE)
        nearest = FAR
        for other in each(PLAYERS):
            away = steps[where[other]]
            if other != seat and away < FAR:
                if away < nearest:
                    nearest = away
                if not player.yelled_at[other]:
                    points += params.yell
        if COMPANY < nearest < FAR:
            points -= params.far * float(nearest - COMPANY)
        values[seat] = points
    for index in range(world.count):
        target = world.target[index]
        if target >= 0 and world.leave[index] >= 0:
            here = where[target]
            away = cells[world.spot[index]].steps[here]
            if 0 < away <= FEARED:
                for seat in each(PLAYERS):
                    if where[seat] == here:
                        values[seat] -= params.danger / float(away)
    if memory.is_seeing:
        for seat in range(PLAYERS):
            if world.players[seat].is_in:
                look(world, memory.maze, seat, memory.view.of)
                values[seat] += expect(memory.net, memory.view.of)
    turn = world.turn - memory.start.turn
    weight = 1.0
    if turn < memory.forest.depth:
        weight = EARLY_SEEING if memory.is_seeing else EARLY
    for seat in each(PLAYERS):
        if turn == 1:
            scores[seat] = 0.0
        for other in range(seat):
            lead = values[seat] - values[other]
            lead *= weight / (params.close + abs(lead))
            scores[seat] += lead
            scores[other] -= lead


plant, iterate = smitsimax.bind(PLAYERS, count_moves, play, rate)


@kernel
def fill_menu(memory: Memory, seat: int) -> None:
    """Lists a seat's actions at the root; LIGHT only for the bot, and only if an explorer is in the
    dark.
    """
    world = memory.start
    player = world.players[seat]
    here = memory.maze.cells[player.cell]
    menu = memory.menus[seat]
    assign(menu, here.moves)
    if not player.is_in or world.turn < player.stuck_until:
        menu.count = 1
        return
    can_yell = False
    can_light = False
    for other in range(PLAYERS):
        there = world.where[other]
        is_new = other != seat and not player.yelled_at[other]
        can_yell = can_yell or is_new and here.apart[there] <= YELL_REACH
        steps = here.steps[there]
        can_light = can_light or LIGHT_REACH < steps < FAR
    if can_yell:
        push(menu, YELL)
    if world.turn >= player.busy_until:
        if player.plans > 0 and player.sanity < MAX_SANITY:
            push(menu, PLAN)
        if seat == memory.me and can_light and player.lights > 0:
            push(menu, LIGHT)


@kernel
def begin(memory: Memory, me: int, habit: int) -> None:
    """Empties the trees for the world in `start`. me: the bot's seat; habit: the others' percentage
    of it
    """
    params = memory.params
    params.habit = habit
    forest = memory.forest
    forest.depth = params.depth
    memory.yell_turns = YELL_TURNS
    memory.is_seeing = forest.iterations >= (FEW // 3 if memory.is_seeing else FEW)
    if memory.start.turn > 0 and forest.iterations > 0 and not memory.is_seeing:
        forest.depth = params.slow_depth
        memory.yell_turns = 1
    forest.random_visits = params.random_visits
    forest.exploration = params.exploration
    assign(memory.hunt.dice, memory.dice)
    if memory.start.turn == 0:  # of another maze
        for number in range(LIT_WAYS):
            memory.hunt.lit[number].key = 0
    memory.me = me
    for seat in range(PLAYERS):
        fill_menu(memory, seat)
    plant(forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations."""
    iterate(memory.forest, memory.start, memory.world, memory, memory.dice, count)


ENTRIES = (begin, think)
