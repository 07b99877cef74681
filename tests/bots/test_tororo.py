"""The rules of Tororo, a test a paragraph of docs/games/tororo.md; and against a naive game."""

import random
from itertools import permutations
from pathlib import Path

import pytest

from bots.tororo import rules
from bots.tororo.rules import COMPLETE, GROW, SEED, WAIT, State
from bots.tororo.tables import CELL_BOARD, CELLS, NEAR, PLACES, STEPS, spread_out
from bots.tororo.turns import play, size_on
from common.kernel import assign
from contests.tororo.maps import (
    NEIGHBOURS,
    SHADOW,
    distance,
    holds,
    is_legal,
    legal_actions,
    make_action,
)
from tests.bots.tororo_table import (
    PLAIN,
    RICHNESS,
    Naive,
    Tree,
    as_action,
    as_naive,
    as_state,
    cells_of,
)

PERFT = Path(__file__).resolve().parents[1] / "data" / "perft" / "tororo.txt"
RICH = tuple(RICHNESS)


def forest(*trees: tuple[int, int, int], sun: tuple[int, int] = (50, 50), day: int = 5) -> State:
    """A state with trees (cell, owner, size), all awake."""
    placed = {cell: Tree(owner, size) for cell, owner, size in trees}
    return as_state(Naive(placed, sun=sun, day=day), PLAIN)


def kinds_of(state: State, player: int = 0) -> set[tuple[int, int, int]]:
    """The player's legal actions as (kind, tree, target)."""
    groups = legal_actions(state, PLAIN, player)
    return {cells_of(action) for group in groups for action in group}


def board(*cells: int) -> int:
    """A board of these cells."""
    return sum(CELL_BOARD[cell] for cell in cells)


def cells_on(some: int) -> list[int]:
    """The cells of a board, ascending."""
    return [cell for cell in range(CELLS) if holds(some, cell)]


def size_at(state: State, cell: int) -> int:
    return size_on(state, cell)


# ---- 1. Board


def test_masks_of_the_centre_have_the_published_values():
    near = [sum(1 << cell for cell in cells_on(NEAR[far][0])) for far in (1, 2, 3)]
    assert near == [126, 524286, 137438953470]
    shade = [sum(1 << cell for cell in cells_on(SHADOW[0][size][0])) for size in (1, 2, 3)]
    assert shade == [2, 130, 524418]


def test_near_and_shadow_boards_are_those_of_the_referees_own_map():
    for cell in range(CELLS):
        for size in range(4):
            near = {other for other in range(CELLS) if 0 < distance(cell, other) <= size}
            assert NEAR[size][cell] == board(*near)
            for direction, (dx, dy) in enumerate(STEPS):
                x, y = PLACES[cell]
                line = [(x + k * dx, y + k * dy) for k in range(1, size + 1)]
                wanted = board(*(PLACES.index(place) for place in line if place in PLACES))
                assert SHADOW[direction][size][cell] == wanted


def test_a_board_spreads_to_the_neighbours_and_no_further():
    rnd = random.Random(8)
    for _ in range(100):
        chosen = rnd.sample(range(CELLS), rnd.randrange(12))
        near = {other for cell in chosen for other in NEIGHBOURS[cell]} - {-1}
        assert spread_out(board(*chosen)) == board(*near.union(chosen))


# ---- 3. Days, sun and shadows


def sun_by_day(*trees: tuple[int, int, int]) -> list[tuple[int, int]]:
    """Both players' sun of a morning of each direction."""
    state = forest(*trees)
    suns = [rules.morning_sun(state, day) for day in range(6)]
    return [(sun >> rules.SUN_SHIFT, sun & rules.SUN_MASK) for sun in suns]


def test_a_tree_gives_its_size_and_a_seed_nothing():
    assert sun_by_day((0, 0, 3), (35, 1, 0)) == [(3, 0)] * 6


