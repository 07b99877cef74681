"""Tororo (Spring Challenge 2021) from the bronze league up: the rules, for bot and referee.

A day is `gather`, turns of both players until both sleep (turns.py), then `next_day`.
An action is WAIT, or kind << KIND_SHIFT | cell << CELL_SHIFT | other cell.
Source: docs/games/tororo.md.
"""

from random import Random

from bots.tororo.tables import (
    BACK,
    BACK_MASK,
    BOARD,
    CELL_BOARD,
    CELLS,
    MAX_SIZE,
    RAISED,
    ROW,
)
from common.kernel import Int8, Int16, Numbers, kernel, numbers, record

PLAYERS = 2
SIZES = MAX_SIZE + 1
DAYS = 24
NUTRIENTS = 20
COMPLETE_COST = 4
GROW_COST = (1, 3, 7)  # and one more for each own tree of the next size

WAIT = 0
GROW = 1
SEED = 2
COMPLETE = 3
KIND_SHIFT = 12
CELL_SHIFT = 6
CELL_MASK = 63

SUN_SHIFT = 8  # bits: a morning's sun is below 112 for each player
SUN_MASK = (1 << SUN_SHIFT) - 1
OWN_SUN = SUN_MASK << SUN_SHIFT

# Of player 0's trees of size 0..3 on each cell, and of player 1's: 1 << CELL_SHIFT for a size.
KEYS = PLAYERS * SIZES << CELL_SHIFT
LAST_KEY = KEYS - 1
KEY_SEED = 2021
KEY_BITS = 62
VALUE_BITS = 10  # of a sun or a score in a key
SMALL_BITS = 5  # of a day or the nutrients
# Odd factors that spread numbers and dormant trees over a key.
NUMBERS_FACTOR = 0x1E3779B97F4A7C15
DORMANT_FACTOR = 0x2545F4914F6CDD1D
KEY_MASK = (1 << KEY_BITS) - 1
KEY_FOLD = 25  # brings the scores' bits down to those that choose a place in a table


@record
class Ground:
    """The map. usable, fair, lush: boards of the cells with richness above 0, of 2, of 3"""

    usable: int
    fair: int
    lush: int
    # --- the same for every map
    keys: Numbers[int] = numbers(int, KEYS)  # Zobrist's, of trees


@record
class State:
    """The state of a match.

    trees[size]: board of both players' trees of that size
    mine: board of player 0's trees of all sizes
    """

    trees: Numbers[int] = numbers(int, SIZES)
    mine: int
    dormant: int  # a board
    sun: Numbers[int] = numbers(Int16, PLAYERS)
    score: Numbers[int] = numbers(Int16, PLAYERS)
    nutrients: Int8 = 20
    day: Int8
    asleep: Int8  # bit p for player p
    pending: Numbers[int] = numbers(Int16, PLAYERS)  # a SEED or COMPLETE of this turn, else 0
    key: int  # Zobrist's, of the trees: it follows from them


def make_ground(richness: list[int]) -> Ground:
    """Returns the ground of a map. richness: 0..3, by cell"""
    ground = Ground()
    for cell, rich in enumerate(richness):
        ground.usable |= CELL_BOARD[cell] * int(rich > 0)
        ground.fair |= CELL_BOARD[cell] * int(rich == 2)
        ground.lush |= CELL_BOARD[cell] * int(rich == 3)
    dice = Random(KEY_SEED)
    for size in range(PLAYERS * SIZES):
        for cell in range(CELLS):
            ground.keys[size << CELL_SHIFT | cell] = dice.getrandbits(KEY_BITS)
    return ground


@kernel
def change_size(state: State, ground: Ground, player: int, cell: int, size: int) -> None:
    """Adds this size to a player's tree on a cell, or takes it away."""
    state.trees[size] ^= CELL_BOARD[cell]
    state.key ^= ground.keys[(player * SIZES + size << CELL_SHIFT | cell) & LAST_KEY]


@kernel
def change_tree(state: State, ground: Ground, player: int, cell: int, size: int) -> None:
    """Adds a player's tree of this size on a cell, or removes it."""
    change_size(state, ground, player, cell, size)
    if player == 0:
        state.mine ^= CELL_BOARD[cell]


@kernel
def make_dormant(state: State, cell: int) -> None:
    """Makes the tree on the cell dormant; a dormant one is active again."""
    state.dormant ^= CELL_BOARD[cell]


