"""The tree of mcts.py: nodes in pools, proofs, the answer, the next root.

A node's children are neighbours, and lie behind it:

    slot   0 | 1 2 3 | 4 5 ...      first[0] = 1, count[0] = 3, move[1..3]: moves of the root
"""

from collections.abc import Callable
from math import sqrt
from typing import Any

from common.kernel import Numbers, capacity, kernel, numbers, record
from common.search.ucb import Roots, fill, root_of_log

POOL = capacity(pure=100_000, compiled=4_000_000)
MAX_DEPTH = 200  # moves from the root; deeper states are rated
MAX_MOVES = 256  # in one state
NONE = 0  # no slot: 0 is the root, and nobody's child
OPEN, PROVEN_0, PROVEN_DRAW, PROVEN_1 = 0, 1, 2, 3  # proofs: player 0 gets 0, 0.5, 1 for certain
SURE = 1.0e6  # added to or taken from the mean of a proven node, so that selection heeds it


@record
class Tree:
    """The nodes, the search's settings, and counts since `plant`."""

    is_greedy: bool  # epsilon-greedy instead of UCT
    exploration: float = 0.5  # UCT: weight of the unknown, against values of 0..1
    epsilon: float = 0.35  # greedy: share of random moves
    urgency: float = 10.0  # the mean of a node that was never tried
    by_value: bool  # the answer is the best mean and not the most visited
    root: int
    used: int  # slots in use
    iterations: int
    picks: int  # moves selected
    has_ended: bool  # the way of this iteration reached a state without moves
    first: Numbers[int] = numbers(int, POOL)
    count: Numbers[int] = numbers(int, POOL)
    move: Numbers[int] = numbers(int, POOL)
    proof: Numbers[int] = numbers(int, POOL)
    visits: Numbers[float] = numbers(float, POOL)
    total: Numbers[float] = numbers(float, POOL)  # what the player who moved here got
    mean: Numbers[float] = numbers(float, POOL)  # total / visits, for selection
    spread: Numbers[float] = numbers(float, POOL)  # 1 / sqrt(visits)
    roots: Roots
    legal: Numbers[int] = numbers(int, MAX_MOVES)
    path: Numbers[int] = numbers(int, MAX_DEPTH + 2)
    side: Numbers[int] = numbers(int, MAX_DEPTH + 2)  # who moved into the path's node


@kernel
def clear(tree: Tree, slot: int) -> None:
    """Makes `slot` untried."""
    tree.first[slot] = NONE
    tree.count[slot] = 0
    tree.proof[slot] = OPEN
    tree.visits[slot] = 0.0
    tree.total[slot] = 0.0
    tree.mean[slot] = tree.urgency
    tree.spread[slot] = 0.0


@kernel
def plant(tree: Tree) -> None:
    """A root, and nothing else."""
    fill(tree.roots)
    tree.root = 0
    tree.used = 1
    tree.iterations = 0
    tree.picks = 0
    tree.move[0] = -1
    clear(tree, 0)


@kernel
def add_children(tree: Tree, holder: int, moves: int, turn: int) -> bool:
    """A block of children with legal[0..moves-1], from `turn` on; False if the pool is full."""
    slot = tree.used
    if slot + moves > POOL:
        return False
    tree.used = slot + moves
    tree.first[holder] = slot
    tree.count[holder] = moves
    for index in range(moves):
        clear(tree, slot + index)
        tree.move[slot + index] = tree.legal[(turn + index) % moves]
    return True


@kernel
def best_bound(
    mean: Numbers[float], spread: Numbers[float], first: int, count: int, width: float
) -> int:
    """The slot in first..first+count-1 with the largest mean + width * spread."""
    best = first
    best_score = mean[first] + width * spread[first]
    for slot in range(first + 1, first + count):
        score = mean[slot] + width * spread[slot]
        if score > best_score:
            best_score = score
            best = slot
    return best


