"""The tree of mcts.py: nodes in pools, proofs, the answer, the next root.

A node's children are neighbours, behind it in the pools, and are tried in their order. Of an
untried child the pools hold its move alone; its other entries mean nothing:

    slot   0 | 1 2 3 | 4 5 ...      block[0] = (1 << BITS | 3) << BITS | 2: the root has three
                                    children from slot 1 on, two of them were tried
"""

from collections.abc import Callable
from typing import Any

from common.kernel import Int8, Int32, Numbers, capacity, kernel, numbers, record
from common.search.pick import best_bound
from common.search.ucb import TABLE, Roots, fill, root_of_log, share_of

HALF = capacity(pure=60_000, compiled=3_000_000)  # nodes; two such halves take turns
IN_C = 6_000_000
POOL = capacity(pure=120_000, compiled=IN_C)
LAST = (1 << IN_C.bit_length()) - 1  # a slot & LAST is the slot
STEP = 50  # nodes whose children are copied in the time of an iteration or two
MAX_DEPTH = 200  # moves from the root; deeper states are rated
MAX_MOVES = 256  # in one state
BITS = 9  # of a number of children
MOST = (1 << BITS) - 1
WIDE = capacity(POOL, LAST + 1 + MOST)  # for any child of a slot: C checks no index
FIRST = 2 * BITS
NONE = 0  # no slot: 0 is the root, and nobody's child
OPEN, PROVEN_0, PROVEN_DRAW, PROVEN_1 = 0, 1, 2, 3  # proofs: player 0 gets 0, 0.5, 1 for certain
SURE = 1.0e6  # added to or taken from the mean of a proven node, so that selection heeds it


@record
class Tree:
    """The nodes, the search's settings, and counts since `plant`."""

    is_greedy: bool  # epsilon-greedy instead of UCT
    exploration: float = 0.5  # UCT: weight of the unknown, against 0..1; params may set it
    epsilon: float = 0.35  # greedy: share of random moves
    urgency: float = 10.0  # the bound of a node that was never tried; params may set it
    by_value: bool  # the answer is the best mean and not the most visited
    root: int
    used: int  # the end of the slots in use
    half: int  # that is in use, 0 or 1
    is_full: bool  # that has no room for the children of a node
    copied: int  # the next node of the other half whose children will be copied,
    filled: int  # and the end of what was copied; 0: nothing
    iterations: int
    picks: int  # moves selected
    has_ended: bool  # the way of this iteration reached a state without moves
    block: Numbers[int] = numbers(int, WIDE)  # a node's children, 0 before they are listed
    move: Numbers[int] = numbers(Int32, WIDE)
    proof: Numbers[int] = numbers(Int8, WIDE)
    visits: Numbers[int] = numbers(Int32, WIDE)
    total: Numbers[float] = numbers(float, WIDE)  # what the player who moved here got
    mean: Numbers[float] = numbers(float, WIDE)
    share: Numbers[float] = numbers(float, WIDE)  # common/search/ucb.py
    roots: Roots
    legal: Numbers[int] = numbers(int, MAX_MOVES)
    path: Numbers[int] = numbers(int, MAX_DEPTH + 2)
    side: Numbers[int] = numbers(int, MAX_DEPTH + 2)  # who moved into the path's node


@kernel
def plant(tree: Tree) -> None:
    """Leaves only the root."""
    fill(tree.roots, TABLE)
    tree.half = 0
    tree.used = 1
    move_root(tree, 0)
    tree.move[0] = -1
    tree.block[0] = 0
    tree.proof[0] = OPEN
    tree.visits[0] = 0
    tree.total[0] = 0.0


@kernel
def add_children(tree: Tree, holder: int, moves: int, turn: int) -> bool:
    """Adds children with legal[0..moves-1], from `turn` on; False if the half is full."""
    slot = tree.used
    if slot + moves > HALF * tree.half + HALF:
        tree.is_full = True
        return False
    tree.used = slot + moves
    tree.block[holder] = (slot << BITS | moves) << BITS
    place = turn
    for child in range(slot, slot + moves):
        tree.move[child] = tree.legal[place]
        place = place + 1 if place + 1 < moves else 0
    return True


