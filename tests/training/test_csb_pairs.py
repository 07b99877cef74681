"""Coders Strike Back two against two by a policy: the referee's turns, and its rivals."""

from dataclasses import replace
from math import degrees
from random import Random

import numpy as np
import pytest

from bots.csb import policy
from bots.csb.known import Known
from bots.csb.pilot import Pilot
from bots.csb.policy import order_of
from bots.csb.policy_pairs import INPUTS, MOVES, find_runners
from bots.csb.rating import MOVES as SEARCH_MOVES, SHIELD_MOVE, Setting, assign_roles
from bots.csb.rules import PODS, SHIELD, Race, give_order
from bots.csb.search import Memory, begin
from bots.csb.steering import angle_to, turn_toward
from botsmith.training.crew import ALONE
from botsmith.training.environment import find_environment
from botsmith.training.exam import against_rivals
from botsmith.training.imitate import ImitateSettings
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_run import PolicyRun
from botsmith.training.ppo import PpoLearner, PpoSettings
from common.kernel import assign, numbers
from common.rng import draw, make_dice
from common.search.smitsimax import children
from contests.csb import environment_pairs as pairs, rivals
from contests.csb.baselines import PROTOCOL, coast
from contests.csb.lines import parse_order
from contests.csb.referee import CsbReferee

LITTLE = PpoSettings(samples=6000, lanes=16, turns=16, part=256, past=0.25, spar=0.25)


def fresh_match(seed):
    """A match at its beginning, and the referee's."""
    match = pairs.Match()
    pairs.begin(match, make_dice(seed), False)
    track = match.track
    points = [[int(track.x[at]), int(track.y[at])] for at in range(track.count)]
    referee = CsbReferee.from_config({"checkpoints": points}, "", 2)
    for observed, pod in zip(match.race.pods, referee.race.pods, strict=True):
        pod.x, pod.y, pod.heading = observed.x, observed.y, observed.heading
    return match, referee


def state_of(race):
    """All that a race's pods are."""
    names = ("x", "y", "vx", "vy", "heading", "passed", "shield", "boosted", "finished")
    return [[getattr(pod, name) for name in names] for pod in race.pods]


def test_the_referee_sees_the_turns_of_the_training():
    dice = Random(3)
    match, referee = fresh_match(5)
    gains = [0.0] * (PODS * pairs.ROW)
    for turn in range(40):
        moves = [dice.choices(range(MOVES), [9] * 8 + [1, 1])[0] for _ in range(PODS)]
        orders = [order_of(pod, move) for pod, move in zip(match.race.pods, moves, strict=True)]
        pairs.play(match, moves, gains, make_dice(turn))
        referee.play(orders)
        assert state_of(match.race) == state_of(referee.race), f"turn {turn}"
    ways = np.array(gains).reshape(PODS, pairs.ROW)
    assert ways[:2, 1:3].sum() == pytest.approx(-ways[2:, 1:3].sum())


def test_a_player_that_passes_no_checkpoint_for_too_long_has_lost():
    match, _ = fresh_match(1)
    gains = [0.0] * (PODS * pairs.ROW)
    match.race.idle[:] = [100, 99]
    assert pairs.judge(match, gains)
    assert gains[:: pairs.ROW] == [0.0, 0.0, 1.0, 1.0]
    match.race.pods[1].passed = 2  # from then on a turn more
    assert not pairs.judge(match, gains)
    match.race.pods[3].finished = True
    assert pairs.judge(match, [0.0] * len(gains))


def test_every_input_is_in_range_and_the_two_sides_see_the_same():
    match, _ = fresh_match(9)
    race = match.race
    for index, pod in enumerate(race.pods):
        pod.vx, pod.vy = 300.0 - 90.0 * index, 50.0 * index
    race.pods[3].shield = 2
    find_runners(race, match.track, match.runners)
    seen = [numbers(int, INPUTS) for _ in range(PODS)]
    for index in range(PODS):
        pairs.observe(match, index, seen[index])
        assert max(map(abs, seen[index])) <= 255
    turned = pairs.Match()
    assign(turned, match)
    for index in range(PODS):
        assign(turned.race.pods[index], race.pods[(index + 2) % PODS])
    find_runners(turned.race, turned.track, turned.runners)
    for index in range(PODS):
        again = numbers(int, INPUTS)
        pairs.observe(turned, (index + 2) % PODS, again)
        assert again == seen[index]


