"""Smitsimax: one tree per unit, selected together, every unit after its own score.

For games in which several units move at the same time. An iteration walks down all trees in step:
at each depth every unit picks a move in its own tree without seeing the others' choice, then the
game plays all picks at once. At the end each unit gets its own score, which goes into its own
path only.

A node's children stand in one block of the pool, a slot a move, so that a move is `slot -
first[node]`:

    slot   0 1 2 3 | 4 5 6 | ...      first[0] = 4, count[0] = 3: moves 0, 1, 2 lead to slots 4,
    5, 6
                                      first = 0: no children yet; unit u starts at slot u

A root gets its children at once, any other node when it is reached a second time; below it the
moves are random and leave no trace. At a node with children the first `random_visits` picks are
random too, then scaled UCB picks. When the pool is full no node gets children any more and the
search goes on with the trees that it has.

Source: the Smitsimax article (P. Smit), "Search"; UCB: common/search/ucb.py.
"""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from common.engine import Engine
from common.kernel import Numbers, assign, capacity, kernel, numbers, record
from common.search.ucb import best_scaled_ucb, shared_width

MAX_UNITS = 4
MAX_DEPTH = 16
STEPS = MAX_DEPTH + 1  # slots on a path: the root and one a turn
POOL = capacity(pure=200_000, compiled=4_000_000)
OUTSIDE = -1  # where a unit is once it has left its tree in this iteration

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


@record
class Forest:
    """The trees of all units, the search's settings, and counts of the work done since `plant`."""

    depth: int = 6  # turns an iteration looks ahead, 1..MAX_DEPTH
    random_visits: float = 10.0  # picks at a node before UCB decides
    exploration: float = 1.0  # weight of the unknown, against scores scaled to their range
    used: int  # slots of the pool in use
    iterations: int
    ucb_picks: int
    first: Numbers[int] = numbers(int, POOL)
    count: Numbers[int] = numbers(int, POOL)
    visits: Numbers[float] = numbers(float, POOL)
    total: Numbers[float] = numbers(float, POOL)  # sum of the scores of all visits
    lowest: Numbers[float] = numbers(float, MAX_UNITS)  # range of a unit's scores so far
    highest: Numbers[float] = numbers(float, MAX_UNITS)
    root: Numbers[int] = numbers(int, MAX_UNITS)  # slot of a unit's root
    scores: Numbers[float] = numbers(float, MAX_UNITS)  # of the iteration at hand, as all below
    moves: Numbers[int] = numbers(int, MAX_UNITS)
    at: Numbers[int] = numbers(int, MAX_UNITS)  # slot that a unit has reached, or OUTSIDE
    length: Numbers[int] = numbers(int, MAX_UNITS)  # slots on a unit's path
    path: Numbers[int] = numbers(int, MAX_UNITS * STEPS)  # unit u's slots start at u * STEPS


@kernel
def best_move(forest: Forest, unit: int) -> int:
    """The most visited move at the unit's root, the better mean on a tie; -1 if nothing was
    tried.
    """
    first = forest.first[forest.root[unit]]
    best = -1
    most = 0.0
    best_total = 0.0
    if first != 0:
        for move in range(forest.count[forest.root[unit]]):
            tries = forest.visits[first + move]
            total = forest.total[first + move]
            if tries > most or (tries == most and tries > 0.0 and total > best_total):
                best = move
                most = tries
                best_total = total
    return best


@kernel
def keep(forest: Forest, unit: int, move: int) -> None:
    """Makes the child of `move` the unit's root; an empty tree stays as it is.

    For games that show every unit's move. The slots of the other moves are not given back:
    `plant` does.
    """
    root = forest.root[unit]
    if forest.first[root] != 0:
        forest.root[unit] = forest.first[root] + move


@kernel
def root_slot(forest: Forest, unit: int) -> int:
    """The slot of the unit's root."""
    return forest.root[unit]


@kernel
def first_child(forest: Forest, slot: int) -> int:
    """The slot of the node's first child, 0 if it has none."""
    return forest.first[slot]


@kernel
def child_count(forest: Forest, slot: int) -> int:
    """How many children the node has; only read where first_child is not 0."""
    return forest.count[slot]


@kernel
def visit_count(forest: Forest, slot: int) -> float:
    """How often the node was visited."""
    return forest.visits[slot]


@kernel
def total_score(forest: Forest, slot: int) -> float:
    """The sum of the scores of all its visits."""
    return forest.total[slot]


@kernel
def iterations_done(forest: Forest) -> int:
    """Iterations since `plant`."""
    return forest.iterations


@kernel
def slots_used(forest: Forest) -> int:
    """Slots of the pool in use."""
    return forest.used


@kernel
def ucb_picks_done(forest: Forest) -> int:
    """UCB selections since `plant`."""
    return forest.ucb_picks


class Smitsimax(NamedTuple, Generic[State, Setting, Dice]):
    """The search bound to a game.

    plant(forest): empties the trees. iterate(forest, start, world, setting, dice, count): `count`
    iterations from `start`, which stays as it is; `world` is the state that moves are tried on.
    """

    plant: Callable[[Forest], None]
    iterate: Callable[[Forest, State, State, Setting, Dice, int], None]