@kernel
def open_child(tree: Tree, node: int) -> int:
    """Returns the next child of a node, without visits yet."""
    block = tree.block[node]
    slot = (block >> FIRST & LAST) + (block & MOST)
    tree.block[node] = block + 1
    tree.block[slot] = 0
    tree.proof[slot] = OPEN
    tree.visits[slot] = 0
    tree.total[slot] = 0.0
    tree.mean[slot] = 0.0
    tree.share[slot] = 0.0
    return slot


@kernel
def child_at(tree: Tree, node: int, index: int) -> int:
    """Returns a child; an untried one changes places with the next one to be tried."""
    block = tree.block[node]
    slot = (block >> FIRST) + index
    if index < block & MOST:
        return slot
    child = open_child(tree, node)
    move = tree.move[slot]
    tree.move[slot] = tree.move[child]
    tree.move[child] = move
    return child


@kernel
def best_child(tree: Tree, node: int) -> int:
    """Returns the child with the largest mean + width * share, or an untried one if that is below
    its urgency. UCT's width is exploration * sqrt(ln visits); 0 if greedy.
    """
    block = tree.block[node]
    tried = block & MOST
    if tried > 0:
        width = 0.0
        if not tree.is_greedy:
            root = root_of_log(tree.roots, tree.visits[node])
            width = tree.exploration * root
        best = best_bound(tree.mean, tree.share, block >> FIRST & LAST, tried, width)
        if tried == block >> BITS & MOST:
            return best
        if tree.mean[best] + width * tree.share[best] >= tree.urgency:
            return best
    return open_child(tree, node)


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
    """Returns the slot of a tried move of a node, or NONE."""
    first = tree.block[node] >> FIRST
    for slot in range(first, first + (tree.block[node] & MOST)):
        if tree.move[slot] == move:
            return slot
    return NONE


@kernel
def set_proof(tree: Tree, slot: int, proof: int, side: int) -> None:
    """Marks `slot`, into which `side` moved, as proven."""
    tree.proof[slot] = proof
    tree.share[slot] = 0.0
    tree.mean[slot] = 0.5
    if proof != PROVEN_DRAW:
        tree.mean[slot] = SURE if (proof == PROVEN_1) == (side == 0) else -SURE


@kernel
def settled(tree: Tree, node: int, side: int) -> int:
    """Returns the proof of a node at which `side` moves; OPEN if it has none."""
    wanted = PROVEN_1 if side == 0 else PROVEN_0
    found = PROVEN_0 if side == 0 else PROVEN_1
    block = tree.block[node]
    first = block >> FIRST
    tried = block & MOST
    is_open = tried < block >> BITS & MOST
    for slot in range(first, first + tried):
        proof = tree.proof[slot]
        if proof == wanted:
            return wanted
        if proof == OPEN:
            is_open = True
        elif proof == PROVEN_DRAW:
            found = PROVEN_DRAW
    return OPEN if is_open else found


@kernel
def prove(tree: Tree, length: int, proof: int) -> int:
    """Proves the path's last node, and all that follows from it above; returns the topmost
    proof.
    """
    step = length - 1
    known = proof
    found = proof
    while found != OPEN:
        known = found
        set_proof(tree, tree.path[step], known, tree.side[step])
        if step == 0:
            return known
        step -= 1
        found = settled(tree, tree.path[step], tree.side[step + 1])
    return known


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
            tree.share[slot] = share_of(tree.roots, visits)


@kernel
def best_move(tree: Tree) -> int:
    """Returns the answer, -1 if there is none: a proven win, else the most visited or the best
    child (see by_value), else an untried one, else a proven loss.
    """
    best = NONE
    best_score = -1.0e300
    block = tree.block[tree.root]
    first = block >> FIRST
    tried = block & MOST
    for slot in range(first, first + (block >> BITS & MOST)):
        score = -1.0
        if slot < first + tried and tree.visits[slot] > 0:
            score = tree.mean[slot]
            if not tree.by_value:
                score = float(tree.visits[slot]) + 0.5 * score
        if score > best_score:
            best_score = score
            best = slot
    return -1 if best == NONE else tree.move[best]


