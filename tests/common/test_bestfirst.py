"""Best-first minimax on games whose answer is known (tests/common/bestfirst_toys.py)."""

from math import sqrt
from typing import Any

import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import assign
from common.search.bestfirst import (
    BITS,
    CERTAIN,
    HALF,
    MAX_DEPTH,
    MAX_MOVES,
    MOST,
    NONE,
    POOL,
    SPARSE,
    Tree,
    add_children,
    advance,
    best_child,
    copy_some,
    counts,
    describe,
    find_child,
    plant,
    put_node,
    settle,
)
from common.search.pick import best_bound
from tests.common.bestfirst_toys import (
    ALL,
    Board,
    Bush,
    Memory,
    Search,
    Soil,
    begin,
    bush,
    choose,
    climb,
    open_bush,
    pile,
    search_board,
    search_bush,
    search_pile,
    soil,
    think,
)
from tests.cutting import after_checks
from tests.training.toy.rules import has_line

LAST = 40  # plies: no bush that ends is higher
SOILS = {
    "narrow": soil(1, 3),
    "wide": soil(2, 12),
    "with ends": soil(1, 6, ends=20),
    "low": soil(1, 4, top=5, ends=10),
    "coarse": soil(2, 5, ends=10, grain=2),
}


def slots_below(tree: Tree, node: int) -> range:
    """The children of a node, in their order."""
    first = tree.block[node] >> BITS
    return range(first, first + (tree.block[node] & MOST))


def grown(tree: Tree, node: int) -> Any:
    """A node and all below, without the places where they lie."""
    row = [tree.move[node], tree.visits[node], tree.value[node], tree.bound[node]]
    below = [grown(tree, child) for child in slots_below(tree, node)]
    return (*row, tree.share[node], below)


def all_nodes(tree: Tree) -> list[tuple[int, list[int]]]:
    """Every node, with the moves that lead to it."""
    found: list[tuple[int, list[int]]] = [(tree.root, [])]
    for node, way in found:
        found += [(child, [*way, tree.move[child]]) for child in slots_below(tree, node)]
    return found


# ---- The same search a second time, plainly


class Plain:
    """A node. below: its children, None before it is opened."""

    def __init__(self, move: int, value: float, is_certain: bool) -> None:
        self.move, self.value, self.is_certain = move, value, is_certain
        self.visits = 1
        self.bound = CERTAIN if is_certain else value
        self.below: list[Plain] | None = None

    def open(self, start: Bush, ground: Soil, exploration: float) -> None:
        """Opens a node below this one, which is not certain."""
        place, way = Bush(), [self]
        assign(place, start)
        while way[-1].below is not None:
            width = exploration * sqrt(sqrt(way[-1].visits))
            ways = [child for child in way[-1].below if not child.is_certain]
            way.append(max(ways, key=lambda at: at.bound + width * (1.0 / sqrt(at.visits))))
            climb(place, ground, way[-1].move)
        way[-1].below = [Plain(*child) for child in children_of(place, ground)]
        for node in reversed(way):
            assert node.below is not None
            best = max(child.value for child in node.below)
            ways = [child for child in node.below if not child.is_certain]
            node.value = -best
            node.is_certain = best > 1.0 or not ways
            node.bound = CERTAIN
            if not node.is_certain:
                node.bound = max(child.bound for child in ways) - 2.0 * best
            node.visits += 1

    def rows(self) -> Any:
        """As `grown` tells."""
        below = [child.rows() for child in self.below or []]
        return (self.move, self.visits, self.value, self.bound, 1.0 / sqrt(self.visits), below)


SCRATCH = Tree()


def children_of(place: Bush, ground: Soil) -> list[tuple[int, float, bool]]:
    """Move, value and whether it is certain."""
    count = open_bush(place, ground, SCRATCH)
    rows = zip(SCRATCH.moves, SCRATCH.values, SCRATCH.ends, strict=True)
    return list(rows)[:count]


