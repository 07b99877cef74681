"""A bot that searches plans: its counts, and its explanation of each own row."""

from typing import Any

from common.dice_bot import DiceBot
from common.engine import AnyMemory
from common.search.plans import ENDLESS, MAX_ROWS, NO_SIDE, counts

SHOWN = 6  # first orders of a row
TRIALS = 100  # evaluations that explain a turn, more in C


class PlansBot(DiceBot[AnyMemory]):
    """Plays the first orders of the best plan.

    rules: the kernels list_moves and habit, and the largest number of moves
    """

    def work(self: Any) -> dict[str, Any]:
        """Returns the counts of the last search."""
        return counts(self.engine.memory.plans)

    def thoughts(self: Any) -> list[dict[str, Any]]:
        """Returns each own row's best plan, habit, and first orders with their best plans'
        values.
        """
        list_moves, habit, most = self.rules
        memory = self.engine.memory
        plans, best = memory.plans, memory.plans.best[memory.me]
        found, value = best.orders[:], best.value
        count = max(1, TRIALS * self.engine.pace // max(1, len(self.own) * most))
        plans.side, plans.since, plans.until = memory.me, plans.evaluations, ENDLESS
        units = []
        for row in self.own:
            moves = [0] * most
            usual = habit(memory.start, memory.params, row)
            worth = {}
            for order in moves[: list_moves(memory.start, row, moves, [0] * most)]:
                plans.pinned, plans.order, plans.evaluations = row, order, plans.since
                self.engine.call(self.engines.kernels[1], count)
                worth[order] = round(best.value, 4)
                best.orders[:] = found
            chosen = found[row] if found[row] in worth else usual
            worth[chosen] = round(value, 4)
            ranked = sorted(worth, key=lambda order: (-worth[order], order != chosen))
            rows = [
                {"move": self.word(row, order), "visits": 1, "value": worth[order]}
                for order in ranked[:SHOWN]
            ]
            orders = found[row : plans.depth * MAX_ROWS : MAX_ROWS]
            line = [self.word(row, order) for order in orders]
            units.append({"unit": row, "moves": rows, "line": line, "habit": self.word(row, usual)})
        best.value = value
        plans.evaluations, plans.pinned = plans.since, NO_SIDE
        return units
