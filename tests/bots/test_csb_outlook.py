"""The network at the horizon of the Coders Strike Back search: what it sees, says and changes."""

from math import hypot, pi
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from benchmarks import csb_outlook
from bots.csb import outlook, outlook_net, rating
from bots.csb.bot import FLAGS, CsbBot
from bots.csb.outlook import AT_GOAL, HALF, INPUTS, expect, observe, progress
from bots.csb.params import Params
from bots.csb.rating import World, assign_roles, play, set_out
from bots.csb.rules import MAX_TURN, PLAYERS
from bots.csb.search import ENTRIES, Memory
from botsmith.compiler.compile import native_engine
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.rng import make_dice
from contests.csb import environment_outlook as training
from contests.csb.environment import UNITS
from tests.bots.csb_turns import read_until
from tests.bots.made_module import made_of

ASIDE = range(HALF, INPUTS)  # inputs that a mirror turns round


def some_match(seed: int) -> Any:
    """A match of the training in which pods are anywhere."""
    dice, match = Random(seed), training.Match()
    training.begin(match, make_dice(seed), False)
    for pod in match.pairs.race.pods:
        pod.x, pod.y = float(dice.randrange(16000)), float(dice.randrange(9000))
        pod.vx, pod.vy = float(dice.randint(-600, 600)), float(dice.randint(-600, 600))
        pod.heading, pod.passed = dice.uniform(-pi, pi), dice.randint(1, match.pairs.track.goal)
    match.pairs.race.turn = 50
    return match


def setting_of(match: Any) -> tuple[World, rating.Setting]:
    """A search's beginning at a match."""
    world, setting = World(), rating.Setting()
    assign(setting.track, match.pairs.track)
    assign_roles(match.pairs.race, setting)
    set_out(world, setting, match.pairs.race)
    return world, setting


def seen_by_runner(match: Any) -> list[float]:
    """What the network sees of player 0's runner."""
    world, setting = setting_of(match)
    inputs = [0.0] * INPUTS
    observe(world, setting, setting.runner[0], inputs)
    return inputs


