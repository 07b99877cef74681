"""Rates a state, and gives a move to a rider that has no order from the search."""

from bots.cycles.params import Params
from bots.cycles.rules import CELLS, HEIGHT, MOVES, PLAYERS, WIDTH, State, list_moves
from common.grid import NOBODY, spread
from common.kernel import Numbers, kernel, numbers

SURE = 0.95  # no guess is as good as a win, or as bad as a loss


@kernel
def measure(state: State, room: Numbers[int]) -> None:
    """Counts the cells that each player reaches first. The earlier mover wins ties."""
    owner = numbers(int, CELLS)
    distance = numbers(int, CELLS)
    queue = numbers(int, CELLS)
    who = numbers(int, PLAYERS)
    riders = 0
    for later in range(state.players):
        player = (state.player + later) % state.players
        if not state.is_out[player]:
            queue[riders] = state.head[player]
            who[riders] = player
            riders += 1
    spread(state.walls, owner, distance, queue, riders, WIDTH, HEIGHT)
    for cell in range(CELLS):
        if owner[cell] != NOBODY:
            room[who[owner[cell]]] += 1


@kernel
def rate(state: State, params: Params, player: int) -> float:
    """Returns a player's expected share of the others that it beats, 0..1."""
    room = numbers(int, PLAYERS)
    measure(state, room)
    total = 0.0
    for other in range(state.players):
        if other == player:
            continue
        lead = state.fell[player] - state.fell[other]
        if lead != 0:
            total += 1.0 if lead > 0 else 0.0
        else:
            lead = room[player] - room[other]
            total += 0.5 + 0.5 * min(SURE, max(-SURE, params.lead * float(lead)))
    return total / float(state.players - 1)


@kernel
def habit(state: State, params: Params, row: int) -> int:
    """Returns the first way to a free cell."""
    moves = numbers(int, MOVES)
    weights = numbers(int, MOVES)
    list_moves(state, row, moves, weights)
    return moves[0]
