"""Smitsimax (P. Smit): one tree per unit, selected together, each by its unit's score.

An iteration walks down all trees in step: at each depth every unit picks a move in its own tree,
then the game plays all of them. At the end each unit's score is added to its own path. A node's
children are neighbours in the pool:

    slot   0 1 2 3 | 4 5 6 | ...   block[0] = 4 << BITS | 3: moves 0 1 2 lead to slots 4 5 6

A root gets children at once, another node at its second visit, if the pool has room; below it moves
are random. The first `random_visits` picks at a node are random, later ones by scaled UCB or by
`choose`. A unit without a move (unborn, dead) waits.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from common.kernel import (
    Int32,
    Numbers,
    Records,
    assign,
    capacity,
    each,
    kernel,
    numbers,
    record,
    records,
)
from common.rng import Dice, draw
from common.search.pick import best_bound
from common.search.ucb import UNTRIED, Roots, fill, root_of_log, share_of

MAX_UNITS = 64
MAX_DEPTH = 16
IN_C = 1 << 22  # slots
POOL = capacity(120_000, IN_C)
LAST = IN_C - 1
BITS = 6  # low bits of `block`: child count
MOST = (1 << BITS) - 1  # moves of a node
WIDE = capacity(POOL + MOST, IN_C + MOST)  # for LAST + any move: C checks no index
OUTSIDE = -1  # of a unit that has left its tree

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Tree:
    """One unit: its range of scores, and its way in this iteration."""

    lowest: float
    highest: float
    scale: float  # exploration times that range
    at: int  # slot that it has reached, or OUTSIDE
    length: int  # slots in its path, the root too
    path: Numbers[int] = numbers(int, MAX_DEPTH + 1)


@record
class Forest:
    """The trees of all units, the search's settings, and counts since `plant`."""

    depth: int  # turns looked ahead, 1..MAX_DEPTH
    random_visits: int  # picks at a node before UCB
    exploration: float  # against scores scaled to their range
    used: int  # slots of the pool in use
    iterations: int
    ucb_picks: int
    block: Numbers[int] = numbers(Int32, WIDE)  # first child << BITS | children; 0: none
    visits: Numbers[int] = numbers(Int32, WIDE)
    mean: Numbers[float] = numbers(float, WIDE)  # score of its visits, or UNTRIED
    share: Numbers[float] = numbers(float, WIDE)  # once it was visited: common/search/ucb.py
    roots: Roots
    trees: Records[Tree] = records(Tree, MAX_UNITS)
    moves: Numbers[int] = numbers(int, MAX_UNITS)
    scores: Numbers[float] = numbers(float, MAX_UNITS)


@kernel
def give_nothing(state: AnyState, setting: AnySetting, unit: int, choice: int) -> None:
    """Does nothing."""
    return


@kernel
def draw_evenly(state: AnyState, setting: AnySetting, unit: int, count: int, dice: Dice) -> int:
    """Returns one of `count` moves, all equally likely."""
    return draw(dice, count)


