"""PUCT on games whose answer is known (tests/common/mcts_toys.py)."""

from math import exp, sqrt
from typing import Any

import pytest

from common.clock import Deadline
from common.kernel import assign, kernel as as_kernel
from common.search import puct
from common.search.mcts_tree import (
    FIRST,
    HALF,
    MAX_DEPTH,
    MOST,
    NONE,
    OPEN,
    PROVEN_1,
    PROVEN_DRAW,
    Tree,
    advance,
    counts,
    describe,
    find_child,
    plant,
)
from common.search.puct import Leaf, best_move
from tests.common.mcts_toys import (
    WAYS,
    Nothing,
    Pile,
    assert_proven,
    dump,
    pile,
    pile_mover,
    take,
    wade,
)
from tests.compiler.library import Library
from tests.cutting import after_checks
from tests.spread import first_of


@as_kernel
def look(pile: Pile, setting: Nothing, leaf: Leaf) -> int:
    """A poor network of piles: it likes to take little, and thinks that it wins a little."""
    leaf.value = 0.25
    if pile.stones == 0:
        leaf.value = 0.0 if pile.is_kind and pile.taken == 1 else -1.0
    count = min(3, pile.stones)
    for index in range(count):
        leaf.moves[index] = index + 1
        leaf.logits[index] = -0.5 * float(index)
    return count


@as_kernel
def look_around(pile: Pile, setting: Nothing, leaf: Leaf) -> int:
    """WAYS moves for ever, all alike; the more steps on way 0, the better for player 0."""
    for index in range(WAYS):
        leaf.moves[index] = index
        leaf.logits[index] = 0.0
    leaf.value = min(0.5, 0.125 * float(pile.stones))
    return WAYS


@as_kernel
def look_ahead(pile: Pile, setting: Nothing, leaf: Leaf) -> int:
    """One way, for ever."""
    leaf.moves[0] = 1
    leaf.logits[0] = 3.0
    leaf.value = 0.0
    return 1


search_pile = puct.bind(look, pile_mover, take)
search_swamp = puct.bind(look_around, pile_mover, wade)


class Search:
    """A search from a pile. kernel: iterate of a binding."""

    def __init__(self, start: Pile, kernel: Any = search_pile) -> None:
        self.kernel, self.start = kernel, start
        self.tree, self.leaf, self.world, self.setting = Tree(), Leaf(), Pile(), Nothing()
        plant(self.tree)

    @property
    def parts(self) -> tuple[Any, ...]:
        return self.tree, self.leaf, self.start, self.world, self.setting

    def think(self, count: int, child: int = NONE) -> Tree:
        """`count` iterations more."""
        self.kernel(*self.parts, count, child)
        return self.tree

    @property
    def best(self) -> int:
        return best_move(self.tree)


def children(tree: Tree, slot: int) -> range:
    first = tree.block[slot] >> FIRST
    return range(first, first + (tree.block[slot] & MOST))


@pytest.mark.parametrize("is_kind", [False, True])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("stones", [1, 2, 3, 4, 7, 8])
def test_it_proves_what_all_games_say(stones, player, is_kind):
    assert_proven(Search(pile(stones, player, is_kind)))


def test_cut_anywhere_there_is_an_answer_and_the_first_is_the_networks():
    assert Search(pile(9)).best == -1
    for checks in range(2, 40):
        search = Search(pile(9))
        deadline: Deadline = after_checks(checks)
        for count in deadline.chunks(1):
            search.think(count)
        assert search.best in (1, 2, 3)
        if search.tree.iterations == 1:
            assert search.best == 1
    whole, pieces = Search(pile(11)).think(300), Search(pile(11))
    for count in (1, 2, 3, 94, 200):
        pieces.think(count)
    assert dump(whole) == dump(pieces.tree)


class Node:
    """A node of the search below. value: what its network says to who moves there."""

    def __init__(self, move: int, prior: float, value: float) -> None:
        self.move, self.prior, self.mean = move, prior, value
        self.visits, self.total = 0, 0.0
        self.below: list[Node] = []