def some_race(seed):
    """A race in which pods are anywhere."""
    dice = Random(seed)
    match, _ = fresh_match(seed)
    for pod in match.race.pods:
        pod.x, pod.y = float(dice.randrange(16000)), float(dice.randrange(9000))
        pod.vx, pod.vy = float(dice.randint(-600, 600)), float(dice.randint(-600, 600))
        pod.heading, pod.passed = float(dice.randrange(360)), dice.randint(1, match.track.goal)
    match.race.idle[:] = [dice.randrange(100), dice.randrange(100)]
    match.race.turn = 50
    return match


@pytest.mark.parametrize("seed", range(20))
def test_a_rival_has_the_roles_of_the_bot(seed):
    match = some_race(seed)
    ours, theirs = Setting(), Setting()
    for setting in (ours, theirs):
        assign(setting.track, match.track)
    rivals.set_roles(ours, match.race)
    assign_roles(match.race, theirs)
    for name in ("runner", "blocker", "urgent", "base", "now"):
        assert getattr(ours, name) == getattr(theirs, name), name


@pytest.mark.parametrize("seed", range(20))
def test_a_rival_boosts_where_the_bot_does(seed):
    match = some_race(seed)
    setting, pilot = Setting(), object.__new__(Pilot)
    assign(setting.track, match.track)
    pod = match.race.pods[0]
    pod.heading += angle_to(pod, match.track.x[pod.passed], match.track.y[pod.passed])
    pod.boosted = seed % 5 == 0
    rivals.set_roles(setting, match.race)
    pilot.setting, pilot.known = setting, Known(match.track)
    pilot.known.race = match.race
    for index in range(2):
        found = rivals.is_boost_worth_it(setting, match.race.pods[index], index)
        assert found == pilot._is_boost_worth_it(index)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_coast_orders_what_the_baseline_does(seed, is_first):
    match = some_race(seed)
    track, pods = match.track, match.race.pods
    known = PROTOCOL()
    known.checkpoints = [(int(track.x[at]), int(track.y[at])) for at in range(track.count)]
    known.pods = [
        [
            int(p.x),
            int(p.y),
            int(p.vx),
            int(p.vy),
            round(degrees(p.heading)),
            p.passed % track.count,
        ]
        for p in pods
    ]
    lines = coast(known, 1 if is_first else 2)
    expected = Race()
    assign(expected, match.race)
    for index, line in enumerate(lines):
        order = parse_order(line.replace(".0", ""))
        turn_toward(expected.pods[index], float(order.x), float(order.y), is_first)
        give_order(expected.pods[index], order.kind, float(order.thrust), True)
        rivals.coast(pods[index], track, is_first)
    assert state_of(match.race) == state_of(expected)


def test_the_search_as_a_rival_plays_the_moves_of_the_search_without_a_network():
    match = some_race(4)
    desk, dice = rivals.Desk(), make_dice(8)
    before = Race()
    assign(before, match.race)
    rivals.search_moves(match.race, match.track, desk, 40, dice)
    memory = Memory()
    for index in range(PODS):
        assign(memory.race.pods[index], before.pods[(index + 2) % PODS])
    memory.race.idle[:] = before.idle[::-1]
    memory.race.turn = before.turn
    assign(memory.setting.track, match.track)
    assign_roles(memory.race, memory.setting)
    again = make_dice(8)
    draw(again, 2)
    assign(memory.dice, again)
    begin(memory)
    rivals.think(memory, 40)
    for unit in range(2):
        move = children(memory.forest, unit)[0][0]
        assert move == rivals.most_visited(desk.search, unit)
        pod = match.race.pods[2 + unit]
        assert (pod.shield == 4) == (move == SHIELD_MOVE)
    assert state_of(match.race)[:2] == state_of(before)[:2]


