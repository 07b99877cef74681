"""A search of Connect-4 with a trained network: what a bot has."""

from math import tanh

from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense
from common.nets.heads import HEAD
from common.nets.wide import decode
from common.search import puct
from common.search.mcts_tree import NONE, Tree, plant
from common.search.puct import Leaf, best_move
from tests.training.connect.environment import (
    CELLS,
    HEIGHT,
    INPUTS,
    MOVES,
    WIDTH,
    Match,
    drop,
    has_four,
    height_of,
    observe,
)

FIRST, SECOND = 128, 64
OUTPUTS = 8  # six moves, the value, and a row that means nothing
first = dense.bind(INPUTS, FIRST)
second = dense.bind(FIRST, SECOND)
head = dense.bind(SECOND, OUTPUTS)


@record
class FirstRow:
    of: Numbers[int] = numbers(Int16, INPUTS)
    bias: int
    scale: int


@record
class SecondRow:
    of: Numbers[int] = numbers(Int16, FIRST)
    bias: int
    scale: int


@record
class HeadRow:
    of: Numbers[int] = numbers(Int16, SECOND)
    bias: int
    scale: int


@record
class Network:
    """The weights, and what they make of a position."""

    first: Records[FirstRow] = records(FirstRow, FIRST)
    second: Records[SecondRow] = records(SecondRow, SECOND)
    head: Records[HeadRow] = records(HeadRow, OUTPUTS)
    inputs: Numbers[int] = numbers(Int16, INPUTS)
    one: Numbers[int] = numbers(Int16, FIRST)
    two: Numbers[int] = numbers(Int16, SECOND)
    sums: Numbers[int] = numbers(Int32, OUTPUTS)


@kernel
def mover(state: Match, network: Network) -> int:
    return state.count % 2


@kernel
def play(state: Match, network: Network, move: int) -> None:
    drop(state, move)


@kernel
def look(state: Match, network: Network, leaf: Leaf) -> int:
    side = state.count % 2
    if has_four(state.stones[1 - side]):
        leaf.value = -1.0
        return 0
    if state.count == CELLS:
        leaf.value = 0.0
        return 0
    observe(state, side, network.inputs)
    first(network.first, network.inputs, network.one, False)
    second(network.second, network.one, network.two, False)
    head(network.head, network.two, network.sums, True)
    scale = HEAD * float(network.head[0].scale)
    count = 0
    for move in range(WIDTH):
        if height_of(state, move) < HEIGHT:
            leaf.moves[count] = move
            leaf.logits[count] = float(network.sums[move]) * scale
            count += 1
    leaf.value = tanh(float(network.sums[MOVES]) * scale)
    return count


iterate = puct.bind(look, mover, play)


@record
class Memory:
    """start: the position to move in."""

    start: Match
    world: Match
    network: Network
    leaf: Leaf
    tree: Tree


@kernel
def begin(memory: Memory) -> None:
    """Begins with an empty tree."""
    plant(memory.tree)


@kernel
def think(memory: Memory, count: int) -> None:
    """Searches on."""
    iterate(memory.tree, memory.leaf, memory.start, memory.world, memory.network, count, NONE)


@kernel
def answer(memory: Memory) -> int:
    """Returns the best move so far."""
    return best_move(memory.tree)


def make_network(text: str) -> Network:
    """Returns the network of a text of weights."""
    network = Network()
    dense.fill(decode(text)[0], network.first, network.second, network.head)
    return network
