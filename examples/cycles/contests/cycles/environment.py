"""Self-play of Cycles for two riders. A rider that waits has one move, to pass.

In the exam rider 1 is `far`: it rides where it sees farthest.
"""

from bots.cycles.rules import HEIGHT, IN, WIDTH, State, enter, has_ended, play as ride
from common.grid import BEYOND, WAYS, sight, step
from common.kernel import Numbers, assign, kernel, record
from common.rng import Dice, draw

ACTORS = 2
PASS = WAYS
MOVES = WAYS + 1
REACH = 4  # cells around the head that a rider sees
SIDE = 2 * REACH + 1
INPUTS = SIDE * SIDE + 2 * WAYS + 5
TERMS = {"won": 1.0, "lasted": ((0.0, 0.02), (0.5, 0.0))}
ON = 255


@record
class Match:
    """A match, and how one begins."""

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
    """Writes the walls around, how far the rider sees each way, and where the other one is."""
    state = match.state
    x = state.head[actor] % WIDTH
    y = state.head[actor] // WIDTH
    place = 0
    for row in range(y - REACH, y + REACH + 1):
        for column in range(x - REACH, x + REACH + 1):
            is_out = row < 0 or row >= HEIGHT or column < 0 or column >= WIDTH
            inputs[place] = ON if is_out or state.walls[row * WIDTH + column] else 0
            place += 1
    for way in range(WAYS):
        ahead = sight(state.walls, state.head[actor], way, WIDTH, HEIGHT)
        inputs[place] = min(ON, 8 * ahead)
        inputs[place + 1] = min(ON, 50 * ahead)
        place += 2
    dx = state.head[1 - actor] % WIDTH - x
    dy = state.head[1 - actor] // WIDTH - y
    inputs[place] = 8 * dx
    inputs[place + 1] = 12 * dy
    inputs[place + 2] = min(max(40 * dx, -ON), ON)
    inputs[place + 3] = min(max(40 * dy, -ON), ON)
    inputs[place + 4] = ON if state.player == actor else 0


@kernel
def allow(match: Match, actor: int, legal: Numbers[bool]) -> None:
    """Allows the ways to free cells, any way if there is none, or to pass."""
    state = match.state
    legal[PASS] = state.player != actor
    count = 0
    for way in range(WAYS):
        ahead = step(state.head[actor], way, WIDTH, HEIGHT)
        is_free = ahead != BEYOND and not state.walls[ahead]
        legal[way] = is_free and state.player == actor
        count += int(is_free)
    if count == 0:
        legal[0] = state.player == actor


@kernel
def far_way(state: State, player: int) -> int:
    """Returns the way in which a rider sees farthest."""
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
    """Plays a move."""
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
