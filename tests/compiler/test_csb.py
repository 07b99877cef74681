"""CSB's real kernels and Smitsimax on toys: equal in every bit over thousands of states."""

import random
from typing import Any

import pytest

from bots.csb import rules, search
from botsmith.compiler.engine import Engine
from botsmith.compiler.layout import Layout
from botsmith.compiler.translate import translate
from common.kernel import assign
from common.rng import make_dice
from common.search import smitsimax
from tests.compiler.sketches import duel


def dump(record: Any, with_pools: bool = False) -> bytes:
    """All values of a record."""
    layout = Layout(type(record), with_pools)
    data = bytearray(layout.size)
    layout.write(record, data)
    return bytes(data)


def random_race(rnd: random.Random) -> tuple[rules.Race, rules.Track]:
    """Four pods close together at full speed, on a random track: many collisions."""
    race, track = rules.Race(), rules.Track()
    track.count, track.goal = 3, 9
    for number in range(10):
        track.x[number], track.y[number] = float(rnd.randrange(16000)), float(rnd.randrange(9000))
    spread = rnd.choice([700, 1500, 5000])
    for index in range(rules.PODS):
        pod = race.pods[index]
        pod.x, pod.y = 8000.0 + rnd.randrange(-spread, spread), 4500.0 + rnd.randrange(
            -spread, spread
        )
        pod.vx, pod.vy = float(rnd.randrange(-900, 900)), float(rnd.randrange(-900, 900))
        pod.heading = rnd.uniform(-3.2, 3.2)
        pod.shield = rnd.choice([0, 0, 0, 1, 4])
        pod.passed = rnd.randrange(1, 5)
    return race, track


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_csb_turns_are_equal_in_every_bit(require, compiler):
    require(compiler)
    kernels: dict[str, Any] = {
        "turn_toward": rules.turn_toward,
        "give_order": rules.give_order,
        "move": rules.move,
    }
    engine = Engine(translate(kernels), compiler)
    rnd = random.Random(11)
    collisions = 0
    for _ in range(1000):
        race, track = random_race(rnd)
        same = rules.Race()
        assign(same, race)
        for index in range(rules.PODS):
            pod, twin = race.pods[index], same.pods[index]
            x, y, kind = rnd.uniform(0.0, 16000.0), rnd.uniform(0.0, 9000.0), rnd.randrange(3)
            thrust, is_first = float(rnd.randrange(201)), rnd.random() < 0.1
            rules.turn_toward(pod, x, y, is_first)
            rules.give_order(pod, kind, thrust, True)
            engine.run("turn_toward", twin, x, y, is_first)
            engine.run("give_order", twin, kind, thrust, True)
        collisions += rules.first_hit(race, 1.0) >= 0
        rules.move(race, track)
        engine.run("move", same, track)
        assert dump(race) == dump(same)
    assert collisions > 250


def test_a_csb_search_grows_the_same_trees(require):
    require("gcc")
    entries = {entry.__name__: entry for entry in search.ENTRIES}
    engine = Engine(translate(entries, pools="pure"), with_pools=True)
    rnd = random.Random(12)
    for seed in range(2):
        memory, same = search.Memory(), search.Memory()
        race, track = random_race(rnd)
        assign(memory.start, race)
        assign(memory.setting.track, track)
        search.assign_roles(memory.start, memory.setting)
        assign(memory.dice, make_dice(seed))
        assign(same, memory)
        search.begin(memory)
        search.think(memory, 250)
        engine.run("begin", same)
        engine.run("think", same, 250)
        assert memory.forest.iterations == 250
        assert dump(memory, with_pools=True) == dump(same, with_pools=True)


@pytest.mark.parametrize(
    ("plant", "iterate"),
    [(duel.plant_two, duel.iterate_two), (duel.plant_three, duel.iterate_three)],
)
def test_smitsimax_on_a_toy_grows_the_same_trees(require, plant, iterate):
    require("gcc")
    engine = Engine(translate({"plant": plant, "iterate": iterate}, pools="pure"), with_pools=True)
    forests = [smitsimax.Forest(), smitsimax.Forest()]
    dice = [make_dice(3), make_dice(3)]
    plant(forests[0])
    iterate(forests[0], duel.Table(), duel.Table(), duel.Nothing(), dice[0], 400)
    engine.run("plant", forests[1])
    engine.run("iterate", forests[1], duel.Table(), duel.Table(), duel.Nothing(), dice[1], 400)
    assert forests[0].iterations == 400
    assert dump(forests[0], with_pools=True) == dump(forests[1], with_pools=True)
    assert dice[0].state == dice[1].state


def test_two_bindings_of_a_factory_stand_side_by_side(require):
    require("gcc")
    entries = {"two": duel.iterate_two, "three": duel.iterate_three}
    translation = translate(entries)
    assert "static NOINLINE void iterate(" in translation.text
    assert "static NOINLINE void iterate_2(" in translation.text
    assert "static const int64_t units = 2;" in translation.text
    assert "static const int64_t units_2 = 3;" in translation.text
    Engine(translation)
