"""The network at the horizon of the Coders Strike Back search: what it sees, says and changes."""

from math import cos, pi, sin
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from benchmarks import csb_outlook
from bots.csb import rating
from bots.csb.bot_network import NetworkBot
from bots.csb.outlook import (
    AHEAD,
    AT_GOAL,
    HEAD_UNIT,
    HIDDEN,
    INPUTS,
    POINTS,
    Outlook,
    WideSetting,
    first,
    last,
    look_on,
    make_outlook,
    observe,
    play,
    rate_ahead,
)
from bots.csb.params import Params
from bots.csb.policy_pairs import find_runners
from bots.csb.rating import World, assign_roles, set_out
from bots.csb.rules import MAX_TURN, PLAYERS, PODS
from bots.csb.search_network import ENTRIES, Memory
from botsmith.compiler.compile import native_engine
from botsmith.training.policy_weights import rounded
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.nets.dense import TOGETHER, fill
from common.rng import make_dice
from contests.csb import environment_outlook as training
from tests.bots.csb_turns import read_until

SEEN_ASIDE = (1, 3, 5, 7, 9, 11, 14, 16, 18, 22, 24, 26, 28, 30)


def some_match(seed: int) -> Any:
    """A match of the training in which pods are anywhere."""
    dice, match = Random(seed), training.Match()
    training.begin(match, make_dice(seed), False)
    for pod in match.race.pods:
        pod.x, pod.y = float(dice.randrange(16000)), float(dice.randrange(9000))
        pod.vx, pod.vy = float(dice.randint(-600, 600)), float(dice.randint(-600, 600))
        pod.heading, pod.passed = dice.uniform(-pi, pi), dice.randint(1, match.track.goal)
    match.race.turn = 50
    find_runners(match.race, match.track, match.runners)
    return match


def setting_of(match: Any) -> tuple[World, WideSetting]:
    """A search's beginning at a match."""
    world, setting = World(), WideSetting()
    assign(setting.plain.track, match.track)
    assign(setting.net, make_outlook())
    assign_roles(match.race, setting.plain)
    set_out(world, setting.plain, match.race)
    return world, setting


def seen_by(match: Any, index: int, foe: int) -> list[int]:
    """What the network sees of two pods of a match."""
    inputs = [0] * INPUTS
    a, b = match.race.pods[index], match.race.pods[foe]
    observe(
        a, b, match.track, cos(a.heading), sin(a.heading), cos(b.heading), sin(b.heading), inputs
    )
    return inputs


