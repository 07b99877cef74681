"""Explanations of bots become tables and numbers; whatever else a bot prints stays as it is."""

import json

import pytest

from botsmith.replay.falls import deepest_falls
from botsmith.replay.figures import number_text
from botsmith.replay.thoughts import evaluation, explanations_moved, read_stderr, table
from botsmith.replay.viewer import document


def explanation(*units: tuple[list[tuple[str, int, float]], list[str]]) -> str:
    rows = [
        {
            "unit": number,
            "moves": [{"move": m, "visits": n, "value": value} for m, n, value in moves],
            "line": line,
        }
        for number, (moves, line) in enumerate(units)
    ]
    return json.dumps({"turn": 0, "units": rows})


ONE = explanation(([("4 4", 1200, 0.51234), ("0 0", 7, -2e-05)], ["4 4", "1 1"]))


def tabled(words: str) -> list[str]:
    """The rows of the table of an explanation."""
    found = read_stderr(words).thought
    assert found is not None
    return table(found.units, lambda unit: f"unit {unit}").split("\n")


def test_an_explanation_becomes_a_table():
    assert tabled(f"before\n{ONE}\nafter") == [
        "     visits     value",
        "4 4   1,200    0.5123",
        "0 0       7    -2e-05",
        "line: 4 4, 1 1",
    ]
    assert read_stderr(f"before\n{ONE}\nafter")[1:] == ("", "before\nafter")


def test_a_bound_says_so_and_no_other_word_is_taken_for_one():
    bound = ONE.replace("-2e-05}", '-2e-05, "bound": "at most"}')
    assert tabled(bound) == [
        "     visits          value",
        "4 4   1,200         0.5123",
        "0 0       7 at most -2e-05",
        "line: 4 4, 1 1",
    ]
    odd = ONE.replace("-2e-05}", '-2e-05, "bound": "<b>"}')
    assert tabled(odd) == tabled(ONE)


def test_several_units_are_named_and_long_lists_cut():
    many = [(f"move {n}", 9 - n, float(n)) for n in range(8)]
    rows = tabled(explanation((many, []), (many[:1], ["move 0"])))
    assert rows[0].startswith("unit 0") and rows[6] == "and 3 more"
    assert rows[7].startswith("unit 1") and rows[-1] == "line: move 0"


def test_a_line_that_was_cut_short_shows_what_is_whole():
    cut = ONE[: ONE.index('"0 0"') + 8]
    assert tabled(cut)[1:] == ["4 4   1,200    0.5123"]
    assert evaluation(cut, 0) == 0.512


def test_beliefs_are_read_where_they_can_be():
    text = '{"turn": 3, "beliefs": {"1,2": "Spy 40 %"}, ' + ONE.removeprefix('{"turn": 0, ')
    found = read_stderr(text).thought
    assert found is not None and found.beliefs == {"1,2": "Spy 40 %"}
    found = read_stderr(text.replace('{"1,2": "Spy 40 %"}', "[]")).thought
    assert found is not None and found.beliefs == {} and found.units[0].line == ["4 4", "1 1"]


ODD = (
    *('[{"moves": 3}]', '[{"moves": [3]}]', "3", '[3, {"moves": []}]', "[" * 5000 + "]" * 5000),
    *('[{"moves": [{"move": "a", "visits": [], "value": 1}]}]', '[{"moves": ["\\q"]}]', "}"),
    '[{"moves": [{"move": "a", "visits": 1e999, "value": 1}]}]',
    '[{"moves": [{"move": "a", "visits": 1, "value": NaN}]}]',
)


@pytest.mark.parametrize("units", ODD)
def test_other_json_is_no_explanation(units):
    line = f'{{"moves": [{{}}], "units": {units}}}'
    assert read_stderr(line) == (None, "", line) and evaluation(line, None) is None


TRACE = """Traceback (most recent call last):
  File "bot.py", line 2, in <module>
    1 / 0
    ~~^~~
ZeroDivisionError: division by zero"""


