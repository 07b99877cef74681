"""The referee of Olymbits: the contest's generator, answers, eliminations, ranking."""

import json
import re
from math import nextafter
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings, strategies as st

from botsmith.errors import BadInput
from botsmith.referees import sha1prng
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.sha1prng import Sha1Prng
from contests.olymbits.lines import parse_answer
from contests.olymbits.referee import OlymbitsReferee
from contests.olymbits.runs import WIND_BOUNDS, SeedRuns

VECTORS = Path(__file__).parents[1] / "golden" / "olymbits" / "prng_vectors.json"


def test_the_generator_gives_java_s_numbers():
    cases = OlymbitsReferee.cases(json.loads(VECTORS.read_text()))
    assert len(cases) == 5
    assert [case.difference for case in cases] == [None] * 5


def test_a_wrong_vector_is_told():
    value = json.loads(VECTORS.read_text())
    value["seeds"]["1"]["nextInt(5)"][3] += 1
    differences = [case.difference for case in OlymbitsReferee.cases(value) if case.difference]
    assert len(differences) == 1
    assert differences[0].startswith("nextInt(5): expected")


def test_the_case_of_the_smallest_seed_draws_from_five_whatever_the_seed():
    value = json.loads(VECTORS.read_text())
    value["long_min"]["seed"] = "8787933113005275327"
    first = value["seeds"][value["long_min"]["seed"]]["nextInt(5)"][0]
    (difference,) = [case.difference for case in OlymbitsReferee.cases(value) if case.difference]
    assert f"got [{first}, " in difference and first == 3


@pytest.mark.parametrize("value", [{}, {"seeds": []}, [], {"seeds": {"x": {"nextInt(5)": [1]}}}])
def test_other_documents_are_refused(value):
    with pytest.raises(BadInput):
        OlymbitsReferee.cases(value)


@pytest.mark.parametrize("seed", [0, 1 << 63, -(1 << 63) - 1])
def test_seeds_that_java_does_not_replay_are_refused(seed):
    with pytest.raises(BadInput, match=f"seed {seed}:"):
        OlymbitsReferee.from_seed(seed)


@pytest.mark.parametrize("seed", [-(1 << 63), -1, 1, (1 << 63) - 1])
def test_seeds_of_64_bits_have_a_stream(seed):
    assert 0 <= Sha1Prng(seed).next(32) < 1 << 32


def test_a_state_that_would_stay_as_it_is_is_counted_up(monkeypatch):
    digests = iter([bytes(20), b"\xff" + bytes(19)])  # of the seed; minus 1, and 1 is carried in
    made = lambda _: SimpleNamespace(digest=lambda: next(digests))  # noqa: E731
    monkeypatch.setattr(sha1prng, "sha1", made)
    generator = Sha1Prng(1)
    generator.bytes(20)
    assert bytes(generator._state) == b"\x01" + bytes(19)


def test_bounds_are_checked_and_drawn_in_range():
    prng = Sha1Prng(7)
    with pytest.raises(ValueError, match="bound 0"):
        prng.next_int(0)
    assert {prng.next_int(3) for _ in range(60)} == {0, 1, 2}


def test_a_number_on_the_bound_of_a_wind_is_still_that_wind(monkeypatch):
    runs = SeedRuns(1)
    for wind, bound in enumerate(WIND_BOUNDS):
        for drawn, expected in ((bound, wind), (nextafter(bound, 1.0), wind + 1)):
            if drawn < 1.0:
                monkeypatch.setattr(runs.prng, "next_double", lambda drawn=drawn: drawn)
                assert runs._wind() == expected


def test_the_winds_chances_are_the_official_doubles():
    expected = [
        "0x0.0p0",
        "0x1.019c2d14ee4a1p-2",
        "0x1.019c2d14ee4a1p-1",
        "0x1.826a439f656f2p-1",
        "0x1.a29dc94203386p-1",
        "0x1.c2d14ee4a101ap-1",
        "0x1.d2eb11b5efe64p-1",
        "0x1.e304d4873ecaep-1",
        "0x1.f31e97588daf8p-1",
        "0x1.0p0",
    ]
    assert [float.fromhex(text) for text in expected] == WIND_BOUNDS