@pytest.mark.parametrize("is_straight", [False, True])
def test_a_teacher_gives_each_pod_the_squares_of_its_visits(is_straight):
    match = some_race(6)
    if is_straight:  # a long way ahead of pod 3, a runner: full thrust is BOOST
        pod = match.race.pods[3]
        pod.passed, pod.shield, pod.boosted = match.track.goal, 0, False
        pod.x, pod.y = match.track.x[pod.passed] - 9000.0, match.track.y[pod.passed]
        pod.heading = 0.0
    desk = rivals.Desk()
    chances = [0.0] * (PODS * MOVES)
    pairs.teach(match, 60, desk, make_dice(8), chances)
    for index in range(PODS):
        expected = [0.0] * MOVES
        for move, visits, _ in children(desk.search.forest, index):
            expected[rivals.AS_ORDER[move]] = float(visits * visits)
        if index == 3 and is_straight:
            expected[rivals.BOOST_ORDER], expected[0] = expected[0], 0.0
        found = chances[index * MOVES : (index + 1) * MOVES]
        assert found == pytest.approx([share / sum(expected) for share in expected])
    assert (chances[3 * MOVES + rivals.BOOST_ORDER] > 0.0) == is_straight


@pytest.mark.parametrize("move", range(len(SEARCH_MOVES)))
def test_a_policys_move_is_the_order_that_the_searchs_is(move):
    order, wanted = rivals.AS_ORDER[move], SEARCH_MOVES[move]
    assert (policy.TURNS[order], policy.THRUSTS[order]) == (wanted.turn, wanted.thrust)
    assert (policy.KINDS[order] == SHIELD) == (move == SHIELD_MOVE)


def test_two_against_two_in_c(tmp_path, monkeypatch):
    """A step of training against a past self and the search, and an exam against the rivals."""
    monkeypatch.setattr(pairs, "RIVALS", {"coast": 16, "search 60": 4, "search 300": 1, "more": 1})
    environment = find_environment("contests.csb", "environment_pairs")
    path = tmp_path / "kernels.so"
    build_library(environment, LITTLE.lanes, path)
    matches = Matches(environment, LITTLE.lanes, path, LITTLE.seed)
    learner = PpoLearner(environment, LITTLE, matches)
    # Of 16 lanes 4 have a past self, 4 the search on side 1: 8 * 4 + 8 * 2 rows learn.
    assert len(learner.own) == 48 and len(learner.others) == 8
    assert matches.rivals.tolist() == [-1] * 12 + [4, 5] * 2
    before = learner.network.flat.copy()
    learner.step()
    assert not np.array_equal(before, learner.network.flat)
    alone = PpoLearner(environment, replace(LITTLE, past=0.0), matches)
    samples, _ = alone._collect(np.random.default_rng(1))
    assert len(samples[1]) == len(alone.own) * LITTLE.turns == 56 * 16, "no row of the search's"
    found = against_rivals((environment, LITTLE.lanes, path, ALONE), learner.network, 1, 2)
    assert {name: count for name, (_, count) in found.items()} == {
        "coast": 16,
        "search 60": 8,
        "search 300": 2,
        "more": 2,
    }
    assert found["coast"][0] < 0.5  # it knows nothing


@pytest.mark.campaign
def test_most_games_against_coast_and_half_against_the_search_after_minutes(tmp_path):
    """At most ten minutes of a processor, exams included."""
    settings = ImitateSettings(samples=3_000_000, lanes=256, turns=32, hidden=(256, 128), uses=6.0)
    run = PolicyRun("contests.csb", tmp_path, settings, lambda *_: None, module="environment_pairs")
    *_, last = run.train_to_end()
    print(last["rivals"], last["processor"])
    assert last["rivals"]["coast"][0] >= 0.95, last["rivals"]
    assert last["rivals"]["search 60"][0] >= 0.5, last["rivals"]
    assert last["processor"] <= 600.0
