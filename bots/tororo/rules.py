"""Tororo (Spring Challenge 2021) from the bronze league up: the rules, for bot and referee.

A day: `gather`, turns of both players until both sleep, `next_day`. A turn: `order` for each player
who is awake, `settle`. An action: WAIT, or kind << KIND_SHIFT | cell << CELL_SHIFT | other cell.
Source: docs/games/tororo.md.
"""

from bots.tororo.tables import (
    CELLS,
    GRID,
    GRID_BACK,
    GRID_PLACE,
    GRID_ROW,
    MAX_SIZE,
)
from common.kernel import Numbers, kernel, numbers, record
from common.zobrist import fill_keys

PLAYERS = 2
SIZES = MAX_SIZE + 1
DAYS = 24
NUTRIENTS = 20
COMPLETE_COST = 4
GROW_COST = (1, 3, 7)  # and one more for each own tree of the next size

NOTHING = -1  # the size of no tree

WAIT = 0
GROW = 1
SEED = 2
COMPLETE = 3
KIND_SHIFT = 12
CELL_SHIFT = 6
CELL_MASK = 63

SUN_SHIFT = 8  # bits: a morning's sun is below 112 for each player
SUN_MASK = (1 << SUN_SHIFT) - 1

# Keys of each cell: player 0's trees of size 0..3, player 1's, dormant. Then keys of numbers.
DORMANT = PLAYERS * SIZES * CELLS
VALUES = 512  # keys of a number; larger numbers begin again
VALUE_MASK = VALUES - 1
SUN_KEYS = DORMANT + CELLS
RIVAL_SUN_KEYS = SUN_KEYS + VALUES
SCORE_KEYS = RIVAL_SUN_KEYS + VALUES
RIVAL_SCORE_KEYS = SCORE_KEYS + VALUES
NUTRIENTS_KEYS = RIVAL_SCORE_KEYS + VALUES
DAY_KEYS = NUTRIENTS_KEYS + VALUES
KEYS = DAY_KEYS + VALUES
KEY_SEED = 2021


@record
class Ground:
    """The map: usable, fair, lush are boards of the cells of richness above 0, of 2, of 3."""

    usable: int
    fair: int
    lush: int
    # --- the same for every map
    keys: Numbers[int] = numbers(int, KEYS)  # Zobrist's


@record
class State:
    """trees[size]: board of both players' trees of that size; mine: of player 0's of all sizes."""

    trees: Numbers[int] = numbers(int, SIZES)
    mine: int
    dormant: int  # a board
    sun: Numbers[int] = numbers(int, PLAYERS)
    score: Numbers[int] = numbers(int, PLAYERS)
    nutrients: int = 20
    day: int
    asleep: int  # bit p for player p
    pending: Numbers[int] = numbers(int, PLAYERS)  # a SEED or COMPLETE of this turn, else 0
    # --- follows from the above
    grid: Numbers[int] = numbers(int, SIZES)  # trees as grids
    grid_mine: int
    key: int  # Zobrist: the trees and the dormant ones


def make_ground(richness: list[int]) -> Ground:
    """The ground of a map: richness 0..3 of each cell."""
    ground = Ground()
    for cell, rich in enumerate(richness):
        ground.usable |= int(rich > 0) << cell
        ground.fair |= int(rich == 2) << cell
        ground.lush |= int(rich == 3) << cell
    fill_keys(ground.keys, KEY_SEED)
    return ground


@kernel
def change_tree(
    state: State, ground: Ground, player: int, cell: int, before: int, after: int
) -> None:
    """A player's tree on a cell changes its size; NOTHING is no tree."""
    grid_bit = 1 << GRID_PLACE[cell]
    bit = 1 << cell
    place = player * SIZES * CELLS + cell
    if before != NOTHING:
        state.trees[before] ^= bit
        state.grid[before] ^= grid_bit
        state.key ^= ground.keys[place + before * CELLS]
    if after != NOTHING:
        state.trees[after] ^= bit
        state.grid[after] ^= grid_bit
        state.key ^= ground.keys[place + after * CELLS]
    if player == 0 and (before == NOTHING or after == NOTHING):
        state.mine ^= bit
        state.grid_mine ^= grid_bit


@kernel
def make_dormant(state: State, ground: Ground, cell: int) -> None:
    """The tree on the cell becomes dormant; if it was, it is not any more."""
    state.dormant ^= 1 << cell
    state.key ^= ground.keys[DORMANT + cell]


@kernel
def own_board(state: State, player: int) -> int:
    """A board with the player's trees and none of the other's."""
    return state.mine if player == 0 else ~state.mine


@kernel
def all_trees(state: State) -> int:
    """Board of the trees of all sizes."""
    return state.trees[0] | state.trees[1] | state.trees[2] | state.trees[3]


@kernel
def size_on(state: State, cell: int) -> int:
    """The size of the tree on a cell, or NOTHING."""
    bit = 1 << cell
    if state.trees[0] & bit != 0:
        return 0
    if state.trees[1] & bit != 0:
        return 1
    if state.trees[2] & bit != 0:
        return 2
    return MAX_SIZE if state.trees[3] & bit != 0 else NOTHING


