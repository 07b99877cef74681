"""The network of Kutulu's search: what it sees, what it says and changes, and how it is made."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from benchmarks import kutulu_outlook, kutulu_selfplay as selfplay
from benchmarks.kutulu_outlook import Worlds
from bots.kutulu import outlook, outlook_net
from bots.kutulu.bot import FLAGS
from bots.kutulu.outlook import (
    COMING,
    DANGER,
    HUNTING,
    INPUTS,
    MISSING,
    NEARNESS,
    ONE,
    ROAMING,
    SLASHER,
    View,
    expect,
    look,
    make_net,
)
from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS
from bots.kutulu.rules import LAST_TURN, RUSHING, World
from bots.kutulu.search import ENTRIES, FEW, Memory, begin, rate, think
from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import assign, numbers
from common.rng import make_dice
from contests.kutulu.referee import KutuluReferee
from tests.bots.kutulu_table import LIFE_TIME, Table, seen_of
from tests.bots.made_module import made_of

LONELY = 6


def views_of(table: Table) -> list[list[int]]:
    """What the network sees of each explorer."""
    return [seen_of(table.world, table.maze, seat) for seat in range(PLAYERS)]


def memory_of(table: Table, iterations: int) -> Memory:
    """Memory in which a search from this world begins; iterations: of the last turn."""
    memory = Memory()
    assign(memory.params, Params())
    assign(memory.maze, table.maze)
    assign(memory.net, make_net())
    assign(memory.start, table.world)
    memory.forest.iterations = iterations
    begin(memory, 0, 0)
    return memory


def test_it_says_what_its_weights_make_of_a_view() -> None:
    net, dice = make_net(), np.random.default_rng(1)
    rows = np.array([[*row.of] for row in net.rows])
    assert np.abs(rows).max() <= 127 and rows.any(axis=1).all()
    for _ in range(20):
        view = dice.integers(-ONE, 4 * ONE, INPUTS)
        hidden = np.maximum(rows @ view, 0)
        said = outlook_net.WORTH * float(hidden @ np.array([*net.last]))
        assert expect(net, view.tolist()) == pytest.approx(said)


def test_minions_are_seen_by_the_steps_to_them_and_by_whom_they_hunt() -> None:
    table = Table()
    table.put((1, 1), (1, 1), (1, 5), (9, 5))
    table.wanderer((4, 1), target=0)
    first, second, third, _ = views_of(table)
    for view in (first, second):
        assert view[HUNTING] == NEARNESS[3] and view[DANGER] == NEARNESS[2]
        assert view[ROAMING] == 0
    assert third[ROAMING] == NEARNESS[7] and third[HUNTING] == third[DANGER] == 0


def test_a_wanderer_that_is_still_to_come_is_farther_by_the_turns_until_then() -> None:
    table = Table()
    table.wanderer((4, 1), target=-1, life=LIFE_TIME + 4)
    view = views_of(table)[0]
    assert view[COMING] == NEARNESS[3 + 3]
    assert not any(view[place] for place in (HUNTING, DANGER, ROAMING, MISSING))


def test_steps_that_are_missing_to_be_far_enough_from_wanderers_are_seen() -> None:
    table = Table()
    table.wanderer((2, 1))
    views = views_of(table)
    assert views[0][MISSING] > 0 == views[1][MISSING]


def test_a_slasher_is_seen_by_its_state_from_cells_in_its_line_and_the_one_it_remembers() -> None:
    table = Table()
    table.put((1, 1), (1, 5), (3, 3), (9, 5))
    table.slasher((1, 3), state=RUSHING, until=table.world.turn + 1)
    seen = [view[SLASHER + RUSHING] for view in views_of(table)]
    assert seen == [NEARNESS[1], NEARNESS[1], NEARNESS[1], 0]
    table.world.slashers[0].memory = table.cells[9, 5]
    assert views_of(table)[3][SLASHER + RUSHING] == NEARNESS[1]


def test_a_view_has_no_trace_of_the_one_before() -> None:
    table, view = Table(), View()
    clean = views_of(table)[0]
    table.wanderer((4, 1), target=0)
    table.slasher((1, 3), state=RUSHING, until=9)
    look(table.world, table.maze, 0, view.of)
    assert [*view.of] != clean
    table.world.count = 0
    look(table.world, table.maze, 0, view.of)
    assert [*view.of] == clean


def test_seats_do_not_matter() -> None:
    spots = [(1, 1), (1, 2), (1, 5), (9, 5)]
    table, turned = Table(), Table()
    for each, order in ((table, spots), (turned, spots[::-1])):
        each.put(*order)
        for seat, spot in enumerate(order):
            each.one(seat).sanity = 240 - 10 * spots.index(spot)
    table.one(0).yelled_at[2] = True
    turned.one(3).yelled_at[1] = True
    assert views_of(table) == views_of(turned)[::-1]


def test_being_alone_far_away_is_worse_than_company_and_the_more_the_dearer_it_is() -> None:
    net, lost = make_net(), []
    for price in (3, LONELY):
        table = Table(turn=20)
        table.maze.lonely = price
        table.put((1, 1), (1, 2), (1, 1), (9, 5))
        said = [expect(net, view) for view in views_of(table)]
        lost.append(said[0] - said[3])
    assert 0.0 < lost[0] < lost[1]


def test_its_points_are_added_for_who_is_in_and_count_more_before_the_last_turn() -> None:
    table = Table(turn=20)
    table.one(3).is_in = False
    plain, seeing = memory_of(table, 9), memory_of(table, FEW)
    assert seeing.is_seeing and not plain.is_seeing
    for memory in (plain, seeing):
        rate(table.world, memory, numbers(float, PLAYERS))
    views = views_of(table)
    for seat in range(3):
        points = expect(seeing.net, views[seat])
        assert points and seeing.values[seat] == pytest.approx(plain.values[seat] + points)
    assert seeing.values[3] == plain.values[3]


def test_it_is_asked_where_iterations_are_many_and_stays_though_it_makes_them_fewer() -> None:
    table = Table(turn=20)
    memory = memory_of(table, FEW - 1)
    assert not memory.is_seeing
    for iterations, is_seeing in ((FEW, True), (FEW // 2, True), (9, False)):
        memory.forest.iterations = iterations
        begin(memory, 0, 0)
        assert memory.is_seeing == is_seeing
    memory.forest.iterations = FEW // 2
    begin(memory, 0, 0)
    assert not memory.is_seeing


def test_c_and_cpython_search_the_same_with_it() -> None:
    referee = KutuluReferee.from_seed(5)
    answers = []
    for make in (lambda: Engine(Memory), lambda: native_engine(Memory, ENTRIES, FLAGS[0])):
        engine: Any = make()
        world = World()
        assign(world, referee.world)
        world.turn = 20
        for name, value in (("maze", referee.maze), ("net", make_net()), ("start", world)):
            engine.load(name, value)
        engine.load("params", Params())
        engine.load("dice", make_dice(3))
        engine.memory.forest.iterations = FEW
        engine.call(begin, 0, 30)
        engine.call(think, 25)
        forest = engine.memory.forest
        assert engine.memory.is_seeing
        answers.append((forest.visits[:900], forest.mean[:900]))
    assert answers[0] == answers[1]


def test_c_and_cpython_play_the_same_match_against_themselves() -> None:
    played = []
    kernels = selfplay.ENTRIES
    for make in (Engine, lambda match: native_engine(match, kernels, kutulu_outlook.FLAGS)):
        engine: Any = make(selfplay.Match)
        referee = KutuluReferee.from_seed(5)
        engine.load("maze", referee.maze)
        engine.load("world", referee.world)
        engine.call(selfplay.open_match, 77)
        rows = []
        for _ in range(2):
            engine.call(selfplay.show)
            rows.append([view.of[:] for view in engine.memory.views])
            rows.append(engine.memory.search.values[:])
            engine.call(selfplay.play_on, 12)
        played.append(rows)
    assert played[0] == played[1]


def test_matches_are_played_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kutulu_outlook, "ITERATIONS", 4)
    worlds = kutulu_outlook.play_matches(2, seed=1)
    assert worlds.inputs.shape[1:] == (PLAYERS, INPUTS)
    assert len(worlds.inputs) == len(worlds.misses) == len(worlds.is_in) == len(worlds.match)
    assert sorted(set(worlds.match)) == [0, 1]
    assert (worlds.inputs[:, :, 0][worlds.is_in] == ONE).all()
    for match in range(2):
        is_in = worlds.is_in[worlds.match == match]
        assert is_in[0].all() and len(is_in) > 30
        assert (is_in[1:] <= is_in[:-1]).all(), "nobody comes back"


def test_what_comes_later_is_what_was_rated_then_or_the_turns_that_were_left() -> None:
    turns = 30
    rated = np.arange(turns * PLAYERS, dtype=float).reshape(turns, PLAYERS)
    is_in = np.ones((turns, PLAYERS), bool)
    is_in[10:, 0] = False
    scores = np.array([10, LAST_TURN, LAST_TURN, turns])
    found = kutulu_outlook.later(rated, is_in, scores)
    out = Params().out
    assert found[0, 1] == np.mean([rated[4, 1], rated[8, 1], rated[12, 1]])
    assert found[0, 0] == np.mean([rated[4, 0], rated[8, 0], 10 - out])
    assert found[9, 0] == 1 - out
    assert found[turns - 1].tolist()[1:] == [*rated[turns - 1, 1:3], 1 - out]


def test_only_differences_between_who_is_in_count() -> None:
    points = np.array([[1.0, 3.0, 100.0, 5.0], [7.0, 0.0, 0.0, 0.0]])
    is_in = np.array([[1, 1, 0, 1], [1, 0, 0, 0]], bool)
    found = kutulu_outlook.differences(points, is_in)
    assert found.tolist() == [[-2.0, 0.0, 0.0, 2.0], [0.0] * PLAYERS]


def test_what_is_learned_is_what_the_bot_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = np.random.default_rng(2)
    inputs = dice.integers(-ONE, ONE, (6_000, PLAYERS, INPUTS)).astype(np.int16)
    inputs[:, :, 0] = ONE
    misses = 10.0 + 30.0 / ONE * (inputs[:, :, 7] - np.maximum(inputs[:, :, INPUTS - 1], 0))
    worlds = Worlds(inputs, misses, dice.random(misses.shape) < 0.8, np.arange(len(inputs)))
    with threadpool_limits(1):
        network = kutulu_outlook.learn(worlds, seed=1)
        floats = kutulu_outlook.explained(network, worlds)
        steps, worth = kutulu_outlook.round_weights(network)
        assert kutulu_outlook.explained(network, worlds) == pytest.approx(floats, abs=0.01)
        said = network.outputs(kutulu_outlook.rows_of(inputs[:50]))[0] * kutulu_outlook.UNIT
    assert floats > 0.95
    assert abs(said.mean()) < 5.0, "a world's mean is held near 0"
    made = made_of(kutulu_outlook.module_of(steps, worth))
    for name in ("CRC", "WEIGHTS", "WORTH"):
        monkeypatch.setattr(outlook_net, name, getattr(made, name))
    reading = made_of(Path(outlook.__file__).read_text("ascii"))
    net = reading.make_net()
    for view, points in zip(inputs[:50].reshape(-1, INPUTS).tolist(), said, strict=True):
        assert reading.expect(net, view) == pytest.approx(points, abs=0.1)


def test_a_changed_letter_of_the_weights_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook_net, "WEIGHTS", outlook_net.WEIGHTS[:-1] + "!")
    with pytest.raises(ValueError, match="checksum"):
        made_of(Path(outlook.__file__).read_text("ascii"))
