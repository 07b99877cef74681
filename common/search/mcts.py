"""Monte Carlo tree search for two players who move in any order; nothing is hidden.

An iteration copies the start, walks down the tree, rates the last state (an evaluation, or a
playout) and adds the value to all nodes of its way. A node gets children when it is reached for the
second time, the root at once: its moves are listed then and never again.

Selection is UCT, or with `is_greedy` the best mean, and a random move with probability epsilon.
A mean is the result of the player who moved into the node, 0 (lost) .. 1 (won).
Games with hidden parts: mcts_hidden.py.
Source: Kocsis and Szepesvari 2006 (UCT); Winands, Bjornsson, Saito 2008 (the solver).
docs/searches/mcts.md shows how to bind it.
"""

from collections.abc import Callable
from typing import TypeVar

from common.kernel import Numbers, assign, kernel
from common.search.mcts_tree import (
    BITS,
    MAX_DEPTH,
    MOST,
    NONE,
    OPEN,
    PROVEN_0,
    STEP,
    Tree,
    add_children,
    best_child,
    child_at,
    copy_some,
    learn,
    prove,
)

CHANCES = 1 << 20  # steps of a probability

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


def bind(
    list_moves: Callable[[AnyState, AnySetting, Numbers[int]], int],
    mover: Callable[[AnyState, AnySetting], int],
    play: Callable[[AnyState, AnySetting, int], None],
    rate: Callable[[AnyState, AnySetting, AnyDice], float],
    draw: Callable[[AnyDice, int], int],
    is_solving: bool,
) -> Callable[[Tree, AnyState, AnyState, AnySetting, AnyDice, int], None]:
    """Returns iterate(tree, start, world, setting, dice, count), which continues the search from
    `start` and tries moves on `world`.

    list_moves(state, setting, moves): writes the legal moves, different numbers of 0..2**31-1, and
    returns their number, at most MAX_MOVES; 0 if the game is over.
    mover(state, setting): returns player 0 or 1.
    rate(state, setting, dice): returns player 0's result, 0..1; may play on in `state`. The solver
    takes 0, 0.5 and 1 of a state without moves as proven.
    """

    @kernel
    def pick(tree: Tree, node: int, world: AnyState, setting: AnySetting, dice: AnyDice) -> int:
        """Returns the child to go to, or NONE: the way ends at `node`."""
        if tree.block[node] == 0:
            if tree.visits[node] == 0 and node != tree.root:
                return NONE
            moves = list_moves(world, setting, tree.legal)
            tree.has_ended = moves == 0
            if moves == 0:
                return NONE
            turn = draw(dice, moves)
            is_added = add_children(tree, node, moves, turn)
            if not is_added:
                return NONE
        if tree.is_greedy:
            if float(draw(dice, CHANCES)) < tree.epsilon * float(CHANCES):
                return child_at(tree, node, draw(dice, tree.block[node] >> BITS & MOST))
        return best_child(tree, node)

    @kernel
    def descend(tree: Tree, world: AnyState, setting: AnySetting, dice: AnyDice) -> int:
        """Walks down from the root, playing on `world`; returns the number of nodes, root too."""
        node = tree.root
        tree.path[0] = node
        tree.side[0] = 1 - mover(world, setting)
        tree.has_ended = False
        length = 1
        while length <= MAX_DEPTH and tree.proof[node] == OPEN:
            child = pick(tree, node, world, setting, dice)
            if child == NONE:
                break
            tree.picks += 1
            tree.side[length] = mover(world, setting)
            tree.path[length] = child
            length += 1
            node = child
            play(world, setting, tree.move[child])
        return length

    @kernel
    def iterate(
        tree: Tree, start: AnyState, world: AnyState, setting: AnySetting, dice: AnyDice, count: int
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
            length = descend(tree, world, setting, dice)
            proof = tree.proof[tree.path[length - 1]]
            if proof != OPEN:
                value = 0.5 * float(proof - PROVEN_0)
            else:
                value = rate(world, setting, dice)
                if is_solving and tree.has_ended:
                    proof = prove(tree, length, PROVEN_0 + int(2.0 * value))
                    value = 0.5 * float(proof - PROVEN_0)
            learn(tree, length, value)
            tree.iterations += 1

    return iterate
