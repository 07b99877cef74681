"""Fast random games to the end: a random order of the free squares of each board is drawn at once.

A player who must play on a board takes its next square, which is as random as one drawn among the
remaining ones. A player with a choice of boards takes a random open one.

An order has 4 bits a square, the next one lowest, and a 1 on top. Each mask of free squares has
orders in a table: ROUNDS random ones, rotated so that each square comes first equally often.
"""

from bots.uttt.rules import ANY_BOARD, BOARDS, State, outcome
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw

MASKS = FULL + 1
EMPTY = 1
ROUNDS = (1, 1, 1, 2, 6, 5, 4, 4, 3, 3)  # random orders, by the number of free squares
ORDERS = 10_027  # 1 for mask 0, then masks of n squares times n * ROUNDS[n]
SEED = 20250407  # for the orders
NOISE_BITS = 10  # that pick an order
NOISE = 1 << NOISE_BITS


@record
class Tables:
    """The orders of all masks.

    orders[first[mask] .. + count[mask] - 1]: those of a mask
    used: 0 until they are made
    """

    used: int
    first: Numbers[int] = numbers(int, MASKS)
    count: Numbers[int] = numbers(int, MASKS)
    orders: Numbers[int] = numbers(int, ORDERS)
    left: Numbers[int] = numbers(int, BOARDS)  # the orders of the present playout
    moves: int  # played in all playouts


@kernel
def fill_tables(tables: Tables) -> None:
    """Makes the orders of all masks, always the same ones."""
    squares = numbers(int, SQUARES)
    dice = Dice()
    dice.state = SEED
    used = 0
    for mask in range(MASKS):
        count = 0
        for square in range(SQUARES):
            if mask >> square & 1 == 1:
                squares[count] = square
                count += 1
        tables.first[mask] = used
        tables.count[mask] = max(1, count * ROUNDS[count])
        if count == 0:
            tables.orders[used] = EMPTY
            used += 1
        for _ in range(ROUNDS[count] if count > 0 else 0):
            order = 0
            for place in range(count):
                other = draw(dice, count - place)
                chosen = squares[place + other]
                squares[place + other] = squares[place]
                squares[place] = chosen
                order = order << 4 | chosen
            top = 4 * (count - 1)
            for _turn in range(count):
                order = order >> 4 | (order & 15) << top
                tables.orders[used] = EMPTY << 4 * count | order
                used += 1
    tables.used = used


@kernel
def deal(state: State, tables: Tables, dice: Dice) -> None:
    """Draws an order for each board; the empty order for a closed board."""
    board = 0
    for _ in range(3):
        noise = draw(dice, NOISE * NOISE * NOISE)
        for _each in range(3):
            mask = 0
            if state.open >> board & 1 == 1:
                mask = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
            pick = (noise & NOISE - 1) * tables.count[mask] >> NOISE_BITS
            tables.left[board] = tables.orders[tables.first[mask] + pick]
            noise >>= NOISE_BITS
            board += 1


@kernel
def run_out(
    state: State, tables: Tables, left: Numbers[int], marks: Numbers[int], dice: Dice
) -> int:
    """Plays `state` to the end; returns the number of moves. left, marks: those of tables and
    state
    """
    moves = 0
    open_boards = state.open
    board = state.forced
    side = BOARDS * state.player
    while True:
        order = EMPTY if board == ANY_BOARD else left[board]
        if order == EMPTY:
            pick = draw(dice, NOISE) * tables.count[open_boards] >> NOISE_BITS
            boards = tables.orders[tables.first[open_boards] + pick]
            while order == EMPTY:
                if boards == EMPTY:
                    return moves
                board = boards & 15
                boards >>= 4
                order = left[board]
        square = order & 15
        left[board] = order >> 4
        mask = marks[side + board] | (1 << square & FULL)
        marks[side + board] = mask
        if HAS_LINE[mask]:
            left[board] = EMPTY
            open_boards ^= 1 << board & FULL
            player = side // BOARDS
            won = state.won[player] | (1 << board & FULL)
            state.won[player] = won
            if HAS_LINE[won]:
                return moves + 1
        moves += 1
        side = BOARDS - side
        board = square


@kernel
def playout(state: State, tables: Tables, dice: Dice) -> int:
    """Plays an unfinished state to its end at random; returns its `outcome`.

    Afterwards `state` is that end, but only with its marks and won boards.
    """
    deal(state, tables, dice)
    moves = run_out(state, tables, tables.left, state.marks, dice)
    tables.moves += moves
    return outcome(state)
