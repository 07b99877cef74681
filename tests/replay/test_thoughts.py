"""Explanations of bots become tables and numbers; whatever else a bot prints stays as it is."""

import json

import pytest

from botsmith.replay.thoughts import evaluation, in_place, readable
from botsmith.replay.viewer import document


def explanation(*units: tuple[list[tuple[str, int, float]], list[str]]) -> str:
    told = [
        {
            "unit": number,
            "moves": [{"move": m, "visits": n, "value": value} for m, n, value in moves],
            "line": line,
        }
        for number, (moves, line) in enumerate(units)
    ]
    return json.dumps({"turn": 0, "units": told})


ONE = explanation(([("4 4", 1200, 0.51234), ("0 0", 7, -2e-05)], ["4 4", "1 1"]))


def test_an_explanation_becomes_a_table():
    assert readable(f"before\n{ONE}\nafter") == (
        "before\n"
        "     visits   value\n"
        "4 4   1,200  0.5123\n"
        "0 0       7  -2e-05\n"
        "line: 4 4, 1 1\n"
        "after"
    )


def test_several_units_are_numbered_and_long_lists_cut():
    many = [(f"move {n}", 9 - n, float(n)) for n in range(8)]
    rows = readable(explanation((many, []), (many[:1], ["move 0"]))).splitlines()
    assert rows[0].startswith("unit 0") and rows[6] == "and 3 more"
    assert rows[7].startswith("unit 1") and rows[-1] == "line: move 0"


def test_a_line_that_was_cut_short_shows_what_is_whole():
    cut = ONE[: ONE.index('"0 0"') + 8]
    assert readable(cut).splitlines()[1:] == ["4 4   1,200  0.5123"]
    assert evaluation(cut) == 0.512


def test_a_line_of_play_that_cannot_be_read_is_left_out():
    broken = ONE.replace('"1 1"', '"\\q"')
    assert readable(broken).splitlines()[-1] == "0 0       7  -2e-05"


def told(turn: int) -> str:
    return f'{{"turn": {turn}, "units": [{{"moves": ['


def test_an_explanation_that_came_late_stands_at_its_own_turn():
    said = ["a\n", f"{told(0)}\nb", f"{told(4)}\n{told(2)}", ""]  # asked in turns 0, 2, 4 and 6
    placed = in_place(said, [0, 2, 4, 6])
    assert placed == [f"a\n{told(0)}\n", f"b{told(2)}", f"{told(4)}\n", ""]


def test_a_bot_that_counts_its_own_turns_is_understood():
    said = ["", told(0), told(2), ""]  # turn 1 was told in time and lost
    assert in_place(said, [0, 3, 5, 6]) == [told(0), "", told(2), ""]


def test_numbers_from_nowhere_change_nothing():
    said = [told(7), told(900), f"no {told(1)}"]
    assert in_place(said, [0, 1, 2]) == said


@pytest.mark.parametrize(
    "words",
    [
        '{"units": []}',
        '{"moves": [1, 2]}',
        '{"moves": [{"move": "a", "visits": 1, "value": 1.2.3}]}',
        '{"moves": [{"move": "\\u12", "visits": 1, "value": 1}]}',
        "[PDATA] evaluation = none",
        '{"' * 10_000,
    ],
)
def test_what_is_no_explanation_stays_as_it_is(words):
    assert readable(words) == words
    assert evaluation(words) is None


def test_the_best_moves_value_or_the_number_told_is_the_evaluation(golden):
    match = golden("csb")
    match.extra["turn_ms"] = {"0": [1.0, 1.0, 1.0]}
    match.extra["stderr"] = {"0": [ONE, "[PDATA] evaluation = 4.25", '{"units": []}']}
    shown = document(match)
    assert [row[0] for row in shown["values"][:4]] == [None, 0.512, 4.25, None]
    assert shown["turns"][0]["0"]["err"].endswith("line: 4 4, 1 1")
