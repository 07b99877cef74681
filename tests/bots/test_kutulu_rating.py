"""What Kutulu's bot fears in a world that its search has reached."""

from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS
from bots.kutulu.search import Memory, rate
from common.kernel import assign, numbers
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
