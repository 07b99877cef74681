"""The tree of mcts.py: its nodes in pools, what is proven of them, the answer, the next root.

A node's children are neighbours, and lie behind it:

    slot   0 | 1 2 3 | 4 5 ...      first[0] = 1, count[0] = 3, move[1..3]: moves of the root

Further blocks of children hang on slots without a move of their own: more[node] is the first one.
"""

from math import log, sqrt

from common.kernel import Numbers, capacity, kernel, numbers, record

POOL = capacity(pure=400_000, compiled=4_000_000)
MAX_DEPTH = 200  # moves from the root; deeper states are rated
MAX_MOVES = 256  # in one state
MOVE_IDS = 10_000  # moves are numbers below this
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
    stamp: int
    has_ended: bool  # the way of this iteration reached a state without moves
    first: Numbers[int] = numbers(int, POOL)
    count: Numbers[int] = numbers(int, POOL)
    more: Numbers[int] = numbers(int, POOL)
    move: Numbers[int] = numbers(int, POOL)
    proof: Numbers[int] = numbers(int, POOL)
    visits: Numbers[float] = numbers(float, POOL)
    total: Numbers[float] = numbers(float, POOL)  # what the player who moved here got
    mean: Numbers[float] = numbers(float, POOL)  # total / visits, for selection
    spread: Numbers[float] = numbers(float, POOL)  # 1 / sqrt(visits)
    owner: Numbers[int] = numbers(int, POOL)  # all 0, but inside of `compact`
    legal: Numbers[int] = numbers(int, MAX_MOVES)
    seen: Numbers[int] = numbers(int, MOVE_IDS)
    path: Numbers[int] = numbers(int, MAX_DEPTH + 2)
    side: Numbers[int] = numbers(int, MAX_DEPTH + 2)  # who moved into the path's node


@kernel
def clear(tree: Tree, slot: int) -> None:
    """An untried node without children."""
    tree.first[slot] = NONE
    tree.count[slot] = 0
    tree.more[slot] = NONE
    tree.proof[slot] = OPEN
    tree.visits[slot] = 0.0
    tree.total[slot] = 0.0
    tree.mean[slot] = tree.urgency
    tree.spread[slot] = 0.0


@kernel
def plant(tree: Tree) -> None:
    """A root, and nothing else."""
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
    """UCT's exploration * sqrt(ln visits); 0 for the greedy."""
    if tree.is_greedy:
        return 0.0
    return tree.exploration * sqrt(log(max(tree.visits[node], 1.0)))


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
    """The slot of a move at a node, or NONE."""
    holder = node
    while True:
        first = tree.first[holder]
        for slot in range(first, first + tree.count[holder]):
            if tree.move[slot] == move:
                return slot
        holder = tree.more[holder]
        if holder == NONE:
            return NONE


@kernel
def set_proof(tree: Tree, slot: int, proof: int, side: int) -> None:
    """`slot`, into which `side` moved, is worth this for certain."""
    tree.proof[slot] = proof
    tree.spread[slot] = 0.0
    tree.mean[slot] = 0.5
    if proof != PROVEN_DRAW:
        tree.mean[slot] = SURE if (proof == PROVEN_1) == (side == 0) else -SURE


@kernel
def settled(tree: Tree, node: int, side: int) -> int:
    """What is proven of a node, without hidden parts, at which `side` moves: OPEN for nothing."""
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
    """The path's last node is proven; so may be those above it. Returns the topmost proof."""
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
    """The answer, -1 if the root has no children: a proven win, else the most visited child or the
    one with the best mean (see by_value), else an untried one, else the most visited loss.
    """
    best = NONE
    best_score = -1.0e300
    holder = tree.root
    while True:
        first = tree.first[holder]
        for slot in range(first, first + tree.count[holder]):
            score = -1.0
            if tree.visits[slot] > 0.0:
                score = tree.mean[slot]
                if not tree.by_value:
                    score = tree.visits[slot] + 0.5 * score
            if score > best_score:
                best_score = score
                best = slot
        holder = tree.more[holder]
        if holder == NONE:
            return -1 if best == NONE else tree.move[best]


@kernel
def advance(tree: Tree, move: int) -> bool:
    """Makes the state after `move` the root and keeps its tree; False, and a new tree, if the root
    has no such child. Slots of the other children stay taken: see `compact`.
    """
    child = find_child(tree, tree.root, move)
    if child == NONE:
        plant(tree)
        return False
    tree.root = child
    tree.iterations = 0
    tree.picks = 0
    return True


@kernel
def compact(tree: Tree) -> None:
    """Moves all that hangs on the root to the front of the pool; the order of the slots stays.

    Children have larger slots than their parents, so one pass does: owner[slot] is 1 + the new slot
    of the parent, or minus that where `more` leads to the slot, and 0 for what is dropped.
    """
    kept = 0
    for slot in range(tree.root, tree.used):
        owner = tree.owner[slot]
        tree.owner[slot] = 0
        if owner != 0 or slot == tree.root:
            if owner > 0 and tree.first[owner - 1] == slot:
                tree.first[owner - 1] = kept
            elif owner < 0:
                tree.more[-owner - 1] = kept
            first = tree.first[slot]
            for child in range(first, first + tree.count[slot]):
                tree.owner[child] = kept + 1
            if tree.more[slot] != NONE:
                tree.owner[tree.more[slot]] = -kept - 1
            tree.first[kept] = first
            tree.count[kept] = tree.count[slot]
            tree.more[kept] = tree.more[slot]
            tree.move[kept] = tree.move[slot]
            tree.proof[kept] = tree.proof[slot]
            tree.visits[kept] = tree.visits[slot]
            tree.total[kept] = tree.total[slot]
            tree.mean[kept] = tree.mean[slot]
            tree.spread[kept] = tree.spread[slot]
            kept += 1
    tree.root = 0
    tree.used = kept
