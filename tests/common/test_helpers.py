"""Paths, sets, targets, boards: both engines do what plain Python does."""

import heapq
from collections.abc import Iterator
from copy import deepcopy
from itertools import count, product
from random import Random
from typing import Any

import pytest

from common.assignment import NOTHING, assign_targets
from common.astar import Heap, find_path, first_step
from common.kernel import Numbers, kernel
from common.reach import BEYOND, NOBODY, TIED, spread_over
from common.smallest import k_smallest
from common.unions import root_of, size_of, split, unite
from common.wide import count_cells, flood, grow, has, put
from tests.compiler.library import Kernel, Library

NODES, DEGREE = 30, 4
WIDTH, HEIGHT = 62, 5  # a line is as long as a line may be
PLACES = [*product(range(WIDTH), range(HEIGHT))]
libraries: dict[Kernel, Library] = {}


def both(kernel: Kernel, *arguments: Any) -> Any:
    """Calls a kernel in both engines, on equal arguments; what they return and change is equal."""
    again = deepcopy(arguments)
    if kernel not in libraries:
        libraries[kernel] = Library({kernel: arguments})
    found = kernel(*arguments)
    assert libraries[kernel].call(kernel, *again) == found
    for one, other in zip(arguments, again, strict=True):
        assert one == other or isinstance(one, Heap)
    return found


@pytest.fixture(params=range(12))
def dice(request: pytest.FixtureRequest) -> Random:
    return Random(request.param)


def graph(dice: Random) -> list[int]:
    return [dice.choice((BEYOND, dice.randrange(NODES))) for _ in range(NODES * DEGREE)]


def ahead(nexts: list[int], node: int) -> Iterator[int]:
    yield from (one for one in nexts[node * DEGREE : (node + 1) * DEGREE] if one != BEYOND)


def costs_from(nexts: list[int], costs: list[int], start: int) -> dict[int, int]:
    """What each node costs from one, by a search that is written otherwise."""
    found, waiting = dict[int, int](), [(0, start)]
    while waiting:
        spent, node = heapq.heappop(waiting)
        if node not in found:
            found[node] = spent
            for one in ahead(nexts, node):
                if costs[one] >= 0:
                    heapq.heappush(waiting, (spent + costs[one], one))
    return found


def test_reach_names_the_nearest_side_or_a_tie(dice: Random) -> None:
    nexts = graph(dice)
    blocked = [dice.random() < 0.1 for _ in range(NODES)]
    walkers = dice.choices(range(NODES), k=4)
    sides = [0, 0, 1, 2]
    owner, distance, queue = [5] * NODES, [5] * NODES, [*walkers, *[0] * NODES]
    reached = both(spread_over, nexts, DEGREE, blocked, sides, owner, distance, queue, 4)
    costs = [-1 if one else 1 for one in blocked]
    steps = [costs_from(nexts, costs, walker) for walker in walkers]
    for node in range(NODES):
        near = [
            (found[node], side) for found, side in zip(steps, sides, strict=True) if node in found
        ]
        least = min(near)[0] if near else BEYOND
        first = {side for far, side in near if far == least}
        assert distance[node] == least
        assert owner[node] == (NOBODY if not first else first.pop() if len(first) == 1 else TIED)
    assert reached == sum(one != BEYOND for one in distance)


