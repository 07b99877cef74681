"""The lines of Coders Strike Back, in both directions."""

import re
from math import radians

import pytest
from hypothesis import given, strategies as st

from bots.csb import protocol
from bots.csb.protocol import Order
from bots.csb.rules import BOOST, SHIELD, THRUST, Pod, Race
from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from common.stdio import UnreadableInput
from contests.csb import lines as csb_lines
from contests.csb.lines import parse_order
from contests.csb.referee import CsbReferee
from tests.bots.csb_table import INVALID, SQUARE, Table, pods_of
from tests.bots.talking import reader

TRACK = protocol.make_track(SQUARE)


# ---- The input of a player


def test_the_track_is_told_once_as_laps_count_and_checkpoints():
    lines = ["3", "4", "2000 2000", "14000 2000", "14000 7000", "2000 7000"]
    referee = Table(turn=0).referee
    assert referee.init_inputs(0) == referee.init_inputs(1) == lines
    track = protocol.read_track(reader(*lines))
    assert csb_lines.format_track(track) == lines
    assert track.goal == 12


def test_each_player_is_told_of_his_own_pods_first():
    table = Table()
    for index in range(4):
        table.place(index, 1000.0 * index, 0.0)
    assert [line.split()[0] for line in table.referee.inputs(0)] == ["0", "1000", "2000", "3000"]
    assert [line.split()[0] for line in table.referee.inputs(1)] == ["2000", "3000", "0", "1000"]


def test_on_the_first_turn_the_heading_is_minus_one_and_the_next_checkpoint_1():
    for line in Table(turn=0).referee.inputs(0):
        assert line.endswith(" 0 0 -1 1")


@pytest.mark.parametrize(
    ("heading", "written"),
    [(0, 0), (90, 90), (347.9, 348), (-10.77, 349), (359.4, 359), (359.5, 0), (359.6, 0)]
    + [(-0.4, 0), (-90, 270), (720.6, 1), (-359.7, 0), (89.5, 90), (-190, 170)],
)
def test_a_heading_is_told_in_whole_degrees_from_0_to_359(heading, written):
    pod = Pod()
    pod.heading = radians(heading)
    assert csb_lines.format_pod(pod, TRACK, False) == f"0 0 0 0 {written} 1"


def test_zero_is_never_told_as_minus_zero():
    pod = Pod()
    pod.x = pod.y = pod.vx = pod.vy = pod.heading = -0.0
    assert csb_lines.format_pod(pod, TRACK, False) == "0 0 0 0 0 1"


def test_the_next_checkpoint_is_told_without_the_lap():
    pod = Pod()
    written = []
    for passed in range(1, 13):
        pod.passed = passed
        written.append(int(csb_lines.format_pod(pod, TRACK, False).split()[-1]))
    assert written == [1, 2, 3, 0] * 3


WHOLE = st.integers(-30_000, 30_000)


@given(
    st.lists(
        st.tuples(WHOLE, WHOLE, WHOLE, WHOLE, st.integers(0, 359), st.integers(1, 12)),
        min_size=4,
        max_size=4,
    )
)
def test_what_a_player_is_told_is_what_he_reads(rows):
    race = Race()
    for pod, (x, y, vx, vy, angle, passed) in zip(pods_of(race), rows, strict=True):
        pod.x, pod.y, pod.vx, pod.vy = float(x), float(y), float(vx), float(vy)
        pod.heading, pod.passed = radians(angle), passed
    for player in (0, 1):
        written = protocol.read_turn(
            reader(*csb_lines.format_turn(race, TRACK, player, False)), TRACK
        )
        seen = [rows[index] for index in csb_lines.pods_seen_by(player)]
        assert written == [[*row[:5], row[5] % 4] for row in seen]


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["three"], "line 1: laps: expected 1 integer, got 'three'"),
        (["4"], "line 1: expected 3 laps, got 4"),
        (["3", "1"], "line 2: expected 2..8 checkpoints, got 1"),
        (["3", "9"], "line 2: expected 2..8 checkpoints, got 9"),
        (["3", "-1"], "line 2: expected 2..8 checkpoints, got -1"),
        (["3", "2", "1 2 3"], "line 3: checkpointX checkpointY: expected 2 integers, got '1 2 3'"),
        (["3", "2", "1 2"], "input ended after line 3, in the middle of a turn"),
    ],
)
def test_a_track_that_cannot_be_read_is_named_by_its_line(lines, error):
    with pytest.raises(UnreadableInput, match=re.escape(error)):
        protocol.read_track(reader(*lines))


