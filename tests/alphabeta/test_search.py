"""Alpha-beta against brute force, stopped at every step, and against what rubot did."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from benchmarks.alphabeta_parts import (
    ALL,
    PLAIN,
    RAGGED,
    TicTacToe,
    formula_trees,
    formula_values,
    written_trees,
)
from botsmith.alphabeta.conditions import Depth, Logger, Steps, ToCompletion
from botsmith.alphabeta.decision_trees import Node, TreeGame, parse_tree
from botsmith.alphabeta.game import Found, Game, Kind, Window
from botsmith.alphabeta.notes import Note
from botsmith.alphabeta.parts import RUBOT, Parts
from botsmith.alphabeta.search import AlphaBeta
from botsmith.referees.alpha_beta import Counted, Sets, answer_of, check_answers, count_calls

EVERY_STEP = 10**9
MODES = [
    pytest.param(ALL, id="all"),
    pytest.param(RUBOT, id="rubot"),
    pytest.param(PLAIN, id="plain"),
]


def search(game, condition=None, parts=ALL, player=None):
    """The answer of a search that has one: (path, fitness)."""
    choice = AlphaBeta(player, parts).detailed_select(game, condition or ToCompletion())
    assert choice is not None
    return choice


def play(text, condition=None, parts=ALL, **bounds):
    """The answer for a tree in text form."""
    return search(TreeGame(parse_tree(text), **bounds), condition, parts)


def count(game, parts, player=None):
    """Calls of `actions` of a search to the end, and its answer."""
    calls, choice = count_calls(game, parts, player)
    assert choice is not None
    return calls, choice


def leaf_of(root, path):
    """The node at the end of a line, which has to be a leaf."""
    for number in path:
        root = root.children[number]
    assert root.children == []
    return root


# ---- Trees whose answer is known


@pytest.mark.parametrize("parts", MODES)
def test_no_action_or_an_opponent_at_the_root_gives_none(parts):
    bot = AlphaBeta(None, parts)
    for text in ("- a 3", "- o 3\n  - a 9\n  - a 1"):
        assert bot.select(TreeGame(parse_tree(text)), ToCompletion()) is None
        assert bot.detailed_select(TreeGame(parse_tree(text)), Steps(0)) is None


@pytest.mark.parametrize("parts", MODES)
def test_only_leaves_count_in_a_tree_that_is_seen_to_the_end(parts):
    tree = """
- a 0
  - a 12      # a bad move follows
    - a 6
  - a 7
"""
    assert play(tree, parts=parts) == ([1], 7)


@pytest.mark.parametrize("parts", MODES)
def test_the_opponent_takes_the_lowest(parts):
    tree = """
- a 0
  - o 12
    - a 3
    - a 7
  - a 6
"""
    assert play(tree, parts=parts) == ([1], 6)


@pytest.mark.parametrize("parts", MODES)
def test_several_levels_of_one_side_in_a_row(parts):
    tree = """
- a 0
  - a 1
    - a 1
      - o 1
        - o 1
          - a 4
          - a 9
        - o 8
    - a 3
  - a 2
    - o 5
"""
    assert play(tree, parts=parts) == ([1, 0], 5)


@pytest.mark.parametrize("parts", MODES)
def test_a_single_action_is_searched_to_its_end_too(parts):
    assert play("- a 0\n  - a 9\n    - o 9\n      - a 4\n      - a -2", parts=parts) == (
        [0, 0, 1],
        -2,
    )


FLIPPING = """
- a 0
  - a 5
    - a 1
      - a 9
  - a 3
    - a 7
      - a 2