def bind(
    units: int,
    count_moves: Callable[[State, Setting, int], int],
    play: Callable[[State, Setting, Numbers[int]], None],
    rate: Callable[[State, Setting, Numbers[float]], None],
    draw: Callable[[Dice, int], int],
) -> Smitsimax[State, Setting, Dice]:
    """Smitsimax over a game's kernels.

    units: how many trees, 1..MAX_UNITS. ValueError otherwise.
    count_moves(state, setting, unit): moves of that unit, at least 1, asked once for a node;
    `play` must accept all of them whenever the node is reached again, whatever the other units
    did.
    play(state, setting, moves): one turn; moves[u] is the move of unit u.
    rate(state, setting, scores): writes the score of each unit u to scores[u], any scale, more is
    better.
    draw(dice, n): a random number of 0..n-1.
    setting: whatever does not change during a search (map, parameters, roles).
    """
    if not 1 <= units <= MAX_UNITS:
        raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, one tree each, not {units}")

    @kernel
    def plant(forest: Forest) -> None:
        """Empty trees: a root a unit, no range, no counts."""
        forest.used = units
        forest.iterations = 0
        forest.ucb_picks = 0
        for unit in range(units):
            forest.root[unit] = unit
            forest.first[unit] = 0
            forest.visits[unit] = 0.0
            forest.total[unit] = 0.0
            forest.lowest[unit] = 1.0e300
            forest.highest[unit] = -1.0e300

    @kernel
    def open_node(forest: Forest, node: int, moves: int) -> None:
        """Gives `node` its block of children, if the pool still has room."""
        slot = forest.used
        if slot + moves > POOL:
            return
        forest.used = slot + moves
        forest.first[node] = slot
        forest.count[node] = moves
        for child in range(slot, slot + moves):
            forest.first[child] = 0
            forest.visits[child] = 0.0
            forest.total[child] = 0.0

    @kernel
    def pick(forest: Forest, world: State, setting: Setting, unit: int, dice: Dice) -> int:
        """The move of `unit`, which goes one step down in its tree, or out of it."""
        node = forest.at[unit]
        if node == OUTSIDE:
            moves = count_moves(world, setting, unit)
            move = draw(dice, moves)
            return move
        tries = forest.visits[node]
        if forest.first[node] == 0 and (tries > 0.0 or node == forest.root[unit]):
            moves = count_moves(world, setting, unit)
            open_node(forest, node, moves)
        first = forest.first[node]
        if first == 0:
            forest.at[unit] = OUTSIDE
            moves = count_moves(world, setting, unit)
            move = draw(dice, moves)
            return move
        if tries < forest.random_visits:
            move = draw(dice, forest.count[node])
        else:
            forest.ucb_picks += 1
            scale = max(forest.highest[unit] - forest.lowest[unit], 1.0e-9)
            shared = shared_width(forest.exploration, tries)
            child = best_scaled_ucb(
                forest.total, forest.visits, first, forest.count[node], scale, shared
            )
            move = child - first
        forest.at[unit] = first + move
        forest.path[unit * STEPS + forest.length[unit]] = first + move
        forest.length[unit] += 1
        return move

    @kernel
    def learn(forest: Forest, unit: int, score: float) -> None:
        """Puts the score of an iteration into the slots of the unit's path and into its range."""
        forest.lowest[unit] = min(forest.lowest[unit], score)
        forest.highest[unit] = max(forest.highest[unit], score)
        start = unit * STEPS
        for step in range(start, start + forest.length[unit]):
            node = forest.path[step]
            forest.visits[node] += 1.0
            forest.total[node] += score

    @kernel
    def iterate(
        forest: Forest, start: State, world: State, setting: Setting, dice: Dice, count: int
    ) -> None:
        """`count` iterations; cut after any of them, best_move is an answer."""
        for _ in range(count):
            assign(world, start)
            for unit in range(units):
                root = forest.root[unit]
                forest.at[unit] = root
                forest.path[unit * STEPS] = root
                forest.length[unit] = 1
            for _depth in range(forest.depth):
                for unit in range(units):
                    move = pick(forest, world, setting, unit, dice)
                    forest.moves[unit] = move
                play(world, setting, forest.moves)
            rate(world, setting, forest.scores)
            for unit in range(units):
                learn(forest, unit, forest.scores[unit])
            forest.iterations += 1

    return Smitsimax(plant, iterate)


# Kernels on a forest that a bot calls from outside, whatever game the search is bound to.
ENTRIES = (
    best_move,
    keep,
    root_slot,
    first_child,
    child_count,
    visit_count,
    total_score,
    iterations_done,
    slots_used,
    ucb_picks_done,
)


class MoveReport(NamedTuple):
    """One move at a unit's root: how often it was tried and the mean of its scores."""

    move: int
    visits: int
    value: float


def report(engine: Engine, field: str, unit: int) -> tuple[list[MoveReport], list[int]]:
    """What the forest in the memory's `field` thinks of a unit: its root's moves, most visited
    first, and its line.

    The line follows the most visited move from the root down, as far as the tree goes.
    """
    slot = engine.ask(field, root_slot, unit)
    root_moves = _children(engine, field, slot)
    line: list[int] = []
    moves = root_moves
    while moves and moves[0].visits > 0:
        line.append(moves[0].move)
        slot = engine.ask(field, first_child, slot) + moves[0].move
        moves = _children(engine, field, slot)
    return root_moves, line


def _children(engine: Engine, field: str, slot: int) -> list[MoveReport]:
    first = engine.ask(field, first_child, slot)
    rows = []
    if first != 0:
        for move in range(engine.ask(field, child_count, slot)):
            visits = engine.ask(field, visit_count, first + move)
            total = engine.ask(field, total_score, first + move)
            rows.append(MoveReport(move, int(visits), total / visits if visits > 0.0 else 0.0))
    return sorted(rows, key=lambda row: (-row.visits, -row.value, row.move))
