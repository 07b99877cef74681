"""Smitsimax on games whose answer is known (tests/common/smitsimax_toys.py)."""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import assign, kernel, record
from common.rng import Dice, draw, make_dice
from common.search import picks, smitsimax
from common.search.smitsimax import (
    BITS,
    MAX_DEPTH,
    MAX_UNITS,
    MOST,
    POOL,
    Forest,
    children,
    counts,
    describe,
)
from common.search.ucb import UNTRIED
from tests.common.smitsimax_toys import (
    BEAR,
    BYSTANDER,
    CENTRE,
    COLUMNS,
    DUEL,
    GOOD,
    GUIDED,
    HEADS,
    MEADOW,
    MISLED,
    MIXED,
    MIXING_PAIR,
    MIXING_PAIRS,
    NURSERY,
    PAIRS,
    ROWS,
    SAVE,
    SAVINGS,
    SPEND,
    TOP,
    Meadow,
    NoSetting,
    Nursery,
    Purse,
    Shown,
    Table,
    Toy,
    count_duel_moves,
    count_purse_moves,
    play_duel,
    play_purse,
    rate_bystander,
    rate_duel,
    rate_purse,
)

SEEDS = (1, 2)


@record
class Guided:
    """All that a search of Savings works on."""

    start: Purse
    world: Purse
    none: NoSetting
    dice: Dice
    forest: Forest


@record
class Mixed:
    """All that a search of Pennies works on."""

    start: Shown
    world: Shown
    none: NoSetting
    dice: Dice
    forest: Forest


WIDE = 2.0  # exploration enough to find a prize behind two losses, whatever the dice


@pytest.mark.parametrize("seed", SEEDS)
def test_two_units_that_move_at_once_find_the_equilibrium(seed):
    toy = Toy(DUEL, Table, depth=1, seed=seed)
    toy.think(500)
    assert (toy.best(0), toy.best(1)) == (TOP, CENTRE)
    assert toy.share(0, TOP) > 0.8
    assert toy.share(1, CENTRE) > 0.8


@pytest.mark.parametrize("seed", SEEDS)
def test_a_first_loss_is_taken_for_a_later_prize(seed):
    near = Toy(SAVINGS, Purse, depth=1, seed=seed)
    near.think(200)
    assert near.best(0) == SPEND
    far = Toy(SAVINGS, Purse, depth=3, seed=seed)
    far.forest.exploration = WIDE
    far.think(1500)
    assert far.best(0) == SAVE
    (purse,) = describe(far.forest, [("spend", "save")])
    assert purse["line"] == ["save", "save", "save"]


def test_with_a_floor_units_mix_where_the_equilibrium_is_mixed():
    """Without one, trees that see each other early lock into the pair of tails, a win for one."""
    heads = []
    for one in (PAIRS, MIXING_PAIRS):
        toy = Toy(one, Shown, depth=1)
        toy.forest.exploration = 0.4
        toy.think(6000)
        heads.append([toy.share(unit, HEADS) for unit in range(4)])
    assert max(heads[0]) < 0.12
    assert all(abs(share - MIXED) < 0.06 for share in heads[1])


def test_priors_open_moves_in_their_order_and_find_a_prize_behind_losses_at_once():
    guided = Toy(GUIDED, Purse, depth=3)
    guided.forest.random_visits = 0
    guided.think(1)
    assert guided.visits(0) == [0, 1]
    guided.think(19)
    (purse,) = describe(guided.forest, [("spend", "save")])
    assert purse["line"] == ["save", "save", "save"]


def test_wrong_priors_are_overcome_by_scores():
    misled = Toy(MISLED, Purse, depth=3)
    misled.forest.random_visits, misled.forest.exploration = 0, WIDE
    misled.think(3)
    assert misled.best(0) == SPEND
    misled.think(1000)
    assert misled.best(0) == SAVE


plant_guided, iterate_guided = GUIDED
plant_mixed, iterate_mixed = MIXING_PAIR


@kernel
def think_guided(memory: Guided, count: int) -> None:
    plant_guided(memory.forest)
    iterate_guided(memory.forest, memory.start, memory.world, memory.none, memory.dice, count)


@kernel
def think_mixed(memory: Mixed, count: int) -> None:
    plant_mixed(memory.forest)
    iterate_mixed(memory.forest, memory.start, memory.world, memory.none, memory.dice, count)


@pytest.mark.parametrize(("kind", "think"), [(Guided, think_guided), (Mixed, think_mixed)])
def test_picks_are_the_same_in_c(kind, think):
    found = []
    for engine in (Engine(kind), native_engine(kind, (think,))):
        engine.load("dice", make_dice(3))
        engine.call(think, 150)
        forest = engine.memory.forest
        found.append([children(forest, slot) for slot in range(forest.used)])
    assert found[0] == found[1]


@pytest.mark.parametrize("every", [0, 1])
def test_a_floor_that_is_always_random_is_refused(every):
    with pytest.raises(ValueError, match="2 or more"):
        picks.with_floor(every)


