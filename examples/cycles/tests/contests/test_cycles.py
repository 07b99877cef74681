"""Tests Cycles: a test for each paragraph of the rules."""

import io
from pathlib import Path
from random import Random

import pytest

from bots.cycles.evaluate import rate
from bots.cycles.known import Known
from bots.cycles.params import Params
from bots.cycles.rules import MOVES, PLAYERS, WIDTH, fall, has_ended, list_moves, make_state, play
from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees.verify import first_difference
from common.stdio import LineReader
from contests.cycles.baselines import PROTOCOL
from contests.cycles.referee import CyclesReferee

GOLDEN = Path(__file__).parents[1] / "golden" / "cycles" / "matches.jsonl.gz"
UP, RIGHT, DOWN = range(3)
AGAIN = "if the rules are meant to be others: botsmith golden cycles --record 8"

# Fields that no line reports, so that the bot cannot know them: by name, or as Record.name.
UNREPORTED = {"turn", "fell"}


def cell(x: int, y: int) -> int:
    return y * WIDTH + x


def test_a_rider_goes_one_cell_and_the_next_one_moves():
    state = make_state(2, [cell(3, 3), cell(9, 9)])
    play(state, RIGHT)
    assert (state.head[0], state.player, state.turn) == (cell(4, 3), 1, 1)
    assert state.walls[cell(3, 3)] and state.walls[cell(4, 3)]


@pytest.mark.parametrize(("start", "way"), [((0, 0), UP), ((29, 19), RIGHT), ((8, 9), RIGHT)])
def test_who_meets_the_edge_or_a_ribbon_is_out_and_his_ribbon_is_gone(start, way):
    state = make_state(2, [cell(*start), cell(9, 9)])
    play(state, way)
    assert state.is_out[0] and not state.walls[cell(*start)] and state.walls[cell(9, 9)]
    assert has_ended(state)


def test_who_was_out_is_passed_by():
    state = make_state(3, [cell(5, 5), cell(0, 0), cell(9, 9)])
    for way in (RIGHT, UP, RIGHT, RIGHT):
        play(state, way)
    assert (state.is_out[1], state.player) == (True, 2)


def test_only_ways_to_free_cells_are_listed_or_a_last_one():
    state = make_state(3, [cell(0, 0), cell(1, 0), cell(0, 2)])
    moves = [9] * MOVES
    assert (list_moves(state, 0, moves, [0] * MOVES), moves[0]) == (1, DOWN)
    state = make_state(3, [cell(0, 0), cell(1, 0), cell(0, 1)])
    assert list_moves(state, 0, moves, [0] * MOVES) == 1


def test_more_room_is_better_and_who_is_in_beats_who_is_out():
    state = make_state(2, [cell(1, 9), cell(9, 9)])
    assert rate(state, Params(), 1) > 0.5 > rate(state, Params(), 0)
    fall(state, 1)
    assert (rate(state, Params(), 0), rate(state, Params(), 1)) == (1.0, 0.0)


def test_who_was_out_later_is_better():
    referee = CyclesReferee.from_seed(1, 3)
    for answers in (["UP"], [], ["x"]):
        if not referee.over:
            referee.apply({referee.now.player: answers})
    assert referee.result().ranks == [1, 3, 2]


def test_a_wrong_or_missing_answer_puts_a_player_out():
    referee = CyclesReferee.from_seed(1)
    asked = referee.seats()
    referee.apply({asked[0]: ["nonsense"]})
    assert referee.now.is_out[0] and not referee.now.is_out[1]
    assert list(referee.faults()) == [0]


def test_another_number_of_players_is_refused_in_one_line():
    with pytest.raises(BadInput, match="is played by"):
        CyclesReferee.from_seed(1, PLAYERS + 1)
    with pytest.raises(BadInput, match="expected a whole number as seed"):
        CyclesReferee.from_config({}, "x", PLAYERS)
    with pytest.raises(BadInput, match="expected starts"):
        CyclesReferee.from_config({"starts": [5, 5]}, "1", PLAYERS)


def reader_of(lines):
    return LineReader(io.StringIO("\n".join([*lines, ""])))


def reported(one):
    """What the lines tell of a state, by field and number."""
    if isinstance(one, list):
        return {at: reported(part) for at, part in enumerate(one)}
    if not hasattr(one, "kernel_fields"):
        return one
    kind = type(one).__name__
    names = [name for name in one.kernel_fields if not {name, f"{kind}.{name}"} & UNREPORTED]
    return {name: reported(getattr(one, name)) for name in names}


def differing(bot, referee, path=""):
    """The first field that they have otherwise, "" for none."""
    if not isinstance(bot, dict) or not isinstance(referee, dict):
        return "" if bot == referee else f"{path}: bot {bot}, referee {referee}"
    found = (
        differing(bot.get(key), referee.get(key), f"{path}.{key}".strip("."))
        for key in {**referee, **bot}
    )
    return next(filter(None, found), "")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_bot_knows_what_the_referee_tells(seed):
    """If known.py does not read a field, this names it. The answers are random."""
    referee, dice, seats = CyclesReferee.from_seed(seed, PLAYERS), Random(seed), range(PLAYERS)
    bots = [Known() for _ in seats]
    others = [PROTOCOL() for _ in seats]
    for seat in seats:
        lines = referee.init_inputs(seat)
        reader = reader_of(lines)
        bots[seat].read_start(reader)
        assert reader.number == len(lines)
        others[seat].read_start(iter(lines).__next__)
    while not referee.over:
        answers = {}
        for seat in referee.seats():
            lines = referee.inputs(seat)
            reader = reader_of(lines)
            bots[seat].read_turn(reader)
            assert reader.number == len(lines)
            if seat == 0:  # each sees itself as player 0: the states of others are numbered anew
                found = differing(reported(bots[seat].state), reported(referee.now))
                assert not found, f"turn {referee.now.turn}: {found}"
            others[seat].read_turn(iter(lines).__next__)
            answers[seat] = others[seat].legal(dice)
        referee.apply(answers)


def test_the_recorded_matches_are_repeated():
    for match in read_matches(GOLDEN):
        difference = first_difference(match, CyclesReferee)
        assert difference is None, f"{difference}; {AGAIN}"
