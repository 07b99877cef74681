"""Self-play of tic-tac-toe. Who waits passes: that is his only move."""

from botsmith.training.matches import NoDesk
from common.kernel import Numbers, assign, kernel, record
from common.rng import Dice, draw
from tests.training.toy import network
from tests.training.toy.rules import SQUARES, State, is_over, outcome, play as play_move

ACTORS = 2
PASS = SQUARES
MOVES = SQUARES + 1
INPUTS = 2 * SQUARES + 1
TERMS = {"won": 1.0, "moves": ((0.0, 0.1), (0.5, 0.0))}
ON = 255
MIDDLE, CORNERS, EVERY = 0b000010000, 0b101000101, 0b111111111


@record
class Match:
    """A game."""

    state: State
    fresh: State


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a game after some random moves, so that all positions come up."""
    state = match.state
    assign(state, match.fresh)
    for _ in range(draw(dice, SQUARES)):
        square = draw(dice, SQUARES)
        if (state.marks[0] | state.marks[1]) >> square & 1 == 0:
            play_move(state, square)
        if is_over(state):
            assign(state, match.fresh)


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes own squares, the other's, and whether the actor moves."""
    for side in range(2):
        mask = match.state.marks[actor if side == 0 else 1 - actor]
        for square in range(SQUARES):
            inputs[side * SQUARES + square] = (mask >> square & 1) * ON
    inputs[INPUTS - 1] = ON if match.state.player == actor else 0


@kernel
def mover(match: Match) -> int:
    """Returns who moves."""
    return match.state.player


@kernel
def allow(match: Match, actor: int, legal: Numbers[bool]) -> None:
    """Allows the free squares, or to pass."""
    taken = match.state.marks[0] | match.state.marks[1]
    is_mover = match.state.player == actor
    legal[PASS] = not is_mover
    for square in range(SQUARES):
        legal[square] = is_mover and taken >> square & 1 == 0


@kernel
def teach(match: Match, iterations: int, desk: NoDesk, dice: Dice, chances: Numbers[float]) -> None:
    """Teaches to take the middle, or else any corner, or else any square."""
    mover = match.state.player
    chances[(1 - mover) * MOVES + PASS] = 1.0
    taken = match.state.marks[0] | match.state.marks[1]
    wanted = MIDDLE
    if taken & wanted != 0:
        wanted = CORNERS & ~taken
    if wanted == 0:
        wanted = EVERY & ~taken
    count = 0
    for square in range(SQUARES):
        count += wanted >> square & 1
    for square in range(SQUARES):
        chances[mover * MOVES + square] = float(wanted >> square & 1) / float(count)


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a move."""
    state = match.state
    mover = state.player
    play_move(state, moves[mover])
    gains[mover * 2 + 1] = 1.0
    won = outcome(state)
    if won != 0:
        winner = 0 if won == 1 else 1
        gains[winner * 2] = 1.0
        gains[(1 - winner) * 2] = -1.0
    return is_over(state)


def symmetries() -> list[tuple[list[int], list[int]]]:
    """Returns where inputs and moves go on the board, turned and mirrored."""
    return [(places, [*places[:SQUARES], PASS]) for places in network.symmetries()]
