"""PUCT: Monte Carlo tree search that a network guides, for two players who move in any order.

Nothing is hidden or random. An iteration walks down the tree to a new position, has the network
evaluate it, and adds the value to all nodes of its way. There are no playouts. An untried move
counts with the value of the position before it.

    bound of a move = mean + exploration * prior * sqrt(visits of the node) / (1 + its own visits)

The tree is that of mcts_tree.py, with its proofs. A slot's share is prior / (1 + visits).
Source: PUCT (Rosin 2011), in the form of AlphaZero (Silver and others 2017).
docs/searches/puct.md shows how to bind it.
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import TypeVar

from common.kernel import Numbers, assign, kernel, numbers, record
from common.search.mcts_tree import (
    BITS,
    FIRST,
    HALF,
    MAX_DEPTH,
    MAX_MOVES,
    MOST,
    NONE,
    OPEN,
    PROVEN_0,
    STEP,
    Tree,
    copy_some,
    open_child,
    prove,
)
from common.search.pick import best_bound

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Leaf:
    """The network's output for a position.

    moves: the legal ones, different numbers from 0 on
    logits: of their chances
    value: the result for the player of `mover`, -1..1
    """

    moves: Numbers[int] = numbers(int, MAX_MOVES)
    logits: Numbers[float] = numbers(float, MAX_MOVES)
    value: float


@kernel
def add_children(tree: Tree, leaf: Leaf, node: int, moves: int) -> None:
    """Adds all moves of a node as its children; none if the half is full."""
    slot = tree.used
    if slot + moves > HALF * tree.half + HALF:
        tree.is_full = True
        return
    tree.used = slot + moves
    tree.block[node] = (slot << BITS | moves) << BITS
    top = leaf.logits[0]
    for index in range(1, moves):
        top = max(top, leaf.logits[index])
    total = 0.0
    for index in range(moves):
        tree.move[slot + index] = leaf.moves[index]
        child = open_child(tree, node)
        tree.mean[child] = 0.5 + 0.5 * leaf.value
        tree.share[child] = exp(leaf.logits[index] - top)
        total += tree.share[child]
    for index in range(moves):
        tree.share[slot + index] /= total


@kernel
def learn(tree: Tree, length: int, value: float) -> None:
    """Adds player 0's result to the nodes of the path, to each from its mover's view."""
    for step in range(length):
        slot = tree.path[step]
        visits = tree.visits[slot] + 1
        tree.visits[slot] = visits
        if tree.proof[slot] == OPEN:
            total = tree.total[slot] + (value if tree.side[step] == 0 else 1.0 - value)
            tree.total[slot] = total
            tree.mean[slot] = total / float(visits)
            tree.share[slot] *= float(visits) / float(visits + 1)


@kernel
def best_child(tree: Tree) -> int:
    """Returns the answer's node: the most visited of the open ones, of equal ones the
    likeliest; but a proven one if its value is not less. NONE before the first iteration.
    """
    best = NONE
    known = NONE
    block = tree.block[tree.root]
    first = block >> FIRST
    for slot in range(first, first + (block & MOST)):
        if tree.proof[slot] != OPEN:
            if known == NONE or tree.mean[slot] > tree.mean[known]:
                known = slot
        elif best == NONE or tree.visits[slot] > tree.visits[best]:
            best = slot
        elif tree.visits[slot] == tree.visits[best] and tree.share[slot] > tree.share[best]:
            best = slot
    if known != NONE and (best == NONE or tree.mean[known] >= tree.mean[best]):
        return known
    return best


@kernel
def best_move(tree: Tree) -> int:
    """Returns the answer, -1 if there is none: after one iteration the network's likeliest move."""
    best = best_child(tree)
    return -1 if best == NONE else tree.move[best]


def bind(
    look: Callable[[AnyState, AnySetting, Leaf], int],
    mover: Callable[[AnyState, AnySetting], int],
    play: Callable[[AnyState, AnySetting, int], None],
) -> Callable[[Tree, Leaf, AnyState, AnyState, AnySetting, int, int], None]:
    """Returns iterate(tree, leaf, start, world, setting, count, child), which continues the search
    from `start` and tries moves on `world`. child: of the root, on the way of all iterations, or
    NONE.

    look(state, setting, leaf): fills the leaf and returns the number of moves, at most MAX_MOVES; 0
    if the game is over. A value of -1, 0 or 1 then counts as proven.
    mover(state, setting): returns player 0 or 1, also when the game is over.
    """

    @kernel
    def descend(tree: Tree, world: AnyState, setting: AnySetting, child: int) -> int:
        """Walks down from the root, playing on `world`; returns the number of nodes, root too."""
        node = tree.root
        tree.path[0] = node
        tree.side[0] = 1 - mover(world, setting)
        length = 1
        while length <= MAX_DEPTH and tree.block[node] != 0 and tree.proof[node] == OPEN:
            slot = child
            if slot == NONE or length > 1:
                block = tree.block[node]
                width = tree.exploration * sqrt(float(tree.visits[node]))
                slot = best_bound(tree.mean, tree.share, block >> FIRST, block & MOST, width)
            tree.picks += 1
            tree.side[length] = mover(world, setting)
            tree.path[length] = slot
            length += 1
            node = slot
            play(world, setting, tree.move[slot])
        return length

    @kernel
    def worth(tree: Tree, leaf: Leaf, world: AnyState, setting: AnySetting, length: int) -> float:
        """Returns what player 0 gets at the end of the path, which grows there or is proven."""
        node = tree.path[length - 1]
        proof = tree.proof[node]
        if proof != OPEN:
            return 0.5 * float(proof - PROVEN_0)
        moves = look(world, setting, leaf)
        side = mover(world, setting)
        value = 0.5 + 0.5 * (leaf.value if side == 0 else -leaf.value)
        if moves > 0:
            if tree.block[node] == 0:
                add_children(tree, leaf, node, moves)
        elif value == 0.0 or value == 0.5 or value == 1.0:
            proof = prove(tree, length, PROVEN_0 + int(2.0 * value))
            value = 0.5 * float(proof - PROVEN_0)
        return value

    @kernel
    def iterate(
        tree: Tree,
        leaf: Leaf,
        start: AnyState,
        world: AnyState,
        setting: AnySetting,
        count: int,
        child: int,
    ) -> None:
        """Plays `count` iterations, fewer if the root is proven. best_move may be called after
        each.
        """
        for _ in range(count):
            if tree.proof[tree.root] != OPEN:
                return
            if tree.is_full:
                is_copying = copy_some(tree, STEP)
                if is_copying:
                    continue
            assign(world, start)
            length = descend(tree, world, setting, child)
            value = worth(tree, leaf, world, setting, length)
            learn(tree, length, value)
            tree.iterations += 1

    return iterate