def test_a_bad_line_of_a_turn_is_named_and_all_four_lines_are_taken():
    source = reader("0 0 0 0 0 1", "0 0 0 0 east 1", "0 0 0 0 0 1", "0 0 0 0 0 1", "next turn")
    with pytest.raises(
        UnreadableInput, match="line 2: x y vx vy angle nextCheckPointId: expected 6"
    ):
        protocol.read_turn(source, TRACK)
    assert source.line() == "next turn"


@pytest.mark.parametrize("next_id", [-1, 4])
def test_a_next_checkpoint_that_the_track_does_not_have_is_refused(next_id):
    with pytest.raises(UnreadableInput, match="nextCheckPointId: expected an id below 4"):
        protocol.read_turn(reader(*[f"0 0 0 0 0 {next_id}"] * 4), TRACK)


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_track_has_2_to_8_checkpoints(count):
    points = [[1000 * index, 0] for index in range(count)]
    with pytest.raises(BadInput, match=f"expected 2 to 8 checkpoints, not {count}"):
        CsbReferee({"checkpoints": points})


# ---- What a player says

ORDERS = st.one_of(
    st.builds(Order, WHOLE, WHOLE, st.just(THRUST), st.integers(0, 200)),
    st.builds(Order, WHOLE, WHOLE, st.sampled_from([BOOST, SHIELD]), st.just(0)),
)


@given(ORDERS)
def test_an_order_that_is_written_is_the_order_that_is_read(order):
    assert parse_order(protocol.format_order(order)) == order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("8000 4500 0", Order(8000, 4500, THRUST, 0)),
        ("8000 4500 200", Order(8000, 4500, THRUST, 200)),
        ("8000 4500 0200", Order(8000, 4500, THRUST, 200)),
        ("0" * 400 + "5 -" + "0" * 400 + "7 " + "0" * 400 + "20", Order(5, -7, THRUST, 20)),
        ("9" * 400 + " -" + "8" * 310 + " BOOST", Order(int("9" * 300), -int("8" * 210), BOOST, 0)),
        ("-1 -2 BOOST", Order(-1, -2, BOOST, 0)),
        ("-0 999999999 SHIELD", Order(0, 999999999, SHIELD, 0)),
        ("1 2 200 catch me, 300!", Order(1, 2, THRUST, 200)),
        ("1 2 SHIELD ", Order(1, 2, SHIELD, 0)),
        ("1 2 BOOST BOOST", Order(1, 2, BOOST, 0)),
    ],
)
def test_a_well_formed_line_is_an_order_and_text_behind_it_a_message(line, order):
    assert parse_order(line) == order


@pytest.mark.parametrize("line", INVALID, ids=lambda line: repr(line[:20]))
def test_any_other_line_is_invalid_and_the_error_is_short(line):
    with pytest.raises(InvalidAnswer) as caught:
        parse_order(line)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("digits", [19, 309, 5000])
def test_a_point_may_be_as_far_away_as_anybody_likes(digits):
    table = Table()
    pod = table.place(0, 0.0, 0.0)
    table.play({0: "9" * digits + " 0 100", 1: "0 -" + "9" * digits + " BOOST"})
    assert pod.heading == 0.0
    assert table.where(0) == (100.0, 0.0)
    assert table.pod(1).boosted


@given(st.text(max_size=30))
def test_any_text_is_an_order_or_invalid(text):
    try:
        order = parse_order(text)
    except InvalidAnswer:
        return
    assert 0 <= order.thrust <= 200
