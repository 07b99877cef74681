"""Finds the explorers that Kutulu's minions follow, and their ways, exactly as the official
referee.

The way comes from the tables of the bot's maze, or, if a LIGHT burns near it, from the bot's search
of ways (bots/kutulu/rules.py).
"""

from collections.abc import Callable
from typing import TypeVar

from bots.kutulu.paths import CELL_BITS, CELLS, FAR, PLAYERS, WAYS, Maze
from bots.kutulu.rules import LIGHT_REACH, LitWays, World, search_ways
from common.kernel import Numbers, kernel, numbers

AnyDice = TypeVar("AnyDice")


@kernel
def is_lit(world: World, maze: Maze, cell: int, reach: int) -> bool:
    """Returns True if a LIGHT burns within `reach` steps."""
    for who in range(PLAYERS):
        one = world.players[who]
        if world.turn < one.light_until and maze.cells[cell].steps[world.where[who]] <= reach:
            return True
    return False


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
        lit = LitWays()
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
            search_ways(world, maze, here, lit)
            best = FAR
            for who in range(PLAYERS):
                costs[who] = lit.steps[world.where[who]]
                best = min(best, costs[who])
        if equals > 1 or is_official or not is_plain:
            chosen = settle(world, costs, best, world.target[index], dice)
        if chosen >= 0:
            goal = world.where[chosen]
            firsts = cell.firsts[goal] >> (CELL_BITS * (world.turn % WAYS))
            world.target[index] = chosen
            world.spot[index] = firsts % CELLS if is_plain else lit.firsts[goal]

    return chase