"""


@pytest.mark.parametrize("parts", MODES)
@pytest.mark.parametrize(
    ("depth", "wanted"), [(0, ([0], 5)), (1, ([1, 0], 7)), (2, ([0, 0, 0], 9))]
)
def test_a_depth_of_n_answers_from_n_iterations(parts, depth, wanted):
    assert play(FLIPPING, Depth(depth), parts) == wanted
    assert play(FLIPPING, Depth(depth + 20), parts) == ([0, 0, 0], 9) or depth == 0


@pytest.mark.parametrize("parts", MODES)
def test_without_a_single_step_the_look_ahead_answers(parts):
    assert play(FLIPPING, Steps(0), parts) == ([0], 5)
    assert play(FLIPPING, Depth(0), parts) == ([0], 5)


@pytest.mark.parametrize("parts", MODES)
def test_a_proven_win_ends_the_search(parts):
    tree = "- a 0\n  - a 100\n" + "  - a 50\n    - a 60\n      - a 70\n" * 3
    game = Counted(TreeGame(parse_tree(tree), upper=100))
    assert AlphaBeta(None, parts).detailed_select(game, ToCompletion()) == ([0], 100)
    assert game.calls == 2


@pytest.mark.parametrize("parts", MODES)
def test_a_win_in_an_open_arm_is_only_the_best_so_far(parts):
    tree = "- a 0\n  - a 100\n    - o 100\n      - a 20\n  - a 50\n"
    assert play(tree, parts=parts, upper=100) == ([1], 50)


@pytest.mark.parametrize("parts", [ALL, RUBOT])
def test_of_lost_actions_the_one_with_the_longest_line_is_chosen(parts):
    tree = """
- a 0
  - o -9
  - o 0
    - a 0
      - o -9
  - o 0
    - a -9
  - o -9
"""
    assert play(tree, parts=parts, lower=-9) == ([1, 0, 0], -9)


@pytest.mark.parametrize("parts", MODES)
def test_a_deeper_iteration_starts_without_the_alpha_of_the_last_one(parts):
    tree = """
- a 0
  - o 9
    - a 9
      - o 1
  - o 3
    - a 3
      - o 4
"""
    assert play(tree, Depth(1), parts).fitness == 9
    assert play(tree, parts=parts) == ([1, 0, 0], 4)


@pytest.mark.parametrize("parts", MODES)
def test_a_limit_that_equals_the_best_does_not_replace_it(parts):
    tree = """
- a 0
  - a 0
    - o 5
      - a 5
    - o 6
      - a 5
      - a 1
  - a 0
    - a 4