def test_a_shadow_is_as_long_as_its_tree_and_falls_in_the_suns_direction():
    for size, reached in ((1, {1}), (2, {1, 7}), (3, {1, 7, 19})):
        for cell in (1, 7, 19):
            day_0 = sun_by_day((0, 0, size), (cell, 1, 1))[0]
            assert day_0 == (size, 0 if cell in reached else 1)
    assert [sun for _, sun in sun_by_day((0, 0, 1), (3, 1, 1))] == [1, 1, 0, 1, 1, 1]


def test_equal_sizes_and_own_trees_shade_and_larger_trees_do_not_mind():
    assert sun_by_day((0, 0, 2), (1, 0, 2))[0] == (2, 0)
    assert sun_by_day((0, 0, 2), (1, 0, 3))[0] == (5, 0)
    assert sun_by_day((0, 0, 3), (7, 1, 3))[0] == (3, 0)


def test_shadows_do_not_add_up_and_are_not_blocked():
    assert sun_by_day((1, 0, 1), (0, 0, 1), (7, 1, 2))[0][1] == 2
    assert sun_by_day((0, 0, 3), (1, 1, 1), (19, 1, 2))[0] == (3, 0)


def test_a_morning_wakes_all_and_gives_sun_that_is_kept():
    state = forest((0, 0, 1), (25, 1, 1), sun=(3, 4))
    play(state, PLAIN, make_action(GROW, 0), WAIT)
    play(state, PLAIN, WAIT, WAIT)
    assert state.asleep == 3 and state.dormant == board(0)
    rules.next_day(state)
    assert (state.day, state.asleep, state.dormant) == (6, 0, 0)
    assert (state.sun[0], state.sun[1]) == (3 - 3 + 2, 4 + 1)


def test_there_is_no_morning_after_day_23():
    state = forest((0, 0, 3), day=23)
    rules.next_day(state)
    assert (state.day, state.sun[0]) == (24, 50)


# ---- 4. Actions


@pytest.mark.parametrize(("size", "cost"), [(0, 1), (1, 3), (2, 7)])
def test_growing_costs_more_for_each_own_tree_of_the_next_size(size, cost):
    others = [(cell, 0, size + 1) for cell in (19, 22)] + [(25, 1, size + 1)]
    state = forest((0, 0, size), *others)
    assert not is_legal(
        forest((0, 0, size), *others, sun=(cost + 1, 9)), PLAIN, 0, make_action(1, 0)
    )
    again = forest((0, 0, size), *others)
    play(state, PLAIN, make_action(GROW, 0), WAIT)
    assert state.sun[0] == 50 - cost - 2
    rules.grow(again, PLAIN, 0, 0, size)
    assert size_at(again, 0) == size_at(state, 0) == size + 1
    assert state.dormant == board(0)


def test_a_seed_costs_the_number_of_own_seeds_and_reaches_as_far_as_its_tree():
    state = forest((0, 0, 1), (19, 0, 0), (22, 0, 0), (25, 1, 0))
    assert {c for k, t, c in kinds_of(state) if k == SEED and t == 0} == {1, 2, 3, 4, 5, 6}
    play(state, PLAIN, make_action(SEED, 0, 4), WAIT)
    assert state.sun[0] == 48
    assert (size_at(state, 4), state.dormant) == (0, board(0, 4))
    assert holds(state.mine, 4)


def test_nothing_is_seeded_on_holes_and_trees_nor_by_seeds():
    ground = rules.make_ground([3, 0, *RICHNESS[2:]])
    state = forest((0, 0, 1), (2, 1, 0), (19, 0, 0))
    assert not is_legal(state, ground, 0, make_action(SEED, 0, 1))
    assert not is_legal(state, ground, 0, make_action(SEED, 0, 2))
    assert is_legal(state, ground, 0, make_action(SEED, 0, 3))
    assert not is_legal(state, ground, 0, make_action(SEED, 19, 20))


