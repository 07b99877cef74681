"""MCTS on games whose answer is known (tests/common/mcts_toys.py)."""

from typing import Any

import pytest

from common.kernel import kernel as as_kernel
from common.rng import draw, make_dice
from common.search import mcts
from common.search.mcts_tree import (
    BITS,
    FIRST,
    HALF,
    MAX_DEPTH,
    MOST,
    OPEN,
    POOL,
    Tree,
    add_children,
    advance,
    best_child,
    best_move,
    copy_some,
    counts,
    describe,
    find_child,
    open_child,
    plant,
    root_moves,
    tried_children,
)
from tests.common.mcts_toys import (
    Nothing,
    Pile,
    Search,
    assert_proven,
    dump,
    list_takes,
    pile,
    pile_mover,
    rate_pile,
    rate_swamp,
    search_pile,
    search_swamp,
    solve_pile,
    take,
    wade,
)
from tests.common.plain_mcts import PlainSearch, slot_rows
from tests.compiler.library import Library
from tests.spread import first_of


@pytest.mark.parametrize("is_greedy", [False, True])
@pytest.mark.parametrize("player", [0, 1])
def test_the_only_winning_move_is_found(is_greedy, player):
    for stones in (5, 6, 7):
        search = Search(search_pile, pile(stones, player))
        search.tree.is_greedy, search.tree.epsilon = is_greedy, 0.2
        assert search.think(1500).best == stones % 4


@pytest.mark.parametrize("is_kind", [False, True])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("stones", [1, 2, 3, 4, 7, 8])
def test_the_solver_proves_what_all_games_say(stones, player, is_kind):
    assert_proven(Search(solve_pile, pile(stones, player, is_kind)))


@pytest.mark.parametrize("kernel", [search_pile, solve_pile])
def test_after_every_iteration_there_is_a_legal_answer(kernel):
    search = Search(kernel, pile(9))
    assert search.best == -1
    for _ in range(300):
        assert search.think(1).best in (1, 2, 3)


def test_work_in_pieces_is_the_same_as_work_at_once():
    for kernel in (search_pile, solve_pile):
        whole, pieces = Search(kernel, pile(11)).think(300), Search(kernel, pile(11))
        for count in (1, 2, 3, 94, 200):
            pieces.think(count)
        assert dump(whole.tree) == dump(pieces.tree)


def test_the_answer_goes_by_visits_or_by_value():
    search = Search(search_pile, pile(9)).think(3)
    tree, (first, *others) = search.tree, tried_children(search.tree, 0)
    moves = [tree.move[slot] for slot in (first, *others)]
    for slot, (visits, mean) in enumerate([(4, 0.9), (6, 0.2), (6, 0.3)], first):
        tree.visits[slot], tree.mean[slot] = visits, mean
    assert search.best == moves[2]
    tree.by_value = True
    assert search.best == moves[0]
    tree.visits[first] = 0
    assert search.best == moves[2], "an untried one has no value"


def test_a_full_half_ends_the_growth_and_not_the_search():
    search = Search(search_swamp, pile(0))
    search.tree.exploration = 5.0
    search.think(1)
    search.tree.used = HALF - 600
    search.think(3000)
    assert HALF - 251 < search.tree.used <= HALF
    search.tree.used = HALF
    search.think(300)
    assert search.tree.used == HALF
    assert search.tree.iterations == search.tree.visits[0] == 3301
    assert 0 <= search.best < 250


def test_a_full_half_is_left_in_steps_once_the_root_has_moved():
    search = Search(search_pile, pile(40)).think(2000)
    tree = search.tree
    for _ in range(2):
        move = best_move(tree)
        assert advance(tree, move)
        search.start = pile(search.start.stones - move, 1 - search.start.player)
    before = slot_rows(tree, tree.root)
    tree.is_full = True
    while not tree.half:
        assert slot_rows(tree, tree.root) == before, "cut there, the tree is as it was"
        assert (tree.iterations, tree.is_full) == (0, True)
        search.think(1)
    assert slot_rows(tree, tree.root) == before
    assert (tree.root, tree.is_full) == (HALF, False)
    assert len(nodes_below(tree)) == tree.used - HALF
    visits = tree.visits[HALF]
    search.think(100)
    assert (tree.iterations, tree.visits[HALF]) == (100, visits + 100)
    assert not copy_some(tree, POOL), "nothing to leave behind"


