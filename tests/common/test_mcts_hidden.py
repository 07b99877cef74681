"""The lean search for hidden parts on toys with known answers, in both engines."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from botsmith.compiler.engine import Engine as CEngine
from botsmith.compiler.translate import translate
from common.rng import draw, make_dice
from common.search import mcts_hidden
from common.search.mcts_hidden import NONE, Tree, plant
from tests.common.mcts_toys import (
    Cards,
    Nothing,
    Pile,
    cards_mover,
    list_cards,
    list_takes,
    no_sample,
    pile_mover,
    play_card,
    rate_cards,
    rate_pile,
    sample_card,
    take,
)

search_pile = mcts_hidden.bind(no_sample, list_takes, pile_mover, take, rate_pile, draw)
search_cards = mcts_hidden.bind(sample_card, list_cards, cards_mover, play_card, rate_cards, draw)


def tree_of(is_greedy: bool) -> Tree:
    tree = Tree()
    tree.is_greedy = is_greedy
    plant(tree)
    return tree


def rows(tree: Tree) -> list[tuple[int, int, float, int]]:
    """The root's children."""
    engine = SimpleNamespace(read=lambda path, at: float(getattr(tree, path.split(".")[1])[at]))
    return mcts_hidden.children(engine, "tree", 0)  # type: ignore[arg-type]


def pile(count: int) -> Pile:
    start = Pile()
    start.stones = count
    return start


@pytest.mark.parametrize("is_greedy", [False, True])
@pytest.mark.parametrize(("count", "best"), [(5, 1), (6, 2), (7, 3)])
def test_it_finds_the_only_winning_move(count, best, is_greedy):
    tree = tree_of(is_greedy)
    search_pile(tree, pile(count), Pile(), Nothing(), make_dice(1), 3000)
    found = rows(tree)
    assert max(found, key=lambda row: row[2])[0] == best
    assert sum(row[1] for row in found) == 3000 == tree.iterations


@pytest.mark.parametrize("count", range(1, 30))
def test_after_any_iteration_there_is_an_answer_and_the_counts_agree(count):
    tree = tree_of(count % 2 == 0)
    search_cards(tree, Cards(), Cards(), Nothing(), make_dice(count), count)
    assert rows(tree)[0][1] >= 1
    assert sum(row[1] for row in rows(tree)) == count
    assert tree.used <= count + 1
    assert all(tree.visits[slot] > 0.0 for slot in range(1, tree.used))
    assert tree.first[0] != NONE


def test_c_grows_the_same_trees(require):
    require("gcc")
    engine = CEngine(translate({"search_cards": search_cards}, pools="pure"), with_pools=True)
    for seed in random.Random(2).sample(range(1000), 3):
        here, there = tree_of(seed % 2 == 0), tree_of(seed % 2 == 0)
        dice: list[Any] = [make_dice(seed), make_dice(seed)]
        search_cards(here, Cards(), Cards(), Nothing(), dice[0], 500)
        engine.run("search_cards", there, Cards(), Cards(), Nothing(), dice[1], 500)
        assert rows(here) == rows(there)
        assert dice[0].state == dice[1].state


@pytest.mark.parametrize("is_greedy", [False, True])
def test_replies_that_only_one_sample_allows_are_weighed_by_how_often_it_is_drawn(is_greedy):
    tree = tree_of(is_greedy)
    search_cards(tree, Cards(), Cards(), Nothing(), make_dice(4), 4000)
    assert max(rows(tree), key=lambda row: row[2])[0] == 0  # PASS: 0.55, LOOK pays 0.45
