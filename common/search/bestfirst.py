"""Best-first minimax for two players who move in turns, with a value for every position.

An iteration walks down from the root, each time to the child with the best value plus a bonus for
few visits, to a node that is not open, and opens it: all its children get values at once. On the
way back, each node gets the value of its best reply (minimax, no mean). A node whose result is
certain is never visited again; the loss of a way against the best one counts against it.

A value is the result for the player who moves into the node: -1 (lost) .. 1 (won); a value beyond
these is certain. Source: Korf and Chickering 1996 (best-first minimax); docs/searches/bestfirst.md
shows how to bind it.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any, TypeVar

from common.kernel import Int16, Int32, Numbers, assign, capacity, kernel, numbers, record
from common.search.pick import best_bound

HALF = capacity(pure=60_000, compiled=4_000_000)  # nodes; two such halves take turns
SPARSE = 8  # visits of all that was grown by those of the root: above, that alone is copied
STEP = 50  # nodes whose children are copied in place of an iteration
POOL = capacity(pure=120_000, compiled=8_000_000)
ROOTS = capacity(pure=1024, compiled=1 << 14)  # visits in a table
MAX_DEPTH = 250
MAX_MOVES = 256  # in one position
BITS = 9  # of a number of children
MOST = (1 << BITS) - 1
NONE = -1  # no node
CERTAIN = -1.0e300  # bound of a node whose result is certain: selection passes by

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Tree:
    """The nodes; a node's children are neighbours. The game writes moves, values and ends of the
    position that is being opened.
    """

    exploration: float = 0.05  # params may set it
    root: int
    used: int  # the end of the slots in use
    half: int  # that is in use, 0 or 1
    grown: int  # visits of what the half holds, less those of this turn
    is_sparse: bool  # little of it hangs on the root
    copied: int  # the next node of the other half whose children will be copied,
    filled: int  # and the end of what was copied; 0: nothing
    iterations: int
    evaluations: int
    picks: int  # moves selected
    block: Numbers[int] = numbers(int, POOL)  # first child << BITS | children; 0: not opened
    move: Numbers[int] = numbers(Int16, POOL)
    visits: Numbers[int] = numbers(Int32, POOL)
    value: Numbers[float] = numbers(float, POOL)
    bound: Numbers[float] = numbers(float, POOL)  # value less what it gives away, or CERTAIN
    share: Numbers[float] = numbers(float, POOL)  # 1 / sqrt(visits)
    roots: Numbers[float] = numbers(float, ROOTS)  # fourth ones
    path: Numbers[int] = numbers(int, MAX_DEPTH + 1)
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    values: Numbers[float] = numbers(float, MAX_MOVES)
    ends: Numbers[bool] = numbers(bool, MAX_MOVES)  # the value is certain


@kernel
def plant(tree: Tree) -> None:
    """Makes a root without children."""
    if tree.roots[1] == 0.0:
        for visits in range(ROOTS):
            tree.roots[visits] = sqrt(sqrt(float(visits)))
    tree.half = 0
    tree.used = 1
    put_node(tree, 0, NONE, 0.0, False)
    move_root(tree, 0)
    tree.grown = 0
    tree.is_sparse = False


@kernel
def put_node(tree: Tree, slot: int, move: int, value: float, is_certain: bool) -> None:
    """Makes a node without children."""
    tree.block[slot] = 0
    tree.move[slot] = move
    tree.visits[slot] = 1
    tree.share[slot] = 1.0
    tree.value[slot] = value
    tree.bound[slot] = CERTAIN if is_certain else value


@kernel
def add_children(tree: Tree, node: int, count: int) -> None:
    """Adds a node's children, as the game has written them."""
    first = tree.used
    tree.used += count
    tree.evaluations += count
    tree.block[node] = first << BITS | count
    for index in range(count):
        put_node(tree, first + index, tree.moves[index], tree.values[index], tree.ends[index])


@kernel
def settle(tree: Tree, node: int) -> bool:
    """Sets a node's value and bound from its children; returns True if they change."""
    value = tree.value[node]
    bound = tree.bound[node]
    block = tree.block[node]
    first = block >> BITS
    best = -1.0e300
    best_open = CERTAIN
    for slot in range(first, first + (block & MOST)):
        best = max(best, tree.value[slot])
        best_open = max(best_open, tree.bound[slot])
    tree.value[node] = -best
    tree.bound[node] = best_open - 2.0 * best
    if best > 1.0 or best_open == CERTAIN:
        tree.bound[node] = CERTAIN
    return tree.bound[node] != bound or tree.value[node] != value


@kernel
def move_root(tree: Tree, node: int) -> None:
    """Makes a node the root. The other nodes stay, until they are most of the half."""
    tree.grown += tree.iterations
    tree.is_sparse = tree.grown > SPARSE * tree.visits[node]
    tree.root = node
    tree.filled = 0
    tree.iterations = 0
    tree.evaluations = 0
    tree.picks = 0


