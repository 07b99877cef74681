"""Explains plans: for each own row the best plan, and the values of other first orders."""

from collections.abc import Callable
from typing import Any

from common.kernel import Numbers
from common.search.plans import ENDLESS, MAX_ROWS, NO_SIDE

SHOWN = 6  # first orders of a row
TRIALS = 100  # evaluations that explain a turn, more in C


def thoughts(
    bot: Any,
    list_moves: Callable[[Any, int, Numbers[int], Numbers[int]], int],
    habit: Callable[[Any, Any, int], int],
    most: int,
) -> list[dict[str, Any]]:
    """Returns each own row's best plan, habit, and first orders with their best plans' values.

    bot: a RowBot, after its answer
    list_moves, habit: kernels of the rules and the rating
    most: the largest number of moves
    """
    memory = bot.engine.memory
    plans, best = memory.plans, memory.plans.best[memory.me]
    found, value = best.orders[:], best.value
    count = max(1, TRIALS * bot.engine.pace // max(1, len(bot.own) * most))
    plans.side, plans.since, plans.until = memory.me, plans.evaluations, ENDLESS
    units = []
    for row in bot.own:
        moves = [0] * most
        usual = habit(memory.start, memory.params, row)
        worth = {}
        for order in moves[: list_moves(memory.start, row, moves, [0] * most)]:
            plans.pinned, plans.order, plans.evaluations = row, order, plans.since
            bot.engine.call(bot.engines.kernels[1], count)
            worth[order] = round(best.value, 4)
            best.orders[:] = found
        chosen = found[row] if found[row] in worth else usual
        worth[chosen] = round(value, 4)
        ranked = sorted(worth, key=lambda order: (-worth[order], order != chosen))
        rows = [
            {"move": bot.word(row, order), "visits": 1, "value": worth[order]}
            for order in ranked[:SHOWN]
        ]
        line = [bot.word(row, order) for order in found[row : plans.depth * MAX_ROWS : MAX_ROWS]]
        units.append({"unit": row, "moves": rows, "line": line, "habit": bot.word(row, usual)})
    best.value = value
    plans.evaluations, plans.pinned = plans.since, NO_SIDE
    return units