def plain_iteration(root: Node, start: Pile, exploration: float) -> None:
    """The same by the definition, without proofs."""
    world = Pile()
    assign(world, start)
    way, movers = [root], [1 - start.player]
    while way[-1].below:
        node = way[-1]
        width = exploration * sqrt(node.visits)
        way.append(max(node.below, key=lambda n: n.mean + width * n.prior / (1 + n.visits)))
        movers.append(world.player)
        take(world, Nothing(), way[-1].move)
    leaf = Leaf()
    count = look(world, Nothing(), leaf)
    total = sum(exp(logit) for logit in leaf.logits[:count])
    way[-1].below = [
        Node(move, exp(logit) / total, 0.5 + 0.5 * leaf.value)
        for move, logit in zip(leaf.moves[:count], leaf.logits, strict=False)
    ]
    value = 0.5 + 0.5 * (leaf.value if world.player == 0 else -leaf.value)
    for node, side in zip(way, movers, strict=True):
        node.visits += 1
        node.total += value if side == 0 else 1.0 - value
        node.mean = node.total / node.visits


@pytest.mark.parametrize("player", [0, 1])
def test_the_tree_is_that_of_the_definition(player):
    search, root = Search(pile(60, player)), Node(-1, 1.0, 0.0)
    for _ in range(400):
        search.think(1)
        plain_iteration(root, search.start, search.tree.exploration)
    pairs = [(root, 0)]
    for node, slot in pairs:
        tree = search.tree
        assert tree.visits[slot] == node.visits
        assert tree.mean[slot] == pytest.approx(node.mean)
        assert [tree.move[at] for at in children(tree, slot)] == [n.move for n in node.below]
        if slot:
            share = node.prior / (1 + node.visits)
            assert tree.share[slot] == pytest.approx(share)
        pairs += zip(node.below, children(tree, slot), strict=True)
    assert len(pairs) > 300 and search.tree.proof[0] == OPEN


def test_all_iterations_go_through_a_child_that_is_named():
    search = Search(pile(40))
    tree = search.think(1)
    child = find_child(tree, 0, 3)
    search.think(50, child)
    assert [tree.visits[slot] for slot in children(tree, 0)] == [0, 0, 50]
    assert search.best == 3


def test_a_full_half_ends_the_growth_and_not_the_search():
    search = Search(pile(0), search_swamp)
    tree = search.think(1)
    tree.used = HALF - WAYS
    search.think(300)
    assert (tree.used, tree.is_full) == (HALF, True)
    assert tree.iterations == tree.visits[0] == 301
    assert 0 <= search.best < WAYS


def test_a_full_half_is_left_once_the_root_has_moved():
    search = Search(pile(60))
    tree = search.think(1500)
    move = search.best
    visits = tree.visits[find_child(tree, 0, move)]
    assert advance(tree, move) and tree.root != 0
    search.start = pile(60 - move, 1)
    tree.is_full = True
    while not tree.half:
        search.think(1)
    assert (tree.root, tree.is_full) == (HALF, False)
    assert tree.visits[HALF] == visits + tree.iterations
    assert not advance(tree, 7), "no such move: a new tree"
    assert (tree.root, search.best) == (0, -1)


def test_a_search_deeper_than_its_room_looks_where_it_stands():
    search = Search(pile(0), puct.bind(look_ahead, pile_mover, wade))
    tree = search.think(MAX_DEPTH + 20)
    assert tree.iterations == MAX_DEPTH + 20
    assert tree.used == MAX_DEPTH + 2, "the root, and one a move"


def test_the_answer_is_a_proven_one_if_no_open_one_is_worth_more():
    search = Search(pile(40))
    tree = search.think(3)
    one, two, three = children(tree, 0)
    tree.visits[one], tree.mean[one] = 9, 0.4
    tree.proof[two], tree.mean[two] = PROVEN_DRAW, 0.5
    assert search.best == 2
    tree.mean[one] = 0.6
    assert search.best == 1
    tree.proof[three], tree.mean[three] = PROVEN_1, 1.0e6
    assert search.best == 3


def test_a_description_names_moves_and_the_principal_line():
    search = Search(pile(40))
    report = describe(search.think(500), "take {}".format)
    assert sum(row["visits"] for row in report["moves"]) == 499
    assert report["line"][0] == f"take {search.best}" == report["moves"][0]["move"]
    assert counts(search.tree)["iterations"] == 500


@pytest.mark.parametrize("compiler", first_of(["gcc", "gcc-11", "clang"]))
def test_c_grows_the_same_trees(require, compiler):
    require(compiler)
    example = Search(pile(1))
    calls: dict[Any, Any] = {search_pile: (*example.parts, 1, 1), best_move: (example.tree,)}
    library = Library(calls, compiler)
    for start in (pile(60), pile(13, 1, True)):
        here, there = Search(start), Search(start)
        here.think(500)
        library.call(search_pile, *there.parts, 500, NONE)
        assert dump(here.tree) == dump(there.tree)
        assert library.call(best_move, there.tree) == here.best
