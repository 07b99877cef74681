"""Whole matches of Kutulu as one kernel, and what happens to each explorer in them."""

from bots.kutulu.hunters import LIT_WAYS, find_hunted, habit
from bots.kutulu.known import REGULAR, TRUST
from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS, WAIT, Maze
from bots.kutulu.rules import COMPANY, LIGHT, PLAN, YELL, World, bind_turn
from bots.kutulu.search import Memory, begin, think
from common.kernel import Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw
from common.search.smitsimax import BITS, MOST, Forest
from contests.kutulu import planner as kutulu_plan, scout as kutulu_scout
from contests.kutulu.chase import chase_exactly

PLANNER, SCOUT, BOT = 0, 1, 2
HALF = 50  # percent of the others' moves by habit, from which the bot gives way
LITTLE = 25  # sanity at which a PLAN is late


@record
class Seat:
    """Who plays in it, and what happened to him."""

    kind: int
    iterations: int  # of the bot, or guesses of a scout, a turn
    led: int  # the cell where habit led him in the last turn, or -1
    seen: int  # turns in which habit led him
    fits: int  # turns in which he went there
    is_hit: bool  # by a wanderer, in this turn
    turns: int
    alone: int  # turns without company
    hits: int  # turns in which a wanderer hit him
    avoidable: int  # of these, where he could have gone to a cell that no wanderer can reach
    plans: int
    late_plans: int  # at a sanity of LITTLE or less
    lights: int
    yells: int


@record
class Table:
    """A match, and what its players think with."""

    maze: Maze
    world: World
    before: World  # a turn before
    dice: Dice
    seats: Records[Seat] = records(Seat, PLAYERS)
    params: Records[Params] = records(Params, PLAYERS)
    planner: kutulu_plan.Planner
    scout: kutulu_scout.Scout
    memory: Memory


@kernel
def chase(world: World, maze: Maze, table: Table, index: int) -> None:
    """The exact chase; it marks whom a wanderer hits."""
    chase_exactly(world, maze, table.dice, index)
    target = world.target[index]
    if target >= 0 and world.leave[index] >= 0:
        if world.where[target] == world.spot[index]:
            for who in range(PLAYERS):
                if world.where[who] == world.spot[index]:
                    table.seats[who].is_hit = True


play_turn = bind_turn(chase)


@kernel
def fit_of_habit(table: Table, me: int) -> int:
    """Percent of the others' moves by habit, as Known counts them."""
    seen = 20
    fits = 11
    for who in range(PLAYERS):
        if who != me:
            seen += table.seats[who].seen
            fits += table.seats[who].fits
    return 100 * fits // seen


@kernel
def is_exposed(table: Table, cell: int) -> bool:
    """Whether a wanderer can be there at once."""
    return kutulu_scout.count_exposed(table.world, table.maze, cell) > 0


@kernel
def is_before(forest: Forest, slot: int, other: int) -> bool:
    """As smitsimax.children sorts: more visits, then the better mean."""
    more = forest.visits[slot] - forest.visits[other]
    return more > 0 or more == 0 and forest.mean[slot] > forest.mean[other]


@kernel
def ask_bot(table: Table, me: int) -> int:
    """The bot's action: as KutuluBot.answer's. It knows the world as it is."""
    memory = table.memory
    assign(memory.params, table.params[me])
    assign(memory.start, table.world)
    assign(memory.dice, table.dice)
    draw(table.dice, 2)
    memory.forest.iterations = table.seats[me].iterations  # as in its last turn
    fit = fit_of_habit(table, me)
    begin(memory, me, min(memory.params.habit, TRUST * max(0, fit - REGULAR)))
    think(memory, table.seats[me].iterations)
    forest = memory.forest
    items = memory.menus[me].items
    exits = table.maze.cells[table.world.players[me].cell].exits
    block = forest.block[me]
    first = block >> BITS
    best = first
    for slot in range(first + 1, first + (block & MOST)):
        best = slot if is_before(forest, slot, best) else best
    least = forest.mean[best]
    if fit >= HALF:
        least -= memory.params.care
    for slot in range(first, first + (block & MOST)):
        mean = forest.mean[slot] if forest.visits[slot] > 0 else 0.0
        if mean >= least and not is_exposed(table, exits[items[slot - first]]):
            if is_before(forest, slot, best) or is_exposed(table, exits[items[best - first]]):
                best = slot
    return items[best - first]