@pytest.mark.parametrize(
    "line", ["UP", "left", "Up hello", "RIGHT   ", "down\thi ;)", "UP \u00f1\u20ac", "UP\r"]
)
def test_a_word_and_a_message_are_accepted(line):
    assert "UDLR"[parse_answer(line)] == line[0].upper()


@pytest.mark.parametrize(
    "line", ["", " UP", "UP;", "U", "DOWN. ok", "WAIT", "UP\u00a0x", "\u017fUP"]
)
def test_other_lines_are_refused(line):
    with pytest.raises(InvalidAnswer):
        parse_answer(line)


def play(referee: OlymbitsReferee, *lines: str | None) -> None:
    """One turn; None for no answer."""
    said = [[] if line is None else [line] for line in lines]
    referee.apply({seat: said[seat] for seat in referee.seats()})


def test_who_gives_no_line_or_a_bad_one_is_out_for_good():
    referee = OlymbitsReferee.from_seed(3)
    play(referee, "UP", "no", "UP")
    assert referee.seats() == [0, 2]
    assert list(referee.faults()) == [1]
    assert referee.state()["hurdles"]["dead"] == [0, 1, 0]
    (out,) = referee.deactivated
    assert (out["player"], out["turn"]) == (1, 1)
    play(referee, "UP", None, None)
    assert referee.over
    assert referee.faults() == {1: referee.faults()[1]}, "late is not a bad answer"
    result = referee.result()
    assert (result.scores, result.ranks) == ([0.0, -1.0, -1.0], [1, 2, 2])
    assert result.end == "fewer than 2 active players after turn 2"


def test_the_match_has_100_turns():
    referee = OlymbitsReferee.from_seed(-9)
    turns = 0
    while not referee.over:
        play(referee, "UP", "LEFT", "RIGHT")
        turns += 1
    assert turns == 100
    assert referee.result().end == "100 turns played"
    assert len(referee.config["skating"]) == 101
    again = OlymbitsReferee.from_config(referee.config, "x", 3)
    while not again.over:
        play(again, "UP", "LEFT", "RIGHT")
    assert again.state() == referee.state()


def test_a_run_is_shown_as_over_for_one_turn():
    referee = OlymbitsReferee.from_seed(4)
    words = []
    for _ in range(20):
        words.append(referee.inputs(0)[5].split()[0])
        play(referee, "UP", "UP", "UP")
    assert words.index("GAME_OVER") == 15
    assert words.count("GAME_OVER") == 1
    assert all(re.fullmatch("[UDLR]{4}", word) for word in words if word != "GAME_OVER")


def test_a_config_that_ends_early_is_told():
    referee = OlymbitsReferee.from_config(OlymbitsReferee.from_seed(1).config, "1", 3)
    with pytest.raises(BadInput, match="'skating' has 1 entries, the match needs more"):
        play(referee, "UP", "UP", "UP")


@settings(max_examples=15, deadline=None)
@given(
    st.integers(1, 2**63 - 1),
    st.lists(st.tuples(*[st.sampled_from(["UP", "DOWN", "LEFT", "RIGHT"])] * 3), max_size=100),
)
def test_whatever_is_played_registers_stay_in_range(seed, turns):
    referee = OlymbitsReferee.from_seed(seed)
    for moves in turns:
        play(referee, *moves)
        state = referee.state()
        assert all(0 <= cell <= 29 for cell in state["hurdles"]["pos"])
        assert all(abs(at) <= 20 for cursor in state["archery"]["cursors"] for at in cursor)
        assert all(-2 <= risk <= 4 for risk in state["skating"]["risk"])
        assert all(0 <= points <= 120 for points in state["diving"]["points"])
        assert all(0 <= stun <= 2 for stun in state["hurdles"]["stun"])