def test_a_unit_that_is_born_inside_the_search_gets_its_moves_there():
    toy = Toy(NURSERY, Nursery, depth=3)
    toy.think(400)
    assert toy.best(0) == BEAR and toy.share(0, BEAR) > 0.8
    assert toy.best(1) == GOOD, "its root is the turn of its birth"
    assert sum(toy.visits(1)) < toy.forest.iterations, "it waits where it is not born"


def test_a_unit_that_never_lives_has_no_moves():
    toy = Toy(NURSERY, Nursery, depth=1)
    toy.think(50)
    assert toy.visits(1) == [] and toy.best(1) == -1
    assert [unit["moves"] for unit in describe(toy.forest, [("bear", "wait"), ("b", "g")])][1] == []


def test_after_every_single_iteration_the_best_move_is_legal():
    toy = Toy(DUEL, Table, depth=2)
    assert [toy.best(unit) for unit in (0, 1)] == [-1, -1]
    for _ in range(200):
        toy.think(1)
        assert 0 <= toy.best(0) < ROWS
        assert 0 <= toy.best(1) < COLUMNS


def test_the_best_move_is_the_most_visited_one_and_on_a_tie_the_better():
    toy = Toy(DUEL, Table, depth=1)
    toy.think(1)
    first = toy.forest.block[1] >> BITS
    for move, (visits, mean) in enumerate([(4, 1.0), (5, -1.8), (5, -1.6)]):
        toy.forest.visits[first + move] = visits
        toy.forest.mean[first + move] = mean
    assert toy.best(1) == 2


def test_work_in_pieces_is_the_same_as_work_at_once():
    whole, pieces = Toy(SAVINGS, Purse, depth=3), Toy(SAVINGS, Purse, depth=3)
    whole.think(300)
    for count in (1, 2, 3, 94, 200):
        pieces.think(count)
    assert pieces.forest.used == whole.forest.used
    for slot in range(whole.forest.used):
        assert pieces.forest.visits[slot] == whole.forest.visits[slot]
        assert pieces.forest.mean[slot] == whole.forest.mean[slot]


def test_planting_again_forgets_everything():
    once, again = Toy(DUEL, Table, depth=2), Toy(DUEL, Table, depth=2, seed=5)
    again.think(300)
    again.plant(again.forest)
    assert again.best(0) == -1
    assert (again.forest.iterations, again.forest.ucb_picks, again.forest.used) == (0, 0, 2)
    again.dice = make_dice(1)
    once.think(100)
    again.think(100)
    for unit in (0, 1):
        assert once.visits(unit) == again.visits(unit)
    assert once.forest.used == again.forest.used


def test_a_full_pool_ends_the_growth_and_not_the_search():
    toy = Toy(MEADOW, Meadow, depth=3)
    toy.forest.random_visits = 10**9  # random picks open the most nodes
    toy.think(1000)
    full = toy.forest.used
    assert POOL - 300 < full <= POOL
    toy.forest.random_visits = 10
    toy.think(500)
    assert toy.forest.used == full
    assert toy.forest.iterations == sum(toy.visits(0)) == 1500
    assert [toy.best(unit) for unit in range(4)] == [0] * 4, "the only good way"


def test_a_pool_too_full_for_the_first_children_gives_no_move():
    toy = Toy(DUEL, Table, depth=2)
    toy.forest.used = POOL - 1
    toy.think(20)
    assert [toy.best(unit) for unit in (0, 1)] == [-1, -1]
    assert toy.forest.iterations == 20


@pytest.mark.parametrize("units", [-1, 0, 65])
def test_more_units_than_trees_are_refused(units):
    with pytest.raises(ValueError, match=f"1 to 64 units, not {units}"):
        smitsimax.bind(units, count_duel_moves, play_duel, rate_duel)


def test_moves_are_listed_by_visits_with_their_mean_scores():
    toy = Toy(DUEL, Table, depth=1)
    assert children(toy.forest, 1) == []
    toy.think(400)
    rows = children(toy.forest, 1)
    visits = toy.visits(1)
    first = toy.forest.block[1] >> BITS
    assert [move for move, _, _ in rows] == sorted(range(COLUMNS), key=lambda move: -visits[move])
    for move, tries, mean in rows:
        assert tries == visits[move]
        assert mean == toy.forest.mean[first + move]


def test_a_description_names_the_moves_of_every_unit():
    toy = Toy(DUEL, Table, depth=1)
    names: list[Sequence[str]] = [("top", "bottom"), ("left", "centre", "right")]
    assert describe(toy.forest, names) == [
        {"unit": 0, "moves": [], "line": []},
        {"unit": 1, "moves": [], "line": []},
    ]
    toy.think(400)
    units = describe(toy.forest, names)
    assert [unit["line"] for unit in units] == [["top"], ["centre"]]
    assert [row["move"] for row in units[0]["moves"]] == ["top", "bottom"]
    assert sum(row["visits"] for row in units[1]["moves"]) == 400


# ---- The same search a second time, plainly


