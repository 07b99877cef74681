"""A bot's knowledge of the rows of a match: the unit in each row, and orders in an answer's
words.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from common.orders import Order, order_text
from common.stdio import report


class Rows:
    """Follows the rows of a match.

    me: the own seat
    owed: number of lines of an answer
    is_first: True in the first turn
    own: the own rows that get an order
    slots: the row of a unit, by player and id
    ids: the id of a unit, by row
    """

    me = 0
    owed = 1
    is_first = True

    def __init__(
        self,
        orders: Sequence[Order],
        sizes: Sequence[int],
        each: int,
        units: int,
        separator: str | None = None,
        idle: int = 0,
    ) -> None:
        """Begins without a line.

        orders, sizes: forms of the orders, and the bits of a move
        each: rows of a player
        units: how many of them are units; move 0 of a later row says nothing
        separator: between the orders of a line, None for a line each
        idle: the move that a later row says in its line for 0
        """
        self.orders, self.sizes, self.separator, self.idle = orders, sizes, separator, idle
        self.each, self.units = each, units
        self.own = list(range(each))  # to warm up
        self.slots: dict[tuple[int, int], int] = {}
        self.ids: dict[int, int] = {}

    def placed(
        self, reported: Iterable[tuple[int, int, Any]], turn: int, names: str
    ) -> list[tuple[int, Any]]:
        """Returns the row and the values of each unit, and reports those that get no row.

        A new unit gets its player's first free row.

        reported: player, id and values of each unit of a turn
        names: the units' name in messages
        """
        found = list(reported)
        ids = {unit[:2] for unit in found}
        self.slots = {unit: row for unit, row in self.slots.items() if unit in ids}
        placed = []
        for player, id_, values in found:
            first = player * self.each
            free = {*range(first, first + self.units)}.difference(self.slots.values())
            row = self.slots.get((player, id_), min(free, default=-1))
            if row >= 0:
                self.slots[player, id_] = row
                self.ids[row] = id_
                placed.append((row, values))
        if surplus := len(found) - len(placed):
            report(f"turn {turn}: {surplus} {names} left out; UNITS_EACH is {self.units}")
        return placed

    def word(self, row: int, move: int) -> str:
        """Returns an own row's order in the form of an answer; - for none."""
        return (
            "-" if move < 0 else order_text(self.orders, self.sizes, move, self.ids.get(row, row))
        )

    def lines(self, moves: Sequence[int]) -> list[str]:
        """Returns the answer that gives each of the own rows its move.

        Where each has a line, the units' come first, and those of units that are no more follow.
        """
        units = [row for row in self.own if row % self.each < self.units]
        given = [*zip(self.own, moves, strict=True)]
        if self.separator is not None:
            words = [self.word(row, move) for row, move in given if move or row in units]
            return [self.separator.join(words) or self.word(0, 0)] * self.owed
        words = [self.word(row, move if row in units else move or self.idle) for row, move in given]
        own = range(self.me * self.each, self.me * self.each + self.units)
        gone = [self.word(row, 0) for row in own if row not in units]
        gone += [self.word(0, 0)] * self.owed
        at = len(units) if self.units else len(words)
        words[at:at] = gone[: max(0, self.owed - len(words))]
        return words[: self.owed]

    def fallback(self) -> list[str]:
        return self.lines([0] * len(self.own))