@pytest.mark.parametrize(("cell", "bonus"), [(0, 4), (7, 2), (19, 0)])
def test_completing_pays_nutrients_and_richness_and_removes_the_tree(cell, bonus):
    state = forest((cell, 0, 3))
    play(state, PLAIN, make_action(COMPLETE, cell), WAIT)
    assert (state.score[0], state.nutrients, state.sun[0]) == (20 + bonus, 19, 46)
    assert rules.all_trees(state) == state.dormant == state.mine == 0
    assert state.key == 0, "nothing is left of it"


def test_two_completions_of_a_turn_both_get_the_full_value():
    state = forest((0, 0, 3), (19, 1, 3))
    play(state, PLAIN, make_action(COMPLETE, 0), make_action(COMPLETE, 19))
    assert (state.score[0], state.score[1], state.nutrients) == (24, 20, 18)


def test_nutrients_stay_at_0():
    state = forest((0, 0, 3), (19, 1, 3))
    state.nutrients = 1
    play(state, PLAIN, make_action(COMPLETE, 0), make_action(COMPLETE, 19))
    assert (state.score[0], state.score[1], state.nutrients) == (5, 1, 0)


def test_two_seeds_on_one_cell_are_lost_but_not_paid():
    state = forest((1, 0, 1), (3, 1, 1), (19, 0, 0))
    play(state, PLAIN, make_action(SEED, 1, 2), make_action(SEED, 3, 2))
    assert (state.sun[0], state.sun[1]) == (50, 50)
    assert size_at(state, 2) == -1
    assert state.dormant == board(1, 3)
    assert state.asleep == 0


def test_a_cell_is_free_only_after_the_turn_in_which_its_tree_is_completed():
    state = forest((1, 0, 3), (0, 1, 2))
    assert not is_legal(state, PLAIN, 1, make_action(SEED, 0, 1))
    play(state, PLAIN, make_action(COMPLETE, 1), WAIT)
    assert is_legal(state, PLAIN, 1, make_action(SEED, 0, 1))


def test_impossible_actions_are_not_legal():
    state = forest((0, 0, 3), (1, 1, 2), (2, 0, 1), sun=(3, 3))
    for action in (
        make_action(COMPLETE, 0),  # not enough sun
        make_action(COMPLETE, 2),  # not tall
        make_action(GROW, 0),  # tall already
        make_action(GROW, 1),  # the rival's
        make_action(GROW, 5),  # no tree
        make_action(GROW, 40),
        make_action(SEED, 2, 63),
        make_action(SEED, 2, 13),  # too far
        7 << rules.KIND_SHIFT,
    ):
        assert not is_legal(state, PLAIN, 0, action), action
    assert is_legal(state, PLAIN, 0, WAIT)


# ---- Against the naive game


def random_walks(count: int, seed: int):
    """Random games of the naive kind: a state and a joint action."""
    rnd = random.Random(seed)
    for _ in range(count):
        cells = rnd.sample(range(CELLS), 8)
        trees = {cell: Tree(k % 2, rnd.randrange(4)) for k, cell in enumerate(cells)}
        naive = Naive(trees, RICH, (rnd.randrange(20), rnd.randrange(20)), day=rnd.randrange(23))
        while naive.day < 24:
            actions = [list(naive.actions(player)) for player in (0, 1)]
            chosen = [
                rnd.choice(mine[1:] if rnd.random() < 0.8 and mine[1:] else mine)
                for mine in actions
            ]
            yield naive, actions, chosen
            naive = naive.play(*chosen)


def test_random_games_are_those_of_the_naive_game():
    turns = 0
    for naive, actions, chosen in random_walks(25, 4):
        state = as_state(naive, PLAIN)
        for player in (0, 1):
            if player not in naive.asleep:
                ours = sorted(sum(legal_actions(state, PLAIN, player), []))
                assert ours == sorted(map(as_action, actions[player][1:]))
                assert all(is_legal(state, PLAIN, player, action) for action in ours)
        play(state, PLAIN, as_action(chosen[0]), as_action(chosen[1]))
        if state.asleep == 3:
            rules.next_day(state)
        after = naive.play(*chosen)
        if after.day == 24:
            after = Naive(
                after.trees, RICH, after.sun, after.score, after.nutrients, 24, frozenset((0, 1))
            )
        assert as_naive(state, RICH) == after
        again = as_state(after, PLAIN)
        assert rules.key_of(state) == rules.key_of(again)
        turns += 1
    assert turns > 500


