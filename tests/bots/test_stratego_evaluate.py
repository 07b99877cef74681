"""What the Barrage Stratego bot's evaluation prefers."""

from typing import Any

from bots.stratego.evaluate import value
from bots.stratego.params import Params
from tests.bots.stratego_table import game_of

FLAGS = [[0, "Flag", 0, 0], [1, "Flag", 9, 9]]
BOMBS = [[0, "Bomb", 1, 0], [1, "Bomb", 8, 9]]


def worth(*pieces, active=0):
    """What Red can expect of a position with these pieces besides flags and bombs."""
    return value(game_of([*FLAGS, *BOMBS, *pieces], active), Params(), 0)


def test_a_turned_board_is_worth_the_same_to_the_other_side():
    pieces: list[list[Any]] = [[0, "Marshal", 0, 1], [0, "Scout", 5, 3], [1, "General", 7, 8]]
    turned = [[1 - owner, rank, 9 - x, 9 - y] for owner, rank, x, y in pieces]
    for active in (0, 1):
        assert abs(worth(*pieces, active=active) + worth(*turned, active=1 - active) - 1.0) < 1e-9


def test_a_second_attacker_that_comes_nearer_counts_too():
    others = [[0, "Scout", 5, 7], [0, "General", 0, 1], [1, "Marshal", 9, 8]]
    assert worth(*others, [0, "Miner", 4, 6]) > worth(*others, [0, "Miner", 4, 2])


def test_the_general_at_home_counts_more_than_the_one_elsewhere():
    others = [[0, "Miner", 5, 6], [1, "Marshal", 9, 8]]
    assert worth(*others, [0, "General", 0, 1]) > worth(*others, [0, "General", 9, 0])


def test_the_strongest_piece_counts_beyond_its_own_points():
    params = Params()
    without = Params()
    without.top = 0.0
    alone = game_of([*FLAGS, *BOMBS, [0, "General", 0, 1], [1, "Miner", 9, 8]])
    met = game_of([*FLAGS, *BOMBS, [0, "General", 0, 1], [1, "General", 9, 8]])
    assert value(alone, params, 0) > value(alone, without, 0)
    assert value(met, params, 0) == value(met, without, 0)
