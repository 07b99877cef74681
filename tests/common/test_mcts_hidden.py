"""The search for hidden parts on toys with known answers, in both engines."""

import random
from typing import Any

import pytest

from common.kernel import Numbers, kernel
from common.rng import Dice, draw, make_dice
from common.search import mcts_hidden
from common.search.mcts_hidden import (
    MAX_DEPTH,
    NONE,
    POOL,
    SECRET_POOL,
    SECRETS,
    Tree,
    counts,
    describe,
    plant,
)
from tests.common.mcts_toys import (
    BET,
    ENTER,
    GUARD,
    LEAVE,
    LOOK,
    NOD,
    PASS,
    PUNISH,
    STAY,
    Cards,
    Nothing,
    Pile,
    cards_mover,
    his_card,
    list_cards,
    list_doors,
    list_takes,
    no_pile_secret,
    no_sample,
    no_secret,
    pile,
    pile_mover,
    play_card,
    play_door,
    rate_cards,
    rate_pile,
    sample_card,
    take,
)
from tests.common.plain_mcts import PlainHiddenSearch, hidden_rows
from tests.compiler.library import Library

search_pile = mcts_hidden.bind(
    no_sample, list_takes, pile_mover, take, rate_pile, no_pile_secret, draw
)
search_cards = mcts_hidden.bind(
    sample_card, list_cards, cards_mover, play_card, rate_cards, no_secret, draw
)
search_door = mcts_hidden.bind(
    sample_card, list_doors, cards_mover, play_door, rate_cards, his_card, draw
)
search_door_blindly = mcts_hidden.bind(
    sample_card, list_doors, cards_mover, play_door, rate_cards, no_secret, draw
)


def tree_of(is_greedy: bool) -> Tree:
    tree = Tree()
    tree.is_greedy = is_greedy
    plant(tree)
    return tree


def rows(tree: Tree) -> list[tuple[int, int, float, int]]:
    """The root's children."""
    return mcts_hidden.children(tree, 0)


@pytest.mark.parametrize("is_greedy", [False, True])
def test_it_finds_the_only_winning_move(is_greedy):
    tree = tree_of(is_greedy)
    search_pile(tree, pile(7), Pile(), Nothing(), make_dice(1), 3000)
    found = rows(tree)
    assert max(found, key=lambda row: row[2])[0] == 3
    assert sum(row[1] for row in found) == 3000 == tree.iterations


@pytest.mark.parametrize("count", range(1, 9))
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
    for search in (search_cards, search_door):
        example = (tree_of(True), Cards(), Cards(), Nothing(), make_dice(1), 1)
        library = Library({search: example})
        for seed in random.Random(2).sample(range(1000), 2):
            here, there = tree_of(seed % 2 == 0), tree_of(seed % 2 == 0)
            dice: list[Any] = [make_dice(seed), make_dice(seed)]
            search(here, Cards(), Cards(), Nothing(), dice[0], 300)
            library.call(search, there, Cards(), Cards(), Nothing(), dice[1], 300)
            assert rows(here) == rows(there)
            assert here.secret_total == there.secret_total
            assert dice[0].state == dice[1].state


@pytest.mark.parametrize("is_greedy", [False, True])
def test_a_hidden_card_counts_with_its_odds(is_greedy):
    tree = tree_of(is_greedy)
    tree.exploration = 2.0
    search_cards(tree, Cards(), Cards(), Nothing(), make_dice(1), 4000)
    found = rows(tree)
    values = {move: mean for move, _, mean, _ in found}
    assert max(found, key=lambda row: row[1])[0] == PASS
    assert values[PASS] == pytest.approx(0.55)
    assert values[BET] == pytest.approx(0.5, abs=0.08)
    assert values[LOOK] == pytest.approx(0.45, abs=0.08)