def test_keys_tell_states_apart():
    keys: dict[int, object] = {}
    for naive, _, _ in random_walks(12, 9):
        state = as_state(naive, PLAIN)
        parts = (
            str(sorted(naive.trees.items())),
            naive.sun,
            naive.score,
            naive.nutrients,
            naive.day,
        )
        assert keys.setdefault(rules.key_of(state), parts) == parts
    assert len(keys) > 200


def test_keys_tell_every_number_of_a_state_from_the_others():
    """Suns and scores in all orders, then each other number one larger."""
    keys = []
    for numbers in permutations((3, 5, 8, 13)):
        state = forest((0, 0, 2), (20, 1, 1), sun=(numbers[0], numbers[1]))
        state.score[0], state.score[1] = numbers[2], numbers[3]
        keys.append(rules.key_of(state))
    state.nutrients += 1
    keys.append(rules.key_of(state))
    state.day += 1
    keys.append(rules.key_of(state))
    rules.make_dormant(state, 20)
    keys.append(rules.key_of(state))
    assert len(set(keys)) == len(keys) == 27
    assert all(0 <= key < 1 << rules.KEY_BITS for key in keys)


# ---- Perft: joint ways to play, counted


def read_perft() -> list[tuple[str, Naive, dict[int, int]]]:
    """The positions of tests/data/perft/tororo.txt."""
    found: list[tuple[str, Naive, dict[int, int]]] = []
    name = ""
    for line in PERFT.read_text(encoding="ascii").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word == "pos":
            rich, day, nutrients, sun, score, asleep, *rows = rest.split()
            trees = {}
            for row in rows:
                cell, size, owner, dormant = map(int, row.split("."))
                trees[cell] = Tree(owner, size, bool(dormant))
            naive = Naive(
                trees,
                tuple(map(int, rich)),
                tuple(map(int, sun.split(","))),
                tuple(map(int, score.split(","))),
                int(nutrients),
                int(day),
                frozenset(player for player in (0, 1) if int(asleep) >> player & 1),
            )
            found.append((name, naive, {}))
        elif word == "perft":
            depth, count = map(int, rest.split())
            found[-1][2][depth] = count
    return found


def perft(state: State, ground: rules.Ground, depth: int) -> int:
    """Joint ways to play so many turns, by the rules."""
    if depth == 0 or state.day == 24:
        return 1
    sides = []
    for player in (0, 1):
        is_awake = state.asleep >> player & 1 == 0
        groups = legal_actions(state, ground, player) if is_awake else []
        sides.append([WAIT, *(action for group in groups for action in group)])
    if depth == 1:
        return len(sides[0]) * len(sides[1])
    total = 0
    for first in sides[0]:
        for second in sides[1]:
            after = State()
            assign(after, state)
            play(after, ground, first, second)
            if after.asleep == 3:
                rules.next_day(after)
            total += perft(after, ground, depth - 1)
    return total


def check_perft(least: int, most: int) -> int:
    """Compares all counts of `least` to `most`; how many there were."""
    checked = 0
    for name, naive, counts in read_perft():
        ground = rules.make_ground(list(naive.richness))
        for depth, count in counts.items():
            if least <= count <= most:
                assert perft(as_state(naive, ground), ground, depth) == count, (name, depth)
                assert count > 5000 or naive.perft(depth) == count, (name, depth)
                checked += 1
    return checked


def test_joint_ways_to_play_are_counted_as_the_naive_game_counts_them():
    assert check_perft(1, 20_000) >= 20


@pytest.mark.campaign
def test_joint_ways_to_play_up_to_four_turns_are_counted_as_the_naive_game_counts_them():
    assert check_perft(20_001, 2_000_000) >= 13
