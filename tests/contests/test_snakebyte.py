"""SnakeByte: a test for each paragraph of the rules, its map, its lines and its end."""

import json
from hashlib import sha256

import pytest

from bots.snakebyte.rules import AHEAD, DOWN, MATTER, RIGHT, SNAKES, UP
from botsmith.errors import BadInput
from botsmith.referees.java_random import JavaRandom
from botsmith.referees.sha1prng import Sha1Prng
from botsmith.site.contests import contest_for
from contests.snakebyte.maps import Map
from contests.snakebyte.referee import SnakebyteReferee
from tests.contests.snakebyte_orders import orders_of

EMPTY = "." * 12
ROWS = [EMPTY] * 9 + ["#" * 12]
FAR = [[[10, 6], [10, 7], [10, 8]]]  # a snake that stands aside
Bodies = dict[int, str]


def match(
    one: list[list[int]],
    two: list[list[int]] | None = None,
    rows: list[str] = ROWS,
    apples=((0, 0),),
) -> SnakebyteReferee:
    """A match of one snake each; the second stands aside unless it is given."""
    config = {
        "rows": rows,
        "apples": [list(place) for place in apples],
        "snakes": [[one], [two] if two else FAR],
    }
    return SnakebyteReferee.from_config(config, "1", 2)


def after(referee: SnakebyteReferee, *orders: str) -> Bodies:
    """The bodies once both seats have sent these orders; WAIT for what is not given."""
    lines = [*orders, "WAIT", "WAIT"]
    referee.apply({0: [lines[0]], 1: [lines[1]]})
    return referee.bodies()


# ---- moves and sources


def test_a_snake_goes_where_it_is_told_and_its_tail_follows():
    assert after(match([[3, 7], [3, 8], [2, 8]]), "0 RIGHT")[0] == "4,7:3,7:3,8"


def test_without_an_order_a_snake_goes_on_as_it_faces():
    assert after(match([[4, 8], [3, 8], [2, 8]]))[0] == "5,8:4,8:3,8"


def test_an_upright_snake_without_an_order_stays_in_place():
    assert after(match([[3, 6], [3, 7], [3, 8]]))[0] == "3,6:3,7:3,8"


def test_no_snake_turns_back():
    referee = match([[4, 8], [3, 8], [2, 8]])
    assert after(referee, "0 LEFT")[0] == "5,8:4,8:3,8"
    assert not referee.over


def test_who_reaches_a_source_grows_and_the_source_is_gone():
    referee = match([[4, 8], [3, 8], [2, 8]], apples=[(0, 0), (5, 8)])
    assert after(referee)[0] == "5,8:4,8:3,8:2,8"
    assert referee.state()["apples"] == [[0, 0]]


def test_two_heads_on_one_source_both_grow_and_lose_their_heads():
    referee = match([[4, 8], [3, 8], [2, 8]], [[6, 8], [7, 8], [8, 8]], apples=[(0, 0), (5, 8)])
    assert after(referee) == {0: "4,8:3,8:2,8", 1: "6,8:7,8:8,8"}
    assert referee.state()["losses"] == [1, 1] and referee.now.left == 1


# ---- hits


def test_a_snake_of_three_that_is_hit_is_removed_and_counts_three():
    referee = match([[11, 5], [11, 6], [11, 7]], rows=[*ROWS[:4], "." * 11 + "#", *ROWS[5:]])
    assert 0 not in after(referee)
    assert referee.state()["losses"] == [3, 0] and referee.result().end == "no snakes"


def test_a_longer_one_loses_its_head_and_faces_anew():
    referee = match(
        [[3, 8], [4, 8], [4, 7], [5, 7], [5, 8]], rows=[*ROWS[:8], "..#.........", ROWS[9]]
    )
    assert after(referee)[0] == "3,8:4,8:4,7:5,7"
    assert referee.state()["losses"] == [1, 0]


def test_a_cell_that_a_tail_leaves_is_free_and_one_where_it_stays_is_not():
    ring = [[3, 7], [3, 8], [4, 8], [4, 7]]
    assert after(match(ring), "0 RIGHT")[0] == "4,7:3,7:3,8:4,8"
    other = [[6, 8], [5, 8], [4, 8]]
    grows = match([[3, 8], [2, 8], [1, 8]], other, apples=[(0, 0), (7, 8)])
    assert after(grows, "0 RIGHT") == {1: "7,8:6,8:5,8:4,8"}
    leaves = match([[3, 8], [2, 8], [1, 8]], other)
    assert after(leaves, "0 RIGHT") == {0: "4,8:3,8:2,8", 1: "7,8:6,8:5,8"}


