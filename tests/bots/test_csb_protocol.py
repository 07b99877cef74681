"""The lines of Coders Strike Back in both directions, and what the referee makes of bad ones."""

import io
import re
from math import hypot, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.csb import protocol
from bots.csb.protocol import InvalidOrder, Order, parse_order
from bots.csb.rules import BOOST, SHIELD, THRUST, Pod, Race
from botsmith.errors import BadInput
from botsmith.referees.csb import BASE_MAPS, JITTER, CsbReferee
from common.stdio import LineReader, UnreadableInput
from tests.bots.csb_table import SQUARE, Table, pods_of

GOOD = "8000 4500 100"
TRACK = protocol.make_track(SQUARE)


def reader(*lines: str) -> LineReader:
    """A reader of these lines."""
    return LineReader(io.StringIO("".join(f"{line}\n" for line in lines)))


# ---- What a player is told


def test_the_track_is_told_once_as_laps_count_and_checkpoints():
    lines = ["3", "4", "2000 2000", "14000 2000", "14000 7000", "2000 7000"]
    referee = Table(turn=0).referee
    assert referee.init_inputs(0) == referee.init_inputs(1) == lines
    track = protocol.read_track(reader(*lines))
    assert protocol.format_track(track) == lines
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
    ("heading", "told"),
    [(0, 0), (90, 90), (347.9, 348), (-10.77, 349), (359.4, 359), (359.5, 0), (359.6, 0)]
    + [(-0.4, 0), (-90, 270), (720.6, 1), (-359.7, 0), (89.5, 90), (-190, 170)],
)
def test_a_heading_is_told_in_whole_degrees_from_0_to_359(heading, told):
    pod = Pod()
    pod.heading = radians(heading)
    assert protocol.format_pod(pod, TRACK, False) == f"0 0 0 0 {told} 1"


def test_zero_is_never_told_as_minus_zero():
    pod = Pod()
    pod.x = pod.y = pod.vx = pod.vy = pod.heading = -0.0
    assert protocol.format_pod(pod, TRACK, False) == "0 0 0 0 0 1"


def test_the_next_checkpoint_is_told_without_the_lap():
    pod = Pod()
    told = []
    for passed in range(1, 13):
        pod.passed = passed
        told.append(int(protocol.format_pod(pod, TRACK, False).split()[-1]))
    assert told == [1, 2, 3, 0] * 3


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
        told = protocol.read_turn(reader(*protocol.format_turn(race, TRACK, player, False)), TRACK)
        seen = [rows[index] for index in protocol.pods_seen_by(player)]
        assert told == [[*row[:5], row[5] % 4] for row in seen]


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["three"], "line 1: laps: expected 1 integer, got 'three'"),
        (["4"], "line 1: expected 3 laps, got 4"),
        (["3", "1"], "line 2: no lap has 1 checkpoints"),
        (["3", "9"], "line 2: no lap has 9 checkpoints"),
        (["3", "-1"], "line 2: no lap has -1 checkpoints"),
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
    with pytest.raises(UnreadableInput, match=f"nextCheckPointId: no checkpoint {next_id} among 4"):
        protocol.read_turn(reader(*[f"0 0 0 0 0 {next_id}"] * 4), TRACK)


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_track_has_2_to_8_checkpoints(count):
    with pytest.raises(ValueError, match=f"a lap has 2 to 8 checkpoints, not {count}"):
        protocol.make_track([(1000 * index, 0) for index in range(count)])


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
        ("-1 -2 BOOST", Order(-1, -2, BOOST, 0)),
        ("-0 999999999 SHIELD", Order(0, 999999999, SHIELD, 0)),
        ("1 2 200 catch me, 300!", Order(1, 2, THRUST, 200)),
        ("1 2 SHIELD ", Order(1, 2, SHIELD, 0)),
        ("1 2 BOOST BOOST", Order(1, 2, BOOST, 0)),
    ],
)
def test_a_well_formed_line_is_an_order_and_text_behind_it_a_message(line, order):
    assert parse_order(line) == order


