"""Alpha-beta against brute force, stopped at every step, and against what rubot did."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from botsmith.alphabeta.game import Depth, Game, Logger, Steps, ToCompletion
from botsmith.alphabeta.search import AlphaBeta
from botsmith.alphabeta.trees import Node, TreeGame
from botsmith.referees.alpha_beta import Sets, check_answers
from tests.alphabeta.written import tree_of
from tests.pages import files_of, page_beside

TREES = files_of(page_beside(__file__, "trees.txt")["trees"])

EVERY_STEP = 10**9
MODES = [pytest.param(False, id="with replies"), pytest.param(True, id="plain")]


def search(game, condition=None, is_plain=False, player=None):
    """The answer of a search that has one: (path, fitness)."""
    choice = AlphaBeta(player, is_plain).detailed_select(game, condition or ToCompletion())
    assert choice is not None
    return choice


def play(text, condition=None, is_plain=False, **bounds):
    """The answer for a tree in text form."""
    return search(TreeGame(tree_of(text), **bounds), condition, is_plain)


def leaf_of(root, path):
    """The node at the end of a line, which has to be a leaf."""
    for number in path:
        root = root.children[number]
    assert root.children == []
    return root


# ---- Trees whose answer is known


@pytest.mark.parametrize("is_plain", MODES)
def test_no_action_or_an_opponent_at_the_root_gives_none(is_plain):
    bot = AlphaBeta(None, is_plain)
    for text in ("- a 3", "- o 3\n  - a 9\n  - a 1"):
        assert bot.select(TreeGame(tree_of(text)), ToCompletion()) is None
        assert bot.detailed_select(TreeGame(tree_of(text)), Steps(0)) is None


FLIPPING = TREES["three_ways"]


@pytest.mark.parametrize("is_plain", MODES)
@pytest.mark.parametrize(
    ("depth", "wanted"), [(0, ([0], 5)), (1, ([1, 0], 7)), (2, ([0, 0, 0], 9))]
)
def test_a_depth_of_n_answers_from_n_iterations(is_plain, depth, wanted):
    assert play(FLIPPING, Depth(depth), is_plain) == wanted
    assert play(FLIPPING, Depth(depth + 20), is_plain) == ([0, 0, 0], 9) or depth == 0


@pytest.mark.parametrize("is_plain", MODES)
def test_without_a_single_step_the_look_ahead_answers(is_plain):
    assert play(FLIPPING, Steps(0), is_plain) == ([0], 5)
    assert play(FLIPPING, Depth(0), is_plain) == ([0], 5)


@pytest.mark.parametrize("is_plain", MODES)
def test_a_proven_win_ends_the_search(is_plain):
    tree = "- a 0\n  - a 100\n" + "  - a 50\n    - a 60\n      - a 70\n" * 3
    logger = Logger(ToCompletion())
    assert search(TreeGame(tree_of(tree), upper=100), logger, is_plain) == ([0], 100)
    assert logger.steps == 1 + is_plain


@pytest.mark.parametrize("is_plain", MODES)
def test_a_win_in_an_open_arm_is_only_the_best_so_far(is_plain):
    tree = "- a 0\n  - a 100\n    - o 100\n      - a 20\n  - a 50\n"
    assert play(tree, is_plain=is_plain, upper=100) == ([1], 50)


@pytest.mark.parametrize("is_plain", MODES)
def test_of_lost_actions_the_one_with_the_longest_line_is_chosen(is_plain):
    tree = TREES["lost"]
    assert play(tree, is_plain=is_plain, lower=-9) == ([1, 0, 0], -9)


@pytest.mark.parametrize("is_plain", MODES)
def test_a_deeper_iteration_starts_without_the_alpha_of_the_last_one(is_plain):
    tree = TREES["deeper"]
    assert play(tree, Depth(1), is_plain).fitness == 9
    assert play(tree, is_plain=is_plain) == ([1, 0, 0], 4)


@pytest.mark.parametrize("is_plain", MODES)
def test_a_limit_that_equals_the_best_does_not_replace_it(is_plain):
    tree = TREES["equal_limits"]
    choice = play(tree, is_plain=is_plain)
    assert choice.path[0] == 0
    assert leaf_of(tree_of(tree), choice.path).fitness == choice.fitness == 5


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


def check(game, is_plain):
    """All guarantees of one search, stopped at every step."""
    values = [child.values() for child in game.node.children]
    check_answers(game, Sets(values), max(map(len, values)), EVERY_STEP, is_plain)


@settings(max_examples=40)
@given(trees(2), st.booleans())
def test_ties_everywhere(root, is_plain):
    check(TreeGame(root), is_plain)


@settings(max_examples=40)
@given(trees(3), st.booleans())
def test_trees_with_both_bounds(root, is_plain):
    check(TreeGame(root, 3, -3), is_plain)


@settings(max_examples=40)
@given(trees(20))
def test_the_expected_line_ends_in_a_leaf_with_the_value(root):
    choice = search(TreeGame(root))
    assert leaf_of(root, choice.path).fitness == choice.fitness


@settings(max_examples=40)
@given(trees(5), st.booleans())
def test_nothing_is_kept_between_two_calls(root, is_plain):
    bot = AlphaBeta(None, is_plain)
    first, second = (Logger(ToCompletion()) for _ in range(2))
    assert bot.detailed_select(TreeGame(root), first) == bot.detailed_select(TreeGame(root), second)
    assert first.steps == second.steps
    assert bot.select(TreeGame(root), Depth(3)) == AlphaBeta(None, is_plain).select(
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


@settings(max_examples=40)
@given(shared_trees())
def test_states_that_are_met_again(root):
    check(SharedGame(root), False)


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


@pytest.mark.parametrize("is_plain", MODES)
def test_fitness_may_be_a_truth(is_plain):
    tree = ["me", False, [["you", True, [["me", False, []]]], ["you", False, [["me", True, []]]]]]
    assert search(Odd(tree), None, is_plain, "me") == ([[1], [0]], True)


@pytest.mark.parametrize("is_plain", MODES)
def test_fitness_may_be_a_tuple(is_plain):
    ends = [["me", (1, 5), []], ["me", (1, 4), []]]
    tree = ["me", (0, 0), [["you", (9, 9), ends], ["me", (1, 3), []], ["me", (0, 9), []]]]
    choice = search(Odd(tree), None, is_plain, "me")
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
    choice = search(Chain(150))
    assert (len(choice.path), choice.fitness) == (150, 0)
