"""common/search/mcts.py and mcts_hidden.py a second time, with objects in place of pools.

Equal dice make equal trees: every visit, sum and proof.
"""

from math import log, sqrt
from typing import Any

from common.kernel import assign
from common.rng import draw
from common.search.mcts_hidden import NONE, SECRETS, Tree as HiddenTree
from common.search.mcts_tree import BITS, FIRST, MOST, OPEN, SURE, Tree

CHANCES = 1 << 20
LOST, DRAWN, WON = 1, 2, 3  # proofs, as player 0 sees them


class Plain:
    """A node. moves: in the order in which they are tried, None before they are listed."""

    def __init__(self, move: int = -1) -> None:
        self.move, self.visits, self.total, self.proof = move, 0, 0.0, OPEN
        self.mean = self.share = 0.0
        self.moves: list[int] | None = None
        self.tried: list[Plain] = []

    def rows(self) -> Any:
        counted = (self.move, self.visits, self.total, self.mean, self.share, self.proof)
        return *counted, self.moves, [child.rows() for child in self.tried]


def slot_rows(tree: Tree, slot: int) -> Any:
    """Returns what `rows` of Plain returns, of a slot of the tree."""
    first, moves = tree.block[slot] >> FIRST, tree.block[slot] >> BITS & MOST
    listed = [tree.move[child] for child in range(first, first + moves)] or None
    tried = range(first, first + (tree.block[slot] & MOST))
    counted = (tree.move[slot], tree.visits[slot], tree.total[slot], tree.mean[slot])
    below = [slot_rows(tree, at) for at in tried]
    return *counted, tree.share[slot], tree.proof[slot], listed, below


class PlainSearch:
    """game: list_moves, mover, play, rate as the kernels are. tree: of the settings alone."""

    def __init__(self, game: Any, start: Any, tree: Tree, dice: Any, is_solving: bool) -> None:
        self.list_moves, self.mover, self.play, self.rate = game
        self.start, self.tree, self.dice, self.is_solving = start, tree, dice, is_solving
        self.root = Plain()
        self.picks = 0

    def open(self, node: Plain, index: int) -> Plain:
        """A child that was not tried yet."""
        assert node.moves is not None
        moves, place = node.moves, len(node.tried)
        moves[index], moves[place] = moves[place], moves[index]
        node.tried.append(Plain(moves[place]))
        return node.tried[place]

    def pick(self, node: Plain) -> Plain:
        """The child of a node whose moves are listed."""
        assert node.moves is not None
        tree, width = self.tree, 0.0
        if not tree.is_greedy:
            width = tree.exploration * sqrt(log(node.visits)) if node.tried else 0.0
        elif draw(self.dice, CHANCES) < tree.epsilon * CHANCES:
            index = draw(self.dice, len(node.moves))
            return node.tried[index] if index < len(node.tried) else self.open(node, index)
        best = max(node.tried, key=lambda one: one.mean + width * one.share, default=None)
        if best is not None:
            is_good = best.mean + width * best.share >= tree.urgency
            if is_good or len(node.tried) == len(node.moves):
                return best
        return self.open(node, len(node.tried))

    def think(self, state: Any, setting: Any) -> bool:
        """One iteration; False if there is no more to find."""
        if self.root.proof != OPEN:
            return False
        assign(state, self.start)
        node, has_ended = self.root, False
        way = [(node, 1 - self.mover(state, setting))]
        while node.proof == OPEN and (node is self.root or node.visits > 0):
            if node.moves is None:
                legal = [0] * 256
                count = self.list_moves(state, setting, legal)
                has_ended = count == 0
                if has_ended:
                    break
                turn = draw(self.dice, count)
                node.moves = [legal[(turn + index) % count] for index in range(count)]
            node = self.pick(node)
            self.picks += 1
            way.append((node, self.mover(state, setting)))
            self.play(state, setting, node.move)
        value = (node.proof - LOST) * 0.5
        if node.proof == OPEN:
            value = self.rate(state, setting, self.dice)
            if has_ended and self.is_solving:
                value = (self.prove(way, LOST + int(2 * value)) - LOST) * 0.5
        for node, side in way:
            node.visits += 1
            if node.proof == OPEN:
                node.total += value if side == 0 else 1.0 - value
                node.mean, node.share = node.total / node.visits, 1.0 / sqrt(node.visits)
        return True

    def prove(self, way: list[tuple[Plain, int]], proof: int) -> int:
        """The last node is proven; what follows from it, above."""
        for place in range(len(way) - 1, -1, -1):
            node, side = way[place]
            node.proof, node.share = proof, 0.0
            is_good = (proof == WON) == (side == 0)
            node.mean = 0.5 if proof == DRAWN else SURE if is_good else -SURE
            if place == 0:
                break
            above, known = way[place - 1][0], proof
            assert above.moves is not None
            proofs = {child.proof for child in above.tried}
            wanted, other = (WON, LOST) if side == 0 else (LOST, WON)
            if wanted in proofs:
                proof = wanted
            elif OPEN in proofs or len(above.tried) < len(above.moves):
                return known
            else:
                proof = DRAWN if DRAWN in proofs else other
        return proof


