"""Self-play of Cycles for two riders. A rider that waits has one move, to pass.

In the exam rider 1 is `far`, which rides in the direction with most free cells.
"""

from bots.cycles.policy import INPUTS, allow_ways, observe_rider
from bots.cycles.rules import HEIGHT, IN, WIDTH, State, enter, has_ended, play as ride
from common.grid import WAYS, sight
from common.kernel import Numbers, assign, kernel, record
from common.rng import Dice, draw

__all__ = ["INPUTS"]

ACTORS = 2
PASS = WAYS
MOVES = WAYS + 1
TERMS = {"won": 1.0, "lasted": ((0.0, 0.02), (0.5, 0.0))}


@record
class Match:
    """A match. fresh: the state at a start"""

    state: State
    fresh: State
    is_exam: bool


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a match with each rider in its half, and either of them to move."""
    state = match.state
    assign(state, match.fresh)
    state.players = ACTORS
    match.is_exam = is_exam
    swap = draw(dice, 2)
    for player in range(ACTORS):
        state.fell[player] = IN
        x = draw(dice, WIDTH // 2) + (WIDTH // 2 if player == swap else 0)
        enter(state, player, draw(dice, HEIGHT) * WIDTH + x)
    state.player = draw(dice, ACTORS)


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes a rider's inputs."""
    observe_rider(match.state, actor, 1 - actor, inputs)


@kernel
def allow(match: Match, actor: int, legal: Numbers[bool]) -> None:
    """Allows the ways into free cells, or any way if there is none; a waiting rider may only
    pass.
    """
    legal[PASS] = match.state.player != actor
    if match.state.player == actor:
        allow_ways(match.state, actor, legal)


@kernel
def far_way(state: State, player: int) -> int:
    """Returns the way with the most free cells ahead of a rider."""
    best = 0
    most = -1
    for way in range(WAYS):
        ahead = sight(state.walls, state.head[player], way, WIDTH, HEIGHT)
        if ahead > most:
            best = way
            most = ahead
    return best


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a move. Returns True if the match is over."""
    state = match.state
    mover = state.player
    way = moves[mover]
    if match.is_exam and mover == 1:
        way = far_way(state, mover)
    ride(state, way)
    gains[mover * 2 + 1] = 1.0
    if not has_ended(state):
        return False
    winner = 1 if state.is_out[0] else 0
    gains[winner * 2] = 1.0
    gains[(1 - winner) * 2] = -1.0
    return True
