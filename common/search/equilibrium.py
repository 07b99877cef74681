"""Chooses a row of a matrix of own picks against a rival's: by its worst entry, its mean, or mixed.

Source: regret matching, Hart and Mas-Colell 2000, with regrets that never fall below 0 and later
rounds that weigh more, Tammelin 2014.
"""

from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw

MAX_PICKS = 128
MAXIMIN, AVERAGE, MIXED = range(3)
ONE = 1 << 30
WORST = -1.0e300


@record
class Mix:
    """The shares of the picks: in this round, and in the total of all rounds."""

    now: Numbers[float] = numbers(float, MAX_PICKS)
    regret: Numbers[float] = numbers(float, MAX_PICKS)
    total: Numbers[float] = numbers(float, MAX_PICKS)


@record
class Matrix:
    """payoff[row * MAX_PICKS + column]: to the side that picks rows; 1..MAX_PICKS of both.

    rounds: number of rounds of regret matching done
    """

    rows: int
    columns: int
    rounds: int
    row: Mix
    column: Mix
    payoff: Numbers[float] = numbers(float, MAX_PICKS * MAX_PICKS)


@kernel
def best_row(matrix: Matrix, rule: int) -> int:
    """Returns the first row with the best worst entry (MAXIMIN), or with the best mean."""
    best = 0
    most = WORST
    for row in range(matrix.rows):
        first = row * MAX_PICKS
        value = matrix.payoff[first]
        for entry in range(first + 1, first + matrix.columns):
            if rule == MAXIMIN:
                value = min(value, matrix.payoff[entry])
            else:
                value += matrix.payoff[entry]
        if value > most:
            most = value
            best = row
    return best


@kernel
def start_mix(mix: Mix, count: int) -> None:
    """Begins with the first pick alone."""
    for pick in range(count):
        mix.now[pick] = float(int(pick == 0))
        mix.regret[pick] = 0.0
        mix.total[pick] = 0.0


@kernel
def start_rounds(matrix: Matrix) -> None:
    """Forgets the mixes."""
    matrix.rounds = 0
    start_mix(matrix.row, matrix.rows)
    start_mix(matrix.column, matrix.columns)


@kernel
def answer(matrix: Matrix, is_row: bool) -> None:
    """Gives more weight to picks that would have won more than a side's mix did against the
    other's.
    """
    mix = matrix.row if is_row else matrix.column
    rival = matrix.column if is_row else matrix.row
    count = matrix.rows if is_row else matrix.columns
    against = matrix.columns if is_row else matrix.rows
    step = 1 if is_row else MAX_PICKS
    sign = 1.0 if is_row else -1.0
    gains = numbers(float, MAX_PICKS)
    mean = 0.0
    for pick in range(count):
        entry = pick * MAX_PICKS if is_row else pick
        gain = 0.0
        for other in range(against):
            gain += matrix.payoff[entry] * rival.now[other]
            entry += step
        gains[pick] = sign * gain
        mean += gains[pick] * mix.now[pick]
    sum_of_regrets = 0.0
    for pick in range(count):
        mix.regret[pick] = max(0.0, mix.regret[pick] + gains[pick] - mean)
        sum_of_regrets += mix.regret[pick]
    for pick in range(count):
        if sum_of_regrets > 0.0:
            mix.now[pick] = mix.regret[pick] / sum_of_regrets
        mix.total[pick] += mix.now[pick] * float(matrix.rounds)


@kernel
def play_round(matrix: Matrix) -> None:
    """Plays a round of regret matching: rows answer columns, then columns rows."""
    matrix.rounds += 1
    answer(matrix, True)
    answer(matrix, False)


@kernel
def draw_row(matrix: Matrix, dice: Dice) -> int:
    """Returns a row, drawn by its share in the mix of all rounds."""
    total = 0.0
    for row in range(matrix.rows):
        total += matrix.row.total[row]
    left = total * float(draw(dice, ONE)) / float(ONE)
    row = 0
    while row < matrix.rows - 1 and left >= matrix.row.total[row]:
        left -= matrix.row.total[row]
        row += 1
    return row
