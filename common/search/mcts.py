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
from typing import TypeVar

from common.kernel import Numbers, kernel
from common.search.mcts_known import CHANCES, bind_pick, bind_search
from common.search.mcts_tree import NONE, POOL, SURE, Tree, add_children, clear, width_at
from common.search.mcts_tree import describe as describe
from common.search.mcts_tree import root_moves as root_moves

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
    if is_hidden:
        pick = bind_hidden_pick(list_moves, draw)
    else:
        pick = bind_pick(list_moves, draw)
    return bind_search(pick, sample, mover, play, rate, is_solving)


def bind_hidden_pick(
    list_moves: Callable[[State, Setting, Numbers[int]], int],
    draw: Callable[[Dice, int], int],
) -> Callable[[Tree, int, State, Setting, Dice], int]:
    """pick(tree, node, world, setting, dice): a selection among the moves of the sample."""

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

    return pick_hidden