"""
    choice = play(tree, parts=parts)
    assert choice.path[0] == 0
    assert leaf_of(parse_tree(tree), choice.path).fitness == choice.fitness == 5


# ---- Against brute force


def nodes(children, fitness):
    return st.builds(Node, st.booleans(), fitness, children)


def trees(reach):
    """Small ragged trees with choosers in any order; the bot chooses at the root."""
    fitness = st.integers(-reach, reach)
    leaf = nodes(st.just([]), fitness)
    inner = st.recursive(
        leaf, lambda child: nodes(st.lists(child, min_size=1, max_size=3), fitness), max_leaves=14
    )
    return st.builds(Node, st.just(True), fitness, st.lists(inner, min_size=1, max_size=4))


PARTS = st.builds(
    Parts,
    *[st.booleans() for _ in range(8)],
    notes=st.sampled_from([0, 3, 1000]),
)


def check(game, parts):
    """All guarantees of one search, stopped at every step."""
    values = [child.values() for child in game.node.children]
    check_answers(game, Sets(values), max(map(len, values)), EVERY_STEP, parts)


@given(trees(2), PARTS)
def test_ties_everywhere(root, parts):
    check(TreeGame(root), parts)


@given(trees(50), PARTS)
def test_any_tree_with_any_parts(root, parts):
    check(TreeGame(root), parts)


@given(trees(3), PARTS)
def test_trees_with_both_bounds(root, parts):
    check(TreeGame(root, 3, -3), parts)


@given(trees(20))
def test_the_whole_search_on_any_tree(root):
    check(TreeGame(root), ALL)


@given(trees(20))
def test_the_expected_line_ends_in_a_leaf_with_the_value(root):
    choice = search(TreeGame(root))
    assert leaf_of(root, choice.path).fitness == choice.fitness


@given(trees(5), PARTS)
def test_nothing_is_kept_between_two_calls(root, parts):
    bot = AlphaBeta(None, parts)
    first, second = (Logger(ToCompletion()) for _ in range(2))
    assert bot.detailed_select(TreeGame(root), first) == bot.detailed_select(TreeGame(root), second)
    assert first.steps == second.steps
    assert bot.select(TreeGame(root), Depth(3)) == AlphaBeta(None, parts).select(
        TreeGame(root), Depth(3)
    )


# ---- Games that hash


class SharedGame(TreeGame):
    """A tree in which the same node may stand at several places."""

    def key(self):
        return id(self.node)


@st.composite
def shared_trees(draw):
    """Up to 12 nodes; the children of each are any of those after it."""
    made: list[Node] = []
    for _ in range(draw(st.integers(1, 11))):
        children = draw(st.lists(st.sampled_from(made), max_size=3)) if made else []
        made.append(Node(draw(st.booleans()), draw(st.integers(-4, 4)), children))
    return Node(True, 0, draw(st.lists(st.sampled_from(made), min_size=1, max_size=4)))


@given(shared_trees(), st.booleans(), st.sampled_from([2, 1000]))
def test_states_that_are_met_again(root, table, notes):
    check(SharedGame(root), replace(ALL, table=table, notes=notes))


class Ring(Game[int, int, int]):
    """Ten places in a ring, a step either way: no end, and every state comes back."""

    FITNESS = (0, 3, -2, 5, 5, -7, 1, 8, -4, 2)

    def __init__(self, place=0, turn=0):
        self.place, self.turn = place, turn

    def actions(self, player):
        return self.turn % 3 != 2, (-1, 1)

    def execute(self, action, player):
        self.place, self.turn = (self.place + action) % 10, (self.turn + 1) % 3
        return self.FITNESS[self.place]

    def key(self):
        return self.place, self.turn

    def copy(self):
        return Ring(self.place, self.turn)

    def unfold(self, depth):
        """The tree below this state."""
        children = []
        for action in (-1, 1) if depth else ():
            child = self.copy()
            child.execute(action, 0)
            children.append(child.unfold(depth - 1))
        return Node(self.turn % 3 != 2, self.FITNESS[self.place], children)


@pytest.mark.parametrize("depth", range(8))
def test_states_that_come_back_for_ever(depth):
    root = Ring().unfold(9)
    value, best = Sets([child.values() for child in root.children]).best(depth)
    choice = search(Ring(), Depth(depth), player=0)
    assert choice.fitness == value
    assert (-1, 1).index(choice.path[0]) in best


def test_tic_tac_toe_is_a_draw_and_the_table_saves_most_of_it():
    with_table, choice = count(TicTacToe(), ALL, 0)
    without, same = count(TicTacToe(), replace(ALL, table=False), 0)
    assert choice.fitness == same.fitness == 0
    assert len(choice.path) == 9
    assert with_table < 0.6 * without


def test_tic_tac_toe_takes_a_win_and_stops_one():
    win = TicTacToe((0, 0, -1, 1, 1, -1, -1, -1, -1), 0)
    assert search(win, player=0) == ([2], 1)
    threat = TicTacToe((0, -1, -1, 1, 1, -1, -1, -1, 0), 0)
    assert AlphaBeta(0).select(threat, Depth(2)) == 5


# ---- Other fitnesses and actions


class Odd(Game[str, list[int], Any]):
    """Actions that do not hash, fitness of any kind: a tree of [who, fitness, children]."""

    def __init__(self, tree):
        self.tree = tree

    def actions(self, player):
        return self.tree[0] == player, [[number] for number in range(len(self.tree[2]))]

    def execute(self, action, player):
        self.tree = self.tree[2][action[0]]
        return self.tree[1]

    def copy(self):
        return Odd(self.tree)


@pytest.mark.parametrize("parts", MODES)
def test_fitness_may_be_a_truth(parts):
    tree = ["me", False, [["you", True, [["me", False, []]]], ["you", False, [["me", True, []]]]]]
    assert search(Odd(tree), None, parts, "me") == ([[1], [0]], True)


@pytest.mark.parametrize("parts", MODES)
def test_fitness_may_be_a_tuple(parts):
    ends = [["me", (1, 5), []], ["me", (1, 4), []]]
    tree = ["me", (0, 0), [["you", (9, 9), ends], ["me", (1, 3), []], ["me", (0, 9), []]]]
    choice = search(Odd(tree), None, parts, "me")
    assert choice == ([[0], [1]], (1, 4))


class Chain(Game[None, int, int]):
    """One action a state, up to the end."""

    def __init__(self, left):
        self.left = left

    def actions(self, player):
        return self.left % 2 == 0, (0,) if self.left else ()

    def execute(self, action, player):
        self.left -= 1
        return -self.left

    def copy(self):
        return Chain(self.left)


def test_a_line_longer_than_the_stack_of_python():
    choice = search(Chain(400))
    assert (len(choice.path), choice.fitness) == (400, 0)


# ---- What is remembered


def test_a_limit_is_only_used_where_it_decides():
    note = Note[int, int]()
    for kind, window, is_known in [
        (Kind.EXACT, Window(), True),
        (Kind.AT_MOST, Window(alpha=5), True),
        (Kind.AT_MOST, Window(alpha=4), False),
        (Kind.AT_MOST, Window(alpha=5, keeps_alpha=True), False),
        (Kind.AT_MOST, Window(), False),
        (Kind.AT_LEAST, Window(beta=5), True),
        (Kind.AT_LEAST, Window(beta=6), False),
        (Kind.AT_LEAST, Window(beta=5, keeps_beta=True), False),
    ]:
        for is_finished in (False, True):
            note.keep(found := make_found(5, kind, is_finished), 3)
            assert note.known(3, window) == (found if is_known else None)
            assert note.known(4, window) == (found if is_known and is_finished else None)
            assert note.known(2, window) is None


def make_found(value, kind, is_finished):
    return Found(value, kind, is_finished, (0,))


def test_arms_that_finish_early_cost_fewer_steps_when_they_are_remembered():
    ragged = [game for kind, game in written_trees() if kind in RAGGED]

    def steps(parts):
        return sum(count_calls(game, parts, None)[0] for game in ragged)

    assert steps(RUBOT) < 0.9 * steps(replace(RUBOT, arms=False))
    assert steps(ALL) < 0.9 * steps(replace(ALL, arms=False))


# Calls of `actions` that the rubot mode makes for each of the 48 trees by formula.
CALLS_OF_RUBOT = [int(calls) for calls in """
    12678 2137 3618 2378 19523 2162 19530 3195 2675 7203 2990 2068 6323 3984 99007 4119 3173
    2125 2142 2987 83972 1578 86731 9407 3073 3650 60927 1971 33067 5705 5341 3091 29600 6350
    31362 2125 26610 3046 5718 1961 49364 5123 5963 4056 6823 6155 6612 1963
    """.split()]


def test_the_trees_by_formula_take_fewer_calls_than_promised_and_none_more_than_rubot():
    total = 0
    for game, value, plain in zip(formula_trees(), formula_values(), CALLS_OF_RUBOT, strict=True):
        better, answer = count(game, ALL)
        assert answer.fitness == value
        assert better <= plain, game.formula
        total += better
    assert total <= 405_000


@pytest.mark.campaign
def test_the_rubot_mode_takes_these_calls_for_the_trees_by_formula():
    assert [count(game, RUBOT)[0] for game in formula_trees()] == CALLS_OF_RUBOT


def test_a_stop_while_a_better_arm_is_valued_answers_that_arm():
    # At depth 1 arm 0 is known to be worth 5 and arm 1 to be better before it is known by how much.
    tree = """
- a 0
  - o 9
    - a 5
      - o 5
        - a 5
  - o 8
    - a 3
      - o 7
        - a 7
    - a 6
      - o 8
        - a 8
"""
    game = TreeGame(parse_tree(tree))
    sets = Sets([child.values() for child in game.node.children])
    answers = []
    for steps in range(60):
        choice, logger = answer_of(game, Steps(steps), ALL)
        answers.append(choice.path[0])
        assert choice.path[0] in sets.allowed(logger.iterations)
    assert answers[0] == 0 and answers[-1] == 1
    assert sorted(answers) == answers
