"""Rates a state, and gives a move to a row that has no order from the search."""

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
    """Returns a side's expected result: 0 a loss, 0.5 a draw, 1 a win."""
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
    """Returns a legal move of a row: it eats, or goes to the neighbour with most food.

    The search uses it for the rows of other sides, too.
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
