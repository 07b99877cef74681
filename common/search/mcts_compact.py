"""Gives the slots back that a tree of mcts.py has lost by `advance`."""

from common.kernel import kernel
from common.search.mcts_tree import Tree


@kernel
def compact(tree: Tree) -> None:
    """Moves all that hangs on the root to the front of the pool; the order of the slots stays.

    Children have larger slots than their parents, so one pass does: owner[slot] is 1 + the new slot
    of the parent, and 0 for what is dropped.
    """
    kept = 0
    for slot in range(tree.root, tree.used):
        owner = tree.owner[slot]
        tree.owner[slot] = 0
        if owner != 0 or slot == tree.root:
            if owner != 0 and tree.first[owner - 1] == slot:
                tree.first[owner - 1] = kept
            first = tree.first[slot]
            for child in range(first, first + tree.count[slot]):
                tree.owner[child] = kept + 1
            tree.first[kept] = first
            tree.count[kept] = tree.count[slot]
            tree.move[kept] = tree.move[slot]
            tree.proof[kept] = tree.proof[slot]
            tree.visits[kept] = tree.visits[slot]
            tree.total[kept] = tree.total[slot]
            tree.mean[kept] = tree.mean[slot]
            tree.spread[kept] = tree.spread[slot]
            kept += 1
    tree.root = 0
    tree.used = kept