@pytest.mark.parametrize("name", SOILS)
@pytest.mark.parametrize("exploration", [0.0, 0.05, 0.4])
def test_the_tree_is_that_of_a_plain_search(name, exploration):
    for key in range(2):
        search = Search(search_bush, bush(key), SOILS[name])
        search.tree.exploration = exploration
        plain = Plain(NONE, 0.0, False)
        for number in range(50 if key else 250):
            is_open = not plain.is_certain
            assert search.think(1) == is_open
            if is_open:
                plain.open(search.start, SOILS[name], exploration)
            assert search.tree.iterations == number + is_open
            if not is_open or number % 20 == 0:
                assert grown(search.tree, 0) == plain.rows()
            if not is_open:
                break
        assert grown(search.tree, 0) == plain.rows()
        tree = search.tree
        passed = sum(tree.visits[node] - 1 for node, way in all_nodes(tree) if way)
        report = counts(tree)
        assert report["nodes"] == tree.used == tree.evaluations + 1
        assert (tree.picks, report["depth"]) == (passed, round(passed / tree.iterations))
        assert report["simulated_turns"] == tree.picks + tree.evaluations


# ---- Certain results


def sign(value: float) -> int:
    """Of a certain value: lost, drawn or won."""
    assert value == 0.0 or abs(value) > 1.0
    return (value > 0) - (value < 0)


@pytest.mark.parametrize("stones", [1, 2, 3, 4, 5, 7, 8, 12])
def test_a_pile_is_lost_with_a_multiple_of_four(stones):
    search = Search(search_pile, pile(stones))
    assert not search.think(5000)
    is_lost = stones % 4 == 0
    assert search.tree.value[0] == (2.0 if is_lost else -2.0)
    assert search.best == (1 if is_lost else stones % 4)


def board_value(own: int, other: int, known: dict[tuple[int, int], float]) -> float:
    """Tic-tac-toe: what the player to move gets, by plain minimax."""
    if has_line(other):
        return -1.0
    if own | other == ALL:
        return 0.0
    if (own, other) not in known:
        free = [1 << square for square in range(9) if not (own | other) >> square & 1]
        known[own, other] = max(-board_value(other, own | bit, known) for bit in free)
    return known[own, other]


def test_tic_tac_toe_is_solved_as_minimax_does():
    known: dict[tuple[int, int], float] = {}
    assert board_value(0, 0, known) == 0.0
    late = [(own, other) for own, other in sorted(known) if (own | other).bit_count() > 2]
    for own, other in late[::67]:
        board = Board()
        board.own, board.other = own, other
        search = Search(search_board, board)
        assert not search.think(9000)
        assert sign(-search.tree.value[0]) == known[own, other]
        left = board_value(other, own | 1 << search.best, known)
        assert left == -known[own, other]
    assert len(late) > 67 * 50


def test_a_certain_draw_is_better_than_what_looks_lost():
    search = Search(search_bush, bush(5), soil(3, 3))
    search.think(30)
    tree = search.tree
    first, *_ = slots_below(tree, 0)
    rows = [(5, 0.0, CERTAIN), (90, -0.2, -0.2), (70, -0.1, -0.1)]
    for slot, (visits, value, bound) in enumerate(rows, first):
        tree.visits[slot], tree.value[slot], tree.bound[slot] = visits, value, bound
    assert best_child(tree) == first
    tree.value[first + 1] = tree.bound[first + 1] = 0.0
    assert best_child(tree) == first, "equal, and known"
    tree.value[first + 1] = tree.bound[first + 1] = 0.1
    assert best_child(tree) == first + 1


def test_what_a_way_beside_a_certain_draw_gives_away_counts_against_it():
    tree = Tree()
    plant(tree)
    first = tree.used
    for node, rows in (
        (tree.root, [(0.2, False), (-0.1, False)]),
        (first, [(0.0, True), (-0.5, False)]),
    ):
        for index, row in enumerate(rows):
            tree.moves[index] = index
            tree.values[index], tree.ends[index] = row
        add_children(tree, node, len(rows))
    for node in (first, tree.root):
        assert settle(tree, node)
        assert not settle(tree, node), "nothing is new"
    assert (tree.value[first], tree.bound[first]) == (0.0, -0.5)
    assert (tree.value[tree.root], tree.bound[tree.root]) == (0.0, -0.1)
    assert best_bound(tree.bound, tree.share, first, 2, 0.0) == first + 1, "it gives less away"


