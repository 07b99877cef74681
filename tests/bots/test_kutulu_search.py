"""What Kutulu's trees may try after their roots."""

import pytest

from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS, WAIT
from bots.kutulu.rules import YELL
from bots.kutulu.search import FEW, YELL_TURNS, Memory, begin, count_moves, play, think
from common.kernel import assign, numbers
from common.rng import make_dice
from common.search.smitsimax import BITS, children
from tests.bots.kutulu_table import Table


def memory_of(table: Table, iterations: int = 0) -> Memory:
    """Memory in which a search from this world begins; nobody plays by habit.

    iterations: of the last turn, 0 if there was none.
    """
    memory = Memory()
    memory.forest.iterations = iterations
    assign(memory.params, Params())
    assign(memory.maze, table.maze)
    assign(memory.start, table.world)
    assign(memory.world, table.world)
    assign(memory.dice, make_dice(1))
    begin(memory, 0, 0)
    return memory


def menu_lengths(table: Table, seat: int) -> list[int]:
    """Of an explorer who stays there, in each of the first turns."""
    memory = memory_of(table)
    lengths = []
    for _ in range(YELL_TURNS + 1):
        lengths.append(count_moves(memory.world, memory, seat))
        memory.world.turn += 1
    return lengths


@pytest.mark.parametrize(
    ("others", "lengths"),
    [
        ((2, 1), [4, 4, 4, 3]),  # beside it: at the root WAIT, two ways and YELL
        ((3, 1), [3, 4, 4, 3]),  # two steps away, and each may take one
        ((4, 1), [3, 3, 4, 3]),
        ((5, 1), [3, 3, 3, 3]),
    ],
)
def test_a_yell_is_in_the_trees_of_turns_in_which_somebody_may_be_near(others, lengths):
    table = Table()
    table.put((1, 1), others)
    table.one(0).plans = 0
    table.one(0).lights = 0
    assert menu_lengths(table, 0) == lengths
    table.one(0).yelled_at[1] = True
    assert menu_lengths(table, 0) == [3] * (YELL_TURNS + 1)


@pytest.mark.parametrize(("turn", "known"), [(0, 0), (1, 77)])
def test_a_match_begins_without_the_ways_of_another_maze(turn, known):
    memory = memory_of(Table())
    memory.hunt.lit[5].key = 77
    memory.start.turn = turn
    begin(memory, 0, 0)
    assert memory.hunt.lit[5].key == known


@pytest.mark.parametrize(("turn", "iterations", "length"), [(0, 9, 4), (1, 9, 3), (1, FEW, 4)])
def test_later_turns_have_no_yell_where_the_last_turn_had_few_iterations(turn, iterations, length):
    table = Table(turn)
    table.put((1, 1), (2, 1))
    memory = memory_of(table, iterations)
    memory.world.turn += 1
    assert count_moves(memory.world, memory, 0) == length


def test_who_is_out_has_no_yell():
    table = Table()
    table.put((1, 1), (2, 1))
    table.one(0).is_in = False
    assert menu_lengths(table, 0) == [1] * (YELL_TURNS + 1)


def test_the_number_behind_a_cells_moves_is_a_yell_and_those_after_it_wait():
    table = Table()
    table.put((1, 1), (2, 1))
    count = table.maze.cells[table.cells[1, 1]].moves.count
    for move, action in ((count, YELL), (count + 1, WAIT)):
        memory = memory_of(table)
        memory.world.turn += 1
        moves = numbers(int, PLAYERS)
        moves[0] = move
        play(memory.world, memory, moves)
        assert moves[0] == action
        assert memory.world.players[0].yelled_at[1] == (action == YELL)


def test_trees_try_a_yell_in_the_second_turn():
    table = Table()
    table.put((1, 1), (2, 1))
    memory = memory_of(table)
    think(memory, 300)
    forest = memory.forest
    wait = next(row[0] for row in children(forest, 0) if memory.menus[0].items[row[0]] == WAIT)
    root = forest.block[0] >> BITS
    tried = {move: visits for move, visits, _ in children(forest, root + wait)}
    assert sorted(tried) == [0, 1, 2, 3] and min(tried.values()) > 0