@pytest.mark.parametrize("seed", range(8))
def test_the_search_sees_what_the_training_does(seed: int) -> None:
    match = some_match(seed)
    world, setting = setting_of(match)
    for moves in ([1, 2, 0, 4], [2, 2, 5, 1]):
        play(world, setting, moves)
    assign(match.pairs.race, world.race)
    for index, pod in enumerate(match.pairs.race.pods):
        steps = world.way[index] - (index * rating.WAYS + rating.WAYS // 2)
        pod.heading += steps * MAX_TURN
    assign_roles(world.race, setting)
    for player in range(PLAYERS):
        inputs = [0] * INPUTS
        training.observe(match, 2 * player + seed % 2, inputs)
        pod = world.race.pods[setting.runner[player]]
        x, y = match.pairs.track.x[pod.passed] - pod.x, match.pairs.track.y[pod.passed] - pod.y
        points = Params().checkpoint * (pod.passed - setting.base) - hypot(x, y)
        points += expect([each / training.ONE for each in inputs])
        assert progress(world, setting, setting.runner[player]) == pytest.approx(points, abs=2.0)
        assert max(map(abs, inputs)) <= training.ONE


def test_a_race_in_the_mirror_is_seen_in_the_mirror() -> None:
    match, mirror = some_match(3), some_match(3)
    for at in range(match.pairs.track.goal + 1):
        mirror.pairs.track.y[at] = 9000.0 - match.pairs.track.y[at]
    for pod, turned in zip(match.pairs.race.pods, mirror.pairs.race.pods, strict=True):
        turned.y, turned.vy, turned.heading = 9000.0 - pod.y, -pod.vy, -pod.heading
    seen, turned = seen_by_runner(match), seen_by_runner(mirror)
    turned = [-value if place in ASIDE else value for place, value in enumerate(turned)]
    assert seen == pytest.approx(turned)


def test_a_free_way_is_better_than_a_blocker_in_it() -> None:
    match = some_match(5)
    world, setting = setting_of(match)
    runner = world.race.pods[setting.runner[0]]
    foe = world.race.pods[setting.blocker[1]]
    x, y = match.pairs.track.x[runner.passed], match.pairs.track.y[runner.passed]
    runner.x, runner.y, runner.vx, runner.vy = x - 4000.0, y, 0.0, 0.0
    way = world.way[setting.runner[0]]
    setting.cosine[way], setting.sine[way] = 1.0, 0.0
    foe.vx, foe.vy = 0.0, 0.0
    foe.x, foe.y = x - 2500.0, y
    blocked = progress(world, setting, setting.runner[0])
    foe.x, foe.y = x - 12000.0, y
    free = progress(world, setting, setting.runner[0])
    assert 500.0 < free - blocked < AT_GOAL
    runner.finished = True
    assert progress(world, setting, setting.runner[0]) > free + AT_GOAL / 3.0


def test_c_and_cpython_order_the_same() -> None:
    answers = []
    for is_c in (False, True):
        engines: Any = Engines(Memory)
        bot = CsbBot(Params(), engines)
        read_until(bot, 12)
        if is_c:
            bot.engines.python = cast(Any, native_engine(Memory, ENTRIES, FLAGS[0]))
        answers.append((bot.answer(Deadline(1000.0, 0.0, iterations=200)), bot.explain()))
    assert answers[0] == answers[1]


def test_ways_ahead_go_on_after_a_race_and_stop_where_the_record_does() -> None:
    turns = csb_outlook.AHEAD + 5
    made = np.zeros((turns, 1, PLAYERS))
    made[:, 0, 0], made[:, 0, 1] = 0.5, 0.25
    ends = np.zeros((turns, 1), int)
    found = csb_outlook.ways_ahead(made, ends)
    assert found[5, 0].tolist() == [csb_outlook.AHEAD * 0.5, csb_outlook.AHEAD * 0.25]
    assert np.isnan(found[6:]).all()
    ends[8, 0] = 2  # player 1 has won with turn 8; the next turn is another race's
    found = csb_outlook.ways_ahead(made, ends)
    won, lost = csb_outlook.AT_LAST
    assert found[7, 0] == pytest.approx(
        [1.0 + (csb_outlook.AHEAD - 2) * lost, 0.5 + (csb_outlook.AHEAD - 2) * won]
    )
    assert not np.isnan(found[:9]).any()
    assert np.isnan(found[9:]).all()


def test_what_is_learned_is_what_the_bot_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csb_outlook, "USES", 30)
    dice = np.random.default_rng(2)
    inputs = np.rint(dice.uniform(-training.ONE, training.ONE, (8_000, INPUTS)))
    rows = csb_outlook.rows_of(inputs)
    ways = 4.0 + 2.0 * rows[:, 2] - rows[:, INPUTS - 1]
    with threadpool_limits(1):
        network = csb_outlook.learn(inputs, ways, seed=1)
    steps, worth = csb_outlook.round_weights(network)
    said = network.outputs(rows[:50])[0]
    assert csb_outlook.explained(said, ways[:50]) > 0.9
    made = made_of(csb_outlook.module_of(steps, worth, float(network.layers[-1][0, -1])))
    for name in ("BASE", "CRC", "WEIGHTS", "WORTH"):
        monkeypatch.setattr(outlook_net, name, getattr(made, name))
    reading = made_of(Path(outlook.__file__).read_text("ascii"))
    for row, way in zip(rows[:50].tolist(), said, strict=True):
        assert reading.expect(row[:-1]) == pytest.approx(UNITS * way, abs=5.0)


def test_a_changed_letter_of_the_weights_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook_net, "WEIGHTS", "0" + outlook_net.WEIGHTS[1:])
    with pytest.raises(ValueError, match="checksum"):
        made_of(Path(outlook.__file__).read_text("ascii"))
