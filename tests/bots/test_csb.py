"""Orders and the end of a turn in Coders Strike Back: docs/games/csb.md, Rules and Output."""

from math import degrees, pi, radians

import pytest

from bots.csb.rules import MAX_TURN
from bots.csb.steering import angle_to
from tests.bots.csb_table import Table, aim, play_race, races

RIGHT = 0.0
DOWN = pi / 2


# ---- Orders


@pytest.mark.parametrize("text", races("orders"))
def test_orders_by_hand(text):
    play_race(text)


@pytest.mark.parametrize(
    ("asked", "turned"),
    [(17, 17), (18, 18), (19, 18), (179, 18), (-17, -17), (-19, -18), (-179, -18)],
)
@pytest.mark.parametrize("heading", [0, 30, -170, 175, 3600])
def test_a_pod_turns_by_18_degrees_at_most_the_shorter_way(heading, asked, turned):
    table = Table()
    pod = table.place(0, 0.0, 0.0, heading=radians(heading))
    table.play({0: aim(heading + asked)})
    turn = (degrees(pod.heading) - heading) % 360
    assert turn == pytest.approx(turned % 360, abs=1e-6)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_turn_of_18_degrees_to_the_bit_is_added_and_not_snapped(side):
    table = Table()
    pod = table.place(0, 0.0, 0.0, heading=side * 2.8294333855641534)
    assert angle_to(pod, -1000.0, -2.0 * side) == side * MAX_TURN
    table.play({0: f"-1000 {-2 * side:.0f} 0"})
    assert pod.heading == side * (2.8294333855641534 + MAX_TURN), "beyond pi, not behind -pi"


def test_a_heading_is_javas_where_the_last_bit_decides_a_speed():
    table = Table(turn=0)
    pod = table.place(0, 0.0, 0.0, vx=-4.0, vy=32.0)
    table.play({0: "-28 96 200"})
    assert pod.heading == float.fromhex("0x1.dac670561bb50p+0")
    assert table.speed(0) == (-51.0, 190.0)


def test_the_heading_may_leave_the_circle_by_repeated_turning():
    table = Table()
    pod = table.place(0, 0.0, 0.0, heading=pi - 0.1)
    for _ in range(3):
        table.play({0: aim(degrees(pod.heading) + 90)})
    assert pod.heading == pytest.approx(pi - 0.1 + 3 * pi / 10)


def test_the_first_turn_of_a_race_turns_without_limit():
    table = Table(turn=0)
    pod = table.place(0, 0.0, 0.0)
    table.play({0: "-1000 0 100"})
    assert pod.heading == pi
    assert table.where(0) == (-100.0, 0.0)
    table.play({0: aim(0.0)})
    assert pod.heading != 0.0, "the second turn does not"


@pytest.mark.parametrize("turn", [0, 1])
def test_aiming_at_its_own_position_a_pod_neither_turns_nor_accelerates(turn):
    table = Table(turn=turn)
    pod = table.place(0, 300.0, -200.0, vx=100.0, heading=0.5)
    table.play({0: "300 -200 200"})
    assert pod.heading == 0.5
    assert (table.where(0), table.speed(0)) == ((400.0, -200.0), (85.0, 0.0))


@pytest.mark.parametrize("pause", [1, 2, 3])
def test_a_shield_ordered_again_starts_its_four_turns_anew(pause):
    table = Table()
    pod = table.place(0, 0.0, 0.0)
    table.play({0: "99999 0 SHIELD"})
    for _ in range(pause - 1):
        table.play({0: "99999 0 200"})
    table.play({0: "99999 0 SHIELD"})
    assert pod.shield == 3
    for _ in range(3):
        table.play({0: "99999 0 200"})
        assert pod.x == 0.0
    table.play({0: "99999 0 200"})
    assert pod.x == 200.0


def test_a_shielded_pod_turns_all_the_same():
    table = Table()
    pod = table.place(0, 0.0, 0.0)
    for _ in range(3):
        table.play({0: aim(90.0, "SHIELD")})
    assert degrees(pod.heading) == pytest.approx(54.0)


# ---- The end of a turn


@pytest.mark.parametrize(
    ("speed", "kept"), [(10.0, 8.0), (-10.0, -8.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 0.0)]
)
def test_friction_leaves_85_percent_cut_toward_zero(speed, kept):
    table = Table()
    table.place(0, 0.0, 0.0, vx=speed, vy=-speed)
    table.play()
    assert table.speed(0) == (kept, -kept)
    assert table.where(0) == (speed, -speed)


@pytest.mark.parametrize(
    ("end", "rounded"), [(10.5, 11.0), (-10.5, -10.0), (10.4, 10.0), (-10.6, -11.0)]
)
def test_a_position_is_rounded_and_a_half_goes_up(end, rounded):
    table = Table()
    table.place(0, 0.0, 0.0, vx=end, vy=end)
    table.play()
    assert table.where(0) == (rounded, rounded)