def bind(
    units: int,
    count_moves: Callable[[AnyState, AnySetting, int], int],
    play: Callable[[AnyState, AnySetting, Numbers[int]], None],
    rate: Callable[[AnyState, AnySetting, Numbers[float]], None],
    choose: Callable[..., int] | None = None,
    give: Callable[..., None] = give_nothing,
    draw_move: Callable[..., int] = draw_evenly,
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Returns plant(forest) and iterate(forest, start, world, setting, dice, count) for a game.

    units: 1..MAX_UNITS, else ValueError.
    count_moves(state, setting, unit): 0..MOST, asked until a node has some; `play` must accept
    these later, too, and 0 of a unit without moves.
    play(state, setting, moves): plays one turn, in which unit u plays moves[u].
    rate(state, setting, scores): writes each unit's score; any scale, more is better.
    choose(forest, state, setting, unit, block, dice): returns a child in the block.
    give(state, setting, unit, move): subtracts a move's costs when it is picked, in the units'
    order. draw_move(state, setting, unit, count, dice): returns a random move, 0..count-1.
    """
    if not 1 <= units <= MAX_UNITS:
        raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, not {units}")

    @kernel
    def by_bound(
        forest: Forest, world: AnyState, setting: AnySetting, unit: int, block: int, dice: Dice
    ) -> int:
        """Returns the child with the largest bound."""
        tree = forest.trees[unit]
        width = tree.scale * root_of_log(forest.roots, forest.visits[tree.at])
        return best_bound(forest.mean, forest.share, block >> BITS & LAST, block & MOST, width)

    choose = choose or by_bound

    @kernel
    def plant(forest: Forest) -> None:
        """Makes a root for each unit."""
        forest.used = units
        forest.iterations = 0
        forest.ucb_picks = 0
        for unit in range(units):
            forest.block[unit] = 0
            forest.visits[unit] = 0
            forest.mean[unit] = 0.0
            forest.trees[unit].lowest = 1.0e300
            forest.trees[unit].highest = -1.0e300

    @kernel
    def open_node(forest: Forest, node: int, moves: int) -> int:
        """Gives `node` a block of children if the pool has room; returns it or 0."""
        slot = forest.used
        if slot + moves > POOL:
            return 0
        forest.used = slot + moves
        for child in range(slot, slot + moves):
            forest.block[child] = 0
            forest.visits[child] = 0
            forest.mean[child] = UNTRIED
        forest.block[node] = (slot << BITS) + moves
        return forest.block[node]

    @kernel
    def pick(forest: Forest, world: AnyState, setting: AnySetting, unit: int, dice: Dice) -> int:
        """Returns the unit's move, and goes a step down in its tree or out of it."""
        tree = forest.trees[unit]
        node = tree.at
        block = forest.block[node] if node != OUTSIDE else 0
        if block == 0:
            moves = count_moves(world, setting, unit)
            if moves == 0:
                return 0
            if node != OUTSIDE and (forest.visits[node] > 0 or tree.length == 1):
                block = open_node(forest, node, moves)
            if block == 0:
                tree.at = OUTSIDE
                return draw_move(world, setting, unit, moves, dice)
        first = block >> BITS & LAST
        if forest.visits[node] < forest.random_visits:
            child = first + draw_move(world, setting, unit, block & MOST, dice)
            forest.ucb_picks -= 1
        else:
            child = choose(forest, world, setting, unit, block, dice)
        tree.at = child
        tree.path[tree.length] = child
        tree.length += 1
        return child - first

    @kernel
    def iterate(
        forest: Forest,
        start: AnyState,
        world: AnyState,
        setting: AnySetting,
        dice: Dice,
        count: int,
    ) -> None:
        """Plays `count` iterations from `start` on `world`."""
        fill(forest.roots, forest.iterations + count)
        for _ in range(count):
            assign(world, start)
            for unit in range(units):
                tree = forest.trees[unit]
                tree.at = unit
                tree.path[0] = unit
                tree.length = 1
            for _depth in range(forest.depth):
                for unit in each(units):
                    forest.moves[unit] = pick(forest, world, setting, unit, dice)
                    give(world, setting, unit, forest.moves[unit])
                play(world, setting, forest.moves)
            rate(world, setting, forest.scores)
            for unit in range(units):
                tree = forest.trees[unit]
                forest.ucb_picks += tree.length - 1
                score = forest.scores[unit]
                tree.lowest = min(tree.lowest, score)
                tree.highest = max(tree.highest, score)
                tree.scale = forest.exploration * max(tree.highest - tree.lowest, 1.0e-9)
                for step in range(tree.length):
                    node = tree.path[step]
                    visits = forest.visits[node] + 1
                    share = share_of(forest.roots, visits)
                    weight = share * share
                    forest.visits[node] = visits
                    forest.share[node] = share
                    forest.mean[node] = forest.mean[node] * (1.0 - weight) + score * weight
            forest.iterations += 1

    return plant, iterate


def children(forest: Forest, slot: int) -> list[tuple[int, int, float]]:
    """Returns (move, visits, mean score) of a slot's children, most visited first; a root's slot is
    its unit.
    """
    first, count = divmod(forest.block[slot], 1 << BITS)
    rows = []
    for move in range(count):
        visits = forest.visits[first + move]
        rows.append((move, visits, forest.mean[first + move] if visits else 0.0))
    return sorted(rows, key=lambda row: (-row[1], -row[2]))


def describe(forest: Forest, names: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Returns each unit's moves at the root and principal line, in the words of names[unit]."""
    units = []
    for unit, name in enumerate(names):
        slot = unit
        rows = children(forest, slot)
        moves = [{"move": name[row[0]], "visits": row[1], "value": row[2]} for row in rows]
        line = []
        while rows and rows[0][1]:
            best = rows[0][0]
            line.append(name[best])
            slot = (forest.block[slot] >> BITS) + best
            rows = children(forest, slot)
        units.append({"unit": unit, "moves": moves, "line": line})
    return units


def counts(forest: Forest) -> dict[str, int]:
    """Returns the work since `plant`."""
    return {
        "iterations": forest.iterations,
        "simulated_turns": forest.iterations * forest.depth,
        "nodes": forest.used,
        "evaluations": forest.iterations,
        "ucb": forest.ucb_picks,
        "depth": forest.depth,
    }