def test_heads_that_swap_run_into_each_others_second_part():
    one, two = [[4, 8], [3, 8], [2, 8], [1, 8]], [[5, 8], [6, 8], [7, 8], [8, 8]]
    referee = match(one, two)
    assert after(referee) == {0: "4,8:3,8:2,8", 1: "5,8:6,8:7,8"}


# ---- falling


def test_what_nothing_carries_falls_until_something_does():
    assert after(match([[4, 3], [3, 3], [2, 3]]))[0] == "5,8:4,8:3,8"


def test_a_source_carries_until_it_is_eaten():
    held = match([[4, 3], [3, 3], [2, 3]], apples=[(4, 4)])
    assert after(held)[0] == "5,3:4,3:3,3"
    eaten = match([[3, 3], [3, 2], [3, 1]], apples=[(0, 0), (3, 4)])
    assert after(eaten)[0] == "3,8:3,7:3,6:3,5"


def test_a_snake_carries_another_one_but_never_itself():
    below = [[7, 8], [6, 8], [5, 8], [4, 8], [3, 8]]
    assert after(match([[6, 7], [5, 7], [4, 7]], below), "0 RIGHT", "1 RIGHT")[0] == "7,7:6,7:5,7"
    ring = [[3, 2], [3, 3], [4, 3], [4, 2]]
    assert after(match(ring), "0 RIGHT")[0] == "4,7:3,7:3,8:4,8"


def test_entangled_snakes_that_stand_on_nothing_fall_together():
    five = "29,12:29,11:30,11:30,12:30,13:30,14:29,14:29,15"
    seven = "29,13:28,13:28,14:28,15"
    bodies = [[[int(n) for n in p.split(",")] for p in body.split(":")] for body in (five, seven)]
    shifted = [[[x - 20, y - 10] for x, y in body] for body in bodies]
    rows = [EMPTY] * 6 + ["#" * 12]
    own, other = shifted
    found = after(match(own, other, rows=rows), "0 LEFT", "1 UP")
    assert found[1] == "9,4:8,4:8,5" and found[0] == "8,3:9,3:9,2:10,2:10,3:10,4:10,5:9,5"


def test_a_snake_below_the_floor_falls_out_without_losses_unless_its_tail_holds_it():
    beside = match([[-2, 4], [-2, 3], [-2, 2]])
    assert 0 not in after(beside)
    assert beside.state()["losses"] == [0, 0]
    held = match([[-1, 9], [-1, 8], [0, 8], [1, 8]])
    assert after(held, "0 DOWN")[0] == "-1,10:-1,9:-1,8:0,8"


# ---- answers


def board_orders(line: str, seat: int = 0) -> tuple[list[int], str]:
    referee = match([[4, 8], [3, 8], [2, 8]])
    return orders_of(referee, seat, line)


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("0 UP", UP),
        ("00 dOwN", DOWN),
        ("0 UP hello  there", UP),
        ("0 UP ", UP),
        ("0 UP;0 DOWN", UP),
        ("0 LEFT;0 UP", UP),  # refused, as it leads back
        ("WAIT;MARK 1 2;0 RIGHT;;", RIGHT),
        ("1 UP;99 UP;0 DOWN", DOWN),
        (";", AHEAD),
        ("WAIT", AHEAD),
        ("WAIT;" * 30 + "0 UP;rubbish", AHEAD),
    ],
)
def test_a_good_line(line, way):
    assert board_orders(line) == ([way] + [AHEAD] * (SNAKES - 1), "")


@pytest.mark.parametrize(
    "line",
    ["", ";0 UP", " 0 UP", "WAIT ", "0  UP", "0\tUP", "+0 UP", "UP 0", "0 NORTH", "0 UPx"]
    + ["0 UP; 1 UP", "0 UP,1 UP", "MARK 1", "MARK -1 2", "\u0660 UP", "0 \u0130UP"]
    + ["2147483648 UP", "MARK 1 99999999999", "9" * 5000 + " UP"],
)
def test_a_bad_line_puts_its_player_out_and_ends_the_match(line):
    assert board_orders(line)[1]
    referee = match([[4, 8], [3, 8], [2, 8]])
    referee.apply({0: [line], 1: ["WAIT"]})
    assert referee.over and list(referee.faults()) == [0]
    assert (referee.result().scores, referee.result().ranks) == ([-1.0, 3.0], [2, 1])


def test_orders_before_a_bad_piece_stand():
    assert board_orders("0 UP;FOO;0 DOWN")[0][0] == UP


def test_a_seat_without_an_answer_is_out_and_its_snakes_go_on():
    referee = match([[4, 8], [3, 8], [2, 8]])
    referee.apply({1: ["WAIT"]})
    assert referee.bodies()[0] == "5,8:4,8:3,8"
    assert referee.out == {0: ""} and referee.faults() == {}


# ---- the end


