"""The value network of ultimate tic-tac-toe: its inputs from a position.

It sees the position as one player, the viewer. An input is a square of one of the masks

    0..8    the viewer's marks on each open board
    9..17   the other's
    18, 19  boards that the viewer has won; the other
    20      full boards that neither has won
    21, 22  open boards where the viewer has a square that wins it; the other
    23, 24  open boards with which the viewer would win the game; the other
    25      the board that must be played on, if neither has a square there that wins it
    26..28  the same, if the viewer has one, the other, both

or FREE, if any board may be played on, or ALWAYS. The weights are shared by the eight symmetries.
"""

from bots.uttt.rules import ANY_BOARD, BOARDS, State
from bots.uttt.tables import FULL, LINES, SQUARES
from common.kernel import Int16, Numbers, Records, each, kernel, numbers, record, records
from common.network import bind, spread

OTHER = BOARDS  # from the viewer's masks to the other's
WON, FORCED = 18, 25
MASKS = 29
FREE = MASKS * SQUARES
ALWAYS = FREE + 1
INPUTS = ALWAYS + 1
ALL = (1 << (FORCED - WON) * SQUARES) - 1  # masks of boards in one int
TOGETHER = 6  # masks of squares that are listed at once
BASE = 32  # lanes before symmetries
LANES = 8 * BASE

TURNED = tuple(square % 3 * 3 + 2 - square // 3 for square in range(SQUARES))
MIRRORED = tuple(square // 3 * 3 + 2 - square % 3 for square in range(SQUARES))

# Squares that complete a line, of a mask of marks.
WINNING = tuple(
    sum({line & ~mask for line in LINES if (line & ~mask).bit_count() == 1})
    for mask in range(FULL + 1)
)


def symmetries() -> list[list[int]]:
    """Returns the new places of all inputs under each symmetry."""
    found = []
    for is_mirrored in (False, True):
        places = list(MIRRORED if is_mirrored else range(SQUARES))
        for _ in range(4):
            boards = [OTHER * side + place for side in (0, 1) for place in places]
            masks = [*boards, *range(WON, MASKS)]
            found.append([mask * SQUARES + place for mask in masks for place in places])
            found[-1] += [FREE, ALWAYS]
            places = [TURNED[place] for place in places]
    return found


@record
class Column:
    """An input's weights."""

    of: Numbers[int] = numbers(Int16, LANES)


@record
class Weights:
    """The network. scale: tanh(score / scale) is the value"""

    columns: Records[Column] = records(Column, INPUTS)
    last: Numbers[int] = numbers(Int16, LANES)
    scale: float


@record
class View:
    """Holds masks of squares and of boards (`pack`), and the sums of their inputs."""

    masks: Numbers[int] = numbers(Int16, WON)
    boards: int
    sums: Numbers[int] = numbers(Int16, LANES)


score_after = bind(LANES, BASE)


def make_weights(values: list[int], scale: float) -> Weights:
    """Returns a network of INPUTS * BASE first weights and BASE last ones."""
    weights = Weights()
    for column, lanes in zip(weights.columns, spread(values, BASE, symmetries()), strict=False):
        column.of[:] = lanes
    weights.last[:] = values[INPUTS * BASE :] * 8
    weights.scale = scale
    return weights


@kernel
def pack(state: State, viewer: int, threats: int, other_threats: int) -> int:
    """Returns the masks from WON on, before FORCED, as one int, the first in the lowest bits."""
    mine = state.won[viewer]
    theirs = state.won[1 - viewer]
    full = FULL & ~(state.open | mine | theirs)
    deciding = WINNING[mine] & state.open
    other_deciding = WINNING[theirs] & state.open
    return (
        mine
        | theirs << SQUARES
        | full << 2 * SQUARES
        | threats << 3 * SQUARES
        | other_threats << 4 * SQUARES
        | deciding << 5 * SQUARES
        | other_deciding << 6 * SQUARES
    ) & ALL


@kernel
def look(viewed: View, state: State, viewer: int) -> None:
    """Writes the masks of a position into `viewed`."""
    own = BOARDS * viewer
    threats = 0
    other_threats = 0
    for board in range(BOARDS):
        is_open = -(state.open >> board & 1)
        mine = state.marks[own + board] & is_open
        theirs = state.marks[BOARDS - own + board] & is_open
        viewed.masks[board] = mine
        viewed.masks[OTHER + board] = theirs
        threats |= int(WINNING[mine] & ~theirs != 0) << board & FULL
        other_threats |= int(WINNING[theirs] & ~mine != 0) << board & FULL
    viewed.boards = pack(state, viewer, threats, other_threats)


@kernel
def change(changes: Numbers[int], count: int, mask: int, before: int, after: int) -> int:
    """Adds the inputs that differ in masks from `mask` on to `count` changes; returns their
    number.
    """
    rest = before ^ after
    while rest != 0:
        lowest = rest & -rest
        place = mask * SQUARES + lowest.bit_length() - 1
        changes[count] = place if after & lowest != 0 else ~place
        count += 1
        rest ^= lowest
    return count


@kernel
def list_masks(viewed: View, places: Numbers[int]) -> int:
    """Writes the input ALWAYS and those before FORCED that are on; returns their number."""
    places[0] = ALWAYS
    count = 1
    for part in range(WON // TOGETHER):
        squares = 0
        for mask in each(TOGETHER):
            squares |= viewed.masks[TOGETHER * part + mask] << SQUARES * mask & ALL
        count = change(places, count, TOGETHER * part, 0, squares)
    return change(places, count, WON, 0, viewed.boards)


@kernel
def view(viewed: View, state: State, viewer: int, weights: Weights) -> None:
    """Writes masks and sums of a position, computed anew."""
    look(viewed, state, viewer)
    changes = numbers(Int16, INPUTS)
    for lane in range(LANES):
        viewed.sums[lane] = 0
    count = list_masks(viewed, changes)
    score_after(viewed.sums, weights.columns, changes, count, weights.last, True)


@kernel
def choice(state: State, boards: int) -> int:
    """Returns the input for the place of the next mark. boards: from `pack`"""
    if state.forced == ANY_BOARD:
        return FREE
    threats = boards >> 3 * SQUARES + state.forced
    mask = FORCED + (threats & 1) + 2 * (threats >> SQUARES & 1)
    return mask * SQUARES + state.forced


@kernel
def list_inputs(state: State, places: Numbers[int]) -> int:
    """Writes the inputs that are on, as the player to move sees them; returns their number."""
    viewed = View()
    look(viewed, state, state.player)
    count = list_masks(viewed, places)
    places[count] = choice(state, viewed.boards)
    return count + 1