@kernel
def copy_some(tree: Tree, nodes: int) -> bool:
    """Copies the children of `nodes` nodes below the root to the other half, which is in use once
    all are copied; until then the tree is unchanged. Returns False if there is nothing to leave
    behind.
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
            first = block >> BITS
            count = block & MOST
            tree.block[slot] = used << BITS | count
            for index in range(count):
                copy_node(tree, first + index, used + index)
            used += count
        slot += 1
    tree.copied = slot
    tree.filled = used
    if slot == used:
        tree.half = 1 - tree.half
        tree.root = start
        tree.used = used
        tree.filled = 0
        tree.grown = tree.visits[start] - tree.iterations
        tree.is_sparse = False
    return True


@kernel
def copy_node(tree: Tree, source: int, target: int) -> None:
    """Copies a node to another slot."""
    tree.block[target] = tree.block[source]
    tree.move[target] = tree.move[source]
    tree.visits[target] = tree.visits[source]
    tree.value[target] = tree.value[source]
    tree.bound[target] = tree.bound[source]
    tree.share[target] = tree.share[source]


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
    """Returns the child that a move leads to, or NONE."""
    first = tree.block[node] >> BITS
    for slot in range(first, first + (tree.block[node] & MOST)):
        if tree.move[slot] == move:
            return slot
    return NONE


@kernel
def advance(tree: Tree, own: int, other: int) -> None:
    """Makes the position after two moves the root, and keeps its tree."""
    node = find_child(tree, tree.root, own)
    if node != NONE:
        node = find_child(tree, node, other)
    if node == NONE or tree.block[node] == 0:
        plant(tree)
    else:
        move_root(tree, node)


@kernel
def best_child(tree: Tree) -> int:
    """Returns the answer's node: the most visited of the open ones, of equal ones the one of
    more value; but a certain one if its value is not less. NONE before the root is open.
    """
    best = NONE
    best_score = -1.0e300
    known = NONE
    block = tree.block[tree.root]
    first = block >> BITS
    for slot in range(first, first + (block & MOST)):
        value = tree.value[slot]
        score = float(tree.visits[slot]) + 0.25 * value
        if tree.bound[slot] == CERTAIN:
            if known == NONE or value > tree.value[known]:
                known = slot
        elif score > best_score:
            best_score = score
            best = slot
    if known != NONE and (best == NONE or tree.value[known] >= tree.value[best]):
        return known
    return best


def bind(
    open_node: Callable[[AnyState, AnySetting, Tree], int],
    play: Callable[[AnyState, AnySetting, int], None],
) -> Callable[[Tree, AnyState, AnyState, AnySetting, int], bool]:
    """Returns iterate(tree, start, world, setting, count), which continues the search from `start`,
    tries moves on `world`, and returns False once nothing is left to find.

    open_node(state, setting, tree): writes tree.moves, values and ends of all legal moves, and
    returns their number, 1..MAX_MOVES; called only for positions that are not over.
    """

    @kernel
    def descend(tree: Tree, world: AnyState, setting: AnySetting) -> int:
        """Walks to a node that is not open; returns the way's nodes."""
        node = tree.root
        tree.path[0] = node
        length = 1
        while tree.block[node] != 0 and length <= MAX_DEPTH:
            block = tree.block[node]
            visits = tree.visits[node]
            root = tree.roots[visits] if visits < ROOTS else sqrt(sqrt(float(visits)))
            width = tree.exploration * root
            node = best_bound(tree.bound, tree.share, block >> BITS, block & MOST, width)
            tree.path[length] = node
            length += 1
            play(world, setting, tree.move[node])
        tree.picks += length - 1
        return length

    @kernel
    def iterate(
        tree: Tree, start: AnyState, world: AnyState, setting: AnySetting, count: int
    ) -> bool:
        for _ in range(count):
            if tree.bound[tree.root] == CERTAIN:
                return False
            if tree.is_sparse or tree.used + MAX_MOVES > HALF * tree.half + HALF:
                is_copying = copy_some(tree, STEP)
                if is_copying:
                    continue
                return False
            assign(world, start)
            length = descend(tree, world, setting)
            node = tree.path[length - 1]
            if tree.block[node] != 0:
                return False
            children = open_node(world, setting, tree)
            add_children(tree, node, children)
            is_new = True
            for step in range(length - 1, -1, -1):
                node = tree.path[step]
                if is_new:
                    is_new = settle(tree, node)
                visits = tree.visits[node] + 1
                tree.visits[node] = visits
                tree.share[node] = 1.0 / sqrt(float(visits))
            tree.iterations += 1
        return True

    return iterate


def rows_of(tree: Tree, node: int) -> list[int]:
    """Returns a node's children, most visited first."""
    first = tree.block[node] >> BITS
    slots = range(first, first + (tree.block[node] & MOST))
    return sorted(slots, key=lambda slot: (-tree.visits[slot], -tree.value[slot]))


def describe(tree: Tree, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns the root's moves and the main line, in the words of `name`; values 0..1."""
    moves = []
    for slot in rows_of(tree, tree.root):
        value = 0.5 + 0.5 * min(1.0, max(-1.0, tree.value[slot]))
        moves.append({"move": name(tree.move[slot]), "visits": tree.visits[slot], "value": value})
    line = []
    node = best_child(tree)
    while node != NONE:
        line.append(name(tree.move[node]))
        node = next(iter(rows_of(tree, node)), NONE)
    return {"moves": moves, "line": line}


def counts(tree: Tree) -> dict[str, int]:
    """Returns the work since `plant` or `advance`."""
    return {
        "iterations": tree.iterations,
        "simulated_turns": tree.picks + tree.evaluations,
        "nodes": tree.used,
        "evaluations": tree.evaluations,
        "ucb": tree.picks,
        "depth": round(tree.picks / max(1, tree.iterations)),
    }