def test_searching_on_after_a_copy_is_as_without_one():
    plain, copied = (Search(search_pile, pile(40)).think(2000) for _ in range(2))
    for search in (plain, copied):
        move = best_move(search.tree)
        advance(search.tree, move)
        search.start = pile(40 - move, 1)
    assert copy_some(copied.tree, POOL)
    for search in (plain, copied):
        search.think(500)
    assert slot_rows(plain.tree, plain.tree.root) == slot_rows(copied.tree, copied.tree.root)


def nodes_below(tree: Tree) -> list[int]:
    """The slots of the root and of all that hangs on it, those not tried too."""
    found = [tree.root]
    waiting = [tree.root]
    for slot in waiting:
        block = tree.block[slot]
        first, count, tried = block >> FIRST, block >> BITS & MOST, block & MOST
        found += range(first, first + count)
        waiting += range(first, first + tried)
    return found


def test_the_tree_of_a_played_move_is_kept():
    search = Search(search_pile, pile(11)).think(800)
    tree = search.tree
    child = find_child(tree, 0, 3)
    visits = tree.visits[child]
    assert visits > 20
    assert advance(tree, 3)
    assert (tree.root, tree.iterations) == (child, 0)
    search.start = pile(8, 1)
    search.think(200)
    assert tree.visits[child] == visits + 200
    assert not advance(tree, 7), "no such move: a new tree"
    assert (tree.root, tree.used, best_move(tree)) == (0, 1, -1)


def test_a_description_names_moves_and_the_principal_line():
    search = Search(solve_pile, pile(6))
    assert describe(search.tree, str) == {"moves": [], "line": []}
    search.think(2000)
    slot_rows = describe(search.tree, "take {}".format)
    assert sum(row["visits"] for row in slot_rows["moves"]) == search.tree.visits[0]
    assert slot_rows["line"][0] == slot_rows["moves"][0]["move"]


@pytest.mark.parametrize("compiler", first_of(["gcc", "gcc-11", "clang"]))
def test_c_grows_the_same_trees(require, compiler):
    require(compiler)
    for kernel in (search_pile, solve_pile):
        here, there = Search(kernel, pile(13)), Search(kernel, pile(13))
        tree, example = here.tree, (*parts_of(here), 1)
        calls: dict[Any, Any] = {kernel: example, advance: (tree, 0)}
        library = Library({**calls, best_move: (tree,)}, compiler)
        for search in (here, there):
            search.tree.is_greedy = kernel is search_pile
        here.think(300)
        library.call(kernel, *parts_of(there), 300)
        assert here.tree.iterations > 100
        assert dump(here.tree) == dump(there.tree)
        move = best_move(here.tree)
        advance(here.tree, move)
        assert library.call(best_move, there.tree) == move
        library.call(advance, there.tree, move)
        assert dump(here.tree) == dump(there.tree)


def parts_of(search: Search) -> tuple[Any, ...]:
    """What `think` hands to the kernel, without the count."""
    return search.tree, search.start, search.world, search.setting, search.dice


# ---- The same search a second time, plainly


@as_kernel
def take_on(pile: Pile, setting: Nothing, move: int) -> None:
    """Takes stones; who takes two goes on."""
    pile.stones -= move
    pile.taken = move
    if move != 2:
        pile.player = 1 - pile.player


@as_kernel
def rate_rest(pile: Pile, setting: Nothing, dice: Any) -> float:
    """A win for who took the last stone, or a draw; a guess before."""
    if pile.stones > 0:
        return 0.25 + 0.125 * float(pile.stones % 4)
    if pile.is_kind and pile.taken == 1:
        return 0.5
    return 1.0 if (pile.player == 1) == (pile.taken != 2) else 0.0