def test_replies_come_as_often_as_their_sample_is_drawn():
    tree = tree_of(is_greedy=False)
    tree.exploration = 2.0
    search_cards(tree, Cards(), Cards(), Nothing(), make_dice(1), 4000)
    look = next(slot for move, _, _, slot in rows(tree) if move == LOOK)
    replies = {tree.move[slot]: slot for slot in chain(tree, look)}
    nod, punish = replies[NOD], replies[PUNISH]
    share = tree.visits[nod] / (tree.visits[nod] + tree.visits[punish])
    assert share == pytest.approx(0.5, abs=0.1), "and not by what the opponent would like"
    assert tree.total[nod] / tree.visits[nod] < 0.2
    assert tree.total[punish] / tree.visits[punish] > 0.9


def chain(tree: Tree, node: int) -> list[int]:
    """The slots of a node's children."""
    slots, slot = [], tree.first[node]
    while slot != NONE:
        slots.append(slot)
        slot = tree.next[slot]
    return slots


@pytest.mark.parametrize("is_greedy", [False, True])
def test_the_opponent_plays_what_he_knows(is_greedy):
    tree, blind = tree_of(is_greedy), tree_of(is_greedy)
    search_door(tree, Cards(), Cards(), Nothing(), make_dice(1), 4000)
    search_door_blindly(blind, Cards(), Cards(), Nothing(), make_dice(1), 4000)
    assert max(rows(tree), key=lambda row: row[2])[0] == GUARD
    assert max(rows(blind), key=lambda row: row[2])[0] == LEAVE
    leave = next(slot for move, _, _, slot in rows(tree) if move == LEAVE)
    replies = {tree.move[slot]: tree.secrets[slot] for slot in chain(tree, leave)}
    weak, strong = 1, 2
    entered, stayed = (tree.secret_visits[replies[it] + strong] for it in (ENTER, STAY))
    assert entered > 2 * stayed
    entered, stayed = (tree.secret_visits[replies[it] + weak] for it in (ENTER, STAY))
    assert stayed > 2 * entered


def test_a_full_pool_of_secrets_ends_what_is_told_apart_and_not_the_search():
    tree = tree_of(is_greedy=False)
    tree.used_secrets = SECRET_POOL - SECRETS
    search_door(tree, Cards(), Cards(), Nothing(), make_dice(1), 500)
    assert tree.used_secrets == SECRET_POOL
    leave = next(slot for move, _, _, slot in rows(tree) if move == LEAVE)
    assert sorted(tree.secrets[slot] for slot in chain(tree, leave)) == [
        NONE,
        tree.used_secrets - SECRETS,
    ]
    assert tree.iterations == 500


def test_every_iteration_has_a_sample_of_its_own_and_the_start_none():
    start, world = Cards(), Cards()
    search_cards(tree_of(is_greedy=False), start, world, Nothing(), make_dice(1), 50)
    assert (start.card, start.stage, start.samples) == (-1, 0, 0)
    assert world.samples == 1


def test_a_full_pool_ends_the_growth_and_not_the_search():
    tree = tree_of(is_greedy=False)
    search_pile(tree, pile(14), Pile(), Nothing(), make_dice(1), 3)
    tree.used = POOL - 10
    search_pile(tree, pile(14), Pile(), Nothing(), make_dice(2), 500)
    assert tree.used == POOL
    assert tree.iterations == tree.visits[0] == 503


# ---- The same search a second time, plainly


@kernel
def some_takes(pile: Pile, setting: Nothing, moves: Numbers[int]) -> int:
    """Those of the pile, but with a hidden card (taken) one more, or none of the first."""
    count = list_takes(pile, setting, moves)
    if pile.taken == 1 and count > 1:
        moves[0] = moves[count - 1]
        return count - 1
    return count


@kernel
def hide(pile: Pile, setting: Nothing, dice: Dice) -> None:
    """A bit."""
    pile.taken = draw(dice, 2)


@kernel
def hidden_bit(pile: Pile, setting: Nothing, move: int) -> int:
    """The bit, of which the other player alone knows; nothing with many stones."""
    return pile.taken + SECRETS - 2 if pile.player == 1 and pile.stones < 9 else 0


@kernel
def take_some(pile: Pile, setting: Nothing, move: int) -> None:
    """Leaves the bit as it is."""
    pile.stones -= move
    pile.player = 1 - pile.player