@kernel
def width_at(tree: Tree, node: int) -> float:
    """UCT's exploration * sqrt(ln visits); 0 if greedy."""
    if tree.is_greedy:
        return 0.0
    root = root_of_log(tree.roots, max(int(tree.visits[node]), 1))
    return tree.exploration * root


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
    """The slot of a move at a node, or NONE."""
    first = tree.first[node]
    for slot in range(first, first + tree.count[node]):
        if tree.move[slot] == move:
            return slot
    return NONE


@kernel
def set_proof(tree: Tree, slot: int, proof: int, side: int) -> None:
    """Marks `slot`, into which `side` moved, as proven."""
    tree.proof[slot] = proof
    tree.spread[slot] = 0.0
    tree.mean[slot] = 0.5
    if proof != PROVEN_DRAW:
        tree.mean[slot] = SURE if (proof == PROVEN_1) == (side == 0) else -SURE


@kernel
def settled(tree: Tree, node: int, side: int) -> int:
    """The proof of a node at which `side` moves; OPEN if it has none."""
    wanted = PROVEN_1 if side == 0 else PROVEN_0
    found = PROVEN_0 if side == 0 else PROVEN_1
    is_open = False
    first = tree.first[node]
    for slot in range(first, first + tree.count[node]):
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
    """Proves the path's last node, and what follows above; the topmost proof."""
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
    """Adds what player 0 got to the nodes of the path, to each from its mover's view."""
    for step in range(length):
        slot = tree.path[step]
        tries = tree.visits[slot] + 1.0
        total = tree.total[slot] + (value if tree.side[step] == 0 else 1.0 - value)
        tree.visits[slot] = tries
        tree.total[slot] = total
        if tree.proof[slot] == OPEN:
            tree.mean[slot] = total / tries
            tree.spread[slot] = 1.0 / sqrt(tries)


@kernel
def best_move(tree: Tree) -> int:
    """The answer, -1 if there is none: a proven win, else the most visited or the best child (see
    by_value), else an untried one, else a proven loss.
    """
    best = NONE
    best_score = -1.0e300
    first = tree.first[tree.root]
    for slot in range(first, first + tree.count[tree.root]):
        score = -1.0
        if tree.visits[slot] > 0.0:
            score = tree.mean[slot]
            if not tree.by_value:
                score = tree.visits[slot] + 0.5 * score
        if score > best_score:
            best_score = score
            best = slot
    return -1 if best == NONE else tree.move[best]


@kernel
def advance(tree: Tree, move: int) -> bool:
    """Makes the state after `move` the root and keeps its tree; False, and a new tree, if there is
    none. The slots of the rest stay taken.
    """
    child = find_child(tree, tree.root, move)
    if child == NONE:
        plant(tree)
        return False
    tree.root = child
    tree.iterations = 0
    tree.picks = 0
    return True


Row = tuple[int, int, float]


def rows_of(tree: Tree, slot: int) -> list[tuple[Row, int]]:
    """(move, visits, mean) and slot of a node's children, most visited first."""
    found = []
    first = tree.first[slot]
    for child in range(first, first + tree.count[slot]):
        visits = int(tree.visits[child])
        mean = tree.mean[child] if visits else 0.0
        found.append(((tree.move[child], visits, min(1.0, max(0.0, mean))), child))
    return sorted(found, key=lambda row: (-row[0][1], -row[0][2], row[0][0]))


def root_moves(tree: Tree) -> list[Row]:
    """(move, visits, mean) at the root, most visited first."""
    return [row for row, _ in rows_of(tree, tree.root)]


def describe(tree: Tree, name: Callable[[int], str]) -> dict[str, Any]:
    """The moves at the root and the principal line, in the words of `name`."""
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
    """The work since `plant` or `advance`."""
    return {
        "iterations": tree.iterations,
        "simulated_turns": tree.picks,
        "nodes": tree.used,
        "evaluations": tree.iterations,
        "ucb": tree.picks,
        "depth": round(tree.picks / max(1, tree.iterations)),
    }