def test_the_answer_is_the_most_visited_one_that_is_not_lost():
    search = Search(search_bush, bush(6), soil(4, 4))
    assert best_child(search.tree) == NONE
    search.think(1)
    tree = search.tree
    first, *_ = slots_below(tree, 0)

    def answer(*rows: tuple[int, float, bool]) -> int:
        for slot, (visits, value, is_certain) in enumerate(rows, first):
            tree.visits[slot], tree.value[slot] = visits, value
            tree.bound[slot] = CERTAIN if is_certain else value
        return best_child(tree) - first

    few, most = (3, 0.9, False), (8, -0.5, False)
    lost, later_lost = (99, -1.9, True), (2, -1.8, True)
    assert answer(few, most, lost, few) == 1
    assert answer(few, few, most, (8, -0.4, False)) == 3, "of equal visits the better one"
    assert answer(few, (8, 0.1, False), (8, 0.1, False), few) == 1, "of equal ones the first"
    assert answer(few, (7, 0.99, False), (8, -0.99, False), lost) == 2
    assert answer(few, most, (1, 1.8, True), (1, 1.9, True)) == 3, "the best of certain wins"
    assert answer(few, (1, 1.8, True), (1, 1.8, True), lost) == 1
    assert answer(lost, lost, later_lost, lost) == 2, "lost later"
    assert answer(lost, most, later_lost, lost) == 1


# ---- Cut, full, deep


@pytest.mark.parametrize("name", ["with ends", "coarse"])
def test_cut_anywhere_there_is_a_legal_answer(name):
    ground = SOILS[name]
    for checks in range(1, 40):
        search = Search(search_bush, bush(checks), ground)
        for size in after_checks(checks).chunks(1):
            if not search.think(size):
                break
        legal = [move for move, _, _ in children_of(search.start, ground)]
        assert search.best in (legal if checks > 1 else [NONE])


def test_work_in_pieces_is_the_same_as_work_at_once():
    whole, pieces = (Search(search_bush, bush(3), SOILS["with ends"]) for _ in range(2))
    said = whole.think(300)
    for count in (1, 2, 3, 94, 200):
        last = pieces.think(count)
    assert said == last
    assert grown(whole.tree, 0) == grown(pieces.tree, 0)
    assert counts(whole.tree) == counts(pieces.tree)


def test_a_full_half_ends_the_growth_and_still_answers():
    search = Search(search_bush, bush(1), soil(MAX_MOVES, MAX_MOVES))
    tree = search.tree
    assert not search.think(10_000)
    done = tree.iterations
    assert done == (HALF - 1) // MAX_MOVES
    assert tree.used == 1 + done * MAX_MOVES <= HALF
    assert not search.think(1)
    assert (tree.iterations, tree.used) == (done, 1 + done * MAX_MOVES)
    assert search.best in range(0, 3 * MAX_MOVES, 3)


def test_a_full_half_is_left_once_the_root_has_moved():
    search = Search(search_bush, bush(1), soil(200, 200))
    tree = search.tree
    for half in (1, 0):
        assert not search.think(10_000)
        own, other = best_ways(tree)
        advance(tree, own, other)
        follow(search, own, other)
        before = grown(tree, tree.root)
        steps = 0
        while tree.half != half:
            assert grown(tree, tree.root) == before, "cut there, the tree is as it was"
            assert (tree.iterations, search.best) == (0, before_best(before))
            assert search.think(1)
            steps += 1
        assert steps > 2
        assert grown(tree, tree.root) == before
        assert {node for node, _ in all_nodes(tree)} == set(range(tree.root, tree.used))
        kept = tree.used - tree.root
        assert search.think(5)
        assert (tree.iterations, tree.used - tree.root) == (5, kept + 5 * 200)


def before_best(rows: Any) -> int:
    """The answer of a tree as `grown` tells it, of moves that are all open."""
    move, *_ = max(rows[-1], key=lambda row: (row[1], row[2]))
    return int(move)


def test_a_copy_that_was_cut_begins_anew_with_the_next_root():
    search = Search(search_bush, bush(1), soil(20, 20))
    tree = search.tree
    assert not search.think(10_000)
    for is_cut in (True, False):
        own, other = best_ways(tree)
        advance(tree, own, other)
        follow(search, own, other)
        assert tree.filled == 0
        if is_cut:
            assert search.think(1)
            assert tree.filled > HALF > tree.root
    before = grown(tree, tree.root)
    while copy_some(tree, 7):
        pass
    assert grown(tree, tree.root) == before
    assert tree.root == HALF


