"""CSB's real kernels and factories: equal in every bit over thousands of states."""

import random

import pytest

from bots.csb import rating, rules, search, steering
from common.fdlibm import java_atan2
from common.kernel import assign
from common.rng import make_dice
from tests.compiler.comparison import dump
from tests.compiler.library import Library
from tests.pages import page_beside
from tests.spread import first_of


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


@pytest.mark.parametrize("compiler", first_of(["gcc", "clang"]))
def test_csb_turns_are_equal_in_every_bit(require, compiler):
    require(compiler)
    rnd = random.Random(11)
    race, track = random_race(rnd)
    pod = race.pods[0]
    library = Library(
        {
            java_atan2: (0.0, 0.0),
            steering.turn_toward: (pod, 0.0, 0.0, True),
            rules.give_order: (pod, 0, 0.0, True),
            rules.move: (race, track),
        },
        compiler,
    )
    collisions = 0
    for _ in range(200):
        race, track = random_race(rnd)
        same = rules.Race()
        assign(same, race)
        for index in range(rules.PODS):
            pod, twin = race.pods[index], same.pods[index]
            x, y, kind = rnd.uniform(0.0, 16000.0), rnd.uniform(0.0, 9000.0), rnd.randrange(3)
            thrust, is_first = float(rnd.randrange(201)), rnd.random() < 0.1
            steering.turn_toward(pod, x, y, is_first)
            rules.give_order(pod, kind, thrust, True)
            library.call(steering.turn_toward, twin, x, y, is_first)
            library.call(rules.give_order, twin, kind, thrust, True)
        collisions += rules.first_hit(race, 1.0) >= 0
        rules.move(race, track)
        library.call(rules.move, same, track)
        assert dump(race) == dump(same)
    assert collisions > 50
    for _ in range(1000):
        y, x = (rnd.uniform(-1.0, 1.0) * 10.0 ** rnd.randrange(-15, 16) for _ in range(2))
        assert java_atan2(y, x) == library.call(java_atan2, y, x)


def test_a_csb_search_grows_the_same_trees(require):
    require("gcc")
    library = Library({search.begin: (search.Memory(),), search.think: (search.Memory(), 1)})
    rnd = random.Random(12)
    for seed in range(2):
        memory, same = search.Memory(), search.Memory()
        race, track = random_race(rnd)
        assign(memory.race, race)
        assign(memory.setting.track, track)
        rating.assign_roles(memory.race, memory.setting)
        assign(memory.dice, make_dice(seed))
        assign(same, memory)
        search.begin(memory)
        search.think(memory, 120)
        library.call(search.begin, same)
        library.call(search.think, same, 120)
        assert memory.forest.iterations == 120
        assert dump(memory) == dump(same)


def test_two_bindings_of_a_factory_stand_side_by_side(require, module):
    require("gcc")
    made = module(TWICE)
    counter = made.Counter()
    assert made.run(counter) == 235
    assert Library({made.run: (counter,)}).call(made.run, made.Counter()) == 235


TWICE = f"\n{page_beside(__file__, 'modules.txt')['twice']}\n"


def test_a_type_variable_stands_for_what_the_first_call_hands_in(require, module):
    require("gcc")
    made = module(HANDED_IN)
    library = Library({made.run: (made.Shelf(),)})
    for start in (3, -5):
        shelves = [made.Shelf(), made.Shelf()]
        for shelf in shelves:
            for place, row in enumerate(shelf.rows):
                row.of[:] = [start + place, place, 7]
        assert made.run(shelves[0]) == library.call(made.run, shelves[1]) == 21 + 2 * start
        assert dump(shelves[0]) == dump(shelves[1])


HANDED_IN = f"\n{page_beside(__file__, 'modules.txt')['handed in']}\n"