INVALID = [
    "",
    "foo",
    "WAIT",
    "8000 4500",
    "8000 4500 201",
    "8000 4500 -1",
    "8000 4500 boost",
    "8000 4500 FAST",
    "8000 4500 BOOSTED",
    "8000 4500 100.0",
    "8000.5 4500 100",
    "+8000 4500 100",
    "8000  4500 100",
    " 8000 4500 100",
    "8000\t4500 100",
    "8000 4500 100\tmessage",
    "8000,4500,100",
    "\u0668 4500 100",
    "8000 4500 " + "9" * 5000,
]


@pytest.mark.parametrize("line", INVALID, ids=lambda line: repr(line[:20]))
def test_any_other_line_is_invalid_and_the_error_is_short(line):
    with pytest.raises(InvalidOrder) as caught:
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
    except InvalidOrder:
        return
    assert 0 <= order.thrust <= 200


# ---- What the referee makes of it


@pytest.mark.parametrize("line", INVALID, ids=lambda line: repr(line[:20]))
@pytest.mark.parametrize("seat", [0, 1])
def test_an_invalid_line_puts_its_player_out_at_once(seat, line):
    referee = Table().referee
    outputs = {0: [GOOD, GOOD], 1: [GOOD, GOOD]}
    outputs[seat] = [GOOD, line]
    assert [referee.ends_turn(player, outputs[player]) for player in (0, 1)] == [
        seat == 0,
        seat == 1,
    ]
    if seat == 0:
        del outputs[1]  # player 1 is not asked any more
    referee.apply(outputs)
    result = referee.result()
    assert (result.end, result.ranks[seat], result.scores[seat]) == (f"invalid {seat}", 2, 0.0)
    assert list(referee.faults()) == [seat]
    assert referee.state() is None, "the turn is not played"


@pytest.mark.parametrize("lines", [[], [GOOD], ["foo"]])
@pytest.mark.parametrize("seat", [0, 1])
def test_less_than_two_lines_are_silence_which_loses(seat, lines):
    referee = Table().referee
    outputs = {0: [GOOD, GOOD], 1: [GOOD, GOOD]}
    outputs[seat] = lines
    assert referee.ends_turn(seat, lines)
    referee.apply(outputs)
    result = referee.result()
    assert (result.end, result.ranks[seat], result.scores[seat]) == (f"no_output {seat}", 2, 0.0)
    assert referee.faults() == {}, "late, crashed or silent is not the referee's to say"


def test_each_player_owes_two_lines_every_turn():
    referee = Table().referee
    assert referee.seats() == [0, 1]
    assert [referee.reply_lines(seat) for seat in referee.seats()] == [2, 2]


# ---- Maps and starts


def test_the_pods_start_across_the_line_to_the_first_checkpoint():
    table = Table()
    referee = CsbReferee.from_config({"checkpoints": [[5000, 5000], [9000, 5000]]}, "", 2)
    starts = [(pod.x, pod.y) for pod in pods_of(referee.race)]
    assert starts == [(5000.0, 4500.0), (5000.0, 5500.0), (5000.0, 3500.0), (5000.0, 6500.0)]
    slanted = CsbReferee.from_config({"checkpoints": [[5000, 5000], [6000, 8000]]}, "", 2)
    assert (slanted.race.pods[0].x, slanted.race.pods[0].y) == (5474.0, 4842.0)
    for pod in [*pods_of(referee.race), *pods_of(slanted.race)]:
        assert (pod.vx, pod.vy, pod.passed, pod.shield, pod.boosted) == (0.0, 0.0, 1, 0, False)
    table.play()
    assert table.referee.state()["timeouts"] == [99, 99], "100 at the start"


