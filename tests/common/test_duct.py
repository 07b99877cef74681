"""DUCT on games whose answer is known."""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import pytest

from common.kernel import Numbers, kernel, record
from common.rng import Dice, draw, make_dice
from common.search import duct
from common.search.duct import (
    BITS,
    LAST,
    LAST_ROOT,
    MAX_ACTIONS,
    MAX_PLAYERS,
    POOL,
    WIDE,
    Forest,
    Habits,
    tried,
)
from common.search.ucb import TABLE

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


@pytest.mark.parametrize("seed", [1, 2])
def test_two_players_that_move_at_once_find_the_equilibrium(seed):
    toy = Toy(seed)
    toy.think(1500)
    assert (toy.best(0), toy.best(1)) == (0, 1)


def test_side_nodes_answer_what_is_random_and_public():
    shares = []
    for side_depth in (1, 0):
        toy = Toy(side_depth=side_depth, joint_depth=0, side_trust=20.0, exploration=0.2)
        toy.think(3000)
        root = toy.forest.root[0]
        visits, total = tried(toy.forest, root)
        shares.append(total / visits)
        block = toy.forest.side[toy.child(root)]
        assert (block != 0) == (side_depth == 1)
        if side_depth == 1:
            for coin in (0, 1):
                calls = toy.visits(block + coin * ACTIONS)
                assert calls.index(max(calls)) == coin
    assert shares[0] > shares[1] + 0.05, "who sees the coin calls it"


def test_counts_add_up():
    toy = Toy(side_depth=0)
    toy.think(200)
    forest = toy.forest
    assert (forest.iterations, forest.states) == (200, 200 * TURNS)
    assert [sum(toy.visits(forest.root[player])) for player in (0, 1)] == [200, 200]
    toy.plant(forest)
    assert (forest.iterations, forest.states, forest.nodes, forest.ucb_picks) == (0, 0, 2, 0)
    assert toy.visits(forest.root[0]) == [0] * ACTIONS


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


# ---- The same search a second time, plainly


class Plain:
    """A node. below: by the own action, or by those of all players; sides: by outcome."""

    def __init__(self) -> None:
        self.visits = [0] * ACTIONS
        self.totals = [0.0] * ACTIONS
        self.below: dict[Any, Plain] = {}
        self.sides: dict[int, Plain] = {}

    @property
    def tries(self) -> int:
        return sum(self.visits)

    def best(self, habits: Habits, dice: Dice) -> int:
        """UCT's action."""
        width = habits.exploration * sqrt(log(self.tries))
        if self.tries < habits.eager:
            grown = (self.tries - habits.trust) / (habits.eager - habits.trust)
            width *= habits.timid + (1.0 - habits.timid) * grown
        fresh = sum(self.totals) / self.tries + width
        bounds = []
        for visits, total in zip(self.visits, self.totals, strict=True):
            share = 1.0 / sqrt(visits) if visits else 0.0
            bounds.append(share * (total * share + width) if visits else fresh)
        start = draw(dice, ACTIONS)
        order = [(start + step) % ACTIONS for step in range(ACTIONS)]
        return max(order, key=lambda action: bounds[action])  # of equal ones the first

    def rows(self) -> Any:
        below = {way: node.rows() for way, node in self.below.items()}
        sides = {outcome: node.rows() for outcome, node in self.sides.items()}
        return self.visits, self.totals, below, sides


class PlainSearch:
    """Two players' trees. counts: nodes, side nodes, picks of UCT."""

    def __init__(self, habits: Habits, seed: int) -> None:
        self.habits, self.dice = habits, make_dice(seed)
        self.roots = [Plain(), Plain()]
        self.counts = [2, 0, 0]

    def think(self) -> None:
        """One iteration."""
        habits, table, depth = self.habits, Table(), 0
        judges: list[Plain | None] = [*self.roots]
        at: list[Plain | None] = [*self.roots]
        side: list[Plain | None] = [None, None]
        fresh = [False, False]
        ways: list[list[tuple[Plain, int]]] = [[], []]
        scores = [0.0, 0.0]
        while not is_over(table, SETTING):
            moves = []
            for player, judge in enumerate(judges):
                tries = judge.tries if judge and not fresh[player] else 0
                if judge is None or tries == 0 or tries < habits.trust:
                    moves.append(choose(table, SETTING, player, self.dice))
                else:
                    self.counts[2] += 1
                    moves.append(judge.best(habits, self.dice))
                ways[player] += [(node, moves[-1]) for node in (at[player], side[player]) if node]
            play(table, SETTING, moves, self.dice)
            depth += 1
            for player, node in enumerate(at):
                side[player] = None
                if node is None or fresh[player]:
                    at[player] = judges[player] = None
                    continue
                way = tuple(moves) if depth <= habits.joint_depth else moves[player]
                fresh[player] = way not in node.below
                self.counts[0] += fresh[player]
                here = node.below.setdefault(way, Plain())
                at[player] = judges[player] = here
                if here.tries >= habits.side_trust and depth <= habits.side_depth:
                    self.counts[1] += table.coin not in here.sides
                    known = here.sides.setdefault(table.coin, Plain())
                    side[player] = known
                    if known.tries >= habits.side_trust:
                        judges[player] = known
        rate(table, SETTING, scores)
        for player in (0, 1):
            for node, move in ways[player]:
                node.visits[move] += 1
                node.totals[move] += scores[player]


