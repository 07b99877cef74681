"""The referee of Coders Strike Back: bad answers, maps and starts, and any orders at all."""

import re
from math import hypot
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bots.csb import protocol
from botsmith.errors import BadInput
from botsmith.referees.java_random import JavaRandom
from contests.csb.maps import BASE_MAPS
from contests.csb.referee import CsbReferee
from tests.bots.csb_table import INVALID, SQUARE, Table, pods_of
from tests.bots.talking import reader

DOCS = Path(__file__).parents[2] / "docs" / "games"
GOOD = "8000 4500 100"


# ---- Bad answers


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
    jitters: tuple[set[int], set[int]] = (set(), set())
    for seed in range(1, 400):
        config = CsbReferee.from_seed(seed).config
        base = BASE_MAPS[config["base_map"]]
        rotation = config["rotation"]
        assert len(config["checkpoints"]) == len(base)
        bases.add(config["base_map"])
        rotations.add(rotation)
        for index, (x, y) in enumerate(config["checkpoints"]):
            from_x, from_y = base[(index + rotation) % len(base)]
            jitters[0].add(x - from_x)
            jitters[1].add(y - from_y)
    assert bases == set(range(13))
    assert rotations == set(range(6))
    assert jitters == (set(range(-30, 31)), set(range(-30, 29)))


def test_the_base_maps_are_those_of_the_contests_page():
    text = (DOCS / "csb.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \d+ \| ((?:\(\d+,\d+\) )+)\|$", text, re.MULTILINE)
    maps = [[(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", row)] for row in rows]
    assert list(map(list, BASE_MAPS)) == maps[:13]


@pytest.mark.parametrize(
    ("seed", "checkpoints"),
    [
        (688265875, [[7510, 6938], [5981, 5348], [11323, 2820]]),
        (162192586, [[12929, 7237], [5667, 2586], [4112, 7441], [13511, 2338]]),
        (404853992, [[7245, 6640], [5433, 2837], [10342, 3351], [11197, 5453]]),
    ],
)
def test_a_seed_gives_the_map_that_it_gives_on_the_site(seed, checkpoints):
    assert CsbReferee.from_seed(seed).config["checkpoints"] == checkpoints


@pytest.mark.parametrize("seed", range(1, 21))
def test_the_list_is_rotated_to_the_right(seed):
    """The three seeds above do not tell: they rotate by nothing or by half of the list."""
    generator = JavaRandom(seed)
    base = BASE_MAPS[generator.next_int(13)]
    places = generator.next_int(len(base))
    points = CsbReferee.from_seed(seed).config["checkpoints"]
    for index, (x, y) in enumerate(base):
        moved_x, moved_y = points[(index + places) % len(base)]
        assert abs(moved_x - x) <= 30 and abs(moved_y - y) <= 30


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ({}, "checkpoints"),
        ({"checkpoints": [[1, 2]]}, "2 to 8 checkpoints"),
        ({"checkpoints": [[1, 2], [1, 2]]}, "same point"),
        ({"checkpoints": [["a", 2], [4, 5]]}, "checkpoints"),
        ({"checkpoints": SQUARE, "laps": 2}, "expected laps 3, got 2"),
    ],
)
def test_a_config_of_another_race_is_refused_in_one_line(config, error):
    with pytest.raises(BadInput, match=error) as caught:
        CsbReferee.from_config(config, "", 2)
    assert "\n" not in str(caught.value)


# ---- Whatever the players say, a race stays a race

LINES = st.one_of(
    st.builds(
        lambda x, y, word: f"{x} {y} {word}",
        st.one_of(st.integers(-20_000, 20_000), st.integers(-(10**17), 10**17)),
        st.one_of(st.integers(-20_000, 20_000), st.just(0)),
        st.one_of(st.integers(0, 200), st.sampled_from(["BOOST", "SHIELD", "200 hello"])),
    )
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
            pods = protocol.read_turn(reader(*lines_told), referee.track)
            assert all(0 <= angle <= 359 for _, _, _, _, angle, _ in pods)
            assert not any(re.search(r"-0\b", line) for line in lines_told)
