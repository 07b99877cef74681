"""Cycles: the rules, as kernels, for the bot and the referee.

Riders on a grid move one cell up, right, down or left, one after the other, and leave a ribbon. Who
rides beyond the edge or into a ribbon is out, and his ribbon is gone. The last one in wins; of the
others, who was out later is better.
"""

from collections.abc import Sequence

from common.grid import BEYOND, WAYS, step
from common.kernel import Numbers, kernel, numbers, record

PLAYERS = 4  # at most
MOVES = WAYS
WIDTH, HEIGHT = 30, 20
CELLS = WIDTH * HEIGHT
IN = 1 << 30  # the turn in which a rider falls who is still in


@record
class State:
    """By cell: walls, and owner, whose ribbon that is. By player: head, his cell; is_out; fell, in
    which turn, IN before. player: who is to move.
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
    """The state at the start; without starts the riders stand in a row."""
    state = State()
    state.players = players
    state.fell[:] = [IN] * PLAYERS
    for player, cell in enumerate(starts or range(players)):
        enter(state, player, cell)
    return state


@kernel
def enter(state: State, player: int, cell: int) -> None:
    """The rider is on a free cell, which is his ribbon's now."""
    state.head[player] = cell
    state.walls[cell] = True
    state.owner[cell] = player


@kernel
def fall(state: State, player: int) -> None:
    """The rider is out, and his ribbon is gone."""
    state.is_out[player] = True
    state.fell[player] = state.turn
    for cell in range(CELLS):
        if state.walls[cell] and state.owner[cell] == player:
            state.walls[cell] = False


@kernel
def has_ended(state: State) -> bool:
    """Whether the match is over."""
    players = 0
    for player in range(state.players):
        players += int(not state.is_out[player])
    return players < 2


@kernel
def can_move(state: State, player: int) -> bool:
    """Whether the player makes a move in this turn."""
    return player == state.player and not has_ended(state)


@kernel
def list_moves(state: State, player: int, moves: Numbers[int]) -> int:
    """Writes the ways to free cells of a player who can move, or one that is his last."""
    count = 0
    for way in range(WAYS):
        ahead = step(state.head[player], way, WIDTH, HEIGHT)
        if ahead != BEYOND and not state.walls[ahead]:
            moves[count] = way
            count += 1
    if count == 0:
        moves[0] = 0
        return 1
    return count


@kernel
def pass_on(state: State) -> None:
    """The next player who is in the game moves."""
    for _ in range(state.players):
        state.player = (state.player + 1) % state.players
        if not state.is_out[state.player]:
            return


@kernel
def play(state: State, move: int) -> None:
    """The move of the player to move."""
    player = state.player
    ahead = step(state.head[player], move, WIDTH, HEIGHT)
    if ahead == BEYOND or state.walls[ahead]:
        fall(state, player)
    else:
        enter(state, player, ahead)
    state.turn += 1
    pass_on(state)
