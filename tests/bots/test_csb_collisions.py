"""Collisions in Coders Strike Back: docs/games/csb.md, Rules.

Pod 0 comes from the left; pod 2 stands or comes from the right.
"""

from math import sqrt

import pytest
from hypothesis import given, strategies as st

from bots.csb.rules import PAIRS, SHIELD_TURNS, Pod, bounce, first_hit, hit_time
from tests.bots.csb_table import Table


def test_pods_that_would_pass_through_each_other_within_a_turn_collide():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, 1500.0, 0.0, vx=-1000.0)
    table.play()
    ((time, low, high),) = table.referee.state()["collisions"]
    assert (time, low, high) == (pytest.approx(0.35), 0, 2)
    assert (table.where(0), table.where(2)) == ((-300.0, 0.0), (1800.0, 0.0))
    assert (table.speed(0), table.speed(2)) == ((-850.0, 0.0), (850.0, 0.0))


@pytest.mark.parametrize(
    "pod_2",
    [
        (2000.0, 801.0, -1000.0),  # passes beside it
        (2000.0, 0.0, 1000.0),  # as fast, in the same direction
        (2900.0, 0.0, -1000.0),  # would touch it in the next turn only
        (-1000.0, 0.0, -500.0),  # lies behind it
    ],
)
def test_pods_that_do_not_meet_within_the_turn_do_not_collide(pod_2):
    table = Table()
    x, y, vx = pod_2
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, x, y, vx=vx)
    table.play()
    assert table.collisions() == []
    assert (table.where(0), table.where(2)) == ((1000.0, 0.0), (x + vx, y))


def test_the_time_of_the_first_hit_is_kept_with_its_pair():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, 1500.0, 0.0, vx=-1000.0)
    race = table.referee.race
    pair = first_hit(race, 1.0)
    assert PAIRS[pair] == (2, 0)
    assert race.wait == hit_time(race.pods[2], race.pods[0]) == 0.35
    assert first_hit(race, 0.25) == -1


def test_a_hit_at_the_very_end_of_the_turn_counts():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, 1800.0, 0.0)
    table.play()
    assert table.collisions() == [(0, 2)]
    assert (table.where(0), table.where(2)) == ((1000.0, 0.0), (1800.0, 0.0))
    assert (table.speed(0), table.speed(2)) == ((0.0, 0.0), (850.0, 0.0))


def test_a_slow_hit_has_the_minimum_impulse():
    table = Table()
    table.place(0, 0.0, 0.0, vx=20.0)
    table.place(2, 810.0, 0.0)
    table.play()  # half the impulse is 10, the other half 120
    assert (table.where(0), table.where(2)) == ((-45.0, 0.0), (875.0, 0.0))
    assert (table.speed(0), table.speed(2)) == ((-93.0, 0.0), (110.0, 0.0))


@pytest.mark.parametrize(("speed", "gained"), [(238.0, 239.0), (240.0, 240.0), (242.0, 242.0)])
def test_from_half_an_impulse_of_120_on_a_hit_is_elastic(speed, gained):
    table = Table()
    table.place(0, 0.0, 0.0, vx=speed)
    table.place(2, 800.0 + speed, 0.0)
    table.play()
    assert table.speed(2) == (float(int(gained * 0.85)), 0.0)


def test_a_shielded_pod_is_ten_times_as_heavy():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, 1500.0, 0.0)
    table.play({2: "99999 0 SHIELD"})
    assert (table.speed(0), table.speed(2)) == ((-695.0, 0.0), (154.0, 0.0))
    assert (table.where(0), table.where(2)) == ((455.0, 0.0), (1555.0, 0.0))


def test_two_shielded_pods_exchange_their_speeds_like_two_bare_ones():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(2, 1500.0, 0.0)
    table.play({0: "99999 0 SHIELD", 2: "99999 0 SHIELD"})
    assert (table.speed(0), table.speed(2)) == ((0.0, 0.0), (850.0, 0.0))