@kernel
def move_root(tree: Tree, node: int) -> None:
    """Makes a node the root. The rest of the tree stays, until the half is full."""
    tree.root = node
    tree.filled = 0
    tree.is_full = False
    tree.iterations = 0
    tree.picks = 0


@kernel
def advance(tree: Tree, move: int) -> bool:
    """Makes the state after `move` the root and keeps its tree. False if a new tree begins."""
    child = find_child(tree, tree.root, move)
    if child == NONE:
        plant(tree)
        return False
    move_root(tree, child)
    return True


@kernel
def copy_some(tree: Tree, nodes: int) -> bool:
    """Copies the children of `nodes` nodes below the root to the other half. Once all are copied,
    that half is in use; until then the tree is unchanged. Returns False if there is nothing to
    leave behind.
    """
    start = HALF * tree.half
    if tree.root == start:
        return False
    start = HALF - start
    if tree.filled == 0:
        copy_node(tree, tree.root, start)
        tree.copied = start
        tree.filled = start + 1
    slot = tree.copied
    used = tree.filled
    goal = slot + nodes
    while slot < min(used, goal):
        block = tree.block[slot]
        if block != 0:
            first = block >> FIRST
            count = block >> BITS & MOST
            tried = block & MOST
            tree.block[slot] = (used << BITS | count) << BITS | tried
            for index in range(count):
                if index < tried:
                    copy_node(tree, first + index, used + index)
                else:
                    tree.block[used + index] = 0
                    tree.move[used + index] = tree.move[first + index]
            used += count
        slot += 1
    tree.copied = slot
    tree.filled = used
    if slot == used:
        tree.half = 1 - tree.half
        tree.root = start
        tree.used = used
        tree.filled = 0
        tree.is_full = False
    return True


@kernel
def copy_node(tree: Tree, source: int, target: int) -> None:
    """Copies a node to another slot."""
    tree.block[target] = tree.block[source]
    tree.move[target] = tree.move[source]
    tree.proof[target] = tree.proof[source]
    tree.visits[target] = tree.visits[source]
    tree.total[target] = tree.total[source]
    tree.mean[target] = tree.mean[source]
    tree.share[target] = tree.share[source]


def tried_children(tree: Tree, slot: int) -> range:
    """Returns the slots of a node's tried children."""
    first = tree.block[slot] >> FIRST
    return range(first, first + (tree.block[slot] & MOST))


Row = tuple[int, int, float]


def rows_of(tree: Tree, slot: int) -> list[tuple[Row, int]]:
    """Returns (move, visits, mean) and slot of a node's children, most visited first."""
    first, children = tree.block[slot] >> FIRST, tree.block[slot] >> BITS & MOST
    tried = tried_children(tree, slot)
    found = []
    for child in range(first, first + children):
        visits, mean = (tree.visits[child], tree.mean[child]) if child in tried else (0, 0.0)
        found.append(((tree.move[child], visits, min(1.0, max(0.0, mean))), child))
    return sorted(found, key=lambda row: (-row[0][1], -row[0][2], row[0][0]))


def root_moves(tree: Tree) -> list[Row]:
    """Returns (move, visits, mean) of the root's children, most visited first."""
    return [row for row, _ in rows_of(tree, tree.root)]


def describe(tree: Tree, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns the moves at the root and the principal line, in the words of `name`."""
    rows = rows_of(tree, tree.root)
    moves = [
        {"move": name(move), "visits": tries, "value": mean} for (move, tries, mean), _ in rows
    ]
    line = []
    while rows and rows[0][0][1]:
        (move, _, _), slot = rows[0]
        line.append(name(move))
        rows = rows_of(tree, slot)
    return {"moves": moves, "line": line}


def counts(tree: Tree) -> dict[str, int]:
    """Returns the work since `plant` or `advance`."""
    return {
        "iterations": tree.iterations,
        "simulated_turns": tree.picks,
        "nodes": tree.used,
        "evaluations": tree.iterations,
        "ucb": tree.picks,
        "depth": round(tree.picks / max(1, tree.iterations)),
    }
