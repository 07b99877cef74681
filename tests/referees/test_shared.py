"""What referees share: answers, the forms of a config, grids, calls out of order."""

from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer, int32, split
from botsmith.referees.grids import Grid
from botsmith.referees.shapes import name_of, read_shape
from contests.snakebyte.referee import SnakebyteReferee


def test_numbers_are_those_of_32_bits_however_long_they_are():
    assert [int32("-0"), int32("007"), int32("-2147483648")] == [0, 7, -(1 << 31)]
    for digits in ("2147483648", "-2147483649", "9" * 5000):
        with pytest.raises(InvalidAnswer, match="does not fit into 32 bits"):
            int32(digits)


def test_split_leaves_out_empty_pieces_at_the_end_as_java_does():
    assert [split(line, ";") for line in ("", ";;", "a;;b;", ";a")] == [
        [""],
        [],
        ["a", "", "b"],
        ["", "a"],
    ]


def test_a_value_of_json_has_the_form_that_is_asked_for():
    assert read_shape([[1, "a"], [2, "b"]], list[tuple[int, str]]) == [(1, "a"), (2, "b")]
    assert read_shape(3, float) == 3
    wrong: tuple[Any, ...] = ([[1]], [[1, 2]], [[True, "a"]], "ab", {}, None)
    for value in wrong:
        with pytest.raises(TypeError):
            read_shape(value, list[tuple[int, str]])
    assert name_of(list[tuple[int, str]]) == "[[number, text], ...]"


def test_regions_hang_together_by_their_sides():
    grid = Grid(4, 2)
    found = grid.regions({(0, 0), (1, 1), (2, 1), (3, 0)})
    assert sorted(map(sorted, found)) == [[(0, 0)], [(1, 1), (2, 1)], [(3, 0)]]
    assert grid.pair((0, 1)) == [(0, 1), (3, 1)]
    assert grid.rows({(1, 0)}) == [".#..", "...."]


def test_a_call_out_of_order_is_told():
    referee = SnakebyteReferee.from_seed(2)
    with pytest.raises(RuntimeError, match="the match is not over"):
        referee.result()
    referee.apply({})
    with pytest.raises(RuntimeError, match="the match is over"):
        referee.apply({})


def test_the_league_of_a_record_draws_its_map():
    lower = SnakebyteReferee.from_seed(2, league=1)
    assert lower.rows != SnakebyteReferee.from_seed(2).rows
    with pytest.raises(BadInput, match="expected league as number, got '1'"):
        SnakebyteReferee.from_config({**lower.config, "league": "1"}, "2", 2)
