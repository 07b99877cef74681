"""Kernels that try the network of ultimate tic-tac-toe out, in CPython and in C."""

from random import Random

from bots.uttt.network import (
    BASE,
    INPUTS,
    LANES,
    View,
    Weights,
    choice,
    make_weights,
    score_after,
    view,
)
from bots.uttt.rules import CELLS, State, is_over, legal_cells, list_cells, play
from bots.uttt.search_network import Setting, iterate, step
from bots.uttt.tables import HAS_LINE
from common.kernel import Int16, Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search.bestfirst import NONE, Tree, advance, best_child, plant


@record
class Table:
    """As a bot's memory; then what the kernels here use."""

    start: State
    world: State
    setting: Setting
    tree: Tree
    dice: Dice
    fresh: View
    sums: Numbers[int] = numbers(Int16, LANES)
    child: State
    cells: Numbers[int] = numbers(int, CELLS)
    replies: Numbers[int] = numbers(int, CELLS)
    compared: int
    wins: int


@kernel
def can_win(table: Table, state: State) -> bool:
    """Whether a move of the player to move gives him a line of boards."""
    count = list_cells(state, table.replies)
    for index in range(count):
        assign(table.child, state)
        play(table.child, table.replies[index])
        if HAS_LINE[table.child.won[state.player]]:
            return True
    return False


@kernel
def is_same(table: Table, cell: int) -> bool:
    """Whether `step` says of a move what the position after it says, looked at from nothing."""
    child = table.setting.child
    assign(child, table.world)
    play(child, cell)
    if is_over(child):
        return True
    table.compared += 1
    changed = step(table.setting, cell)
    wins = can_win(table, child)
    table.wins += int(wins)
    if wins or changed == 0:
        return wins == (changed == 0)
    weights = table.setting.weights
    changes = table.setting.changes
    here = table.setting.here.sums
    points = score_after(here, weights.columns, changes, changed, weights.last, False)
    for lane in range(LANES):
        table.sums[lane] = here[lane]
    score_after(table.sums, weights.columns, changes, changed, weights.last, True)
    view(table.fresh, child, child.player, weights)
    changes[0] = choice(child, table.fresh.boards)
    fresh = table.fresh.sums
    score_after(fresh, weights.columns, changes, 1, weights.last, True)
    for lane in range(LANES):
        if fresh[lane] != table.sums[lane]:
            return False
    fresh_points = score_after(fresh, weights.columns, changes, 0, weights.last, False)
    return points == fresh_points


@kernel
def walk(table: Table, games: int, compares_all: bool) -> int:
    """Random games from `start`; compares all moves, or those played; the number that differ."""
    state = table.world
    differing = 0
    for _ in range(games):
        assign(state, table.start)
        while not is_over(state):
            view(table.setting.here, state, 1 - state.player, table.setting.weights)
            count = list_cells(state, table.cells)
            drawn = draw(table.dice, count)
            for index in range(count):
                if compares_all or index == drawn:
                    same = is_same(table, table.cells[index])
                    differing += int(not same)
            play(state, table.cells[drawn])
    return differing


@kernel
def search(table: Table, own: int, other: int, count: int) -> bool:
    """A search from `start`, on what hangs on two moves, if they are any."""
    if own == NONE:
        plant(table.tree)
    else:
        advance(table.tree, own, other)
    return iterate(table.tree, table.start, table.world, table.setting, count)


@kernel
def answer(table: Table) -> int:
    """The cell that the search prefers; NONE before it has begun."""
    node = best_child(table.tree)
    return NONE if node == NONE else table.tree.move[node]


ENTRIES = (walk, search, answer)


def random_weights(seed: int) -> Weights:
    """A network that knows nothing; its values are neither all alike nor all extreme."""
    dice = Random(seed)
    values = [max(-127, min(127, round(dice.gauss(2, 30)))) for _ in range((INPUTS + 1) * BASE)]
    return make_weights(values, 200_000.0)


def random_setting(seed: int) -> Setting:
    """With such a network."""
    setting = Setting()
    assign(setting.weights, random_weights(seed))
    return setting


def random_position(seed: int) -> State:
    """After some random moves, not over."""
    dice = Random(seed)
    game = [State()]
    while legal := legal_cells(game[-1]):
        game.append(State())
        assign(game[-1], game[-2])
        play(game[-1], dice.choice(legal))
    return dice.choice(game[:-1])
