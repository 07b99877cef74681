"""The referee of Tororo: maps from seeds, lines, unreadable answers, ends and final scores."""

import json
from pathlib import Path

import pytest

from bots.tororo.rules import COMPLETE, GROW, SEED, WAIT
from botsmith.cli.verify import verify
from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.base import Turn
from contests.tororo.lines import NOWHERE, parse_answer
from contests.tororo.maps import make_action
from contests.tororo.referee import TororoReferee

MAPS = Path(__file__).resolve().parents[1] / "data" / "tororo" / "maps.jsonl.gz"
VECTORS = (
    (1, "3033033222222222222111110111111110111", {26: 0, 35: 1, 21: 0, 30: 1}, 58466533952123),
    (2, "3333333222222222222111111111111111111", {25: 0, 34: 1, 31: 0, 22: 1}, 253734950027704),
    (-7, "3300300202222202222111111101111111101", {21: 0, 30: 1, 33: 0, 24: 1}, 239782407895285),
    (
        7308340236785320085,
        "3333333222222222222111111111111111111",
        {19: 0, 28: 1, 22: 0, 31: 1},
        7571927795349,
    ),
)


def play_all(referee: TororoReferee, first: str = "WAIT", second: str = "WAIT") -> None:
    """The same lines to the end."""
    while not referee.over:
        referee.apply({seat: [(first, second)[seat]] for seat in referee.seats()})


# ---- 7. Maps


@pytest.mark.parametrize(("seed", "richness", "trees", "state"), VECTORS)
def test_a_seed_gives_the_published_map(seed, richness, trees, state):
    config = TororoReferee.from_seed(seed).config
    assert "".join(str(row[1]) for row in config["cells"]) == richness
    assert {cell: owner for cell, _, owner in config["start_trees"]} == trees
    assert config["rng48_after_setup"] == state


def test_the_first_actions_are_offered_in_the_drawn_order():
    referee = TororoReferee.from_seed(1)
    offered = "WAIT, SEED 26 12, SEED 26 11, SEED 21 9, SEED 21 20, SEED 21 22, SEED 26 27"
    assert referee.inputs(0)[-9:] == [*offered.split(", "), "SEED 26 25", "SEED 21 8"]


def test_all_golden_maps_are_equal(capsys):
    verify("tororo", [str(MAPS)])
    assert capsys.readouterr().out == "equal 400 of 400 matches\n"


def test_a_wrong_map_is_noticed_and_other_documents_are_refused():
    referee = TororoReferee.from_seed(1)
    value = {
        "seed": "1",
        "richness": "3" * 37,
        "trees0": [21, 26],
        "trees1": [30, 35],
        "day0_actions": {str(seat): referee.inputs(seat)[-9:] for seat in (0, 1)},
    }
    (case,) = TororoReferee.cases(value)
    assert case.difference is not None and case.difference.startswith("richness: expected 333")
    value["richness"] = VECTORS[0][1]
    assert [case.difference for case in TororoReferee.cases(value)] == [None]
    others: list[object] = [[], {"seed": "1"}, {**value, "seed": "one"}]
    for wrong in others:
        with pytest.raises(BadInput):
            TororoReferee.cases(wrong)


@pytest.mark.parametrize("tree", [[0, 0, 0], [36, 3, 1]])
def test_a_starting_tree_may_stand_anywhere_and_have_any_size(tree):
    config = {**TororoReferee.from_seed(1).config, "start_trees": [tree]}
    config["cells"] = [[row[0], 3, *row[2:]] for row in config["cells"]]
    referee = TororoReferee.from_config(config, "1", 2)
    cell, size, owner = tree
    assert referee.inputs(owner)[4:6] == ["1", f"{cell} {size} 1 0"]


@pytest.mark.parametrize(
    "tree", [[-1, 1, 0], [37, 1, 0], [0, -1, 0], [0, 4, 0], [0, 1, -1], [0, 1, 2]]
)
def test_a_starting_tree_off_the_board_is_refused(tree):
    config = {**TororoReferee.from_seed(1).config, "start_trees": [tree]}
    with pytest.raises(BadInput, match="no starting tree"):
        TororoReferee.from_config(config, "1", 2)


