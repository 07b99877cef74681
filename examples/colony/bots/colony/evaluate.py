"""Rates a state, and names the move of a row that the search gave no order."""

from bots.colony.params import Params
from bots.colony.rules import (
    BITE,
    EAT,
    MOVE,
    OUTSIDE,
    ROWS,
    ROWS_EACH,
    WAYS,
    State,
    cell_of,
    has_ended,
    next_to,
    pack,
    score,
)
from common.kernel import kernel


@kernel
def rate(state: State, params: Params, side: int) -> float:
    """Returns what a side may hope for: 0 a loss, 0.5 a draw, 1 a win."""
    lead = float(score(state, side) - score(state, 1 - side))
    if has_ended(state):
        return 0.5 + 0.5 * float(int(lead > 0.0) - int(lead < 0.0))
    for row in range(ROWS):
        beetle = state.beetles[row]
        if beetle.is_alive:
            near = min(BITE, state.food[cell_of(beetle)])
            for direction in range(WAYS):
                there = next_to(beetle, direction)
                if there != OUTSIDE:
                    near += min(BITE, state.food[there])
            worth = params.near * float(near)
            lead += worth if row // ROWS_EACH == side else -worth
    return 0.5 + 0.5 * lead / (abs(lead) + params.even)


@kernel
def habit(state: State, params: Params, row: int) -> int:
    """Returns a move that the row may get: it eats, else goes where most food is beside it.

    It also stands for what the rows of others do.
    """
    beetle = state.beetles[row]
    if state.food[cell_of(beetle)] > 0:
        return pack(EAT, 0)
    best = (row + state.turn) % WAYS
    most = 0
    for direction in range(WAYS):
        there = next_to(beetle, direction)
        if there != OUTSIDE and (state.food[there] > most or next_to(beetle, best) == OUTSIDE):
            most = state.food[there]
            best = direction
    return pack(MOVE, best)
