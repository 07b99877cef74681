"""Best-first minimax for tic-tac-toe, with the network's sums made anew for each position."""

from math import tanh

from common.kernel import Numbers, assign, kernel, numbers, record
from common.search.bestfirst import Tree, bind, plant
from tests.training.toy.network import INPUTS, LANES, Weights, list_inputs, score_after
from tests.training.toy.rules import FULL, SQUARES, State, is_over, outcome, play


@record
class Setting:
    """The network, and room to look at a position. sums: zeros."""

    weights: Weights
    sums: Numbers[int] = numbers(int, LANES)
    places: Numbers[int] = numbers(int, INPUTS)
    child: State


@record
class Memory:
    """What the search works on."""

    start: State
    world: State
    setting: Setting
    tree: Tree


@kernel
def value_of(state: State, setting: Setting) -> float:
    """What the network gives the player to move."""
    count = list_inputs(state, setting.places)
    weights = setting.weights
    points = score_after(setting.sums, weights.columns, setting.places, count, weights.last, False)
    return tanh(float(points) / weights.scale)


@kernel
def open_node(state: State, setting: Setting, tree: Tree) -> int:
    """The moves of a position with their values for who makes them."""
    count = 0
    for square in range(SQUARES):
        if (FULL & ~(state.marks[0] | state.marks[1])) >> square & 1 == 1:
            assign(setting.child, state)
            play(setting.child, square)
            tree.moves[count] = square
            tree.ends[count] = is_over(setting.child)
            if tree.ends[count]:
                result = outcome(setting.child)
                tree.values[count] = 2.0 * float(result if state.player == 0 else -result)
            else:
                value = value_of(setting.child, setting)
                tree.values[count] = -value
            count += 1
    return count


@kernel
def put(state: State, setting: Setting, move: int) -> None:
    """A mark."""
    play(state, move)


iterate = bind(open_node, put)


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
    """A search from `start`; nothing is kept of the one before."""
    plant(memory.tree)


@kernel
def think(memory: Memory, count: int) -> bool:
    """`count` iterations more; whether the result is still open."""
    return iterate(memory.tree, memory.start, memory.world, memory.setting, count)
