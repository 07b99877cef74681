"""The inputs of a network for a rider of two, and the ways that it may choose."""

from bots.cycles.rules import HEIGHT, WIDTH, State
from common.grid import BEYOND, WAYS, sight, step
from common.kernel import Numbers, kernel

REACH = 4  # cells around the head that a rider sees
SIDE = 2 * REACH + 1
INPUTS = SIDE * SIDE + 2 * WAYS + 5
ON = 255


@kernel
def observe_rider(state: State, rider: int, other: int, inputs: Numbers[int]) -> None:
    """Writes the walls around a rider, its free cells each way, and the other one's place."""
    x = state.head[rider] % WIDTH
    y = state.head[rider] // WIDTH
    place = 0
    for row in range(y - REACH, y + REACH + 1):
        for column in range(x - REACH, x + REACH + 1):
            is_out = row < 0 or row >= HEIGHT or column < 0 or column >= WIDTH
            inputs[place] = ON if is_out or state.walls[row * WIDTH + column] else 0
            place += 1
    for way in range(WAYS):
        ahead = sight(state.walls, state.head[rider], way, WIDTH, HEIGHT)
        inputs[place] = min(ON, 8 * ahead)
        inputs[place + 1] = min(ON, 50 * ahead)
        place += 2
    dx = state.head[other] % WIDTH - x
    dy = state.head[other] // WIDTH - y
    inputs[place] = 8 * dx
    inputs[place + 1] = 12 * dy
    inputs[place + 2] = min(max(40 * dx, -ON), ON)
    inputs[place + 3] = min(max(40 * dy, -ON), ON)
    inputs[place + 4] = ON if state.player == rider else 0


@kernel
def allow_ways(state: State, rider: int, legal: Numbers[bool]) -> None:
    """Sets the ways into free cells to True; the first way if there is none."""
    count = 0
    for way in range(WAYS):
        ahead = step(state.head[rider], way, WIDTH, HEIGHT)
        legal[way] = ahead != BEYOND and not state.walls[ahead]
        count += int(legal[way])
    if count == 0:
        legal[0] = True