@kernel
def own_board(state: State, player: int) -> int:
    """Returns the board of a player's trees."""
    return state.mine if player == 0 else ~state.mine


@kernel
def all_trees(state: State) -> int:
    """Returns the board of the trees of all sizes."""
    return state.trees[0] | state.trees[1] | state.trees[2] | state.trees[3]


@kernel
def bonus_sum(ground: Ground, board: int) -> int:
    """Returns the points for the richness of all cells of a board: 2 or 4 for each rich cell."""
    rich = board & (ground.fair | ground.lush)
    return 2 * (rich.bit_count() + (rich & ground.lush).bit_count())


@kernel
def morning_sun(state: State, day: int) -> int:
    """Returns a morning's sun for the present trees: player 0's << SUN_SHIFT | player 1's."""
    back = BACK[day] & BACK_MASK
    small = state.trees[1] & BOARD
    medium = state.trees[2] & BOARD
    tall = state.trees[3] & BOARD
    tall_1 = (tall << ROW & RAISED) >> back & BOARD  # masks tell C that no bit is lost
    tall_2 = (tall_1 << ROW & RAISED) >> back & BOARD
    tall_3 = (tall_2 << ROW & RAISED) >> back & BOARD
    medium_1 = (medium << ROW & RAISED) >> back & BOARD
    medium_2 = (medium_1 << ROW & RAISED) >> back & BOARD
    small_1 = (small << ROW & RAISED) >> back & BOARD
    tall &= ~(tall_1 | tall_2 | tall_3)
    shade = tall_1 | tall_2 | tall_3 | medium_1 | medium_2
    medium &= ~shade
    small &= ~(shade | small_1)
    single = small | tall  # a tall tree's 3 are 1 and 2
    double = medium | tall
    mine = state.mine
    own = (single & mine).bit_count() + 2 * (double & mine).bit_count()
    return own << SUN_SHIFT & OWN_SUN | single.bit_count() + 2 * double.bit_count() - own


@kernel
def gather(state: State) -> None:
    """Begins state.day: all players wake and get sun."""
    state.dormant = 0
    state.asleep = 0
    sun = morning_sun(state, state.day)
    state.sun[0] += sun >> SUN_SHIFT
    state.sun[1] += sun & SUN_MASK


@kernel
def next_day(state: State) -> None:
    """Moves the sun on. Unless the match is over, the next morning follows."""
    state.day += 1
    if state.day < DAYS:
        gather(state)


@kernel
def grow_cost(state: State, player: int, size: int) -> int:
    """Returns the price of growing a tree of this size, 0..2, in sun."""
    mine = own_board(state, player)
    return GROW_COST[size] + (state.trees[size + 1] & mine).bit_count()


@kernel
def grow(state: State, ground: Ground, player: int, cell: int, size: int) -> None:
    """Grows the player's tree of this size, which is paid for, and makes it dormant."""
    state.sun[player] -= grow_cost(state, player, size)
    change_size(state, ground, player, cell, size)
    change_size(state, ground, player, cell, size + 1)
    make_dormant(state, cell)


@kernel
def plant(state: State, ground: Ground, player: int, cell: int) -> None:
    """Places a player's seed."""
    change_tree(state, ground, player, cell, 0)
    make_dormant(state, cell)


@kernel
def sell(state: State, ground: Ground, player: int, cell: int, value: int) -> None:
    """Removes a player's completed tree, for `value` points and those of its ground."""
    state.score[player] += value + bonus_sum(ground, CELL_BOARD[cell])
    state.nutrients = max(0, state.nutrients - 1)
    change_tree(state, ground, player, cell, MAX_SIZE)
    make_dormant(state, cell)


@kernel
def key_of(state: State) -> int:
    """Returns a key of the state: Zobrist's for the trees, and a product for all other numbers."""
    mixed = (
        (
            state.sun[0]
            + (state.sun[1] << VALUE_BITS)
            + (state.score[0] << 2 * VALUE_BITS)
            + (state.score[1] << 3 * VALUE_BITS)
            + (state.nutrients << 4 * VALUE_BITS)
            + (state.day << 4 * VALUE_BITS + SMALL_BITS)
        )
        * NUMBERS_FACTOR
        + state.dormant * DORMANT_FACTOR
    ) & KEY_MASK
    return state.key ^ mixed ^ mixed >> KEY_FOLD