class PlainHidden:
    """A node of the search for hidden parts. secrets: visits and sums by secret."""

    def __init__(self, move: int = -1) -> None:
        self.move, self.visits, self.total = move, 0.0, 0.0
        self.below: list[PlainHidden] = []  # the newest first
        self.secrets: list[list[float]] | None = None

    def rows(self) -> Any:
        return self.move, self.visits, self.total, self.secrets, [it.rows() for it in self.below]


def hidden_rows(tree: HiddenTree, slot: int) -> Any:
    """As PlainHidden tells."""
    below, child = [], tree.first[slot]
    while child != NONE:
        below.append(hidden_rows(tree, child))
        child = tree.next[child]
    if slot == 0:
        return -1, tree.visits[0], 0.0, None, below
    first = tree.secrets[slot]
    both = (tree.secret_visits, tree.secret_total)
    secrets = [list(values[first : first + SECRETS]) for values in both] if first != NONE else None
    return tree.move[slot], tree.visits[slot], tree.total[slot], secrets, below


class PlainHiddenSearch:
    """game: sample, list_moves, mover, play, rate, secret as the kernels are."""

    def __init__(self, game: Any, start: Any, tree: HiddenTree, dice: Any) -> None:
        self.sample, self.list_moves, self.mover, self.play, self.rate, self.secret = game
        self.start, self.tree, self.dice = start, tree, dice
        self.root = PlainHidden()
        self.picks = 0

    def score(self, child: PlainHidden, known: int, width: float) -> float:
        """A child's mean and bonus, by the mover's secret where there is one."""
        tries, mean = child.visits, child.total / child.visits
        if known:
            if child.secrets is None:
                child.secrets = [[0.0] * SECRETS, [0.0] * SECRETS]
            visits, total = child.secrets
            tries = self.tree.prior + visits[known]
            mean = (self.tree.prior * mean + total[known]) / tries
        return mean + width / sqrt(tries)

    def pick(self, node: PlainHidden, state: Any, setting: Any) -> PlainHidden | None:
        """The child to go to."""
        tree, legal = self.tree, [0] * 256
        legal = legal[: self.list_moves(state, setting, legal)]
        if not legal:
            return None
        wanted, width = -1, 0.0
        if not tree.is_greedy:
            width = tree.exploration * sqrt(log(max(1.0, node.visits)))
        elif draw(self.dice, CHANCES) < tree.epsilon * CHANCES:
            wanted = legal[draw(self.dice, len(legal))]
        best, best_score = None, -1.0
        untried = [*legal]
        for child in node.below:
            if child.move in legal:
                if child.move == wanted:
                    return child
                untried.remove(child.move)
                score = self.score(child, self.secret(state, setting, child.move), width)
                if score > best_score:
                    best, best_score = child, score
        if not untried or (tree.is_greedy and wanted < 0 and best is not None):
            return best
        chosen = untried[draw(self.dice, len(untried))]
        node.below.insert(0, PlainHidden(wanted if wanted >= 0 else chosen))
        return node.below[0]

    def think(self, state: Any, setting: Any) -> None:
        """One iteration."""
        assign(state, self.start)
        self.sample(state, setting, self.dice)
        node, way = self.root, []
        while node is self.root or node.visits > 0:
            side = self.mover(state, setting)
            child = self.pick(node, state, setting)
            if child is None:
                break
            node = child
            self.picks += 1
            way.append((node, side, self.secret(state, setting, node.move)))
            self.play(state, setting, node.move)
        value = self.rate(state, setting, self.dice)
        self.root.visits += 1
        for node, side, known in way:
            gain = value if side == 0 else 1.0 - value
            node.visits += 1
            node.total += gain
            if known and node.secrets is not None:
                node.secrets[0][known] += 1.0
                node.secrets[1][known] += gain
