"""A game of one turn with a known answer, bound to Smitsimax twice: with two units and with
three.
"""

from common.kernel import Numbers, kernel, record
from common.search import smitsimax

COLUMNS = 3
PAYOFF_ROW = (1.0, 1.0, 0.0, 0.0, 0.0, 2.0)  # of unit 0, at move 0 * COLUMNS + move 1
PAYOFF_COLUMN = (0.0, 2.0, 1.0, 3.0, 1.0, 0.0)  # of unit 1


@record
class Table:
    """The moves that have been played."""

    row: int
    column: int


@record
class Nothing:
    """A game without anything that stays as it is."""

    unused: int


@kernel
def count_moves(table: Table, setting: Nothing, unit: int) -> int:
    """Two for unit 0, three for unit 1, four for a bystander."""
    return 2 + unit


@kernel
def play(table: Table, setting: Nothing, moves: Numbers[int]) -> None:
    """Both units' picks; a third one's is not looked at."""
    table.row = moves[0]
    table.column = moves[1]


@kernel
def rate(table: Table, setting: Nothing, scores: Numbers[float]) -> None:
    """The payoffs of the two units."""
    scores[0] = PAYOFF_ROW[table.row * COLUMNS + table.column]
    scores[1] = PAYOFF_COLUMN[table.row * COLUMNS + table.column]


plant_two, iterate_two = smitsimax.bind(2, count_moves, play, rate)
plant_three, iterate_three = smitsimax.bind(3, count_moves, play, rate)
