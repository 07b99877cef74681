"""Monte Carlo tree search for two players with hidden parts: one tree over positions drawn anew.

An iteration copies the start, lets `sample` fill in the hidden parts, walks down the tree by moves
that are legal in this sample, adds one node, rates the position there and adds the value to all
nodes of its way. Selection is UCT among the children, once every legal move has one; or, with
`is_greedy`, a random move with probability epsilon, else the child with the best mean, if any.
Of some moves only the mover knows all (`secret`). Such a move is judged by the iterations with the
same secret, once there are some: the mover of a strong piece does not avoid a move that would be
wrong for a weak one.
A node's children are a list: first[node], then next[child], NONE at its end.
Source: Cowling, Powley, Whitehouse 2012 (one tree); R. van Nieuwpoort's Botzilla (epsilon-greedy).
For games without hidden parts: mcts.py, which keeps trees between turns and proves.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any, TypeVar

from common.kernel import Int16, Int32, Numbers, assign, capacity, kernel, numbers, record

POOL = capacity(pure=200_000, compiled=4_000_000)
SECRETS = 8  # 0: the mover knows no more than the tree
SECRET_POOL = capacity(pure=160_000, compiled=3_200_000)
MAX_DEPTH = 64
MOVE_ROOM = 256
MOVE_IDS = 4096  # moves are numbers below this
NONE = 0  # no slot: 0 is the root, and nobody's child
NOTHING = -1  # no move
CHANCES = 1 << 20  # steps of a probability

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


@record
class Tree:
    """The nodes, the search's settings, and counts since `plant`."""

    is_greedy: bool  # epsilon-greedy instead of UCT
    epsilon: float = 0.35  # params may set it
    exploration: float = 0.5  # weight of the unknown in UCT, against 0..1; params may set it
    prior: float = 0.5  # visits, above 0: weight of the mean over all secrets; params may set it
    used: int  # slots in use
    used_secrets: int  # places in use of SECRET_POOL
    iterations: int
    picks: int  # moves selected
    stamp: int
    first: Numbers[int] = numbers(Int32, POOL)
    next: Numbers[int] = numbers(Int32, POOL)
    move: Numbers[int] = numbers(Int16, POOL)
    visits: Numbers[float] = numbers(float, POOL)
    total: Numbers[float] = numbers(float, POOL)  # what the player who moved here got
    secrets: Numbers[int] = numbers(Int32, POOL)  # where a node's counts by secret begin, or NONE
    secret_visits: Numbers[float] = numbers(float, SECRET_POOL)
    secret_total: Numbers[float] = numbers(float, SECRET_POOL)
    legal: Numbers[int] = numbers(int, MOVE_ROOM)
    seen: Numbers[int] = numbers(int, MOVE_IDS)
    path: Numbers[int] = numbers(int, MAX_DEPTH + 1)
    side: Numbers[int] = numbers(int, MAX_DEPTH + 1)  # who moved into the path's node
    secret: Numbers[int] = numbers(int, MAX_DEPTH + 1)  # that move's


@kernel
def plant(tree: Tree) -> None:
    """Makes a root without children."""
    tree.used = 1
    tree.used_secrets = SECRETS
    tree.iterations = 0
    tree.picks = 0
    tree.first[0] = NONE
    tree.visits[0] = 0.0


@kernel
def open_secrets(tree: Tree, node: int) -> None:
    """Gives a node counts by secret, all 0, if their pool has room."""
    first = tree.used_secrets
    if first + SECRETS <= SECRET_POOL:
        tree.used_secrets = first + SECRETS
        tree.secrets[node] = first
        for place in range(first, first + SECRETS):
            tree.secret_visits[place] = 0.0
            tree.secret_total[place] = 0.0