GAMES = {
    "by turns": (list_takes, pile_mover, take, rate_pile),
    "going on": (list_takes, pile_mover, take_on, rate_rest),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_greedy", [False, True])
@pytest.mark.parametrize("is_solving", [False, True])
@pytest.mark.parametrize("stones", [8, 40])
def test_the_tree_is_that_of_a_plain_search(game, is_greedy, is_solving, stones):
    for player, is_kind, urgency in ((0, False, 10.0), (1, True, 10.0), (0, True, 0.6)):
        search = Search(mcts.bind(*GAMES[game], draw, is_solving), pile(stones, player, is_kind))
        tree = search.tree
        tree.is_greedy, tree.urgency, tree.exploration = is_greedy, urgency, 0.9
        plain = PlainSearch(GAMES[game], search.start, tree, make_dice(1), is_solving)
        for number in range(150):
            is_open = plain.think(Pile(), Nothing())
            search.think(1)
            assert tree.iterations == number + is_open
            if number % 30 == 0 or not is_open:
                assert slot_rows(tree, 0) == plain.root.rows()
                assert tree.picks == plain.picks
            if not is_open:
                break
        assert slot_rows(tree, 0) == plain.root.rows()
        assert counts(tree)["simulated_turns"] == plain.picks
        assert counts(tree)["depth"] == round(plain.picks / tree.iterations)


def test_a_search_deeper_than_its_room_rates_where_it_stands():
    """Each iteration goes one move further, to the last place of the path and no further."""
    search = Search(mcts.bind(list_one, pile_mover, wade, rate_swamp, draw, False), pile(0))
    search.think(MAX_DEPTH + 20)
    tree = search.tree
    assert tree.iterations == MAX_DEPTH + 20
    assert tree.used == MAX_DEPTH + 1, "the root, and one a move"
    assert [tree.visits[tree.path[step]] for step in (0, MAX_DEPTH)] == [MAX_DEPTH + 20, 21]


@as_kernel
def list_one(pile: Pile, setting: Nothing, moves: Any) -> int:
    """One way, for ever."""
    moves[0] = 1
    return 1


# ---- The tree's parts, at their edges


def planted(moves: int) -> Tree:
    """A root with so many moves, 100, 101 .., none of them tried, in a pool full of old nodes."""
    tree = Tree()
    for values in (tree.visits, tree.total, tree.mean, tree.share):
        values[:10] = [99] * 10
    plant(tree)
    tree.legal[:moves] = range(100, 100 + moves)
    assert add_children(tree, 0, moves, 0)
    tree.visits[0] = 10
    return tree


def test_children_that_fill_the_pool_to_its_last_slot_are_added():
    tree = planted(3)
    tree.used = HALF - 3
    assert add_children(tree, 1, 3, 2)
    assert [tree.move[slot] for slot in range(HALF - 3, HALF)] == [102, 100, 101]
    assert not add_children(tree, 2, 1, 0)
    assert (tree.used, tree.is_full) == (HALF, True)
    assert POOL == 2 * HALF and POOL.compiled == 2 * HALF.compiled  # type: ignore[attr-defined]


def test_the_answer_is_known_from_what_was_tried_first_to_what_is_lost():
    tree = planted(4)
    assert best_move(tree) == 100, "nobody was tried: the first"
    slots = [open_child(tree, 0) for _ in range(3)]
    tree.visits[slots[1]], tree.mean[slots[1]] = 1, 0.0
    assert best_move(tree) == 101, "tried and lost is better than untried"
    tree.visits[slots[2]], tree.mean[slots[2]] = 1, 0.0
    assert best_move(tree) == 101, "of equal ones the first"
    tree.mean[slots[2]] = 0.1
    assert best_move(tree) == 102
    tree.by_value = True
    tree.visits[slots[1]], tree.mean[slots[1]] = 9, 0.09
    assert best_move(tree) == 102
    for slot in slots:
        tree.visits[slot], tree.mean[slot] = 5, -1.0e6
    assert best_move(tree) == 103, "proven losses come last"


def test_what_an_old_node_left_behind_means_nothing():
    tree = planted(3)
    assert counts(tree) == {name: 4 if name == "nodes" else 0 for name in counts(tree)}
    slot = best_child(tree, 0)
    assert (tree.move[slot], tree.visits[slot], tree.mean[slot]) == (100, 0, 0.0)
    tree.visits[slot], tree.mean[slot] = 1, 0.1
    assert best_move(tree) == 100
    assert tree.total[0] == 0.0


def test_an_urgency_that_is_reached_leaves_the_rest_untried():
    tree = planted(3)
    tree.is_greedy = True
    slot = open_child(tree, 0)
    tree.visits[slot], tree.mean[slot] = 1, 0.75
    tree.urgency = 0.75
    assert best_child(tree, 0) == slot
    tree.urgency = 0.76
    assert best_child(tree, 0) == slot + 1
    assert tree.proof[slot + 1] == OPEN


def test_a_table_of_moves_shows_means_within_0_and_1():
    search = Search(solve_pile, pile(6)).think(40)
    tree = search.tree
    means = [tree.mean[slot] for slot in tried_children(tree, 0)]
    assert max(means) > 1.0 or min(means) < 0.0
    assert all(0.0 <= mean <= 1.0 for _, _, mean in root_moves(tree))
    untried = Search(search_swamp, pile(0)).think(3)
    rows = root_moves(untried.tree)
    assert [visits for _, visits, _ in rows] == [1] * 3 + [0] * 247
    assert [move for move, _, _ in rows[3:]] == sorted(move for move, _, _ in rows[3:])
