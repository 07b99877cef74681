"""The value network of ultimate tic-tac-toe: what it sees of a position.

It sees the position as one player, the viewer. An input is a square of one of the masks

    0..8    the viewer's marks on each open board
    9..17   the other's
    18, 19  boards that the viewer has won; the other
    20      full boards that nobody has won
    21, 22  open boards where the viewer has a square that wins it; the other
    23, 24  open boards with which the viewer would win the game; the other
    25      the board that must be played on, if nobody has a square there that wins it
    26..28  the same, if the viewer has one, the other, both

or FREE, any board may be played on, or ALWAYS. The weights are shared by the eight symmetries.
"""

from bots.uttt.rules import ANY_BOARD, BOARDS, State
from bots.uttt.tables import FULL, LINES, SQUARES
from common.kernel import Int16, Numbers, Records, kernel, numbers, record, records
from common.network import bind, spread

OTHER = BOARDS  # from the viewer's masks to the other's
WON, FULL_BOARDS, THREATS, DECIDING, FORCED = 18, 20, 21, 23, 25
MASKS = 29
FREE = MASKS * SQUARES
ALWAYS = FREE + 1
INPUTS = ALWAYS + 1
BASE = 32  # lanes before symmetries
LANES = 8 * BASE

TURNED = tuple(square % 3 * 3 + 2 - square // 3 for square in range(SQUARES))
MIRRORED = tuple(square // 3 * 3 + 2 - square % 3 for square in range(SQUARES))

# Squares that complete a line, of a mask of marks.
WINNING = tuple(
    sum(
        1 << square
        for square in range(SQUARES)
        if mask >> square & 1 == 0
        and any((mask | 1 << square) & line == line and line >> square & 1 for line in LINES)
    )
    for mask in range(FULL + 1)
)


def symmetries() -> list[list[int]]:
    """Returns inputs' places under all symmetries."""
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
    """The network. scale: what a score is divided by before tanh makes it a value."""

    columns: Records[Column] = records(Column, INPUTS)
    last: Numbers[int] = numbers(Int16, LANES)
    scale: float


@record
class View:
    """A position's masks before FORCED, and the sums of their inputs."""

    masks: Numbers[int] = numbers(int, FORCED)
    sums: Numbers[int] = numbers(Int16, LANES)


score_after = bind(LANES, BASE)


def make_weights(values: list[int], scale: float) -> Weights:
    """The network of INPUTS * BASE first weights and BASE last ones."""
    weights = Weights()
    for column, lanes in zip(weights.columns, spread(values, BASE, symmetries()), strict=False):
        column.of[:] = lanes
    weights.last[:] = values[INPUTS * BASE :] * 8
    weights.scale = scale
    return weights


@kernel
def look(masks: Numbers[int], state: State, viewer: int) -> None:
    """Writes the masks of a position."""
    own = BOARDS * viewer
    threats = 0
    other_threats = 0
    for board in range(BOARDS):
        mine = state.marks[own + board]
        theirs = state.marks[BOARDS - own + board]
        is_open = state.open >> board & 1 == 1
        masks[board] = mine if is_open else 0
        masks[OTHER + board] = theirs if is_open else 0
        if is_open and WINNING[mine] & ~theirs != 0:
            threats |= 1 << board
        if is_open and WINNING[theirs] & ~mine != 0:
            other_threats |= 1 << board
    mine = state.won[viewer]
    theirs = state.won[1 - viewer]
    masks[WON] = mine
    masks[WON + 1] = theirs
    masks[FULL_BOARDS] = FULL & ~(state.open | mine | theirs)
    masks[THREATS] = threats
    masks[THREATS + 1] = other_threats
    masks[DECIDING] = WINNING[mine] & state.open
    masks[DECIDING + 1] = WINNING[theirs] & state.open


@kernel
def change(changes: Numbers[int], count: int, mask: int, before: int, after: int) -> int:
    """Adds what differs in one mask to `count` changes: how many they are then."""
    total = count
    rest = before ^ after
    while rest != 0:
        lowest = rest & -rest
        place = mask * SQUARES + lowest.bit_length() - 1
        changes[total] = place if after & lowest != 0 else ~place
        total += 1
        rest ^= lowest
    return total


@kernel
def list_masks(masks: Numbers[int], places: Numbers[int]) -> int:
    """Writes ALWAYS and the inputs of the masks before FORCED, and returns how many."""
    places[0] = ALWAYS
    count = 1
    for mask in range(FORCED):
        count = change(places, count, mask, 0, masks[mask])
    return count


@kernel
def view(viewed: View, state: State, viewer: int, weights: Weights) -> None:
    """Masks and sums of a position, from nothing."""
    look(viewed.masks, state, viewer)
    changes = numbers(Int16, INPUTS)
    for lane in range(LANES):
        viewed.sums[lane] = 0
    count = list_masks(viewed.masks, changes)
    score_after(viewed.sums, weights.columns, changes, count, weights.last, True)


@kernel
def choice(state: State, threats: int, other_threats: int) -> int:
    """The input that tells where the next mark must go."""
    if state.forced == ANY_BOARD:
        return FREE
    mask = FORCED + (threats >> state.forced & 1) + 2 * (other_threats >> state.forced & 1)
    return mask * SQUARES + state.forced


@kernel
def list_inputs(state: State, places: Numbers[int]) -> int:
    """Writes the inputs that are on, as the player to move sees them, and returns how many."""
    masks = numbers(int, FORCED)
    look(masks, state, state.player)
    count = list_masks(masks, places)
    places[count] = choice(state, masks[THREATS], masks[THREATS + 1])
    return count + 1
