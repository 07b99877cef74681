"""Monte Carlo tree search: one tree for two players who move in any order, hidden parts or none.

An iteration copies the start, lets `sample` fill in what is hidden, walks down the tree, rates the
state that it ends in (an evaluation, or a playout) and adds that to all nodes of its way. A node
gets children when it is reached for the second time, the root at once.

With hidden parts the legal moves differ from sample to sample: the moves that a node has not seen
yet become one more block of children, and only children that are legal in the sample are picked
from. Without them a node's moves are listed once.

Selection is UCT, or with `is_greedy` the best mean, and a random move with probability epsilon.
A mean is what the player who moved into the node got, 0 (lost) .. 1 (won).
Source: Kocsis and Szepesvari 2006 (UCT); Winands, Bjornsson, Saito 2008 (the solver); Cowling,
Powley, Whitehouse 2012 (one tree for all samples). docs/searches/mcts.md shows how to bind it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, assign, kernel
from common.search.mcts_tree import (
    MAX_DEPTH,
    NONE,
    OPEN,
    POOL,
    PROVEN_0,
    SURE,
    Tree,
    add_children,
    best_bound,
    clear,
    learn,
    prove,
    width_at,
)

CHANCES = 1 << 20  # steps of a probability

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


def bind(
    sample: Callable[[State, Setting, Dice], None],
    list_moves: Callable[[State, Setting, Numbers[int]], int],
    mover: Callable[[State, Setting], int],
    play: Callable[[State, Setting, int], None],
    rate: Callable[[State, Setting, Dice], float],
    draw: Callable[[Dice, int], int],
    is_hidden: bool,
    is_solving: bool,
) -> Callable[[Tree, State, State, Setting, Dice, int], None]:
    """iterate(tree, start, world, setting, dice, count), which searches on from `start` and tries
    moves on `world`, for a game's kernels. ValueError for a solver of a game with hidden parts.

    sample(state, setting, dice): fills in what is hidden; does nothing if that is nothing.
    list_moves(state, setting, moves): writes the legal moves, different numbers of
    0..MOVE_IDS-1, and returns how many, at most MAX_MOVES; 0 if the game is over.
    mover(state, setting): player 0 or 1; the same in all samples.
    rate(state, setting, dice): what player 0 gets, 0..1; may play on in `state`. The solver takes
    0, 0.5 and 1 of a state without moves as proven.
    """
    if is_hidden and is_solving:
        raise ValueError("the solver needs a game without hidden parts")

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

    @kernel
    def add_missing(tree: Tree, last: int, moves: int, wanted: int, dice: Dice) -> int:
        """Children for those of legal[0..moves-1] that were not seen, hung on a node's last block.

        Returns the child of `wanted`, if that is new, or a random new one; NONE if the pool is
        full.
        """
        fresh = 0
        for index in range(moves):
            if tree.seen[tree.legal[index]] == tree.stamp:
                tree.legal[fresh] = tree.legal[index]
                fresh += 1
        turn = draw(dice, fresh)
        for index in range(fresh):
            if tree.legal[index] == wanted:
                turn = index
        holder = last
        if tree.count[last] != 0:
            holder = tree.used
            if holder + 1 + fresh > POOL:
                return NONE
            clear(tree, holder)
            tree.move[holder] = -1
            tree.more[last] = holder
            tree.used = holder + 1
        is_added = add_children(tree, holder, fresh, turn)
        return tree.first[holder] if is_added else NONE

    @kernel
    def pick_hidden(tree: Tree, node: int, world: State, setting: Setting, dice: Dice) -> int:
        """The same among the children that are legal in this sample."""
        if tree.visits[node] == 0.0 and node != tree.root:
            return NONE
        moves = list_moves(world, setting, tree.legal)
        tree.has_ended = moves == 0
        if moves == 0:
            return NONE
        tree.stamp += 1
        for index in range(moves):
            tree.seen[tree.legal[index]] = tree.stamp
        wanted = -1
        if tree.is_greedy:
            chance = draw(dice, CHANCES)
            if float(chance) < tree.epsilon * float(CHANCES):
                choice = draw(dice, moves)
                wanted = tree.legal[choice]
        width = width_at(tree, node)
        best = NONE
        best_score = -1.0e300
        known = 0
        holder = node
        while True:
            first = tree.first[holder]
            for slot in range(first, first + tree.count[holder]):
                move = tree.move[slot]
                if tree.seen[move] == tree.stamp:
                    known += 1
                    tree.seen[move] = -tree.stamp
                    score = tree.mean[slot] + width * tree.spread[slot]
                    if move == wanted:
                        score = SURE
                    if score > best_score:
                        best_score = score
                        best = slot
            if tree.more[holder] == NONE:
                break
            holder = tree.more[holder]
        if known < moves:
            child = add_missing(tree, holder, moves, wanted, dice)
            if child != NONE and best_score < tree.urgency:
                return child
        return best

    pick = pick_hidden if is_hidden else pick_known

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


Row = tuple[int, int, float]


def rows_of(engine: Engine, field: str, slot: int) -> list[tuple[Row, int]]:
    """(move, visits, mean) and slot of a node's children, most visited first."""

    def number(name: str, at: int) -> float:
        return engine.read(f"{field}.{name}", at)

    found, holders = [], [slot]
    while holders:
        holder = holders.pop()
        first = int(number("first", holder))
        for child in range(first, first + int(number("count", holder))):
            visits = number("visits", child)
            mean = number("total", child) / visits if visits else 0.0
            if int(number("proof", child)) != OPEN:
                mean = min(1.0, max(0.0, number("mean", child)))
            found.append(((int(number("move", child)), int(visits), mean), child))
        following = int(number("more", holder))
        holders = [following] if following != NONE else []
    return sorted(found, key=lambda row: (-row[0][1], -row[0][2], row[0][0]))


def root_moves(engine: Engine, field: str) -> list[Row]:
    """(move, visits, mean) at the root of the Tree `field`, most visited first."""
    return [row for row, _ in rows_of(engine, field, int(engine.read(field + ".root")))]


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:
    """The moves at the root and the principal line, in the words of `name`."""
    rows = rows_of(engine, field, int(engine.read(field + ".root")))
    moves = [
        {"move": name(move), "visits": tries, "value": mean} for (move, tries, mean), _ in rows
    ]
    line = []
    while rows and rows[0][0][1]:
        (move, _, _), slot = rows[0]
        line.append(name(move))
        rows = rows_of(engine, field, slot)
    return {"moves": moves, "line": line}