def test_a_map_is_a_base_map_rotated_and_moved_a_little():
    bases: set[int] = set()
    rotations: set[int] = set()
    jitters: set[int] = set()
    for seed in range(1, 400):
        config = CsbReferee.from_seed(seed).config
        base = BASE_MAPS[config["base_map"]]
        rotation = config["rotation"]
        assert len(config["checkpoints"]) == len(base)
        bases.add(config["base_map"])
        rotations.add(rotation)
        for index, (x, y) in enumerate(config["checkpoints"]):
            from_x, from_y = base[(index + rotation) % len(base)]
            jitters.update((x - from_x, y - from_y))
    assert bases == set(range(13))
    assert rotations == set(range(6))
    assert jitters == set(range(-JITTER, JITTER + 1)), "-30..30, both ends"


def test_equal_seeds_give_equal_races_and_other_seeds_other_ones():
    maps = [str(CsbReferee.from_seed(seed).config["checkpoints"]) for seed in range(100)]
    assert maps == [str(CsbReferee.from_seed(seed).config["checkpoints"]) for seed in range(100)]
    assert len(set(maps)) == 100


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ({}, "checkpoints"),
        ({"checkpoints": [[1, 2]]}, "2 to 8 checkpoints"),
        ({"checkpoints": [[1, 2], [1, 2]]}, "same point"),
        ({"checkpoints": [[1, 2, 3], [4, 5, 6]]}, "checkpoints"),
        ({"checkpoints": [["a", 2], [4, 5]]}, "checkpoints"),
        ({"checkpoints": 7}, "checkpoints"),
        ({"checkpoints": SQUARE, "laps": 2}, "expected laps 3, got 2"),
        ({"checkpoints": SQUARE, "max_thrust": 100}, "expected max_thrust 200, got 100"),
    ],
)
def test_a_config_of_another_race_is_refused_in_one_line(config, error):
    with pytest.raises(BadInput, match=error) as caught:
        CsbReferee.from_config(config, "", 2)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("players", [1, 3])
def test_a_race_has_two_players(players):
    with pytest.raises(BadInput, match=f"played by 2 bots, not {players}"):
        CsbReferee.from_seed(1, players)
    with pytest.raises(BadInput, match=f"played by 2 bots, not {players}"):
        CsbReferee.from_config({"checkpoints": SQUARE}, "", players)


# ---- Whatever the players say, a race stays a race

LINES = st.one_of(
    st.builds(
        lambda x, y, word: f"{x} {y} {word}",
        st.one_of(st.integers(-20_000, 20_000), st.integers(-(10**17), 10**17)),
        st.one_of(st.integers(-20_000, 20_000), st.just(0)),
        st.one_of(st.integers(0, 200), st.sampled_from(["BOOST", "SHIELD", "200 hello"])),
    ),
)
TURNS = st.lists(st.tuples(LINES, LINES, LINES, LINES), min_size=1, max_size=40)


@given(st.integers(0, 2**31), TURNS, st.booleans())
def test_any_orders_leave_whole_numbers_and_lines_that_can_be_read(seed, turns, is_crowded):
    referee = CsbReferee.from_seed(seed)
    if is_crowded:  # all four pods within reach of each other
        for index, pod in enumerate(pods_of(referee.race)):
            pod.x, pod.y = 8000.0 + 500.0 * index, 4500.0
    for lines in turns:
        if referee.over:
            break
        referee.apply({0: list(lines[:2]), 1: list(lines[2:])})
        for pod in pods_of(referee.race):
            for value in (pod.x, pod.y, pod.vx, pod.vy):
                assert value == int(value)
            assert hypot(pod.vx, pod.vy) < 10_000.0
            assert 0 <= pod.shield <= 3
        for seat in (0, 1):
            lines_told = referee.inputs(seat)
            told = protocol.read_turn(reader(*lines_told), referee.track)
            assert all(0 <= angle <= 359 for _, _, _, _, angle, _ in told)
            assert not any(re.search(r"-0\b", line) for line in lines_told)
