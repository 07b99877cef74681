"""A turn of both players, as the referee plays it: `order` for each who is awake, then `settle`.

The bot's own version, for the moves that it considers, is in search.py. This module is in no
bundle.
"""

from bots.tororo.rules import (
    CELL_MASK,
    CELL_SHIFT,
    COMPLETE,
    COMPLETE_COST,
    GROW,
    KIND_SHIFT,
    SEED,
    WAIT,
    Ground,
    State,
    grow,
    make_dormant,
    own_board,
    plant,
    sell,
)
from bots.tororo.tables import CELL_BOARD
from common.kernel import kernel

NOTHING = -1  # the size of no tree


@kernel
def size_on(state: State, cell: int) -> int:
    """Returns the size of the tree on a cell, or NOTHING."""
    board = CELL_BOARD[cell]
    size = int(state.trees[0] & board != 0) + 2 * int(state.trees[1] & board != 0)
    size += 3 * int(state.trees[2] & board != 0) + 4 * int(state.trees[3] & board != 0)
    return size + NOTHING


@kernel
def seed_cost(state: State, player: int) -> int:
    """Returns the price of a seed, in sun."""
    return (state.trees[0] & own_board(state, player)).bit_count()


@kernel
def order(state: State, ground: Ground, player: int, action: int) -> None:
    """Plays the first half of a turn: the player pays for a legal action; a growing tree grows at
    once.
    """
    kind = action >> KIND_SHIFT
    cell = action >> CELL_SHIFT & CELL_MASK
    if kind == WAIT:
        state.asleep |= 1 << player
    elif kind == GROW:
        grow(state, ground, player, cell, size_on(state, cell))
    else:
        state.sun[player] -= COMPLETE_COST if kind == COMPLETE else seed_cost(state, player)
        state.pending[player] = action
        make_dormant(state, cell)


@kernel
def land(state: State, ground: Ground, player: int, action: int, value: int) -> None:
    """Places a player's seed, or removes its completed tree. value: points for the tree"""
    if action >> KIND_SHIFT == SEED:
        plant(state, ground, player, action & CELL_MASK)
    elif action >> KIND_SHIFT == COMPLETE:
        sell(state, ground, player, action >> CELL_SHIFT & CELL_MASK, value)


@kernel
def settle(state: State, ground: Ground) -> None:
    """Plays the second half of a turn: seeds are placed, completed trees removed."""
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
    land(state, ground, 0, first, value)
    land(state, ground, 1, second, value)


@kernel
def play(state: State, ground: Ground, first: int, second: int) -> None:
    """Plays a turn of both players with legal actions. The action of a sleeping player is WAIT."""
    order(state, ground, 0, first)
    order(state, ground, 1, second)
    settle(state, ground)