GAMES = {
    "pile": (no_sample, list_takes, pile_mover, take, rate_pile, no_pile_secret),
    "cards": (sample_card, list_cards, cards_mover, play_card, rate_cards, no_secret),
    "door": (sample_card, list_doors, cards_mover, play_door, rate_cards, his_card),
    "bit": (hide, some_takes, pile_mover, take_some, rate_pile, hidden_bit),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("is_greedy", [False, True])
@pytest.mark.parametrize("exploration", [0.3, 1.5])
def test_the_tree_is_that_of_a_plain_search(game, is_greedy, exploration):
    search = mcts_hidden.bind(*GAMES[game], draw)  # type: ignore[arg-type]
    for seed in (1, 2):
        start: Any = Cards() if game in ("cards", "door") else pile(10 + seed)
        tree, dice = tree_of(is_greedy), make_dice(seed)
        tree.exploration, tree.epsilon = exploration, 0.3
        plain = PlainHiddenSearch(GAMES[game], start, tree, make_dice(seed))
        for number in range(120):
            search(tree, start, type(start)(), Nothing(), dice, 1)
            plain.think(type(start)(), Nothing())
            if number % 20 == 0:
                assert hidden_rows(tree, 0) == plain.root.rows()
        assert hidden_rows(tree, 0) == plain.root.rows()
        assert tree.picks == plain.picks
        assert dice.state == plain.dice.state
        assert counts(tree)["depth"] == round(plain.picks / 120)
        assert counts(tree)["ucb"] == (0 if is_greedy else plain.picks)


# ---- Its edges


@kernel
def list_one(pile: Pile, setting: Nothing, moves: Numbers[int]) -> int:
    """One way, for ever."""
    moves[0] = 1
    return 1


search_way = mcts_hidden.bind(
    no_sample, list_one, pile_mover, take_some, rate_pile, no_pile_secret, draw
)


def test_a_search_deeper_than_its_room_rates_where_it_stands():
    tree = tree_of(is_greedy=False)
    search_way(tree, pile(0), Pile(), Nothing(), make_dice(1), MAX_DEPTH + 20)
    assert (tree.iterations, tree.used) == (MAX_DEPTH + 20, MAX_DEPTH + 1)
    assert tree.visits[tree.path[MAX_DEPTH]] == 21


def test_the_last_slot_of_the_pool_is_used():
    tree = tree_of(is_greedy=False)
    tree.used = POOL - 1
    search_pile(tree, pile(14), Pile(), Nothing(), make_dice(1), 2)
    assert (tree.used, tree.first[0], tree.next[POOL - 1]) == (POOL, POOL - 1, NONE)


def test_counts_by_secret_begin_at_zero_whatever_was_there():
    tree, fresh = tree_of(is_greedy=False), tree_of(is_greedy=False)
    for which in (tree, fresh):
        if which is tree:
            tree.secret_visits[:] = [7.0] * SECRET_POOL
            tree.secret_total[:] = [5.0] * SECRET_POOL
        search_door(which, Cards(), Cards(), Nothing(), make_dice(1), 200)
    assert hidden_rows(tree, 0) == hidden_rows(fresh, 0)
    assert tree.used_secrets > 2 * SECRETS


def test_a_description_names_moves_and_the_principal_line():
    tree = tree_of(is_greedy=False)
    assert describe(tree, str) == {"moves": [], "line": []}
    assert set(counts(tree).values()) == {0, 1}, "the root alone"
    search_door(tree, Cards(), Cards(), Nothing(), make_dice(1), 400)
    report = describe(tree, "way {}".format)
    visits = [row["visits"] for row in report["moves"]]
    assert (sum(visits), visits) == (400, sorted(visits, reverse=True))
    best = rows(tree)[0]
    assert report["moves"][0] == {"move": f"way {best[0]}", "visits": best[1], "value": best[2]}
    line, slot = [best[0]], best[3]
    while below := mcts_hidden.children(tree, slot):
        line.append(below[0][0])
        slot = below[0][3]
    assert report["line"] == [f"way {move}" for move in line]