def test_a_path_costs_the_least(dice: Random) -> None:
    nexts = graph(dice)
    costs = [dice.choice((-1, 0, 1, 1, 2, 5)) for _ in range(NODES)]
    start, goal = dice.sample(range(NODES), 2)
    true = {node: costs_from(nexts, costs, node).get(goal, 0) for node in range(NODES)}
    for guess in ([0] * NODES, [true[node] // 2 for node in range(NODES)]):
        spent, came = [0] * NODES, [0] * NODES
        room = NODES * DEGREE + 1
        found = both(
            *(find_path, nexts, DEGREE, costs, guess, start, goal, spent, came),
            *(Heap(), [0] * room, [0] * room),
        )
        assert found == costs_from(nexts, costs, start).get(goal, BEYOND)
        if found != BEYOND:
            step = both(first_step, came, start, goal)
            assert step in {*ahead(nexts, start), start}
            assert costs_from(nexts, costs, step)[goal] + costs[step] == found


def test_united_sets_have_one_root_and_the_sum_of_nodes(dice: Random) -> None:
    parents = [0] * NODES
    both(split, parents)
    sets = [{node} for node in range(NODES)]
    for _ in range(40):
        first, second = dice.randrange(NODES), dice.randrange(NODES)
        is_new = sets[first] is not sets[second]
        assert both(unite, parents, first, second) == is_new
        if is_new:
            sets[first] |= sets[second]
            for node in sets[second]:
                sets[node] = sets[first]
    for node, other in product(range(NODES), range(0, NODES, 7)):
        is_one = both(root_of, parents, node) == both(root_of, parents, other)
        assert is_one == (sets[node] is sets[other])
        assert both(size_of, parents, node) == len(sets[node])


def test_the_smallest_are_those_of_sorting(dice: Random) -> None:
    values = [float(dice.randrange(9)) for _ in range(20)]
    for k in (1, 3, 20, 25):
        places = [0] * max(k, 20)
        assert both(k_smallest, values, 20, k, places) == min(k, 20)
        assert places[: min(k, 20)] == sorted(range(20), key=lambda at: (values[at], at))[:k]


def test_targets_go_to_the_best_pair_and_become_dearer(dice: Random) -> None:
    units, targets, rise = 5, 4, dice.choice((0.0, 1.5, 100.0))
    values = [float(dice.randrange(-2, 9)) for _ in range(units * targets)]
    prices, chosen = [0.0] * targets, [9] * units
    total = both(assign_targets, values, units, targets, prices, rise, chosen)
    price, taken, wanted = [0.0] * targets, dict[int, int](), 0.0
    while len(taken) < units:
        pairs = [
            (values[unit * targets + target] - price[target], -unit, -target)
            for unit, target in product(range(units), range(targets))
            if unit not in taken
        ]
        value, unit, target = max(pairs)
        if value <= 0.0:
            break
        taken[-unit] = -target
        price[-target] += rise
        wanted += value
    assert chosen == [taken.get(unit, NOTHING) for unit in range(units)]
    assert (total, prices) == (wanted, price)


def lines_of(cells: set[tuple[int, int]]) -> list[int]:
    board = [0] * HEIGHT
    for x, y in cells:
        put(board, x, y)
    return board


def test_a_wide_board_grows_as_its_cells_do(dice: Random) -> None:
    free = {place for place in PLACES if dice.random() < 0.8}
    cells = {*dice.sample(PLACES, 3), (WIDTH - 1, 0)}
    near = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    grown = cells | (near & free)
    result = [0] * HEIGHT
    assert both(grow, lines_of(cells), lines_of(free), result) == len(grown) - len(cells)
    assert result == lines_of(grown)
    assert both(count_cells, result) == len(grown)
    for x, y in dice.sample(PLACES, 40):
        assert both(has, result, x, y) == ((x, y) in grown)


def test_a_flood_reaches_what_hangs_together(dice: Random) -> None:
    free = {place for place in PLACES if dice.random() < 0.6}
    cells = {(3, 2), (WIDTH - 1, 0)}
    wet = set(cells)
    for _ in count():
        near = {(x + dx, y + dy) for x, y in wet for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        if near & free <= wet:
            break
        wet |= near & free
    board = lines_of(cells)
    assert both(flood, board, lines_of(free)) == len(wet) - len(cells)
    assert board == lines_of(wet)


@kernel
def put_both(board: Numbers[int], x: int, y: int) -> None:
    """A board is an array of the caller's."""
    put(board, x, y)


def test_a_cell_is_put_in_both_engines() -> None:
    board = [0] * HEIGHT
    both(put_both, board, WIDTH - 1, 4)
    assert board[4] == 1 << (WIDTH - 1)
