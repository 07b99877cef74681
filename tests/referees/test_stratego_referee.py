"""The referee of Barrage Stratego: policies, switches, faults, and the golden cases."""

import json
from pathlib import Path

import pytest

from bots.stratego.protocol import format_setup
from bots.stratego.rules import BOMB, FLAG, MINER, cell_at
from bots.stratego.setup import BOTZILLA, placed
from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.match import Conditions
from botsmith.arena.store.record import match_from_json, match_to_json
from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.verify import first_difference
from contests.stratego.lines import make_game, parse_cell
from contests.stratego.referee import StrategoReferee
from tests.matches import play_series

GOLDEN = Path(__file__).parents[1] / "golden" / "stratego"
CASES = [json.loads(line) for line in (GOLDEN / "cases.jsonl").read_text().splitlines()]
READY = "bot-start"


def setup(player: int) -> str:
    """Botzilla's setup as a line."""
    return format_setup(placed(BOTZILLA, player, False))


def opened(**switches: object) -> StrategoReferee:
    """A match in which both have Botzilla's setup."""
    referee = StrategoReferee.from_config({**switches}, "1", 2)
    referee.open({0: [READY, setup(0)], 1: [READY, setup(1)]})
    return referee


def move(start: tuple[int, int], target: tuple[int, int]) -> str:
    ends = [{"X": x, "Y": y} for x, y in (start, target)]
    return json.dumps({"From": ends[0], "To": ends[1]})


def play(referee: StrategoReferee, *moves: tuple[tuple[int, int], tuple[int, int]]) -> None:
    for start, target in moves:
        referee.apply({referee.seats()[0]: [move(start, target)]})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_of_the_golden_file(case):
    (checked,) = StrategoReferee.cases(case)
    assert checked.difference is None


def test_a_wrong_case_is_noticed():
    case = json.loads(json.dumps(CASES[0]))
    case["expect"]["battle"]["winner"] = 0
    (checked,) = StrategoReferee.cases(case)
    assert (
        checked.difference is not None
        and "expected {'battle': {'winner': 0}}" in checked.difference
    )


@pytest.mark.parametrize("value", [{}, [], 7, {"id": "x", "kind": "odd", "expect": {}}])
def test_what_is_no_case_is_refused_in_one_line(value):
    with pytest.raises(BadInput, match="expected"):
        StrategoReferee.cases(value)


def test_both_are_told_every_turn_and_the_one_to_move_is_asked():
    referee = opened()
    assert (referee.seats(), referee.listeners()) == ([0], [1])
    play(referee, ((9, 3), (9, 4)))
    assert (referee.seats(), referee.listeners()) == ([1], [0])
    state = json.loads(referee.inputs(0)[0])
    assert list(state) == ["Board", "ActivePlayer", "BattleResult", "LastMove", "TurnNumber"]
    assert (state["ActivePlayer"], state["TurnNumber"]) == (1, 1)
    assert state["LastMove"] == {"From": {"X": 9, "Y": 3}, "To": {"X": 9, "Y": 4}}


def rank_at(referee: StrategoReferee, seat: int, x: int, y: int) -> str:
    board = json.loads(referee.inputs(seat)[0])["Board"]
    return str(board[10 * y + x]["Rank"])


@pytest.mark.parametrize(("reveals", "expected"), [(False, "?"), (True, "Scout")])
def test_the_board_reveals_known_ranks_only_with_the_switch(reveals, expected):
    referee = opened(board_reveals_known_ranks=reveals)
    play(referee, ((1, 3), (1, 5)))
    assert rank_at(referee, 1, 1, 5) == expected
    assert rank_at(referee, 1, 5, 3) == "?"
    assert rank_at(referee, 0, 1, 5) == "Scout"


@pytest.mark.parametrize("two_squares", [False, True])
def test_the_two_squares_rule_forbids_a_fourth_move_between_two_cells(two_squares):
    referee = opened(two_squares=two_squares)
    there, back = ((9, 3), (9, 4)), ((9, 4), (9, 3))
    rival, home = ((0, 6), (0, 5)), ((0, 5), (0, 6))
    play(referee, there, rival, back, home, there, rival, back)
    assert referee.end == ("invalid move" if two_squares else "")
    if two_squares:
        assert referee.result().ranks == [2, 1]


