"""Monte Carlo tree search where nothing is hidden; mcts.py explains it."""

from collections.abc import Callable
from typing import TypeVar

from common.kernel import Numbers, assign, kernel
from common.search.mcts_tree import (
    MAX_DEPTH,
    NONE,
    OPEN,
    PROVEN_0,
    Tree,
    add_children,
    best_bound,
    learn,
    prove,
    width_at,
)

CHANCES = 1 << 20  # steps of a probability

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


def bind_pick(
    list_moves: Callable[[State, Setting, Numbers[int]], int],
    draw: Callable[[Dice, int], int],
) -> Callable[[Tree, int, State, Setting, Dice], int]:
    """pick(tree, node, world, setting, dice), the selection."""

    @kernel
    def pick_known(tree: Tree, node: int, world: State, setting: Setting, dice: Dice) -> int:
        """The child to go to, or NONE: the way ends at `node`."""
        if tree.first[node] == NONE:
            if tree.visits[node] == 0.0 and node != tree.root:
                return NONE
            moves = list_moves(world, setting, tree.legal)
            tree.has_ended = moves == 0
            if moves == 0:
                return NONE
            turn = draw(dice, moves)
            is_added = add_children(tree, node, moves, turn)
            if not is_added:
                return NONE
        first = tree.first[node]
        count = tree.count[node]
        if tree.is_greedy:
            chance = draw(dice, CHANCES)
            if float(chance) < tree.epsilon * float(CHANCES):
                choice = draw(dice, count)
                return first + choice
        return best_bound(tree.mean, tree.spread, first, count, width_at(tree, node))

    return pick_known


def bind_search(
    pick: Callable[[Tree, int, State, Setting, Dice], int],
    sample: Callable[[State, Setting, Dice], None],
    mover: Callable[[State, Setting], int],
    play: Callable[[State, Setting, int], None],
    rate: Callable[[State, Setting, Dice], float],
    is_solving: bool,
) -> Callable[[Tree, State, State, Setting, Dice, int], None]:
    """iterate(tree, start, world, setting, dice, count), see mcts.bind."""

    @kernel
    def descend(tree: Tree, world: State, setting: Setting, dice: Dice) -> int:
        """Walks down from the root, playing on `world`; the nodes on the way, root included."""
        node = tree.root
        tree.path[0] = node
        side = mover(world, setting)
        tree.side[0] = 1 - side
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
        tree: Tree, start: State, world: State, setting: Setting, dice: Dice, count: int
    ) -> None:
        """`count` iterations, fewer if the root is proven; after any of them best_move answers."""
        for _ in range(count):
            if tree.proof[tree.root] != OPEN:
                return
            assign(world, start)
            sample(world, setting, dice)
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