def test_the_rest_is_left_once_it_is_most_of_what_was_grown():
    search = Search(search_bush, bush(9), soil(3, 3))
    tree = search.tree
    search.think(1000)
    halves, roots = [], []
    for _ in range(6):
        own, other = best_ways(tree)
        advance(tree, own, other)
        follow(search, own, other)
        before = grown(tree, tree.root)
        roots.append((tree.grown, tree.visits[tree.root]))
        assert tree.is_sparse == (roots[-1][0] > SPARSE * roots[-1][1])
        is_sparse = tree.is_sparse
        while tree.is_sparse:
            assert search.think(1)
        assert grown(tree, tree.root) == before
        assert is_sparse == (tree.root in (0, HALF))
        halves.append(tree.half)
        search.think(50)
    assert {0, 1} == set(halves), roots
    assert roots[0][0] == 1000
    assert all(total < 1000 for total, _ in roots[halves.index(1) + 1 :])


def test_nothing_is_copied_where_nothing_would_be_left_behind():
    search = Search(search_bush, bush(1), soil(2, 4))
    search.think(100)
    assert not copy_some(search.tree, POOL)
    assert (search.tree.root, search.tree.half, search.tree.filled) == (0, 0, 0)


def test_a_half_is_filled_to_its_last_slot():
    assert POOL == 2 * HALF and POOL.compiled == 2 * HALF.compiled  # type: ignore[attr-defined]
    search = Search(search_bush, bush(1), soil(MAX_MOVES, MAX_MOVES))
    tree = search.tree
    tree.half, tree.root = 1, HALF
    put_node(tree, HALF, NONE, 0.0, False)
    tree.used = POOL - MAX_MOVES
    assert search.think(1)
    assert (tree.used, len(slots_below(tree, HALF))) == (POOL, MAX_MOVES)
    assert not search.think(1)
    assert (tree.iterations, tree.move[POOL - 1]) == (1, 3 * (MAX_MOVES - 1))


def test_no_way_is_longer_than_its_room():
    search = Search(search_bush, bush(1), soil(1, 1))
    assert not search.think(10_000)
    assert search.tree.iterations == MAX_DEPTH + 1
    assert len(all_nodes(search.tree)) == MAX_DEPTH + 2
    assert not search.think(1)
    assert search.tree.iterations == MAX_DEPTH + 1
    assert search.best == 0


# ---- From turn to turn


def best_ways(tree: Tree) -> tuple[int, int]:
    """The most visited move, and the most visited reply to it, if it has any."""
    node = max(slots_below(tree, tree.root), key=lambda slot: tree.visits[slot])
    reply = max(slots_below(tree, node), key=lambda slot: tree.visits[slot], default=NONE)
    return tree.move[node], NONE if reply == NONE else tree.move[reply]


def follow(search: Search, *moves: int) -> None:
    """Makes the position after some moves the start."""
    for move in moves:
        climb(search.start, search.setting, move)


def test_exactly_what_hangs_on_two_moves_is_kept():
    search = Search(search_bush, bush(9), SOILS["coarse"])
    tree = search.tree
    for half in (1, 0, 1):
        search.think(400)
        own, other = best_ways(tree)
        node = find_child(tree, find_child(tree, tree.root, own), other)
        before, visits = grown(tree, node), tree.visits[node]
        assert visits > 3
        advance(tree, own, other)
        assert tree.root == node
        assert grown(tree, tree.root) == before
        assert copy_some(tree, POOL)
        assert (tree.root, tree.half) == (half * HALF, half)
        assert grown(tree, tree.root) == before
        assert {node for node, _ in all_nodes(tree)} == set(range(tree.root, tree.used))
        assert (tree.iterations, tree.evaluations, tree.picks) == (0, 0, 0)
        follow(search, own, other)
        search.think(1)
        assert counts(tree)["depth"] == tree.picks > 0
        search.think(99)
        assert tree.visits[tree.root] == visits + 100
        assert tree.iterations == 100


