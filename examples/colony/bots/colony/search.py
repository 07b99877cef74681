"""Searches Colony by plans: orders of all own rows for the next turns, changed and tried."""

from bots.colony.evaluate import habit, rate
from bots.colony.params import Params
from bots.colony.rules import MOVES, ROWS, State, end_turn, give, has_ended, list_moves, side_of
from common.kernel import Numbers, assign, kernel, numbers, record
from common.plans_bot import PlansBot
from common.rng import Dice
from common.search import plans
from common.search.plans import Plans

begin_turn, iterate = plans.bind(has_ended, side_of, list_moves, give, end_turn, habit, rate)


@record
class Memory:
    """Holds the search's memory. The bot loads start, params and dice every turn."""

    start: State
    params: Params
    me: int
    dice: Dice
    world: State
    plans: Plans
    orders: Numbers[int] = numbers(int, ROWS)


@kernel
def begin(memory: Memory, me: int, is_first: bool, planned: int) -> None:
    """Begins a turn. planned: evaluations for which there is time."""
    params = memory.params
    search = memory.plans
    memory.me = me
    search.me = me
    search.rows = ROWS
    search.sides = memory.start.players
    search.depth = params.depth
    search.members = params.members
    search.share = params.share
    search.planned = planned
    begin_turn(search, memory.start, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more plans."""
    iterate(memory.plans, memory.start, memory.world, memory.params, memory.dice, count)


@kernel
def choose(memory: Memory) -> None:
    """Writes an order for each own row: the one found if it is possible now, else the habit."""
    moves = numbers(int, MOVES)
    weights = numbers(int, MOVES)
    world = memory.world
    assign(world, memory.start)
    for row in range(ROWS):
        memory.orders[row] = 0
        if side_of(world, row) == memory.me:
            memory.orders[row] = habit(world, memory.params, row)
            wanted = memory.plans.best[memory.me].orders[row]
            for number in range(list_moves(world, row, moves, weights)):
                if moves[number] == wanted:
                    memory.orders[row] = wanted
            give(world, row, memory.orders[row])


ENTRIES = (begin, think, choose)


class SearchBot(PlansBot[Memory]):
    """Plays the first orders of the best plan."""

    rules = (list_moves, habit, MOVES)
