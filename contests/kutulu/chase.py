"""Finds the explorers that Kutulu's minions follow, and their ways, exactly as the official
referee.

Without a LIGHT the tables of the bot's maze give the same. With LIGHTs this module searches a path
as the official program does, as a check of the bot's own search (bots/kutulu/hunters.py).
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import CELL_BITS, CELLS, FAR, PLAYERS, WAYS, Maze
from bots.kutulu.rules import LIGHT_REACH, LIT_COST, World
from common.kernel import Numbers, kernel, numbers

COSTS = LIT_COST + 1  # different costs that the open list can hold at one time
OPEN = 1024  # entries of the open list: a cell is entered from 4 sides at most

AnyDice = TypeVar("AnyDice")


@kernel
def is_lit(world: World, maze: Maze, cell: int, reach: int) -> bool:
    """Returns True if a LIGHT burns within `reach` steps."""
    for who in range(PLAYERS):
        one = world.players[who]
        if world.turn < one.light_until and maze.cells[cell].steps[world.where[who]] <= reach:
            return True
    return False


@kernel
def search_lit(
    world: World, maze: Maze, start: int, costs: Numbers[int], firsts: Numbers[int]
) -> int:
    """Returns the least cost of a way to an explorer, FAR if there is none.

    It writes, for each explorer at that cost, the cost into `costs` and the first cell of the way
    into `firsts`. The costs of all others are FAR. It expands the least cost first, equal ones in
    order.
    """
    entries = numbers(int, COSTS * OPEN)
    filled = numbers(int, COSTS)
    taken = numbers(int, COSTS)
    is_done = numbers(bool, CELLS)
    for who in range(PLAYERS):
        costs[who] = FAR
    entries[0] = start + (start << CELL_BITS)
    filled[0] = 1
    limit = FAR
    cost = 0
    while cost <= limit:
        bucket = cost % COSTS
        if taken[bucket] == filled[bucket]:
            cost += 1
            continue
        entry = entries[bucket * OPEN + taken[bucket]]
        taken[bucket] += 1
        here = entry % CELLS
        if is_done[here]:
            continue
        is_done[here] = True
        for who in range(PLAYERS):
            if world.where[who] == here:
                costs[who] = cost
                firsts[who] = entry >> CELL_BITS
                limit = cost
        for attempt in range(world.turn, world.turn + WAYS):
            beside = maze.cells[here].exits[attempt % WAYS]
            if not is_done[beside]:
                price = LIT_COST if is_lit(world, maze, beside, LIGHT_REACH) else 1
                bucket = (cost + price) % COSTS
                first = beside if here == start else entry >> CELL_BITS
                entries[bucket * OPEN + filled[bucket]] = beside + (first << CELL_BITS)
                filled[bucket] += 1
    return limit


def bind_chase(
    settle: Callable[[World, Numbers[int], int, int, AnyDice], int], is_official: bool
) -> Callable[[World, Maze, AnyDice, int], None]:
    """Returns the chase for rules.bind_turn.

    settle(world, costs, best, old, dice): returns the explorer that a minion follows, of those with
    costs == best; the old target if it is one of them
    is_official: True to call settle always, because the official referee draws numbers even if they
    do not matter; False to call it only for several explorers
    """

    @kernel
    def chase(world: World, maze: Maze, dice: AnyDice, index: int) -> None:
        """Makes minion `index` follow an explorer, if it can, by one step."""
        costs = numbers(int, PLAYERS)
        lit_firsts = numbers(int, PLAYERS)
        here = world.spot[index]
        cell = maze.cells[here]
        best = FAR
        chosen = -1
        equals = 0
        for who in range(PLAYERS):
            steps = cell.steps[world.where[who]]
            costs[who] = steps
            if steps < best:
                best = steps
                chosen = who
                equals = 1
            elif steps == best:
                equals += 1
        is_plain = True
        if world.turn < world.last_light and is_lit(world, maze, here, best + LIGHT_REACH):
            is_plain = False
            best = search_lit(world, maze, here, costs, lit_firsts)
        if equals > 1 or is_official or not is_plain:
            chosen = settle(world, costs, best, world.target[index], dice)
        if chosen >= 0:
            firsts = cell.firsts[world.where[chosen]] >> (CELL_BITS * (world.turn % WAYS))
            world.target[index] = chosen
            world.spot[index] = firsts % CELLS if is_plain else lit_firsts[chosen]

    return chase
