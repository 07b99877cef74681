"""Best-first minimax with the value network."""

from math import tanh

from bots.uttt.network import (
    DECIDING,
    FULL_BOARDS,
    INPUTS,
    OTHER,
    THREATS,
    WINNING,
    WON,
    View,
    Weights,
    change,
    choice,
    score_after,
    view,
)
from bots.uttt.params import Params
from bots.uttt.rules import ANY_BOARD, BOARDS, State, is_over, list_cells, outcome, play
from bots.uttt.tables import FULL, SQUARES
from common.kernel import Int16, Numbers, assign, kernel, numbers, record
from common.search.bestfirst import POOL, Tree, advance, bind, copy_some, plant

SURE_WIN = 2.0  # on an empty board; a later one is worth less
MARK = 0.01


@record
class Setting:
    """The network, a position and one after it, and by what they differ for the network."""

    weights: Weights
    here: View
    child: State
    changes: Numbers[int] = numbers(Int16, INPUTS)


@record
class Memory:
    """All that the search works on; the bot loads params, start and weights."""

    params: Params
    start: State
    world: State
    setting: Setting
    tree: Tree


@kernel
def step(setting: Setting, board: int) -> int:
    """Notes by what the view of `child` differs from `here`: one mark on a board, and who may play
    where. How many changes; 0 if who moves there wins at once.
    """
    child = setting.child
    here = setting.here.masks
    changes = setting.changes
    viewer = child.player
    mine = child.marks[BOARDS * viewer + board]
    theirs = child.marks[BOARDS - BOARDS * viewer + board]
    bit = 1 << board
    is_open = child.open & bit != 0
    threats = here[THREATS] & ~bit
    other_threats = here[THREATS + 1] & ~bit
    if is_open and WINNING[mine] & ~theirs != 0:
        threats |= bit
    if is_open and WINNING[theirs] & ~mine != 0:
        other_threats |= bit
    own = child.won[viewer]
    won = child.won[1 - viewer]
    deciding = WINNING[own] & child.open
    playable = FULL if child.forced == ANY_BOARD else 1 << child.forced
    if deciding & threats & playable != 0:
        return 0
    count = 0
    if is_open:
        count = change(changes, count, OTHER + board, here[OTHER + board], theirs)
    else:
        count = change(changes, count, board, here[board], 0)
        count = change(changes, count, OTHER + board, here[OTHER + board], 0)
        count = change(changes, count, WON + 1, here[WON + 1], won)
        full = FULL & ~(child.open | own | won)
        count = change(changes, count, FULL_BOARDS, here[FULL_BOARDS], full)
        count = change(changes, count, DECIDING, here[DECIDING], deciding)
        count = change(changes, count, DECIDING + 1, here[DECIDING + 1], WINNING[won] & child.open)
    count = change(changes, count, THREATS, here[THREATS], threats)
    count = change(changes, count, THREATS + 1, here[THREATS + 1], other_threats)
    changes[count] = choice(child, threats, other_threats)
    return count + 1


@kernel
def open_node(state: State, setting: Setting, tree: Tree) -> int:
    """The moves of a position with their values for who makes them."""
    weights = setting.weights
    child = setting.child
    mover = state.player
    view(setting.here, state, 1 - mover, weights)
    count = list_cells(state, tree.moves)
    value = SURE_WIN - MARK * (marks_of(state) + 1.0)
    for index in range(count):
        cell = tree.moves[index]
        assign(child, state)
        play(child, cell)
        tree.ends[index] = is_over(child)
        if tree.ends[index]:
            result = outcome(child) if mover == 0 else -outcome(child)
            tree.values[index] = float(result) * value
            continue
        changed = step(setting, cell // SQUARES)
        if changed != 0:
            sums = setting.here.sums
            points = score_after(
                sums, weights.columns, setting.changes, changed, weights.last, False
            )
            tree.values[index] = -tanh(float(points) / weights.scale)
        else:
            tree.values[index] = MARK - value
            tree.ends[index] = True
    return count


@kernel
def marks_of(state: State) -> float:
    """Counts the marks."""
    count = 0
    for place in range(2 * BOARDS):
        count += state.marks[place].bit_count()
    return float(count)


@kernel
def put(state: State, setting: Setting, cell: int) -> None:
    """A mark on a cell."""
    play(state, cell)


iterate = bind(open_node, put)


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
    """Gets ready for a search from `start`, on what the tree holds below the cells own and other,
    played since the last one (-1 -1: nothing).
    """
    tree = memory.tree
    tree.exploration = memory.params.bonus
    if own == -1:
        plant(tree)
    else:
        advance(tree, own, other)


@kernel
def tidy(memory: Memory) -> None:
    """Copies the tree at once, for counted work."""
    copy_some(memory.tree, POOL)


@kernel
def think(memory: Memory, count: int) -> bool:
    """`count` iterations more; whether the result is still open."""
    return iterate(memory.tree, memory.start, memory.world, memory.setting, count)


ENTRIES = (begin, tidy, think)
