"""`[TDATA] [PDATA] [PDATA+]` on a bot's stderr."""

import pytest

from botsmith.arena.matches.played import ABOUT_MATCH, Note, notes_in, notes_of, reported_notes
from botsmith.referees.base import Match, Result, Turn


def found_in(texts):
    """The values in what the bot in seat 0 wrote, one text a turn."""
    return list(notes_in(0, enumerate(texts)))


def test_each_form_is_read_and_the_rest_is_left_alone():
    texts = [
        "thinking...\n[PDATA] depth = 7\n[TDATA] map = small one\nPDATA x = 1\n",
        "",
        "[pdata][12] hp=3.5\n [PDATA]   late = \n[PDATA] = 3\n[QDATA] a = 1\n",
    ]
    assert found_in(texts) == [
        Note(0, 0, "depth", 7),
        Note(ABOUT_MATCH, 0, "map", "small one"),
        Note(0, 12, "hp", 3.5),
        Note(0, 2, "late", ""),
    ]
    assert [note.is_marked for note in found_in(texts)] == [False, False, True, False]


def test_sums_run_over_the_turns():
    texts = ["[PDATA+] kills = 2\n[PDATA+] kills = 1", "[PDATA+] kills = 0.5\n[PDATA+] kills = x"]
    assert found_in(texts) == [
        Note(0, 0, "kills", 2),
        Note(0, 0, "kills", 3),
        Note(0, 1, "kills", 3.5),
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-12", -12),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("1_000", "1_000"),
        ("nan", "nan"),
        ("inf", "inf"),
        ("1e999", "1e999"),
        ("9" * 19, float("9" * 19)),  # more than a database holds as a whole number
        ("9" * 400, "9" * 400),
        ("<b>x</b>", "<b>x</b>"),
    ],
)
def test_what_is_a_number_is_one_for_every_reader(text, value):
    found_value = found_in([f"[PDATA] x = {text}"])[0].value
    assert (found_value, type(found_value)) == (value, type(value))


def test_a_flood_of_blanks_is_read_in_no_time():
    """Linear in its length: a pattern that tries every blank again would take hours here."""
    line = "[PDATA] x = 1" + " " * 2_000_000 + "y" + " " * 2_000_000
    assert found_in([line, "[PDATA]" + " " * 2_000_000]) == [Note(0, 0, "x", line[12:].strip())]


def match_of(turns, stderr, turn_ms):
    return Match(
        *("csb", "test", "1", 2, {}, {}),
        [Turn({seat: ["?"] for seat in seats}, {seat: ["!"] for seat in seats}) for seats in turns],
        Result([0, 0], [1, 1], ""),
        {"stderr": stderr, "turn_ms": turn_ms},
    )


def test_turns_are_those_of_the_match_in_which_a_seat_was_asked_last_words_the_last_one():
    match = match_of([[0], [1], [0], [1]], {"1": ["[PDATA] a = 1", "[PDATA] a = 2"]}, {"1": [1, 1]})
    assert reported_notes(match) == (Note(1, 1, "a", 1), Note(1, 3, "a", 2))
    match = match_of([[1], [1], [1]], {"1": ["[PDATA] a = 1", "[PDATA] a = 2"]}, {"1": [1, 1]})
    del match.turns[1].outputs[1]  # in which it is only input
    assert reported_notes(match) == (Note(1, 0, "a", 1), Note(1, 2, "a", 2))
    match = match_of([[0, 1]] * 4, {"0": ["", "[PDATA] a = 1", "[PDATA] a = 2"]}, {"0": [5, 5]})
    assert reported_notes(match) == (Note(0, 1, "a", 1), Note(0, 1, "a", 2))


def test_a_sum_stays_a_number_that_every_reader_can_hold():
    lines = "[PDATA+] sum = 999999999999999999\n" * 20 + "[PDATA+] part = 1e300\n"
    assert found_in([lines]) == [Note(0, 0, "sum", 10**18 - 1)]


def test_the_store_gets_them_all():
    texts = {"0": ["[TDATA] map = 3", "[PDATA+] hits = 2"], "1": ["", "[PDATA][9] mood = fine"]}
    match = match_of([[0, 1]] * 2, texts, {"0": [1, 1], "1": [1, 1]})
    assert notes_of(match) == (
        Note(ABOUT_MATCH, 0, "map", 3),
        Note(0, 1, "hits", 2),
        Note(1, 9, "mood", "fine"),
    )