def bind(
    sample: Callable[[AnyState, AnySetting, AnyDice], None],
    list_moves: Callable[[AnyState, AnySetting, Numbers[int]], int],
    mover: Callable[[AnyState, AnySetting], int],
    play: Callable[[AnyState, AnySetting, int], None],
    rate: Callable[[AnyState, AnySetting, AnyDice], float],
    secret: Callable[[AnyState, AnySetting, int], int],
    draw: Callable[[AnyDice, int], int],
) -> Callable[[Tree, AnyState, AnyState, AnySetting, AnyDice, int], None]:
    """Returns iterate(tree, start, world, setting, dice, count), which continues the search from
    `start` and tries moves on `world`; after any iteration `children` gives the root's results.

    list_moves(state, setting, moves): writes the legal moves, numbers of 0..MOVE_IDS-1, and returns
    their number, at most MOVE_ROOM; 0 if the game is over.
    mover(state, setting): returns player 0 or 1. rate(state, setting, dice): player 0's result,
    0..1. secret(state, setting, move): returns the mover's secret on which the move depends,
    1..SECRETS-1; 0 if it depends on none, or if the searching player moves.
    """

    @kernel
    def grow(tree: Tree, node: int, moves: int, wanted: int, fresh: int, dice: AnyDice) -> int:
        """Adds a child for `wanted`, else for one of `fresh` untried moves; NONE if no room."""
        slot = tree.used
        if slot >= POOL:
            return NONE
        choice = draw(dice, fresh)
        move = wanted
        for index in range(moves):
            if tree.seen[tree.legal[index]] == tree.stamp:
                if choice == 0 and wanted == NOTHING:
                    move = tree.legal[index]
                choice -= 1
        tree.used = slot + 1
        tree.first[slot] = NONE
        tree.next[slot] = tree.first[node]
        tree.first[node] = slot
        tree.move[slot] = move
        tree.visits[slot] = 0.0
        tree.total[slot] = 0.0
        tree.secrets[slot] = NONE
        return slot

    @kernel
    def pick(tree: Tree, node: int, world: AnyState, setting: AnySetting, dice: AnyDice) -> int:
        """Returns the child to go to, or NONE: the way ends at `node`."""
        moves = list_moves(world, setting, tree.legal)
        if moves == 0:
            return NONE
        tree.stamp += 1
        for index in range(moves):
            tree.seen[tree.legal[index]] = tree.stamp
        wanted = NOTHING
        width = 0.0
        if tree.is_greedy:
            if float(draw(dice, CHANCES)) < tree.epsilon * float(CHANCES):
                wanted = tree.legal[draw(dice, moves)]
        else:
            width = tree.exploration * sqrt(log(max(tree.visits[node], 1.0)))
        best = NONE
        best_score = -1.0
        fresh = moves
        slot = tree.first[node]
        while slot != NONE:
            move = tree.move[slot]
            if tree.seen[move] == tree.stamp:
                if move == wanted:
                    return slot
                tree.seen[move] = 0
                fresh -= 1
                tries = tree.visits[slot]
                mean = tree.total[slot] / tries
                known = secret(world, setting, move)
                if known != 0 and tree.secrets[slot] == NONE:
                    open_secrets(tree, slot)
                if known != 0 and tree.secrets[slot] != NONE:
                    place = tree.secrets[slot] + known
                    tries = tree.prior + tree.secret_visits[place]
                    mean = (tree.prior * mean + tree.secret_total[place]) / tries
                score = mean + width / sqrt(tries)
                if score > best_score:
                    best_score = score
                    best = slot
            slot = tree.next[slot]
        if fresh == 0 or (tree.is_greedy and wanted == NOTHING and best != NONE):
            return best
        child = grow(tree, node, moves, wanted, fresh, dice)
        return best if child == NONE else child

    @kernel
    def iterate(
        tree: Tree, start: AnyState, world: AnyState, setting: AnySetting, dice: AnyDice, count: int
    ) -> None:
        for _ in range(count):
            assign(world, start)
            sample(world, setting, dice)
            node = 0
            length = 0
            is_inside = True
            while is_inside:
                tree.path[length] = node
                side = mover(world, setting)
                is_inside = length < MAX_DEPTH and (node == 0 or tree.visits[node] > 0.0)
                if is_inside:
                    node = pick(tree, node, world, setting, dice)
                    is_inside = node != NONE
                if is_inside:
                    tree.picks += 1
                    known = secret(world, setting, tree.move[node])
                    play(world, setting, tree.move[node])
                    length += 1
                    tree.side[length] = side
                    tree.secret[length] = known
            value = rate(world, setting, dice)
            tree.visits[0] += 1.0
            for step in range(1, length + 1):
                slot = tree.path[step]
                gain = value if tree.side[step] == 0 else 1.0 - value
                tree.visits[slot] += 1.0
                tree.total[slot] += gain
                if tree.secret[step] != 0 and tree.secrets[slot] != NONE:
                    place = tree.secrets[slot] + tree.secret[step]
                    tree.secret_visits[place] += 1.0
                    tree.secret_total[place] += gain
            tree.iterations += 1

    return iterate


def children(tree: Tree, slot: int) -> list[tuple[int, int, float, int]]:
    """Returns (move, visits, mean, slot) of a node's children, most visited first."""
    rows = []
    child = tree.first[slot]
    while child != NONE:
        visits = tree.visits[child]
        rows.append((tree.move[child], int(visits), tree.total[child] / visits, child))
        child = tree.next[child]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(tree: Tree, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns the moves at the root and the principal line, in the words of `name`."""
    rows = children(tree, 0)
    moves = [{"move": name(move), "visits": tries, "value": mean} for move, tries, mean, _ in rows]
    line = []
    while rows:
        line.append(name(rows[0][0]))
        rows = children(tree, rows[0][3])
    return {"line": line, "moves": moves}


def counts(tree: Tree) -> dict[str, int]:
    """Returns the work since `plant`."""
    return {
        "iterations": tree.iterations,
        "simulated_turns": tree.picks,
        "nodes": tree.used,
        "evaluations": tree.iterations,
        "ucb": 0 if tree.is_greedy else tree.picks,
        "depth": round(tree.picks / max(1, tree.iterations)),
    }
