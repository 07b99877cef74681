"""Plans for Colony: orders of all own rows for the next turns, changed and tried again."""

from typing import Any

from bots.colony.evaluate import habit, rate
from bots.colony.params import Params
from bots.colony.rules import MOVES, ROWS, State, end_turn, give, has_ended, list_moves, side_of
from common.kernel import Numbers, assign, kernel, numbers, record
from common.plan_thoughts import thoughts
from common.rng import Dice
from common.row_bot import RowBot
from common.search import plans
from common.search.plans import Plans

# The rules as the search calls them.


@kernel
def is_over(state: State, params: Params) -> bool:
    return has_ended(state)


@kernel
def side_in(state: State, params: Params, row: int) -> int:
    return side_of(state, row)


@kernel
def list_all(
    state: State, params: Params, row: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
    return list_moves(state, row, moves, weights)


@kernel
def give_row(state: State, params: Params, row: int, order: int) -> None:
    give(state, row, order)


@kernel
def close_turn(state: State, params: Params) -> None:
    end_turn(state)


begin_turn, iterate = plans.bind(is_over, side_in, list_all, give_row, close_turn, habit, rate)


@record
class Memory:
    """Holds what the search works on. The bot loads start, params and dice every turn."""

    start: State
    params: Params
    me: int
    dice: Dice
    world: State
    plans: Plans
    orders: Numbers[int] = numbers(int, ROWS)


@kernel
def begin(memory: Memory, me: int, is_first: bool, planned: int) -> None:
    """Begins a turn. planned: evaluations for which there is time, or 0."""
    params = memory.params
    search = memory.plans
    memory.me = me
    search.me = me
    search.rows = ROWS
    search.sides = memory.start.players
    search.depth = params.depth
    search.members = params.members
    search.share = params.share
    search.hot = params.hot
    search.cold = params.cold
    search.planned = planned if planned > 0 else params.planned
    begin_turn(search, memory.start, params, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more plans."""
    iterate(memory.plans, memory.start, memory.world, memory.params, memory.dice, count)


@kernel
def found_order(memory: Memory, row: int) -> int:
    """Returns the first order of an own row in the best plan."""
    return plans.first_order(memory.plans, memory.me, row)


@kernel
def choose(memory: Memory) -> None:
    """Writes the own rows' orders: those found, if possible, else the habit."""
    moves = numbers(int, MOVES)
    weights = numbers(int, MOVES)
    world = memory.world
    assign(world, memory.start)
    for row in range(ROWS):
        memory.orders[row] = 0
        if side_of(world, row) == memory.me:
            memory.orders[row] = habit(world, memory.params, row)
            wanted = found_order(memory, row)
            for number in range(list_moves(world, row, moves, weights)):
                if moves[number] == wanted:
                    memory.orders[row] = wanted
            give(world, row, memory.orders[row])


ENTRIES = (begin, think, choose)


class SearchBot(RowBot[Memory]):
    """Plays the first orders of the best plan."""

    def work(self) -> dict[str, int]:
        """Returns what the last search did."""
        return plans.counts(self.engine.memory.plans)

    def thoughts(self) -> list[dict[str, Any]]:
        """Returns what the search thinks of each own row's first orders."""
        return thoughts(self, list_moves, habit, MOVES)
