"""DUCT on games whose answer is known."""

from collections.abc import Callable
from typing import Any

import pytest

from common.kernel import Numbers, kernel, record
from common.rng import Dice, draw, make_dice
from common.search import duct
from common.search.duct import BITS, POOL, Forest, tried

# ---- Duel: both move once; without what is dominated (TOP, CENTRE) is left. Unit 0's third action
# is worth nothing; a turn later a coin is shown, and who calls it wins a little more.
PAYOFF_ROW = (1.0, 1.0, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0)
PAYOFF_COLUMN = (0.0, 0.9, 0.5, 1.0, 0.5, 0.0, 0.1, 0.3, 0.2)
ACTIONS = 3
TURNS = 2


@record
class Table:
    """What was played. coin: the public outcome, 0 or 1."""

    turn: int
    first: int
    second: int
    coin: int
    called: int  # right calls of player 0 in turn 2


@record
class NoSetting:
    """A game without anything that stays as it is."""

    unused: int


@kernel
def choose(table: Table, setting: NoSetting, player: int, dice: Dice) -> int:
    """Anything."""
    return draw(dice, ACTIONS)


@kernel
def play(table: Table, setting: NoSetting, moves: Numbers[int], dice: Dice) -> None:
    """The duel, then the call."""
    table.turn += 1
    if table.turn == 1:
        table.first = moves[0]
        table.second = moves[1]
        table.coin = draw(dice, 2)
    else:
        table.called = int(moves[0] == table.coin)


@kernel
def is_over(table: Table, setting: NoSetting) -> bool:
    """After two turns."""
    return table.turn == TURNS


@kernel
def outcome_of(table: Table) -> int:
    """The coin."""
    return table.coin


@kernel
def rate(table: Table, setting: NoSetting, scores: Numbers[float]) -> None:
    """Most for the duel, some for the call."""
    cell = table.first * ACTIONS + table.second
    scores[0] = 0.6 * PAYOFF_ROW[cell] + 0.4 * float(table.called)
    scores[1] = PAYOFF_COLUMN[cell]


Search = tuple[
    Callable[[Forest], None], Callable[[Forest, Table, Table, NoSetting, Dice, int], None]
]
DUEL: Search = duct.bind(2, ACTIONS, 2, choose, play, is_over, outcome_of, rate, draw)


class Toy:
    """A planted search with all that it needs to think."""

    def __init__(self, seed: int = 1, **habits: float):
        self.plant, self.iterate = DUEL
        self.forest = Forest()
        for name, value in ({"trust": 10.0, "eager": 40.0} | habits).items():
            setattr(self.forest.habits, name, value)
        self.start, self.world, self.setting = Table(), Table(), NoSetting()
        self.dice = make_dice(seed)
        self.plant(self.forest)

    def think(self, count: int) -> None:
        """`count` more iterations."""
        self.iterate(self.forest, self.start, self.world, self.setting, self.dice, count)

    def visits(self, node: int) -> list[int]:
        """Visits of the actions at a node."""
        return [tried(self.forest, node + action)[0] for action in range(ACTIONS)]

    def child(self, slot: int) -> int:
        """What a slot leads to."""
        return self.forest.link[slot] >> BITS

    def best(self, player: int) -> int:
        """The action that a player tried most at his root."""
        visits = self.visits(self.forest.root[player])
        return visits.index(max(visits))


@pytest.mark.parametrize("seed", range(1, 7))
def test_two_players_that_move_at_once_find_the_equilibrium(seed):
    toy = Toy(seed)
    toy.think(1500)
    assert (toy.best(0), toy.best(1)) == (0, 1)


@pytest.mark.parametrize("seed", range(1, 4))
def test_side_nodes_answer_what_is_random_and_public(seed):
    shares = []
    for side_depth in (1, 0):
        toy = Toy(seed, side_depth=side_depth, joint_depth=0, side_trust=20.0, exploration=0.2)
        toy.think(3000)
        root = toy.forest.root[0]
        visits, total = tried(toy.forest, root)
        shares.append(total / visits)
        block = toy.forest.side[toy.child(root)]
        assert (block != 0) == (side_depth == 1)
        if side_depth == 1:
            for coin in (0, 1):
                calls = toy.visits(toy.child(block + coin))
                assert calls.index(max(calls)) == coin
    assert shares[0] > shares[1] + 0.05, "who sees the coin calls it"