@kernel
def ask(table: Table, me: int) -> int:
    """A player's action."""
    kind = table.seats[me].kind
    if kind == PLANNER:
        assign(table.planner.now, table.world)
        return kutulu_plan.choose(table.planner, me)
    if kind == SCOUT:
        assign(table.scout.now, table.world)
        table.scout.guesses = table.seats[me].iterations
        return kutulu_scout.choose(table.scout, me)
    return ask_bot(table, me)


@kernel
def note_habits(table: Table) -> None:
    """How far habit fits; where it leads is found with the first seat's plan_below."""
    world = table.world
    hunted = find_hunted(world, table.maze)
    for who in range(PLAYERS):
        seat = table.seats[who]
        player = world.players[who]
        if seat.led >= 0 and player.is_in:
            seat.seen += 1
            seat.fits += int(player.cell == seat.led)
        seat.led = -1
        if player.is_in and world.turn >= player.stuck_until:
            action = habit(world, table.maze, hunted, who, table.params[0].plan_below)
            seat.led = table.maze.cells[player.cell].exits[action]


@kernel
def note_action(table: Table, who: int, action: int) -> None:
    """Counts what an explorer does, and whether it is alone."""
    world = table.world
    player = world.players[who]
    seat = table.seats[who]
    seat.turns += 1
    is_free = world.turn >= player.busy_until and world.turn >= player.stuck_until
    if action == PLAN and is_free and player.plans > 0:
        seat.plans += 1
        seat.late_plans += int(player.sanity <= LITTLE)
    seat.lights += int(action == LIGHT and is_free and player.lights > 0)
    seat.yells += int(action == YELL)
    apart = table.maze.cells[player.cell].apart
    company = 0
    for other in range(PLAYERS):
        company += int(other != who and apart[world.where[other]] <= COMPANY)
    seat.alone += int(company == 0)


@kernel
def note_hit(table: Table, who: int) -> None:
    """Counts a hit, and whether there was a way out."""
    seat = table.seats[who]
    world = table.before
    player = world.players[who]
    seat.hits += 1
    if world.turn >= player.stuck_until:
        here = table.maze.cells[player.cell]
        for move in range(here.moves.count):
            cell = here.exits[here.moves.items[move]]
            if kutulu_scout.count_exposed(world, table.maze, cell) == 0:
                seat.avoidable += 1
                break


@kernel
def play_match(table: Table, end: int) -> None:
    """Plays on from `world` until the turn `end` comes next or nobody is left."""
    world = table.world
    actions = numbers(int, PLAYERS)
    assign(table.planner.maze, table.maze)
    assign(table.scout.maze, table.maze)
    assign(table.memory.maze, table.maze)
    assign(table.scout.dice, table.dice)
    for index in range(LIT_WAYS):
        table.memory.hunt.lit[index].key = 0  # what it keeps is of another maze
    while world.living > 0 and world.turn < end:
        note_habits(table)
        for who in range(PLAYERS):
            actions[who] = WAIT
            table.seats[who].is_hit = False
            if world.players[who].is_in:
                actions[who] = ask(table, who)
        for who in range(PLAYERS):
            if world.players[who].is_in:
                note_action(table, who, actions[who])
        assign(table.before, world)
        play_turn(world, table.maze, table, actions)
        for who in range(PLAYERS):
            if table.seats[who].is_hit:
                note_hit(table, who)


ENTRIES = (play_match,)