SETTING = NoSetting()
LOW = dict(trust=3.0, side_trust=5.0, eager=40.0)
HABITS: dict[str, dict[str, float]] = {
    "as they are": {},
    "own trees": LOW | {"joint_depth": 0, "side_depth": 0},
    "joint": LOW | {"joint_depth": 1, "side_depth": 0, "timid": 0.5},
    "joint, with sides": LOW | {"joint_depth": 1, "side_depth": 1, "exploration": 1.5},
    "own, with sides": LOW | {"joint_depth": 0, "side_depth": 2, "side_trust": 1.0},
    "all joint": LOW | {"joint_depth": 2, "side_depth": 2, "trust": 1.0},
    "no trust": LOW | {"joint_depth": 0, "side_depth": 1, "trust": 0.0, "side_trust": 0.0},
}


def grown(toy: Toy, node: int, depth: int = 0) -> Any:
    """As Plain tells. A side node leads nowhere: its first link is a mark that it is known."""
    forest, habits = toy.forest, toy.forest.habits
    rows = [tried(forest, node + action) for action in range(ACTIONS)]
    ways: dict[Any, int] = {action: node + action for action in range(ACTIONS)}
    if depth < habits.joint_depth:
        block = toy.child(node)
        pairs = [(one, two) for one in range(ACTIONS) for two in range(ACTIONS)]
        ways = {way: block + place for place, way in enumerate(pairs)} if block else {}
    if depth == MAX_PLAYERS:
        ways = {}
    below = {way: toy.child(slot) for way, slot in ways.items() if toy.child(slot)}
    block = forest.side[node]
    nodes = {coin: block + coin * ACTIONS for coin in (0, 1) if block}
    sides = {coin: side for coin, side in nodes.items() if forest.link[side]}
    return (
        [visits for visits, _ in rows],
        [total for _, total in rows],
        {way: grown(toy, child, depth + 1) for way, child in below.items()},
        {coin: grown(toy, child, MAX_PLAYERS) for coin, child in sides.items()},
    )


@pytest.mark.parametrize("name", HABITS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_trees_are_those_of_a_plain_search(name, seed):
    toy = Toy(seed, **HABITS[name])
    plain = PlainSearch(toy.forest.habits, seed)
    for _ in range(40):
        toy.think(3)
        for _ in range(3):
            plain.think()
        forest = toy.forest
        assert [forest.nodes, forest.side_nodes, forest.ucb_picks] == plain.counts
        assert [grown(toy, forest.root[player]) for player in (0, 1)] == [
            root.rows() for root in plain.roots
        ]


@pytest.mark.parametrize("tried", [TABLE - 1, TABLE, TABLE + 1])
@pytest.mark.parametrize("share", [0.1, 0.9])
@pytest.mark.parametrize("exploration", [0.01, 0.5])
def test_visits_that_the_table_does_not_hold_have_bounds_too(tried, share, exploration):
    for seed in range(2):
        toy = Toy(seed, exploration=exploration, trust=1.0, joint_depth=0, side_depth=0)
        plain = PlainSearch(toy.forest.habits, seed)
        for player, node in enumerate(plain.roots):
            node.visits = [tried - 5, 5, 0] if seed % 2 else [tried // 2, tried - tried // 2, 0]
            node.totals = [share * node.visits[0], 0.5 * node.visits[1], 0.0]
            for action in range(ACTIONS):
                toy.forest.link[toy.forest.root[player] + action] = node.visits[action]
                toy.forest.total[toy.forest.root[player] + action] = node.totals[action]
        toy.forest.iterations = tried
        for _ in range(3):
            toy.think(1)
            plain.think()
        visits = [toy.visits(toy.forest.root[player]) for player in (0, 1)]
        assert visits == [node.visits for node in plain.roots]


def test_the_masks_are_those_of_the_lengths_in_c():
    lengths: list[Any] = [POOL, TABLE, WIDE]
    pool, table, wide = [length.compiled for length in lengths]
    assert (LAST + 1, LAST_ROOT + 1) == (pool, table)
    assert (WIDE, wide) == (POOL + MAX_ACTIONS, pool + MAX_ACTIONS)


# ---- Limits


def test_a_pool_is_filled_to_its_last_slot():
    toy = Toy(joint_depth=0, side_depth=0)
    toy.forest.used = POOL - ACTIONS
    toy.think(1)
    root = toy.forest.root
    children = [toy.child(root[player] + action) for player in (0, 1) for action in range(ACTIONS)]
    assert sorted(children)[-2:] == [0, POOL - ACTIONS]
    assert toy.forest.used == POOL


@pytest.mark.parametrize("left", [0, 2, 3, 5, 9, 13])
def test_wherever_the_pool_ends_the_answer_stays_an_equilibrium(left):
    toy = Toy(joint_depth=1, side_depth=1, side_trust=1.0)
    toy.forest.used = POOL - left
    toy.think(400)
    assert toy.forest.used <= POOL
    assert [sum(toy.visits(toy.forest.root[player])) for player in (0, 1)] == [400, 400]
    assert (toy.best(0), toy.best(1)) == (0, 1)


def test_as_many_players_and_actions_as_there_is_room_for():
    arguments: list[Any] = [2, choose, play, is_over, outcome_of, rate, draw]
    for players in (1, MAX_PLAYERS):
        plant, _ = duct.bind(players, MAX_ACTIONS, *arguments)
        forest = Forest()
        plant(forest)
        assert (forest.nodes, forest.used) == (players, MAX_ACTIONS * (players + 1))
    for actions in (0, MAX_ACTIONS + 1):
        with pytest.raises(ValueError, match=f"1 to 16 actions, not {actions}"):
            duct.bind(2, actions, *arguments)