@pytest.mark.parametrize("seat", [0, 1])
def test_whom_the_two_squares_rule_leaves_no_move_has_lost(seat):
    def turned(x: int, y: int) -> tuple[int, int]:
        """The cell on the side of `seat`."""
        return (x, y) if seat else (9 - x, 9 - y)

    walls = [(seat, BOMB, cell_at(*turned(*place))) for place in ((1, 9), (1, 8), (0, 7))]
    corner, beside = turned(0, 9), turned(0, 8)
    walkers = [(seat, MINER, cell_at(*corner)), (1 - seat, MINER, cell_at(*turned(9, 0)))]
    flags = [(seat, FLAG, cell_at(*turned(9, 9))), (1 - seat, FLAG, cell_at(*turned(0, 0)))]
    referee = opened(two_squares=True)
    referee.position = make_game([*walls, *walkers, *flags])
    moves = {
        seat: [(corner, beside), (beside, corner), (corner, beside)],
        1 - seat: [(turned(9 - step, 0), turned(8 - step, 0)) for step in range(4)],
    }
    while not referee.over:
        play(referee, moves[referee.seats()[0]].pop(0))
    assert moves[seat] == []
    assert referee.end == "side to move has no legal move"
    assert referee.result().ranks[seat] == 2 and referee.result().ranks[1 - seat] == 1


def test_the_turn_limit_is_a_draw():
    referee = opened(max_turns=2)
    play(referee, ((9, 3), (9, 4)), ((0, 6), (0, 5)))
    assert (referee.end, referee.result().scores, referee.result().ranks) == (
        "turn limit",
        [0, 0],
        [1, 1],
    )
    assert set(referee.final()) == {"final", "final_pieces"}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("lines", "end"),
    [
        ([], "timeout"),
        ([READY], "timeout"),
        (["ready", "own"], "invalid setup"),
        ([READY, "{}"], "invalid setup"),
        ([READY, "other's"], "invalid setup"),
        ([READY, "own", "Marshal"], "invalid setup"),
        ([READY, "[" * 5000], "invalid setup"),
    ],
)
def test_a_bad_setup_loses_at_once(lines, end, seat):
    setups = {"own": setup(seat), "other's": setup(1 - seat)}
    said = [setups.get(line, line) for line in lines[:2]]
    if lines[2:]:
        said[1] = said[1].replace("Spy", lines[2])
    referee = StrategoReferee.from_seed(1)
    referee.open({seat: said, 1 - seat: [READY, setup(1 - seat)]})
    result = referee.result()
    assert (referee.end, result.ranks[seat], result.ranks[1 - seat]) == (end, 2, 1)
    assert (result.scores[seat], result.scores[1 - seat]) == (0.0, 1.0)


def test_each_player_is_asked_for_one_line_when_ready_and_one_of_his_setup():
    referee = StrategoReferee.from_seed(1)
    for seat in (0, 1):
        ready, pieces = referee.opening(seat)
        assert (ready.lines, ready.owed, ready.limit_ms) == ([], 1, 5000.0)
        assert (pieces.lines, pieces.owed, pieces.limit_ms) == (
            referee.init_inputs(seat),
            1,
            1000.0,
        )


def test_two_bad_setups_are_a_draw():
    referee = StrategoReferee.from_seed(1)
    referee.open({0: [], 1: [READY, "x"]})
    assert referee.result().ranks == [1, 1]


@pytest.mark.parametrize(
    ("line", "end"),
    [
        (None, "timeout"),
        ("", "invalid move"),
        ("{}", "invalid move"),
        ('{"From":{"X":1,"Y":3},"To":7}', "invalid move"),
        ('{"From":{"X":true,"Y":3},"To":{"X":1,"Y":4}}', "invalid move"),
        ('{"From":{"X":1.0,"Y":3},"To":{"X":1,"Y":4}}', "invalid move"),
        ('{"From":{"X":9,"Y":3},"To":{"X":9,"Y":4},"Why":NaN}', "invalid move"),
        (move((0, 0), (0, 1)), "invalid move"),
        (move((1, 3), (1, 10)), "invalid move"),
        (move((5, 5), (5, 6)), "invalid move"),
        (move((2, 4), (2, 3)), "invalid move"),
    ],
)
def test_a_bad_move_loses_at_once(line, end):
    referee = opened()
    referee.apply({0: [] if line is None else [line]})
    assert (referee.end, referee.result().ranks) == (end, [2, 1])
    assert (0 in referee.faults()) == (end == "invalid move")


