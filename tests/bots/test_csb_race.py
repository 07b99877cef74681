"""Checkpoints, time-outs and the end of a race: docs/games/csb.md, Rules."""

from pathlib import Path

import pytest

from bots.csb.rating import MOVES, SHIELD_MOVE, Setting, World, play, set_out
from bots.csb.rules import MAX_TURN, SHIELD, THRUST, Pod, Race, give_order, move
from bots.csb.steering import turn_toward
from botsmith.arena.store.record import read_matches
from common.kernel import assign
from contests.csb.lines import parse_order
from contests.csb.referee import CsbReferee
from tests.bots.csb_table import Table, play_race, pods_of, races

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "csb"


@pytest.mark.parametrize("text", races("race"))
def test_checkpoints_and_the_end_of_a_race_by_hand(text):
    play_race(text)


@pytest.mark.parametrize(
    ("vy", "passed", "meets"),
    [(0.4, 1, "the rounded way at exactly 600, the other one at 599.8"), (-0.4, 1, "neither")]
    + [(-0.6, 1, "the rounded way at 600.4"), (0.6, 2, "the rounded way at 599.4")],
)
@pytest.mark.parametrize("are_others_hitting", [False, True])
def test_a_collision_of_others_splits_no_way(vy, passed, meets, are_others_hitting):
    table = Table([(2000, 2000), (8000, 2000), (5000, 7000)])
    pod = table.place(1, 7500.0, 1400.0, vx=1000.0, vy=vy)
    table.place(2, 0.0, 0.0, vx=300.0)
    table.place(3, 1000.0 if are_others_hitting else 5000.0, 0.0)
    table.play()
    assert table.collisions() == [(2, 3)] * are_others_hitting
    assert pod.passed == passed, meets


def test_the_route_is_three_laps_and_the_start_once_more():
    table = Table()
    track = table.referee.track
    assert track.goal == 12
    route = [(track.x[entry], track.y[entry]) for entry in range(track.goal + 1)]
    assert route[12] == route[8] == route[0] == (2000.0, 2000.0)
    assert route[5] == route[1] == (14000.0, 2000.0)


# ---- Time-outs and the end of the race


def turns_to_the_end(table: Table) -> int:
    """Plays on without orders; the number of turns until the race is over."""
    turns = 0
    while not table.referee.over:
        table.play()
        turns += 1
    return turns


def test_who_passes_nothing_is_out_after_100_turns():
    table = Table(turn=0)
    table.place(2, 13000.0, 2000.0, vx=500.0)  # player 1 passes one in the first turn
    assert turns_to_the_end(table) == 100
    assert table.referee.state()["timeouts"] == [0, 1]
    result = table.referee.result()
    assert (result.end, result.scores, result.ranks) == ("timeout", [0.0, 1.0], [2, 1])


def test_who_has_passed_a_checkpoint_is_out_101_turns_later():
    table = Table(turn=0)
    table.place(0, 13000.0, 2000.0, vx=500.0)
    table.set_time(1, 1000)  # player 1 is no matter here
    table.play()
    assert table.referee.state()["timeouts"][0] == 100
    assert turns_to_the_end(table) == 101
    assert table.referee.state()["timeouts"][0] == -1
    assert table.referee.result().ranks == [2, 1]


@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize(("passed", "turns"), [((1, 1), 1), ((2, 1), 0), ((1, 2), 0), ((7, 4), 0)])
def test_the_player_whose_time_is_up_loses(late, passed, turns):
    table = Table()
    for number, entry in enumerate(passed):
        table.pod(2 * late + number).passed = entry
    table.set_time(late, turns + 1)
    table.play()
    assert not table.referee.over
    table.play()
    result = table.referee.result()
    assert result.end == "timeout"
    assert table.referee.state()["timeouts"][late] == turns - 1
    assert (result.scores[late], result.ranks[late]) == (0.0, 2)
    assert (result.scores[1 - late], result.ranks[1 - late]) == (1.0, 1)


@pytest.mark.parametrize(("passed", "turns"), [(1, 1), (5, 0)])  # the next one is the same
def test_a_checkpoint_in_the_last_possible_turn_saves_the_player(passed, turns):
    table = Table()
    table.set_time(0, turns)
    table.place(0, 13000.0, 2000.0, vx=500.0, passed=passed)
    table.play()
    assert not table.referee.over
    assert table.referee.state()["timeouts"][0] == 100


@pytest.mark.parametrize("passed", [(1, 1), (5, 5), (1, 5), (5, 1)])
def test_both_out_of_time_is_a_draw_that_the_site_ranks_by_seat(passed):
    table = Table()
    for player, entry in enumerate(passed):
        table.pod(2 * player).passed = entry
        table.set_time(player, 1 if entry == 1 else 0)
    table.play()
    result = table.referee.result()
    assert (result.end, result.scores, result.ranks) == ("timeout", [0.0, 0.0], [1, 2])
    assert (result.is_draw, result.counted) == (True, [1, 1])


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


@pytest.mark.parametrize("shield", [0, 3])
@pytest.mark.parametrize("number", range(len(MOVES)))
def test_a_move_of_the_search_is_the_order_that_it_stands_for(number, shield):
    table = Table()
    for index in range(4):
        pod = table.place(index, 3000.0 * index, 0.0, heading=0.4 * index)
        pod.shield = shield
    race, world, setting = table.referee.race, World(), Setting()
    assign(setting.track, table.referee.track)
    set_out(world, setting, race)
    for _ in range(2):
        play(world, setting, [number] * 4)
        for pod in pods_of(race):
            chosen = MOVES[number]
            pod.heading += chosen.turn * MAX_TURN
            kind = SHIELD if number == SHIELD_MOVE else THRUST
            give_order(pod, kind, chosen.thrust, True)
        move(race, setting.track)
        for mine, true in zip(pods_of(world.race), pods_of(race), strict=True):
            assert (mine.x, mine.y, mine.shield) == (true.x, true.y, true.shield)
            assert (mine.vx, mine.vy) == (true.vx, true.vy)
