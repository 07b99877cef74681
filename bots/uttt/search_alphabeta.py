"""Alpha-beta over the rules, evaluated by the chances of the small boards."""

from bots.uttt.chances import Chances, fill_chances, rate_position
from bots.uttt.params import Params
from bots.uttt.rules import (
    BOARDS,
    CELLS,
    State,
    is_over,
    list_cells,
    outcome,
    play,
)
from bots.uttt.tables import HAS_LINE, SQUARES
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.search import alphabeta_kernel
from common.search.alphabeta_kernel import MAX_PLIES, PROVEN, Search

FORCED = 2 * CELLS
WON = PROVEN + 1000  # a win on an empty board; later wins are worth less
WIN_BOARD = 1 << 24  # what promises more, first of all
BLOCK_BOARD = 1 << 22
GIVES_FREEDOM = 1 << 21
PLAIN = 1 << 23  # keeps promises positive
VARIETY = 31  # VALUE_UNITS that chance may add, by the keys


@record
class Keys:
    """Random keys of 62 bits.

    of[player * CELLS + cell]: the key of a mark
    of[FORCED + board or ANY_BOARD]: the key of the forced board
    """

    of: Numbers[int] = numbers(int, 2 * CELLS + BOARDS + 1)


@record
class Node:
    """A state and the key of its marks."""

    state: State
    key: int


@record
class Memory:
    """The memory of the search. The bot loads params, start and keys."""

    params: Params
    start: State
    keys: Keys
    chances: Chances
    stack: Records[Node] = records(Node, MAX_PLIES)
    search: Search


@kernel
def list_moves(node: Node, memory: Memory, cells: Numbers[int]) -> int:
    """Lists the legal cells."""
    return list_cells(node.state, cells)


@kernel
def put(node: Node, memory: Memory, cell: int) -> None:
    """Puts a mark on a cell."""
    node.key ^= memory.keys.of[node.state.player * CELLS + cell]
    play(node.state, cell)


@kernel
def has_ended(node: Node, memory: Memory) -> bool:
    """Returns True if the game is over."""
    return is_over(node.state)


@kernel
def ended(node: Node, memory: Memory) -> int:
    """Returns the value of a finished game to the player to move: WON or less for a win, and more
    for a win with fewer marks.
    """
    state = node.state
    result = outcome(state)
    marks = 0
    for place in range(2 * BOARDS):
        marks += state.marks[place].bit_count()
    value = result * (WON - marks)
    return value if state.player == 0 else -value


@kernel
def rate(node: Node, memory: Memory) -> int:
    """Returns a guess for an unfinished game, with a small random part from the keys."""
    return rate_position(node.state, memory.chances, memory.params) + (node.key & VARIETY)


@kernel
def key_of(node: Node, memory: Memory) -> int:
    """Returns a key of marks and forced board; the marks give the player to move."""
    return node.key ^ memory.keys.of[FORCED + node.state.forced]


@kernel
def key_of_marks(state: State, keys: Keys) -> int:
    """Returns the key of all marks; `put` updates it mark by mark."""
    key = 0
    for place in range(2 * BOARDS):
        for square in range(SQUARES):
            if state.marks[place] >> square & 1 == 1:
                key ^= keys.of[place * SQUARES + square]
    return key


@kernel
def promise(node: Node, memory: Memory, cell: int) -> int:
    """Returns the rank of a move: won boards first, then blocked ones, free choices for the other
    last.
    """
    state = node.state
    board = cell // SQUARES
    square = cell % SQUARES
    own = state.marks[state.player * BOARDS + board] | 1 << square
    theirs = state.marks[(1 - state.player) * BOARDS + board] | 1 << square
    hope = PLAIN
    if HAS_LINE[own]:
        hope += WIN_BOARD
    if HAS_LINE[theirs]:
        hope += BLOCK_BOARD
    if state.open >> square & 1 == 0 or (square == board and HAS_LINE[own]):
        hope -= GIVES_FREEDOM
    return hope


start_search, search_on = alphabeta_kernel.bind(
    list_moves, put, has_ended, ended, rate, key_of, promise
)


@kernel
def begin(memory: Memory) -> None:
    """Prepares a search from `start`."""
    if not memory.chances.is_ready:
        fill_chances(memory.chances, memory.params.slip)
    root = memory.stack[0]
    assign(root.state, memory.start)
    root.key = key_of_marks(memory.start, memory.keys)
    start_search(memory.search, memory.stack, memory)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Searches `count` more positions. Returns False once the search is complete."""
    return search_on(memory.search, memory.stack, memory, count)


ENTRIES = (begin, think)
