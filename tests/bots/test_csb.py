"""The rules of Coders Strike Back, a test a paragraph of docs/games/csb.md."""

from math import degrees, pi, radians, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.csb.protocol import parse_order
from bots.csb.rules import SHIELD_TURNS, Pod, Race, bounce, give_order, move, turn_toward
from botsmith.arena.record import read_matches
from botsmith.referees.csb import CsbReferee
from common.kernel import assign
from tests.bots.csb_table import Table, aim, pods_of

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "csb"
RIGHT = 0.0
DOWN = pi / 2


# ---- Orders


def test_thrust_goes_along_the_heading():
    table = Table()
    table.place(0, 0.0, 0.0, heading=RIGHT)
    table.place(1, 0.0, 5000.0, heading=DOWN)
    table.play({0: "99999 0 100", 1: "0 99999 200"})
    assert (table.where(0), table.speed(0)) == ((100.0, 0.0), (85.0, 0.0))
    assert (table.where(1), table.speed(1)) == ((0.0, 5200.0), (0.0, 170.0))


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


def test_aiming_at_its_own_position_still_spends_the_boost_and_raises_the_shield():
    table = Table()
    table.place(0, 0.0, 0.0)
    table.place(1, 0.0, 5000.0)
    table.play({0: "0 0 BOOST", 1: "0 5000 SHIELD"})
    assert table.pod(0).boosted and table.speed(0) == (0.0, 0.0)
    assert table.pod(1).shield == SHIELD_TURNS - 1


def test_a_boost_is_650_once_for_each_pod_and_full_thrust_afterwards():
    table = Table()
    table.place(0, 0.0, 0.0)
    table.place(1, 0.0, 5000.0)
    table.play({0: "99999 0 BOOST"})
    assert table.where(0) == (650.0, 0.0)
    table.place(0, 0.0, 0.0)
    table.play({0: "99999 0 BOOST", 1: "99999 5000 BOOST"})
    assert table.where(0) == (200.0, 0.0)
    assert table.where(1) == (650.0, 5000.0)


def test_a_boost_under_a_shield_is_wasted():
    table = Table()
    table.place(0, 0.0, 0.0)
    table.play({0: "99999 0 SHIELD"})
    table.play({0: "99999 0 BOOST"})
    assert table.pod(0).boosted
    assert table.where(0) == (0.0, 0.0)


def test_a_shield_stops_the_engine_on_its_turn_and_the_three_after():
    table = Table()
    pod = table.place(0, 0.0, 0.0)
    table.play({0: "99999 0 SHIELD"})
    counters, places = [pod.shield], [pod.x]
    for _ in range(4):
        table.play({0: "99999 0 200"})
        counters.append(pod.shield)
        places.append(pod.x)
    assert counters == [3, 2, 1, 0, 0]
    assert places == [0.0, 0.0, 0.0, 0.0, 200.0]


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


# ---- Movement with collisions. Pod 0 comes from the left, pod 2 stands or comes from the right.


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
    (x, _), (other_x, _) = table.where(0), table.where(2)
    assert abs(other_x - x) >= 800.0


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


# ---- Checkpoints. A lap of the table's square begins at (2000, 2000); next is (14000, 2000).


def test_a_checkpoint_counts_when_the_pod_ends_inside():
    table = Table()
    pod = table.place(0, 13000.0, 2000.0, vx=500.0)
    table.play()
    assert pod.passed == 2


def test_a_checkpoint_that_is_grazed_within_the_turn_counts():
    table = Table()
    pod = table.place(0, 13000.0, 2599.0, vx=2000.0)
    table.play()
    assert table.where(0) == (15000.0, 2599.0)
    assert pod.passed == 2


def test_a_distance_of_exactly_600_does_not_count():
    table = Table()
    pod = table.place(0, 13000.0, 2600.0, vx=2000.0)
    ending = table.place(1, 12400.0, 2000.0, vx=1000.0)
    table.play()
    assert table.where(1) == (13400.0, 2000.0)
    assert (pod.passed, ending.passed) == (1, 1)


def test_where_a_segment_begins_counts_as_much_as_where_it_ends():
    table = Table()
    pod = table.place(0, 14500.0, 2000.0, vx=1000.0)
    table.play()
    assert pod.passed == 2


def test_the_last_segment_ends_at_the_rounded_position():
    table = Table()
    pod = table.place(0, 13300.0, 2000.0, vx=100.4)  # 599.6 away, rounded 600
    table.play()
    assert table.where(0) == (13400.0, 2000.0)
    assert pod.passed == 1


def test_only_the_next_checkpoint_counts():
    table = Table()
    pod = table.place(0, 13000.0, 7000.0, vx=500.0)  # at the third one, the second is next
    table.play()
    assert pod.passed == 1


def test_a_segment_passes_one_checkpoint_at_most():
    table = Table([(2000, 2000), (8000, 2000), (8500, 2000)])
    pod = table.place(0, 7000.0, 2000.0, vx=2000.0)
    table.play()
    assert pod.passed == 2
    table.play()
    assert pod.passed == 3, "the next turn begins inside the other one"