class Plain:
    """A node. below: its children, None before it is opened."""

    def __init__(self, mean: float = UNTRIED) -> None:
        self.visits, self.mean = 0, mean
        self.below: list[Plain] | None = None

    def rows(self) -> Any:
        return self.visits, self.mean, self.below and [child.rows() for child in self.below]


class PlainSearch:
    """The trees of all units. game: count_moves, play, rate."""

    def __init__(self, game: Any, toy: Toy, units: int) -> None:
        self.count_moves, self.play, self.rate = game
        self.toy, self.dice = toy, make_dice(1)
        self.roots = [Plain(0.0) for _ in range(units)]
        self.scores: list[list[float]] = [[] for _ in self.roots]
        self.picks = 0

    def pick(self, way: list[Plain | None], unit: int, state: Any) -> int:
        """A unit's move; its node, or None, goes to the end of its way."""
        node, forest = way[-1], self.toy.forest
        if node and node.below is None and (node.visits > 0 or len(way) == 1):
            node.below = [Plain() for _ in range(self.count_moves(state, self.toy.setting, unit))]
        if node is None or node.below is None:
            way.append(None)
            return draw(self.dice, self.count_moves(state, self.toy.setting, unit))
        if node.visits < forest.random_visits:
            move = draw(self.dice, len(node.below))
        else:
            self.picks += 1
            seen = self.scores[unit]
            width = forest.exploration * max(max(seen) - min(seen), 1e-9) * sqrt(log(node.visits))
            bounds = [it.mean + width * (1.0 / sqrt(it.visits or 1)) for it in node.below]
            move = bounds.index(max(bounds))
        way.append(node.below[move])
        return move

    def think(self) -> None:
        """One iteration."""
        toy, state = self.toy, type(self.toy.start)()
        assign(state, toy.start)
        ways: list[list[Plain | None]] = [[root] for root in self.roots]
        for _ in range(toy.forest.depth):
            moves = [self.pick(way, unit, state) for unit, way in enumerate(ways)]
            self.play(state, toy.setting, moves)
        scores = [0.0] * MAX_UNITS
        self.rate(state, toy.setting, scores)
        for way, score, seen in zip(ways, scores, self.scores, strict=False):
            seen.append(score)
            for node in filter(None, way):
                node.visits += 1
                weight = (1.0 / sqrt(node.visits)) ** 2
                node.mean = node.mean * (1.0 - weight) + score * weight


def grown(toy: Toy, slot: int) -> Any:
    """As Plain tells."""
    forest = toy.forest
    first, count = forest.block[slot] >> BITS, forest.block[slot] & MOST
    below = [grown(toy, child) for child in range(first, first + count)] or None
    return forest.visits[slot], forest.mean[slot], below


@pytest.mark.parametrize(("depth", "random_visits"), [(1, 10), (3, 4), (4, 1), (MAX_DEPTH, 2)])
@pytest.mark.parametrize("exploration", [0.2, 1.0, 3.0])
def test_the_trees_are_those_of_a_plain_search(depth, random_visits, exploration):
    for search, state, game, units in (
        (DUEL, Table, (count_duel_moves, play_duel, rate_duel), 2),
        (BYSTANDER, Table, (count_duel_moves, play_duel, rate_bystander), 3),
        (SAVINGS, Purse, (count_purse_moves, play_purse, rate_purse), 1),
    ):
        toy = Toy(search, state, depth=depth)
        toy.forest.random_visits, toy.forest.exploration = random_visits, exploration
        plain = PlainSearch(game, toy, units)
        for number in range(100):
            toy.think(1)
            plain.think()
            if number % 33 == 0:
                report = [grown(toy, unit) for unit in range(units)]
                assert report == [root.rows() for root in plain.roots]
        assert counts(toy.forest) == {
            "iterations": 100,
            "simulated_turns": 100 * depth,
            "nodes": toy.forest.used,
            "evaluations": 100,
            "ucb": plain.picks,
            "depth": depth,
        }


# ---- Limits


def test_a_pool_is_filled_to_its_last_slot():
    toy = Toy(DUEL, Table, depth=1)
    toy.forest.used = POOL - ROWS - COLUMNS
    toy.think(1)
    assert toy.forest.used == POOL
    assert [len(toy.visits(unit)) for unit in (0, 1)] == [ROWS, COLUMNS]


def test_as_many_units_as_there_is_room_for():
    for units in (1, MAX_UNITS):
        plant, _ = smitsimax.bind(units, count_duel_moves, play_duel, rate_duel)
        toy = Toy(DUEL, Table, depth=1)
        plant(toy.forest)
        assert toy.forest.used == units


def test_a_line_ends_where_nothing_was_tried():
    toy = Toy(SAVINGS, Purse, depth=2)
    toy.think(1)
    (report,) = describe(toy.forest, [("spend", "save")])
    assert [row["visits"] for row in report["moves"]] == [1, 0]
    assert report["moves"][1]["value"] == 0.0
    assert report["line"] == [report["moves"][0]["move"]]
    toy.think(400)
    (report,) = describe(toy.forest, [("spend", "save")])
    assert len(report["line"]) == 2