def test_the_last_traceback_stands_alone():
    assert read_stderr(f"a\nturn 3: {TRACE}\nb\n{ONE}")[1:] == (f"turn 3: {TRACE}", "a\nb")
    twice = f"{TRACE}\n\nDuring handling of the above exception:\n\n{TRACE}"
    assert read_stderr(twice).trace == TRACE and "During handling" in read_stderr(twice).rest
    java = "Exception in thread main\n\tat Player.main(Player.java:3)\nafter"
    assert read_stderr(java).trace == java


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (11990.4, "11,990"),
        (-1609.05, "-1,609"),
        (12.5, "12.5"),
        (0.051234, "0.05123"),
        (-2e-05, "-2e-05"),
        (3.0, "3"),
        (1e14, "100,000,000,000,000"),
    ],
)
def test_numbers_are_written_as_people_write_them(value, words):
    assert number_text(value) == words


def test_the_deepest_falls_of_an_evaluation_are_told():
    values = [None, 10.0, 12.0, None, 2.0, 3.0, 9.0, 8.5, 12.0, 9.0]
    assert deepest_falls(values) == [
        (4, 9.0, "evaluation falls from 12 to 2"),  # 3 is the rim
        (9, 3.0, "evaluation falls from 12 to 9"),
    ]
    assert deepest_falls([None, 3.0, None]) == [] and deepest_falls([5.0] * 9) == []
    saw = [float(5 + depth if up else -depth) for depth in range(9) for up in (1, 0)]
    assert [frame for frame, _, _ in deepest_falls(saw)] == [9, 11, 13, 15, 17]


def explanation_in(turn: int) -> str:
    return f'{{"turn": {turn}, "units": [{{"moves": ['


def test_an_explanation_that_came_late_stands_at_its_own_turn():
    said = [
        "a\n",
        f"{explanation_in(0)}\nb",
        f"{explanation_in(4)}\n{explanation_in(2)}",
        "",
    ]  # asked in turns 0, 2, 4 and 6
    placed = explanations_moved(said, [0, 2, 4, 6])
    assert placed == [
        f"a\n{explanation_in(0)}\n",
        f"b{explanation_in(2)}",
        f"{explanation_in(4)}\n",
        "",
    ]


def test_a_bot_that_counts_its_own_turns_is_understood():
    said = ["", explanation_in(0), explanation_in(2), ""]  # turn 1 was written in time and lost
    assert explanations_moved(said, [0, 3, 5, 6]) == [explanation_in(0), "", explanation_in(2), ""]


def test_numbers_from_nowhere_change_nothing():
    said = [explanation_in(7), explanation_in(900), f"no {explanation_in(1)}"]
    assert explanations_moved(said, [0, 1, 2]) == said


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
    assert read_stderr(words) == (None, "", words)
    assert evaluation(words, 0) is None


def test_the_evaluation_is_that_of_the_own_unit():
    two = explanation(([("a", 5, 1.5)], []), ([("b", 5, -2.5)], []))
    assert [evaluation(two, own) for own in range(3)] == [1.5, -2.5, None]


def test_the_best_moves_value_or_the_number_told_is_the_evaluation(golden):
    match = golden("csb")
    match.extra["turn_ms"] = {"0": [1.0, 1.0, 1.0]}
    match.extra["stderr"] = {"0": [ONE, "[PDATA] evaluation = 4.25", '{"units": []}']}
    shown = document(match)
    assert [row[0] for row in shown["values"][:4]] == [None, 0.512, 4.25, None]
    assert shown["turns"][0]["0"]["think"].endswith("line: 4 4, 1 1")


def test_without_an_own_unit_the_first_that_has_moves_gives_the_evaluation():
    """With several units a player, none has the number of its seat for the whole match."""
    words = explanation(([], []), ([("a", 5, 1.5)], []), ([("b", 5, -2.5)], []))
    assert evaluation(words, None) == 1.5