def test_below_the_threshold_the_policy_picks_and_then_uct():
    toy = Toy(trust=50.0, joint_depth=0, side_depth=0)
    toy.think(50)
    assert toy.forest.ucb_picks == 0
    toy.think(10)
    assert toy.forest.ucb_picks == 20, "both roots, every time"


def test_exploration_grows_from_timid_to_complete():
    def tried(**habits: float) -> float:
        toy = Toy(3, joint_depth=0, side_depth=0, exploration=2.0, **habits)
        toy.think(400)
        return min(toy.visits(toy.forest.root[1]))

    assert tried(timid=0.01, eager=1e9) < tried(timid=1.0)
    assert tried(timid=0.01, eager=11.0) > tried(timid=0.01, eager=1e9)


def test_a_joint_root_has_a_successor_for_every_pair_of_actions():
    toy = Toy(joint_depth=1, side_depth=0, trust=1e9)
    toy.think(300)
    block = toy.child(toy.forest.root[0])
    nodes = [toy.child(block + joint) for joint in range(ACTIONS**2)]
    assert 0 not in nodes
    assert len(set(nodes)) == ACTIONS**2
    assert sum(sum(toy.visits(node)) for node in nodes) == 300
    own = Toy(joint_depth=0, side_depth=0, trust=1e9)
    own.think(300)
    root = own.forest.root[0]
    assert sum(sum(own.visits(own.child(root + at))) for at in range(ACTIONS)) == 300


def test_counts_add_up():
    toy = Toy(side_depth=0)
    toy.think(200)
    forest = toy.forest
    assert (forest.iterations, forest.states) == (200, 200 * TURNS)
    assert [sum(toy.visits(forest.root[player])) for player in (0, 1)] == [200, 200]
    toy.plant(forest)
    assert (forest.iterations, forest.states, forest.nodes, forest.ucb_picks) == (0, 0, 2, 0)
    assert toy.visits(forest.root[0]) == [0] * ACTIONS


def test_one_node_a_player_and_iteration_is_opened_at_most():
    toy = Toy(side_depth=0)
    for _ in range(50):
        before = toy.forest.nodes
        toy.think(1)
        assert toy.forest.nodes - before <= 2


def test_a_full_pool_ends_the_growth_and_not_the_search():
    toy = Toy()
    toy.forest.used = POOL - 5
    toy.think(300)
    assert toy.forest.iterations == 300
    assert sum(toy.visits(toy.forest.root[0])) == 300


def test_work_in_pieces_is_the_same_as_work_at_once():
    whole, pieces = Toy(), Toy()
    whole.think(300)
    for count in (1, 2, 3, 94, 200):
        pieces.think(count)
    for name in ("used", "nodes", "side_nodes", "ucb_picks"):
        assert getattr(whole.forest, name) == getattr(pieces.forest, name)
    for slot in range(whole.forest.used):
        assert whole.forest.link[slot] == pieces.forest.link[slot]
        assert whole.forest.total[slot] == pieces.forest.total[slot]


def test_the_state_that_a_search_starts_from_stays_as_it_is():
    toy = Toy()
    toy.think(50)
    assert (toy.start.turn, toy.start.first, toy.start.coin) == (0, 0, 0)


@pytest.mark.parametrize("players", [-1, 0, 5])
def test_more_players_than_trees_are_refused(players):
    arguments: list[Any] = [ACTIONS, 2, choose, play, is_over, outcome_of, rate, draw]
    with pytest.raises(ValueError, match=f"1 to 4 players, not {players}"):
        duct.bind(players, *arguments)


@kernel
def rate_match(table: Table, setting: NoSetting, scores: Numbers[float]) -> None:
    """A race that only unlike actions decide: 2 beats 1 beats 0; equal ones share."""
    scores[0] = 0.5 + 0.25 * float(table.first - table.second)
    scores[1] = 1.0 - scores[0]


def test_players_in_equal_places_do_not_go_on_in_step():
    toy = Toy(trust=1.0, joint_depth=0, side_depth=0)
    toy.plant, toy.iterate = duct.bind(
        2, ACTIONS, 2, choose_first, play, is_over, outcome_of, rate_match, draw
    )
    toy.think(600)
    assert (toy.best(0), toy.best(1)) == (2, 2)


@kernel
def choose_first(table: Table, setting: NoSetting, player: int, dice: Dice) -> int:
    """Always the same."""
    return 0