def test_player_1_loses_by_a_bad_move_as_player_0_does():
    referee = opened()
    play(referee, ((9, 3), (9, 4)))
    referee.apply({1: ["{}"]})
    assert (referee.end, referee.result().ranks) == ("invalid move", [1, 2])
    assert referee.result().scores == [1.0, 0.0]
    assert list(referee.faults()) == [1]


def test_the_board_ends_at_0_and_9():
    for x, y in ((0, 0), (9, 0), (0, 9), (9, 9)):
        assert parse_cell({"X": x, "Y": y}, "the start") == cell_at(x, y)
    for x, y in ((-1, 0), (0, -1), (10, 0), (0, 10), (True, 0), (0, False)):
        with pytest.raises(InvalidAnswer, match="the start with X and Y of 0..9"):
            parse_cell({"X": x, "Y": y}, "the start")


WHY = "1" * 5000  # more digits than int() takes


def test_blanks_and_unknown_keys_in_an_answer_do_no_harm():
    referee = opened()
    places = '"From" : {"X": 9, "Y": 3, "Z": 0}, "To": {"X": 9, "Y": 4}'
    referee.apply({0: [f'{{ {places}, "Why": {WHY} }}']})
    assert referee.end == ""
    assert referee.position.board[cell_at(9, 4)] != 0


@pytest.mark.parametrize("config", [{"max_turns": 0}, {"max_turns": "7"}, {"two_squares": 1}])
def test_a_config_that_is_none_is_refused(config):
    with pytest.raises(BadInput, match="stratego config: expected"):
        StrategoReferee.from_config(config, "1", 2)


def test_a_match_is_played_with_the_switches_that_its_page_states():
    assert StrategoReferee.from_seed(1).config == {
        "board_reveals_known_ranks": False,
        "two_squares": False,
        "max_turns": 1000,
        "full_messages": True,
    }
    for turns in (1, (1 << 40) - 1):
        StrategoReferee.from_config({"max_turns": turns}, "1", 2)


def test_a_match_of_the_arena_is_repeated_by_verify():
    bots = tuple(find_bots(["walk", "random"], "stratego"))
    conditions = Conditions(time_rule="none", iterations=1)
    for match in play_series("stratego", bots, 2, conditions=conditions):
        assert match.extra["errors"] == []
        again = match_from_json(json.loads(json.dumps(match_to_json(match))), "here")
        assert first_difference(again, StrategoReferee) is None
        again.extra["final_pieces"] = []
        found = first_difference(again, StrategoReferee)
        assert found is not None and found.what == "final_pieces"


CHATTERBOX = f"""
import json
from itertools import cycle, islice
print("bot-start", flush=True)
input()
print('{setup(0)}', flush=True)
places = [{{"X": 9, "Y": 3}}, {{"X": 9, "Y": 4}}]
for start, target in islice(cycle([places, places[::-1]]), 5):
    while json.loads(input())["ActivePlayer"] != 0:
        pass
    print(json.dumps({{"From": start, "To": target}}) + chr(10) + "noise", flush=True)
"""


def test_what_is_printed_out_of_turn_is_ignored_and_kept(tmp_path):
    script = tmp_path / "chatterbox.py"
    script.write_text(CHATTERBOX)
    bots = tuple(find_bots([str(script), "random"], "stratego"))
    conditions = Conditions(time_rule="none", iterations=1)
    (match,) = play_series("stratego", bots, 1, conditions=conditions)
    answers = [turn.outputs[0][0] for turn in match.turns if turn.outputs.get(0)]
    assert len(answers) > 2 and "noise" not in answers
    assert match.extra["init_out"]["0"] == [READY, setup(0)]
    assert "ignored, printed out of turn: noise" in "".join(match.extra["stderr"]["0"])


def test_a_bot_that_does_not_set_up_loses_before_the_first_turn(tmp_path):
    script = tmp_path / "mute.py"
    script.write_text("print('bot-start', flush=True)\ninput()\nprint('{}', flush=True)\ninput()")
    bots = tuple(find_bots([str(script), "random"], "stratego"))
    (match,) = play_series("stratego", bots, 1, conditions=Conditions(time_rule="none"))
    assert (match.turns, match.result.end, match.result.ranks) == ([], "invalid setup", [2, 1])
    assert [error["fault"] for error in match.extra["errors"]] == ["invalid"]