# ---- 5. Protocol


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("WAIT", WAIT),
        ("WAIT\tfor it", WAIT),
        ("GROW 003 ;x", make_action(GROW, 3)),
        ("COMPLETE 12 hello \u00e9", make_action(COMPLETE, 12)),
        ("SEED 1 36", make_action(SEED, 1, 36)),
        ("SEED 1 37", make_action(SEED, 1, NOWHERE)),
        ("GROW 2147483647", make_action(GROW, NOWHERE)),
        ("GROW " + "0" * 5000 + "7", make_action(GROW, 7)),
    ],
)
def test_well_formed_lines_are_actions(line, action):
    assert parse_answer(line) == action


@pytest.mark.parametrize(
    "line",
    ["", "wait", " WAIT", "GROW  3", "GROW\t3", "GROW +3", "GROW -3", "GROW", "GROW 3abc"]
    + ["GROW 2147483648", "GROW " + "9" * 5000, "WAITING", "SEED 1", "GROW \u0663", "WAIT\u00a0x"],
)
def test_all_else_is_unreadable_and_puts_its_player_out(line):
    with pytest.raises(InvalidAnswer):
        parse_answer(line)
    referee = TororoReferee.from_seed(1)
    referee.apply({0: [line], 1: ["WAIT"]})
    assert referee.over
    assert list(referee.faults()) == [0]
    assert referee.result().scores == [-1.0, 2.0], "the survivor's trees count"
    assert referee.result().ranks == [2, 1]


def test_the_init_lines_tell_of_the_cells():
    lines = TororoReferee.from_seed(2).init_inputs(0)
    assert (lines[0], lines[1], lines[20]) == ("37", "0 3 1 2 3 4 5 6", "19 1 -1 -1 20 7 36 -1")
    assert len(lines) == 38


def test_a_turn_is_told_from_each_players_side():
    referee = TororoReferee.from_seed(2)
    ours, theirs = referee.inputs(0), referee.inputs(1)
    assert ours[:6] == ["0", "20", "2 0", "2 0 0", "4", "22 1 0 0"]
    assert theirs[5] == "22 1 1 0"
    referee.apply({0: ["WAIT"], 1: [theirs[-1]]})
    assert referee.seats() == [1], "who sleeps is not asked"
    assert referee.inputs(1)[3].endswith(" 1")


def test_an_impossible_command_puts_to_sleep_and_no_more():
    referee = TororoReferee.from_seed(1)
    before = json.dumps(referee.inputs(1)[:5])
    referee.apply({0: ["GROW 0"], 1: ["SEED 30 15"]})
    assert not referee.over and referee.faults() == {}
    assert referee.state()["asleep"] == [1, 0]
    assert referee.state()["sun"] == [2, 2]
    assert json.dumps(referee.inputs(1)[:5]) != before


# ---- 6. Ends


def test_after_24_days_sun_counts_a_third_and_trees_decide_a_tie():
    referee = TororoReferee.from_seed(2)
    play_all(referee)
    state = referee.state()
    assert (state["day"], referee.result().end) == (23, "24 days played")
    suns = [sun // 3 for sun in state["sun"]]
    trees = 2 if suns[0] == suns[1] else 0
    assert referee.result().scores == [float(sun + trees) for sun in suns]


def test_silence_puts_out_and_the_others_command_is_carried_out():
    referee = TororoReferee.from_seed(1)
    referee.apply({0: [], 1: ["SEED 30 15"]})
    assert referee.result().scores == [-1.0, 3.0]
    assert referee.state()["score"] == [-1, 0]
    assert referee.state()["asleep"] == [1, 0]


def test_both_out_share_the_last_place():
    referee = TororoReferee.from_seed(1)
    referee.apply({0: [], 1: ["foo"]})
    assert referee.result().scores == [-1.0, -1.0]
    assert referee.result().ranks == [1, 1]


def test_the_sites_number_of_a_turn_counts_gatherings_and_moves_of_the_sun():
    days = [(0, [0, 1]), (0, [1, 1]), (1, [1, 1])]
    turns = [Turn({}, {}, {"day": day, "asleep": asleep}) for day, asleep in days]
    assert [TororoReferee.site_turn(turn, turns) for turn in range(4)] == [2, 3, 6, 9]