@pytest.mark.parametrize("seed", range(8))
def test_the_search_sees_what_the_training_does(seed: int) -> None:
    match = some_match(seed)
    world, setting = setting_of(match)
    for moves in ([1, 2, 0, 4], [2, 2, 5, 1]):
        play(world, setting, moves)
    assign(match.race, world.race)
    for index, pod in enumerate(match.race.pods):
        steps = world.way[index] - (index * rating.WAYS + rating.WAYS // 2)
        pod.heading += steps * MAX_TURN
    match.runners[:] = setting.plain.runner
    for player in range(PLAYERS):
        inputs = [0] * INPUTS
        training.observe(match, 2 * player + seed % 2, inputs)
        look_on(world, setting, player)
        assert inputs == setting.inputs
        assert max(map(abs, inputs)) <= 255


def test_a_race_in_the_mirror_is_seen_in_the_mirror() -> None:
    match, mirror = some_match(3), some_match(3)
    for at in range(match.track.goal + 1):
        mirror.track.y[at] = 9000.0 - match.track.y[at]
    for pod, turned in zip(match.race.pods, mirror.race.pods, strict=True):
        turned.y, turned.vy, turned.heading = 9000.0 - pod.y, -pod.vy, -pod.heading
    seen, turned = seen_by(match, 0, 2), seen_by(mirror, 0, 2)
    for place in range(INPUTS):
        assert seen[place] == (-turned[place] if place in SEEN_ASIDE else turned[place]), place


def test_a_free_way_is_better_than_a_blocker_in_it() -> None:
    match = some_match(5)
    world, setting = setting_of(match)
    runner = world.race.pods[setting.plain.runner[0]]
    foe = world.race.pods[setting.plain.blocker[1]]
    x, y = match.track.x[runner.passed], match.track.y[runner.passed]
    runner.x, runner.y = x - 4000.0, y
    way = world.way[setting.plain.runner[0]]
    runner.vx, runner.vy = 0.0, 0.0
    foe.vx, foe.vy = 0.0, 0.0
    setting.plain.cosine[way], setting.plain.sine[way] = 1.0, 0.0
    foe.x, foe.y = x - 2500.0, y
    blocked = look_on(world, setting, 0)
    foe.x, foe.y = x - 12000.0, y
    free = look_on(world, setting, 0)
    assert 500.0 < blocked + 500.0 < free < POINTS * AT_GOAL
    runner.finished = True
    assert look_on(world, setting, 0) == POINTS * AT_GOAL


@pytest.mark.parametrize("is_urgent", [False, True])
def test_scores_are_those_without_it_and_the_ways(is_urgent: bool) -> None:
    world, setting = setting_of(some_match(6))
    plain = setting.plain
    plain.urgent[:] = [is_urgent, False]
    before, after = [0.0] * PODS, [0.0] * PODS
    rating.rate(world, plain, before)
    rate_ahead(world, setting, after)
    ways = [look_on(world, setting, player) for player in range(PLAYERS)]
    for player in range(PLAYERS):
        own, blocker, rival = plain.runner[player], plain.blocker[player], ways[1 - player]
        gain = ways[player] - plain.params.rival * rival
        assert after[own] == pytest.approx(before[own] + gain)
        hindered = 0.0 if plain.urgent[player] else plain.params.hinder * rival
        assert after[blocker] == pytest.approx(before[blocker] - hindered)


def test_c_and_cpython_order_the_same() -> None:
    answers = []
    for is_c in (False, True):
        engines: Any = Engines(Memory)
        bot = NetworkBot(Params(), engines)
        read_until(bot, 12)
        if is_c:
            bot.engines.python = cast(Any, native_engine(Memory, ENTRIES))
        answers.append((bot.answer(Deadline(1000.0, 0.0, iterations=200)), bot.explain()))
    assert answers[0] == answers[1]


def test_ways_ahead_go_on_after_a_race_and_stop_where_the_record_does() -> None:
    turns = AHEAD + 5
    made = np.zeros((turns, 1, PLAYERS))
    made[:, 0, 0], made[:, 0, 1] = 0.5, 0.25
    ends = np.zeros((turns, 1), int)
    found = csb_outlook.ways_ahead(made, ends)
    assert found[5, 0].tolist() == [AHEAD * 0.5, AHEAD * 0.25]
    assert np.isnan(found[6:]).all()
    ends[8, 0] = 2  # player 1 has won with turn 8; the next turn is another race's
    found = csb_outlook.ways_ahead(made, ends)
    won, lost = csb_outlook.AT_LAST
    assert found[7, 0] == pytest.approx([1.0 + (AHEAD - 2) * lost, 0.5 + (AHEAD - 2) * won])
    assert not np.isnan(found[:9]).any()
    assert np.isnan(found[9:]).all()


def test_what_is_learned_is_what_the_integers_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csb_outlook, "USES", 30)
    dice = np.random.default_rng(2)
    inputs = dice.integers(-255, 256, (8_000, INPUTS)).astype(np.int16)
    ways = 4.0 + inputs[:, 2] / 100.0 - inputs[:, 30] / 200.0
    with threadpool_limits(1):
        network = csb_outlook.learn(inputs, ways, seed=1)
    assert csb_outlook.explained(network.outputs(csb_outlook.rows_of(inputs))[0], ways) > 0.9
    net = rounded(network, csb_outlook.rows_of(inputs[:500]), csb_outlook.BITS, has_value=True)
    outlook = Outlook()
    fill(net.values(), outlook.hidden, outlook.head)
    said = network.outputs(csb_outlook.rows_of(inputs[:50]))[0]
    middle, sums = [0] * HIDDEN, [0] * TOGETHER
    for seen, way in zip(inputs[:50].tolist(), said, strict=True):
        first(outlook.hidden, seen, middle, False)
        last(outlook.head, middle, sums, True)
        assert sums[0] * outlook.head[0].scale / HEAD_UNIT == pytest.approx(way, abs=0.3)
