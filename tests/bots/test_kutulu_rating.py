"""What Kutulu's bot fears in a world that its search has reached."""

import pytest

from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS
from bots.kutulu.search import EARLY, SCARCE, Memory, begin, play, rate, think
from common.kernel import assign, numbers
from common.rng import make_dice
from tests.bots.kutulu_table import Table


def worths(table: Table) -> list[float]:
    """What the bot finds a world worth to each explorer, in sums of leads."""
    memory = Memory()
    assign(memory.params, Params())
    assign(memory.maze, table.maze)
    scores = numbers(float, PLAYERS)
    rate(table.world, memory, scores)
    return list(scores)


def test_wanderers_are_feared_by_all_on_their_targets_cell_the_nearer_the_more():
    def with_wanderers(*spots):
        table = Table()
        table.put((1, 1), (1, 1), (1, 2), (1, 3))
        for spot in spots:
            table.wanderer(spot, target=1)
        return worths(table)

    none, far, near = with_wanderers(), with_wanderers((5, 1)), with_wanderers((3, 1))
    both = with_wanderers((5, 1), (3, 1))
    assert none[0] == none[1] > far[0] == far[1] > near[0] == near[1] > both[0] == both[1]
    assert none[2] < far[2] < near[2] < both[2], "a lead over who is hunted"


def test_a_wanderer_beyond_reach_is_not_feared():
    table = Table()
    before = worths(table)
    table.wanderer((9, 1), target=0)
    assert worths(table) == before


def test_a_plan_is_worth_less_to_whom_little_sanity_is_left():
    def gain(sanity):
        """What a PLAN more adds to the worth of an explorer with so much sanity."""
        sums = []
        for plans in (0, 1):
            memory = Memory()
            table = Table()
            assign(memory.params, Params())
            assign(memory.maze, table.maze)
            table.one(0).sanity, table.one(0).plans = sanity, plans
            rate(table.world, memory, memory.forest.scores)
            sums.append(memory.values[0])
        return sums[1] - sums[0]

    plan = Params().plan
    assert gain(250) == gain(int(SCARCE)) == plan
    assert gain(int(SCARCE) // 2) == plan / 2


def searching(table: Table) -> Memory:
    """Memory in which a search of three turns from this world begins."""
    memory = Memory()
    assign(memory.params, Params())
    memory.params.depth = 3
    assign(memory.maze, table.maze)
    assign(memory.start, table.world)
    assign(memory.dice, make_dice(1))
    begin(memory, 0, 0)
    return memory


def test_leads_after_each_turn_count_in_the_score_those_after_the_last_most():
    table = Table()
    table.one(1).sanity = 200
    memory = searching(table)
    assign(memory.world, table.world)
    expected = [0.0] * PLAYERS
    for turn in range(3):
        play(memory.world, memory, numbers(int, PLAYERS))
        last = Memory()  # in which this turn is the last one, and the first
        assign(last.params, memory.params)
        assign(last.maze, memory.maze)
        last.start.turn = memory.world.turn - 1
        last.forest.depth = 1
        leads = numbers(float, PLAYERS)
        rate(memory.world, last, leads)
        weight = 1.0 if turn == 2 else EARLY
        expected = [old + weight * new for old, new in zip(expected, leads, strict=True)]
    rate(memory.world, memory, memory.forest.scores)
    assert list(memory.forest.scores)[:PLAYERS] == pytest.approx(expected)
    assert expected[0] > 0 > expected[1]


def test_an_iteration_keeps_nothing_of_the_scores_before():
    memory = searching(Table())
    think(memory, 50)
    assert max(abs(score) for score in memory.forest.scores) < 3.0 * (1.0 + 2 * EARLY)