@kernel
def bonus_sum(ground: Ground, board: int) -> int:
    """Points for the richness of all cells of a board: 2 or 4 for each."""
    rich = board & (ground.fair | ground.lush)
    return 2 * (rich.bit_count() + (rich & ground.lush).bit_count())


@kernel
def morning_sun(state: State, day: int) -> int:
    """Sun of a morning, trees as they stand: player 0's << SUN_SHIFT | player 1's."""
    back = GRID_BACK[day]
    small = state.grid[1] & GRID  # under the mask, C need not ask whether a shift loses bits
    medium = state.grid[2] & GRID
    tall = state.grid[3] & GRID
    shade = 0
    if tall != 0:
        one = tall << GRID_ROW >> back & GRID
        two = one << GRID_ROW >> back & GRID
        shade = one | two | two << GRID_ROW >> back & GRID
        tall &= ~shade
    if medium != 0:
        one = medium << GRID_ROW >> back & GRID
        shade |= one | one << GRID_ROW >> back & GRID
        medium &= ~shade
    small &= ~(shade | small << GRID_ROW >> back & GRID)
    single = small | tall  # a tall tree's 3 are 1 and 2
    double = medium | tall
    mine = state.grid_mine
    own = (single & mine).bit_count() + 2 * (double & mine).bit_count()
    return own << SUN_SHIFT | single.bit_count() + 2 * double.bit_count() - own


@kernel
def gather(state: State, ground: Ground) -> None:
    """The morning of state.day: everybody wakes and gets sun."""
    rest = state.dormant
    while rest != 0:
        state.key ^= ground.keys[DORMANT + (rest & -rest).bit_length() - 1]
        rest &= rest - 1
    state.dormant = 0
    state.asleep = 0
    sun = morning_sun(state, state.day)
    state.sun[0] += sun >> SUN_SHIFT
    state.sun[1] += sun & SUN_MASK


@kernel
def next_day(state: State, ground: Ground) -> None:
    """The sun moves on; unless the match is over, the morning follows."""
    state.day += 1
    if state.day < DAYS:
        gather(state, ground)


@kernel
def grow_cost(state: State, player: int, size: int) -> int:
    """Sun for growing a tree of this size, 0..2."""
    mine = state.mine if player == 0 else ~state.mine
    return GROW_COST[size] + (state.trees[size + 1] & mine).bit_count()


@kernel
def seed_cost(state: State, player: int) -> int:
    """Sun for a seed."""
    mine = state.mine if player == 0 else ~state.mine
    return (state.trees[0] & mine).bit_count()


@kernel
def order(state: State, ground: Ground, player: int, action: int) -> None:
    """First half of a turn: the player pays for a legal action; a tree grows at once."""
    kind = action >> KIND_SHIFT
    if kind == WAIT:
        state.asleep |= 1 << player
        return
    cell = action >> CELL_SHIFT & CELL_MASK
    if kind == GROW:
        size = size_on(state, cell)
        state.sun[player] -= grow_cost(state, player, size)
        change_tree(state, ground, player, cell, size, size + 1)
    else:
        state.sun[player] -= COMPLETE_COST if kind == COMPLETE else seed_cost(state, player)
        state.pending[player] = action
    make_dormant(state, ground, cell)


@kernel
def settle(state: State, ground: Ground) -> None:
    """Second half of a turn: seeds land, completed trees leave."""
    first = state.pending[0]
    second = state.pending[1]
    if first | second == 0:
        return
    state.pending[0] = 0
    state.pending[1] = 0
    is_war = first >> KIND_SHIFT == SEED and second >> KIND_SHIFT == SEED
    if is_war and first & CELL_MASK == second & CELL_MASK:
        state.sun[0] += seed_cost(state, 0)
        state.sun[1] += seed_cost(state, 1)
        return
    value = state.nutrients
    for player in range(PLAYERS):
        action = first if player == 0 else second
        kind = action >> KIND_SHIFT
        if kind == SEED:
            change_tree(state, ground, player, action & CELL_MASK, NOTHING, 0)
            make_dormant(state, ground, action & CELL_MASK)
        elif kind == COMPLETE:
            cell = action >> CELL_SHIFT & CELL_MASK
            state.score[player] += value + bonus_sum(ground, 1 << cell)
            state.nutrients = max(0, state.nutrients - 1)
            change_tree(state, ground, player, cell, MAX_SIZE, NOTHING)
            make_dormant(state, ground, cell)


@kernel
def play(state: State, ground: Ground, first: int, second: int) -> None:
    """One turn of both players with legal actions; a sleeping one's is WAIT."""
    order(state, ground, 0, first)
    order(state, ground, 1, second)
    settle(state, ground)


@kernel
def key_of(state: State, ground: Ground) -> int:
    """The Zobrist key of the whole state."""
    keys = ground.keys
    return (
        state.key
        ^ keys[SUN_KEYS + (state.sun[0] & VALUE_MASK)]
        ^ keys[RIVAL_SUN_KEYS + (state.sun[1] & VALUE_MASK)]
        ^ keys[SCORE_KEYS + (state.score[0] & VALUE_MASK)]
        ^ keys[RIVAL_SCORE_KEYS + (state.score[1] & VALUE_MASK)]
        ^ keys[NUTRIENTS_KEYS + (state.nutrients & VALUE_MASK)]
        ^ keys[DAY_KEYS + (state.day & VALUE_MASK)]
    )