def test_a_checkpoint_passed_before_a_bounce_counts():
    table = Table()
    pod = table.place(0, 13000.0, 2000.0, vx=1000.0)
    table.place(2, 14301.0, 2000.0)  # the hit is at 13501, inside; the pod bounces straight back
    table.play({2: "99999 2000 SHIELD"})
    assert pod.x < 13400.0
    assert pod.passed == 2


def test_the_route_is_three_laps_and_the_start_once_more():
    table = Table()
    track = table.referee.track
    assert track.goal == 12
    route = [(track.x[entry], track.y[entry]) for entry in range(track.goal + 1)]
    assert route[12] == route[8] == route[0] == (2000.0, 2000.0)
    assert route[5] == route[1] == (14000.0, 2000.0)


# ---- Time-outs and the end of the race


def test_a_passed_checkpoint_refreshes_the_time_of_both_pods_of_the_player():
    table = Table()
    table.play()
    assert table.referee.state()["timeouts"] == [99, 99]
    table.place(1, 13000.0, 2000.0, vx=500.0)
    table.play()
    assert table.referee.state()["timeouts"] == [100, 98]


def test_a_player_who_passes_nothing_is_out_after_101_turns_and_both_is_a_draw():
    table = Table(turn=0)
    turns = 0
    while not table.referee.over:
        table.play()
        turns += 1
    assert turns == 101
    assert table.referee.state()["timeouts"] == [-1, -1]
    result = table.referee.result()
    assert (result.end, result.scores, result.ranks) == ("timeout", [0.0, 0.0], [1, 1])


@pytest.mark.parametrize("late", [0, 1])
def test_the_player_whose_time_is_up_loses(late):
    table = Table()
    table.set_time(late, 0)
    table.play()
    result = table.referee.result()
    assert result.end == "timeout"
    assert (result.scores[late], result.ranks[late]) == (0.0, 2)
    assert (result.scores[1 - late], result.ranks[1 - late]) == (1.0, 1)


def test_a_checkpoint_in_the_last_possible_turn_saves_the_player():
    table = Table()
    table.set_time(0, 0)
    table.place(0, 13000.0, 2000.0, vx=500.0)
    table.play()
    assert not table.referee.over


@pytest.mark.parametrize("index", range(4))
def test_the_first_pod_home_wins_for_its_player(index):
    table = Table()
    pod = table.place(index, 1000.0, 2000.0, vx=500.0, passed=12)
    table.play()
    assert pod.finished
    assert pod.passed == 12, "the progress stays at the goal"
    assert table.referee.inputs(index // 2)[index % 2].endswith(" 0")
    result = table.referee.result()
    assert (result.end, result.ranks[index // 2]) == (f"finish {index}", 1)
    assert sorted(result.scores) == [0.0, 1.0]


def test_two_pods_of_one_player_home_in_one_turn_win():
    table = Table()
    table.place(2, 1550.0, 2000.0, passed=12)
    table.place(3, 2450.0, 2000.0, passed=12)
    table.play()
    result = table.referee.result()
    assert (result.end, result.scores, result.ranks) == ("finish 2", [0.0, 1.0], [2, 1])


def test_both_players_home_in_one_turn_is_a_draw():
    table = Table()
    table.place(1, 1550.0, 2000.0, passed=12)
    table.place(2, 2450.0, 2000.0, passed=12)
    table.play()
    result = table.referee.result()
    assert (result.end, result.scores, result.ranks) == ("finish 1", [0.0, 0.0], [1, 1])


@pytest.mark.parametrize(
    ("leader", "passed", "x"),
    [(0, 5, 0.0), (3, 5, 0.0), (1, 4, 2800.0), (2, 4, 2800.0)],  # passes first, then distance
)
def test_after_500_turns_the_pod_that_is_ahead_wins(leader, passed, x):
    table = Table(turn=499)
    for index in range(4):
        table.place(index, 3000.0, 4000.0 + 1000.0 * index, passed=4)
    table.place(leader, x, 2500.0, passed=passed)
    table.play()
    result = table.referee.result()
    assert result.end == "turn_limit"
    assert result.ranks[leader // 2] == 1
    assert result.scores[leader // 2] == 1.0


def test_499_turns_are_not_the_end():
    table = Table(turn=498)
    table.play()
    assert not table.referee.over


# ---- The same turn for the search and the referee


def test_the_turn_that_a_search_plays_is_the_turn_that_the_referee_plays():
    match = next(read_matches(GOLDEN / "matches.jsonl.gz"))
    referee = CsbReferee.from_config(match.config, match.seed, 2)
    race = Race()
    for turn in match.turns:
        assign(race, referee.race)
        for index in range(4):
            order, pod = parse_order(turn.outputs[index // 2][index % 2]), race.pods[index]
            is_steering = (order.x, order.y) != (pod.x, pod.y)
            if is_steering:
                turn_toward(pod, float(order.x), float(order.y), race.turn == 0)
            give_order(pod, order.kind, float(order.thrust), is_steering)
        move(race, referee.track)
        referee.apply(turn.outputs)
        assert race.turn == referee.race.turn
        for mine, true in zip(pods_of(race), pods_of(referee.race), strict=True):
            for field in vars(Pod)["kernel_fields"]:
                assert getattr(mine, field) == getattr(true, field), (race.turn, field)
