"""Tests Colony: a test for each paragraph of the rules."""

import io
from pathlib import Path
from random import Random

import pytest
from contests.colony.baselines import PROTOCOL
from contests.colony.referee import ColonyReferee

from bots.colony.known import Known
from bots.colony.rules import (
    BITE,
    CELLS,
    COST,
    EAT,
    GROWTH,
    MAX_TURNS,
    MOVE,
    NOBODY,
    PLAYERS,
    REST,
    ROWS,
    ROWS_EACH,
    SPLIT,
    UNITS_EACH,
    cell_of,
    count_living,
    end_turn,
    give,
    has_ended,
    make_state,
    may_split,
    pack,
    side_of,
)
from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees.verify import first_difference
from common.kernel import assign
from common.stdio import LineReader

NORTH, EAST = range(2)
GOLDEN = Path(__file__).parents[1] / "golden" / "colony" / "matches.jsonl.gz"
AGAIN = "if the rules are meant to be others: botsmith golden colony --record 8"

# Fields that no line reports, so that the bot cannot know them: by name, or as Record.name.
UNREPORTED: set[str] = {"is_out"}


def field(food=0, stock=0):
    """Returns a state with as much food on each cell and in each stock."""
    state = make_state(2)
    state.rich[:] = state.food[:] = [food] * CELLS
    state.stock[:] = [stock] * 2
    return state


def play(state, orders):
    """Plays a turn with orders by row; the other beetles rest."""
    for row in range(ROWS):
        if side_of(state, row) != NOBODY:
            give(state, row, orders.get(row, pack(REST, 0)))
    end_turn(state)


def test_a_beetle_eats_a_bite_into_the_stock_of_its_side():
    state = field(food=5)
    play(state, {0: pack(EAT, 0)})
    assert (state.food[0], [*state.stock]) == (5 - BITE, [BITE, 0])
    play(state, {0: pack(EAT, 0)})
    assert (state.food[0], state.stock[0]) == (0, 5)


def test_a_beetle_moves_to_a_neighbour_and_rests_at_the_edge():
    state = field()
    play(state, {0: pack(MOVE, EAST)})
    assert cell_of(state.beetles[0]) == 1
    play(state, {0: pack(MOVE, NORTH)})
    assert cell_of(state.beetles[0]) == 1


def test_an_egg_is_paid_when_the_order_is_given_and_hatches_into_the_first_free_slot():
    state = field(stock=COST)
    give(state, 0, pack(SPLIT, EAST))
    assert state.stock[0] == 0 and side_of(state, 1) == NOBODY
    end_turn(state)
    assert (side_of(state, 1), cell_of(state.beetles[1])) == (0, 1)


def test_who_has_not_enough_or_no_slot_lays_no_egg():
    state = field(stock=COST - 1)
    assert not may_split(state, 0)
    state.stock[0] = 100
    for row in range(UNITS_EACH):
        state.beetles[row].is_alive = True
    assert not may_split(state, 0)


def test_where_both_sides_stand_as_many_of_each_are_gone():
    state = field()
    for row in (1, 2, ROWS_EACH):
        state.beetles[row].is_alive = True
        state.beetles[row].x, state.beetles[row].y = 5, 0
    state.beetles[0].x = 5
    play(state, {})
    assert [count_living(state, side) for side in (0, 1)] == [2, 0]
    assert has_ended(state)


def test_food_grows_up_to_what_a_cell_bears():
    state = field(food=2)
    state.food[7] = 0
    for _ in range(GROWTH):
        play(state, {})
    assert (state.food[7], state.food[8]) == (1, 2)


def test_the_match_ends_after_its_last_turn():
    state = make_state(PLAYERS)
    state.turn = MAX_TURNS - 1
    assert not has_ended(state)
    play(state, {})
    assert has_ended(state)


def test_a_wrong_or_missing_answer_puts_a_player_out():
    referee = ColonyReferee.from_seed(1)
    asked = referee.seats()
    referee.apply({asked[0]: ["?"] * max(1, referee.reply_lines(asked[0]))})
    assert referee.now.is_out[asked[0]]
    assert asked[0] in referee.faults()


def test_another_number_of_players_is_refused_in_one_line():
    with pytest.raises(BadInput, match="is played by"):
        ColonyReferee.from_seed(1, PLAYERS + 1)
    with pytest.raises(BadInput, match="expected a whole number as seed"):
        ColonyReferee.from_config({}, "x", PLAYERS)
    with pytest.raises(BadInput, match="expected seed"):
        ColonyReferee.from_config({"seed": "x"}, "1", PLAYERS)


def reader_of(lines):
    return LineReader(io.StringIO("\n".join([*lines, ""])))


def reported(one):
    """Returns what the lines tell of a state, by field and number; rows in play alone."""
    if isinstance(one, list):
        parts = enumerate(one)
        return {at: reported(part) for at, part in parts if getattr(part, "is_alive", True)}
    if not hasattr(one, "kernel_fields"):
        return one
    kind = type(one).__name__
    names = [name for name in one.kernel_fields if not {name, f"{kind}.{name}"} & UNREPORTED]
    return {name: reported(getattr(one, name)) for name in names}


def differing(bot, referee, path=""):
    """Returns the first field that differs, "" for none. Beetles may be in any slots."""
    if not isinstance(bot, dict) or not isinstance(referee, dict):
        return "" if bot == referee else f"{path}: bot {bot}, referee {referee}"
    if path == "beetles" and sorted(map(str, bot.values())) == sorted(map(str, referee.values())):
        return ""
    found = (
        differing(bot.get(key), referee.get(key), f"{path}.{key}".strip("."))
        for key in {**referee, **bot}
    )
    return next(filter(None, found), "")


def seen(referee, seat):
    """Returns the referee's state with no other beetles than those that the seat sees."""
    state = make_state(PLAYERS)
    assign(state, referee.now)
    rows = [row for _, _, row in referee.shown(seat)]
    for row, one in enumerate(state.beetles):
        one.is_alive = row in rows
    return state


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_bot_knows_what_the_referee_tells(seed):
    """If known.py does not read a field, this names it. The answers are random."""
    referee, dice, seats = ColonyReferee.from_seed(seed, PLAYERS), Random(seed), range(PLAYERS)
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
            found = differing(reported(bots[seat].state), reported(seen(referee, seat)))
            assert not found, f"turn {referee.now.turn}: {found}"
            others[seat].read_turn(iter(lines).__next__)
            answers[seat] = others[seat].legal(dice)
        referee.apply(answers)
    assert referee.faults() == {}


def test_the_recorded_matches_are_repeated():
    for match in read_matches(GOLDEN):
        difference = first_difference(match, ColonyReferee)
        assert difference is None, f"{difference}; {AGAIN}"