@pytest.mark.parametrize("turns_ago", [1, 2, 3])
def test_a_shield_is_heavy_in_the_turn_of_its_order_only(turns_ago):
    table = Table()
    table.place(2, 1500.0, 0.0)
    table.play({2: "99999 0 SHIELD"})
    for _ in range(turns_ago - 1):
        table.play()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.play()
    assert table.collisions() == [(0, 2)]
    assert (table.speed(0), table.speed(2)) == ((0.0, 0.0), (850.0, 0.0))


def test_overlapping_pods_bounce_at_once_and_are_pushed_apart():
    table = Table()
    table.place(0, 0.0, 0.0)
    table.place(2, 700.0, 0.0)
    table.play()  # each is moved by 50 and gets 120
    assert table.referee.state()["collisions"] == [[0.0, 0, 2]]
    assert (table.where(0), table.where(2)) == ((-170.0, 0.0), (870.0, 0.0))
    assert (table.speed(0), table.speed(2)) == ((-102.0, 0.0), (102.0, 0.0))


def test_overlapping_pods_that_move_apart_bounce_too():
    table = Table()
    table.place(0, 0.0, 0.0, vx=-100.0)
    table.place(2, 700.0, 0.0, vx=100.0)
    table.play()  # half the impulse is -100, the other half 120
    assert (table.speed(0), table.speed(2)) == ((-102.0, 0.0), (102.0, 0.0))


def test_pods_at_a_distance_of_exactly_800_touch():
    table = Table()
    table.place(0, 0.0, 0.0)
    table.place(2, 0.0, 800.0)
    table.play()
    assert (table.where(0), table.where(2)) == ((0.0, -120.0), (0.0, 920.0))


def test_pods_of_one_player_collide_and_pass_the_push_on():
    table = Table()
    table.place(0, 0.0, 0.0, vx=1000.0)
    table.place(1, 1000.0, 0.0)
    table.place(2, 2000.0, 0.0)
    table.play()
    assert table.collisions() == [(0, 1), (1, 2)]
    assert [table.speed(index)[0] for index in range(3)] == [0.0, 0.0, 850.0]
    assert table.where(2) == (2600.0, 0.0)


def test_of_two_hits_at_one_time_the_pair_of_lower_numbers_is_played_first():
    table = Table()
    for left, right, y in ((2, 3, 0.0), (0, 1, 5000.0)):
        table.place(left, 0.0, y, vx=500.0)
        table.place(right, 1300.0, y, vx=-500.0)
    table.play()
    assert table.collisions() == [(0, 1), (2, 3)]


def test_two_pods_on_one_spot_stop_nobody():
    table = Table()
    table.place(0, 0.0, 0.0)
    table.place(2, 0.0, 0.0)
    table.play()
    assert table.where(0) == table.where(2) == (0.0, 0.0)


COORDINATE = st.integers(-2000, 2000).map(float)
SPEED = st.integers(-1500, 1500).map(float)
SHIELDS = st.integers(0, SHIELD_TURNS)


@st.composite
def pods(draw) -> Pod:
    """A pod somewhere near (0, 0) with any speed and shield counter."""
    pod = Pod()
    pod.x, pod.y, pod.vx, pod.vy = (draw(kind) for kind in (COORDINATE, COORDINATE, SPEED, SPEED))
    pod.shield = draw(SHIELDS)
    return pod


@given(pods(), pods())
def test_a_bounce_keeps_the_momentum_and_sends_the_pods_apart(a, b):
    if (a.x, a.y) == (b.x, b.y):
        b.x += 1.0
    masses = [10.0 if pod.shield == SHIELD_TURNS else 1.0 for pod in (a, b)]
    before = [masses[0] * a.vx + masses[1] * b.vx, masses[0] * a.vy + masses[1] * b.vy]
    bounce(a, b)
    after = [masses[0] * a.vx + masses[1] * b.vx, masses[0] * a.vy + masses[1] * b.vy]
    assert after == pytest.approx(before, abs=1e-6)
    nx, ny = b.x - a.x, b.y - a.y
    distance = sqrt(nx * nx + ny * ny)
    assert distance > 800.0
    parting = (nx * (b.vx - a.vx) + ny * (b.vy - a.vy)) / distance
    assert parting > 119.9 * (1.0 / masses[0] + 1.0 / masses[1])
