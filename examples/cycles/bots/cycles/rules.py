"""Plays Cycles by its rules: kernels that bot and referee share.

Riders on a grid move one cell up, right, down or left, one after the other, and leave a ribbon. A
rider that leaves the grid or enters a ribbon is out, and its ribbon vanishes. The last rider in the
game wins; of the others, the later one out ranks higher.
"""

from collections.abc import Sequence

from common.grid import BEYOND, WAYS, step
from common.kernel import Numbers, kernel, numbers, record

PLAYERS = 4  # at most
ROWS_EACH = 1  # orders of a player in a turn
ROWS = PLAYERS * ROWS_EACH  # a row is a player
MOVES = WAYS
SIZES = (2,)  # bits of a move: of its way
WIDTH, HEIGHT = 30, 20
CELLS = WIDTH * HEIGHT
NOBODY = -1
IN = 1 << 30  # the turn in which a rider falls who is still in


@record
class State:
    """Holds the state of a match.

    player: the player to move
    walls: by cell, True for a ribbon; owner: by cell, the player whose ribbon it is
    head: by player, its cell; fell: by player, the turn in which it was out, IN before
    """

    players: int
    turn: int
    player: int
    walls: Numbers[bool] = numbers(bool, CELLS)
    owner: Numbers[int] = numbers(int, CELLS)
    head: Numbers[int] = numbers(int, PLAYERS)
    is_out: Numbers[bool] = numbers(bool, PLAYERS)
    fell: Numbers[int] = numbers(int, PLAYERS)


def make_state(players: int, starts: Sequence[int] = ()) -> State:
    """Returns the state at the start; without starts the riders stand in a row."""
    state = State()
    state.players = players
    state.fell[:] = [IN] * PLAYERS
    for player, cell in enumerate(starts or range(players)):
        enter(state, player, cell)
    return state


@kernel
def enter(state: State, player: int, cell: int) -> None:
    """Puts a rider on a free cell, which becomes a part of its ribbon."""
    state.head[player] = cell
    state.walls[cell] = True
    state.owner[cell] = player


@kernel
def fall(state: State, player: int) -> None:
    """Puts a rider out, and removes its ribbon."""
    state.is_out[player] = True
    state.fell[player] = state.turn
    for cell in range(CELLS):
        if state.walls[cell] and state.owner[cell] == player:
            state.walls[cell] = False


@kernel
def has_ended(state: State) -> bool:
    """Returns True if the match is over."""
    players = 0
    for player in range(state.players):
        players += int(not state.is_out[player])
    return players < 2


@kernel
def side_of(state: State, row: int) -> int:
    """Returns the player to move for its own row, NOBODY for others."""
    return row if row == state.player else NOBODY


@kernel
def list_moves(state: State, row: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    """Writes the ways into free cells, or the last way if there is none; returns their number."""
    count = 0
    moves[0] = 0
    weights[0] = 1
    for way in range(WAYS):
        ahead = step(state.head[row], way, WIDTH, HEIGHT)
        if ahead != BEYOND and not state.walls[ahead]:
            moves[count] = way
            weights[count] = 1
            count += 1
    return max(1, count)


@kernel
def give(state: State, row: int, order: int) -> None:
    """Moves a rider a cell on."""
    ahead = step(state.head[row], order, WIDTH, HEIGHT)
    if ahead == BEYOND or state.walls[ahead]:
        fall(state, row)
    else:
        enter(state, row, ahead)


@kernel
def end_turn(state: State) -> None:
    """Makes the next player in the game the one to move."""
    state.turn += 1
    for _ in range(state.players):
        state.player = (state.player + 1) % state.players
        if not state.is_out[state.player]:
            return


@kernel
def play(state: State, move: int) -> None:
    """Plays the move of the player to move."""
    give(state, state.player, move)
    end_turn(state)