def test_the_last_source_ends_the_match_and_more_parts_win():
    referee = match([[4, 8], [3, 8], [2, 8]], apples=[(5, 8)])
    after(referee)
    result = referee.result()
    assert (result.scores, result.ranks, result.end) == ([4.0, 3.0], [1, 2], "no power sources")


def test_the_match_ends_after_200_turns():
    referee = match([[3, 6], [3, 7], [3, 8]])
    for turn in range(200):
        assert not referee.over, turn
        after(referee)
    assert referee.result().end == "turn limit" and referee.result().ranks == [1, 1]


def test_of_equal_parts_losses_decide():
    one = [[3, 8], [4, 8], [4, 7], [5, 7]]
    referee = match(one, rows=[*ROWS[:8], "..#.........", ROWS[9]], apples=[(0, 0), (10, 5)])
    after(referee)  # one loses its head; the other eats what is above it
    referee.now.snakes[1].length = 3
    referee.now.turn = 200
    assert referee.result().scores == [2.0, 3.0]


# ---- the map


@pytest.mark.parametrize(
    ("seed", "league", "drawn", "digest"),
    [
        (1, 1, 2135995972, "b3446e37eb6f0e75"),
        (1, 2, 1652158519, "f88c1ad705f14a26"),
        (-1, 4, -1822511432, "bbd83f395d99bcfd"),
        (-9223372036854775808, 4, 1099588919, "8411913d60aaba8c"),
        (9223372036854775807, 2, 254894592, "9f5cbd95d54f06b7"),
    ],
)
def test_the_map_of_a_seed_is_the_contests(seed, league, drawn, digest):
    dice = Sha1Prng(seed)
    made = Map(dice, league)
    bodies = [":".join(f"{x},{y}" for x, y in body) for team in made.snakes for body in team]
    sources = " ".join(f"{x},{y}" for x, y in made.sources)
    text = "\n".join([*made.rows(made.walls), sources, " ".join(bodies)])
    assert (dice.next_int32(), sha256(text.encode()).hexdigest()[:16]) == (drawn, digest)


def test_java_17_draws_between_two_bounds():
    dice = Sha1Prng(42)
    assert [dice.next_double(), dice.next_double()] == [0.8321954417658316, 0.19181836278823672]
    assert [dice.next_int_between(2, 5) for _ in range(8)] == [2, 3, 2, 2, 3, 2, 4, 3]
    assert [dice.next_int_between(2, 4) for _ in range(8)] == [3, 2, 2, 2, 2, 2, 3, 2]
    with pytest.raises(ValueError, match="between 3 and 3"):
        JavaRandom(1).next_int_between(3, 3)


# ---- what is refused


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": ["..", "#"]}, "expected rows of # and ."),
        ({"apples": [[0, 0], [0, 0]]}, "each once"),
        ({"apples": [[0, 0.5]]}, r"expected apples as \[\[number, number\], \.\.\.\]"),
        ({"apples": [[x, y] for x in range(12) for y in range(9)] * 2}, "each once"),
        ({"snakes": [FAR, []]}, "as many snakes of each"),
        ({"league": "4"}, "expected league as number"),
        ({"snakes": [[[[1, 1], [1, 2], [5, 5]]], FAR]}, "cells in a row"),
        ({"snakes": [FAR, FAR]}, "all parts apart"),
    ],
)
def test_a_config_of_another_form_is_refused_in_one_line(changes, words):
    config = {"rows": ROWS, "apples": [[0, 0]], "snakes": [[[[1, 6], [1, 7], [1, 8]]], FAR]}
    with pytest.raises(BadInput, match=words) as refused:
        SnakebyteReferee.from_config({**config, **changes}, "1", 2)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 400


def test_a_match_holds_its_matter():
    rows = ["." * 40] * 9 + ["#" * 40]
    apples = [[x, y] for x in range(40) for y in range(4)][: MATTER - 5]
    config = {"rows": rows, "apples": apples, "snakes": [[[[1, 6], [1, 7], [1, 8]]], FAR]}
    with pytest.raises(BadInput, match=f"{MATTER} parts and sources at most"):
        SnakebyteReferee.from_config(config, "1", 2)


def test_the_config_is_json_and_all_that_a_match_needs():
    referee = SnakebyteReferee.from_seed(5)
    again = SnakebyteReferee.from_config(json.loads(json.dumps(referee.config)), "5", 2)
    assert again.inputs(0) == referee.inputs(0) and again.init_inputs(1) == referee.init_inputs(1)


def test_a_message_behind_an_order_is_told_from_the_order():
    bare = contest_for("snakebyte").bare
    assert bare("0 UP mine;1 left;MARK 3 4;WAIT") == "0 UP;1 left;MARK 3 4;WAIT"
    assert bare("0 AHEAD mine") == "0 AHEAD mine"
