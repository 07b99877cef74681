"""What a network sees of tic-tac-toe: the mover's marks, the other's, and that it is a position."""

from common.kernel import Numbers, Records, kernel, numbers, record, records
from common.network import bind, spread
from tests.training.toy.rules import SQUARES, State

ALWAYS = 2 * SQUARES
INPUTS = ALWAYS + 1
BASE = 16
SYMMETRIES = 8
LANES = SYMMETRIES * BASE


def symmetries() -> list[list[int]]:
    """Turned and mirrored boards."""
    found = []
    for is_mirrored in (False, True):
        places = [s // 3 * 3 + 2 - s % 3 if is_mirrored else s for s in range(SQUARES)]
        for _ in range(4):
            found.append([*places, *(SQUARES + place for place in places), ALWAYS])
            places = [place % 3 * 3 + 2 - place // 3 for place in places]
    return found


@record
class Column:
    """An input's weights."""

    of: Numbers[int] = numbers(int, LANES)


@record
class Weights:
    """The network. scale: what a score is divided by before tanh makes it a value."""

    columns: Records[Column] = records(Column, INPUTS)
    last: Numbers[int] = numbers(int, LANES)
    scale: float


score_after = bind(LANES, BASE)


def make_weights(values: list[int], scale: float) -> Weights:
    """The network of INPUTS * BASE first weights and BASE last ones."""
    weights = Weights()
    for column, lanes in zip(weights.columns, spread(values, BASE, symmetries()), strict=False):
        column.of[:] = lanes
    weights.last[:] = values[INPUTS * BASE :] * SYMMETRIES
    weights.scale = scale
    return weights


@kernel
def list_inputs(state: State, places: Numbers[int]) -> int:
    """The inputs that are on, as the player to move sees them."""
    count = 0
    for side in range(2):
        mask = state.marks[state.player if side == 0 else 1 - state.player]
        for square in range(SQUARES):
            if mask >> square & 1 == 1:
                places[count] = side * SQUARES + square
                count += 1
    places[count] = ALWAYS
    return count + 1