@pytest.mark.parametrize("is_copied", [False, True])
def test_searching_on_is_as_if_the_root_had_always_been_there(is_copied):
    search = Search(search_bush, bush(4), soil(2, 4))
    search.think(200)
    own, other = best_ways(search.tree)
    advance(search.tree, own, other)
    if is_copied:
        assert copy_some(search.tree, POOL)
    follow(search, own, other)
    search.think(50)
    fresh = Search(search_bush, search.start, soil(2, 4))
    fresh.think(search.tree.visits[search.tree.root] - 1)
    (_, *old, below), (_, *new, fresh_below) = (
        grown(each.tree, each.tree.root) for each in (search, fresh)
    )
    assert (old, below) == (new, fresh_below)


def test_what_was_not_looked_at_is_planted_anew():
    search = Search(search_bush, bush(2), soil(3, 3))
    tree = search.tree
    advance(tree, 0, 0)
    assert (tree.root, tree.used, search.best) == (0, 1, NONE)
    search.think(1)
    own = tree.move[1]
    advance(tree, own, 0)
    assert (tree.used, tree.block[0]) == (1, 0), "the reply has no node"
    search.think(200)
    node = max(slots_below(tree, 0), key=lambda slot: tree.visits[slot])
    leaf = next(slot for slot in slots_below(tree, node) if tree.block[slot] == 0)
    advance(tree, tree.move[node], tree.move[leaf])
    assert (tree.used, tree.block[0]) == (1, 0), "the node has no children"
    search.think(200)
    advance(tree, 1, 0)
    assert (tree.used, tree.iterations) == (1, 0), "no such move"


def test_planting_forgets_everything():
    search = Search(search_bush, bush(2), soil(3, 3))
    search.think(50)
    first = grown(search.tree, 0)
    advance(search.tree, *best_ways(search.tree))
    search.think(50)
    plant(search.tree)
    tree = search.tree
    assert (tree.root, tree.used, tree.half) == (0, 1, 0)
    assert counts(tree) == {name: int(name == "nodes") for name in counts(tree)}
    assert grown(tree, 0) == (NONE, 1, 0.0, 0.0, 1.0, [])
    search.think(50)
    assert grown(tree, 0) == first


# ---- What it tells


def test_a_description_names_moves_and_the_principal_line():
    search = Search(search_bush, bush(8), SOILS["wide"])
    assert describe(search.tree, str) == {"moves": [], "line": []}
    search.think(60)
    tree = search.tree
    report = describe(tree, "branch {}".format)
    rows = report["moves"]
    order = [(row["visits"], row["value"]) for row in rows]
    assert order == sorted(order, reverse=True)
    assert len({visits for visits, _ in order}) < len(order), "value decides between equals"
    values = [value for _, value in order]
    assert values != sorted(values, reverse=True), "and only there"
    assert {row["move"] for row in rows} == {
        f"branch {tree.move[slot]}" for slot in slots_below(tree, 0)
    }
    for row in rows:
        slot = find_child(tree, 0, int(row["move"].split()[1]))
        assert row["value"] == 0.5 + 0.5 * min(1.0, max(-1.0, tree.value[slot]))
    assert report["line"][0] == f"branch {search.best}"
    node = tree.root
    for words in report["line"]:
        node = find_child(tree, node, int(words.split()[1]))
        assert node != NONE
    assert tree.block[node] == 0, "down to a node that is not open"


# ---- C


def test_c_grows_the_same_trees(require):
    """80 searches; where they can, they go on below the moves that they prefer."""
    require("gcc")
    engines = [Engine(Memory), native_engine(Memory, (begin, think, choose))]
    searches = kept = 0
    while searches < 80:
        ground = list(SOILS.values())[searches % len(SOILS)]
        start, moves = bush(1000 + searches), (NONE, NONE)
        for _ in range(3):
            results = []
            for engine in engines:
                engine.load("start", start)
                engine.load("soil", ground)
                engine.call(begin, *moves)
                is_open, node = engine.call(think, 60), engine.call(choose)
                tree = engine.memory.tree
                work = counts(tree) | {"nodes": tree.used - tree.root}
                results.append((is_open, tree.move[node], work, grown(tree, tree.root)))
            assert results[0] == results[1], searches
            searches += 1
            kept += results[0][3][1] > 61
            tree = engines[0].memory.tree
            moves = best_ways(tree)
            if NONE in moves or not is_open:
                break
            for move in moves:
                climb(start, ground, move)
    assert kept > 20
