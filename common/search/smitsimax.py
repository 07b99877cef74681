"""Smitsimax: one tree per unit, selected together, every unit after its own score.

An iteration walks down all trees in step: at each depth every unit picks a move in its own tree,
then the game plays all of them at once. At the end each unit's score goes into its own path.
A node's children are neighbours in the pool: a move is `slot - first[node]`.

    slot   0 1 2 3 | 4 5 6 | ...   first[0] = 4, count[0] = 3: moves 0 1 2 lead to slots 4 5 6

A root gets children at once, another node when it is reached again, none when the pool is full;
below it moves are random and leave no trace. The first `random_visits` picks at a node are random,
then scaled UCB picks.

Source: the Smitsimax article (P. Smit), "Search".
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, assign, capacity, kernel, numbers, record
from common.search.ucb import best_scaled_ucb

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
    """The trees of all units, the search's settings, and counts since `plant`."""

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
    root: Numbers[int] = numbers(int, MAX_UNITS)  # a unit's root; set it to a child to keep a tree
    scores: Numbers[float] = numbers(float, MAX_UNITS)  # of the iteration at hand, as all below
    moves: Numbers[int] = numbers(int, MAX_UNITS)
    at: Numbers[int] = numbers(int, MAX_UNITS)  # slot that a unit has reached, or OUTSIDE
    length: Numbers[int] = numbers(int, MAX_UNITS)  # slots on a unit's path
    path: Numbers[int] = numbers(int, MAX_UNITS * STEPS)  # unit u's slots start at u * STEPS


def bind(
    units: int,
    count_moves: Callable[[State, Setting, int], int],
    play: Callable[[State, Setting, Numbers[int]], None],
    rate: Callable[[State, Setting, Numbers[float]], None],
    draw: Callable[[Dice, int], int],
) -> tuple[Callable[[Forest], None], Callable[[Forest, State, State, Setting, Dice, int], None]]:
    """plant(forest) and iterate(forest, start, world, setting, dice, count) over a game's kernels.

    plant empties the trees; iterate searches on from `start` and tries moves on `world`.
    units: 1..MAX_UNITS, else ValueError.
    count_moves(state, setting, unit): at least 1, asked once a node; `play` must accept these
    moves whenever the node is reached again.
    play(state, setting, moves): one turn, in which unit u plays moves[u].
    rate(state, setting, scores): writes each unit's score; any scale, more is better.
    draw(dice, n): a random number of 0..n-1. setting: what stays as it is during a search.
    """
    if not 1 <= units <= MAX_UNITS:
        raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, one tree each, not {units}")

    @kernel
    def plant(forest: Forest) -> None:
        """A root for each unit, and nothing else."""
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
        first = 0
        if node != OUTSIDE:
            is_due = forest.visits[node] > 0.0 or node == forest.root[unit]
            if forest.first[node] == 0 and is_due:
                moves = count_moves(world, setting, unit)
                open_node(forest, node, moves)
            first = forest.first[node]
        if first == 0:
            forest.at[unit] = OUTSIDE
            moves = count_moves(world, setting, unit)
            move = draw(dice, moves)
            return move
        tries = forest.visits[node]
        if tries < forest.random_visits:
            move = draw(dice, forest.count[node])
        else:
            forest.ucb_picks += 1
            scale = max(forest.highest[unit] - forest.lowest[unit], 1.0e-9)
            width = forest.exploration * sqrt(log(tries))
            child = best_scaled_ucb(
                forest.total, forest.visits, first, forest.count[node], scale, width
            )
            move = child - first
        forest.at[unit] = first + move
        forest.path[unit * STEPS + forest.length[unit]] = first + move
        forest.length[unit] += 1
        return move

    @kernel
    def learn(forest: Forest, unit: int, score: float) -> None:
        """Puts a score into the slots of the unit's path and into its range."""
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
        """`count` iterations; after any of them root_moves has an answer."""
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

    return plant, iterate


def root_moves(engine: Engine, field: str, unit: int) -> list[tuple[int, int, float]]:
    """(move, visits, mean score) at a unit's root in the Forest `field`, most visited first."""
    return children(engine, field, int(engine.read(field + ".root", unit)))


def children(engine: Engine, field: str, slot: int) -> list[tuple[int, int, float]]:
    """The same for any node."""
    first = int(engine.read(field + ".first", slot))
    rows = []
    for move in range(int(engine.read(field + ".count", slot)) if first else 0):
        visits = engine.read(field + ".visits", first + move)
        total = engine.read(field + ".total", first + move)
        rows.append((move, int(visits), total / visits if visits else 0.0))
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(engine: Engine, field: str, names: list[Sequence[str]]) -> list[dict[str, Any]]:
    """Each unit's moves at the root, named by names[unit], and its principal line."""
    units = []
    for unit, name in enumerate(names):
        slot = int(engine.read(field + ".root", unit))
        rows = children(engine, field, slot)
        moves = [{"move": name[row[0]], "visits": row[1], "value": row[2]} for row in rows]
        line = []
        while rows and rows[0][1]:
            line.append(name[rows[0][0]])
            slot = int(engine.read(field + ".first", slot)) + rows[0][0]
            rows = children(engine, field, slot)
        units.append({"unit": unit, "moves": moves, "line": line})
    return units
