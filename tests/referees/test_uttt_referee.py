"""The referee of ultimate tic-tac-toe: lines, bad answers, ends, scores."""

import copy
from functools import cache
from pathlib import Path

import pytest

from bots.uttt.protocol import to_cell
from bots.uttt.rules import legal_cells
from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees.base import Match
from botsmith.referees.verify import first_difference
from contests.uttt.referee import UtttReferee

ROOT = Path(__file__).resolve().parents[2]


@cache
def records() -> list[Match]:
    return list(read_matches(ROOT / "tests" / "golden" / "uttt" / "matches.jsonl.gz"))


def say(referee: UtttReferee, line: str) -> UtttReferee:
    """The next answer."""
    referee.apply({referee.seats()[0]: [line]})
    return referee


def test_only_the_player_to_move_is_told_and_player_0_begins():
    referee = UtttReferee.from_seed(1)
    assert (referee.seats(), referee.init_inputs(0), referee.inputs(1)) == ([0], [], [])
    lines = referee.inputs(0)
    assert lines[:2] == ["-1 -1", "81"]
    assert len(lines) == 83
    say(referee, "4 5")
    assert (referee.seats(), referee.inputs(0)) == ([1], [])
    assert referee.inputs(1)[:2] == ["4 5", "9"]
    assert sorted(referee.inputs(1)[2:]) == [f"{r} {c}" for r in (3, 4, 5) for c in (6, 7, 8)]


def test_the_order_of_the_cells_depends_on_the_seed_alone():
    assert UtttReferee.from_seed(5).inputs(0) == UtttReferee.from_seed(5).inputs(0)
    assert UtttReferee.from_seed(5).inputs(0) != UtttReferee.from_seed(6).inputs(0)
    assert UtttReferee.from_seed(-1).inputs(0) == UtttReferee.from_seed(2**48 - 1).inputs(0)


@pytest.mark.parametrize(
    "line", ["4 5", "4  5", "4\t5", "4 5 hi", "4 5  ", "4 5 9 9", "4 5 \u00e9", "-0 5"]
)
def test_lines_that_are_accepted(line):
    referee = say(UtttReferee.from_seed(1), line)
    assert not referee.over
    assert referee.last == ((0, 5) if line == "-0 5" else (4, 5))


@pytest.mark.parametrize(
    "line",
    ["4 5 ", " 4 5", "+4 5", "04 5", "10 3", "4,5", "4", "4 x", "4.0 5", "abc", "", "4 5x"]
    + ["--4 5", "4 5\u00a0hi", "\u0664 5"],
)
def test_lines_that_are_invalid_output(line):
    referee = say(UtttReferee.from_seed(1), line)
    assert referee.result().end == "invalid output"
    assert (referee.result().scores, referee.result().ranks) == ([-1.0, 0.0], [2, 1])
    assert referee.faults()[0].startswith("invalid output: ")


@pytest.mark.parametrize("line", ["-1 -1", "9 9", "-4 5"])
def test_cells_outside_are_invalid_actions(line):
    assert say(UtttReferee.from_seed(1), line).result().end == "invalid action"


def test_a_taken_cell_and_another_board_are_invalid_actions():
    for line in ("4 4", "0 0"):
        referee = say(say(UtttReferee.from_seed(1), "4 4"), line)
        assert (referee.result().end, referee.result().ranks) == ("invalid action", [1, 2])
        assert list(referee.faults()) == [1]


def test_silence_is_a_timeout_and_no_fault_of_the_line():
    referee = UtttReferee.from_seed(1)
    referee.apply({0: []})
    assert (referee.result().end, referee.result().scores) == ("timeout", [-1.0, 0.0])
    assert referee.state() == {"time_limit_ms": 1000, "timed_out": True}
    assert referee.faults() == {}


def test_the_first_answer_of_each_player_has_1000_ms_and_later_ones_100():
    referee = UtttReferee.from_seed(1)
    limits = []
    for line in ("4 4", "3 3", "0 0", "1 1"):
        say(referee, line)
        limits.append(referee.state()["time_limit_ms"])
    assert limits == [1000, 1000, 100, 100]


def test_a_loser_by_fault_leaves_the_other_what_he_had():
    referee = UtttReferee.from_seed(1)
    referee.position.won[1] = 0b101
    referee.scores[1] = 2
    referee.apply({0: []})
    assert referee.result().scores == [-1.0, 2.0]


def test_league_1_is_one_board():
    referee = UtttReferee.from_config({"league": 1}, "3", 2)
    assert referee.inputs(0)[1] == "9"
    for line in ("0 0", "1 1", "0 1", "2 2"):
        say(referee, line)
    assert sorted(referee.inputs(0)[2:]) == ["0 2", "1 0", "1 2", "2 0", "2 1"]
    say(referee, "0 2")
    assert (referee.result().scores, referee.result().end) == ([10.0, 0.0], "three aligned")


def test_league_1_draws_with_a_full_board():
    referee = UtttReferee.from_config({"league": 1}, "3", 2)
    for line in ("0 0", "0 1", "0 2", "1 1", "1 0", "1 2", "2 1", "2 0", "2 2"):
        say(referee, line)
    assert (referee.result().scores, referee.result().ranks) == ([0.0, 0.0], [1, 1])
    assert referee.result().end == "no valid action left"


@pytest.mark.parametrize("config", [{}, {"league": 3}, {"league": "2"}])
def test_a_config_without_a_league_is_refused(config):
    with pytest.raises(BadInput, match="uttt config: expected league 1 or 2"):
        UtttReferee.from_config(config, "1", 2)


def test_seeds_that_are_none_are_refused():
    with pytest.raises(BadInput, match="expected a whole number as seed"):
        UtttReferee.from_config({"league": 2}, "x", 2)


def test_the_records_have_every_end_and_both_leagues():
    seen = {(match.config["league"], match.result.end) for match in records()}
    ends = ("three aligned", "no valid action left", "invalid output", "invalid action", "timeout")
    assert seen == {(league, end) for league in (1, 2) for end in ends}


def test_another_end_time_limit_or_order_of_cells_is_noticed():
    match = copy.deepcopy(records()[0])
    match.turns[5].state["time_limit_ms"] = 99
    difference = first_difference(match, UtttReferee)
    assert difference is not None and (difference.turn, difference.what) == (5, "state")
    match = copy.deepcopy(records()[0])
    lines = match.turns[6].inputs[0]
    lines[2], lines[3] = lines[3], lines[2]
    difference = first_difference(match, UtttReferee)
    assert difference is not None and (difference.turn, difference.what) == (6, "in")
    timeout = next(match for match in records() if match.result.end == "timeout")
    del timeout.turns[-1].state["timed_out"]
    difference = first_difference(timeout, UtttReferee)
    assert difference is not None and difference.what == "state"


def test_the_legal_places_are_those_of_the_rules():
    referee = UtttReferee.from_seed(1)
    for line in ("4 4", "3 3", "0 0"):
        say(referee, line)
    cells = sorted(to_cell(*map(int, line.split())) for line in referee.inputs(1)[2:])
    assert cells == legal_cells(referee.position)


def test_a_new_match_is_played_in_league_2():
    assert UtttReferee.from_seed(7).config == {"league": 2}
