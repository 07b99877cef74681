"""The engine of a pure bundle: a memory and kernels on CPython."""

from math import atan2
from typing import Any

import numpy as np
import pytest

from common.clock import Deadline
from common.engine import Engine, EngineFailed, Engines
from common.kernel import Int8, Numbers, Records, assign, kernel, numbers, record, records
from common.native import NativeEngine, find_compilers, make_library
from common.translate import translate


@record
class Purse:
    """Coins, and what each of three hands holds."""

    coins: float
    hands: Numbers[int] = numbers(int, 3)


@record
class Memory:
    """A memory with one nested record."""

    purse: Purse
    turns: int


@kernel
def earn(memory: Memory, coins: float, hand: int) -> int:
    """Adds coins and fills a hand; the turns so far."""
    memory.purse.coins += coins
    memory.purse.hands[hand] += 1
    memory.turns += 1
    return memory.turns


def test_kernels_work_on_the_memory_and_give_their_result():
    engine = Engine(Memory)
    assert [engine.call(earn, 2.5, 1), engine.call(earn, 0.5, 2)] == [1, 2]
    assert engine.memory.purse.coins == 3.0
    assert [engine.memory.purse.hands[index] for index in range(3)] == [0, 1, 1]
    assert engine.memory.turns == 2
    assert (engine.name, engine.pace) == ("python", 1), "the measure of others"


def test_loading_copies_and_leaves_no_tie():
    engine = Engine(Memory)
    source = Purse()
    source.coins, source.hands[0] = 7.0, 4
    engine.load("purse", source)
    source.coins, source.hands[0] = 0.0, 0
    assert (engine.memory.purse.coins, engine.memory.purse.hands[0]) == (7.0, 4)


def test_a_field_that_the_memory_does_not_have_is_not_loaded():
    engine = Engine(Memory)
    with pytest.raises(AttributeError):
        engine.load("notes", Purse())


def test_a_pure_bundle_plays_with_one_engine_from_first_to_last():
    engines = Engines(Memory)
    engines.start(lambda: engines.python.call(earn, 1.0, 1))
    first = engines.current(Deadline(1000.0, 10.0))
    first.call(earn, 1.0, 0)
    assert engines.current(Deadline(75.0, 10.0)) is first
    assert first.name == "python"


# --- values become what their fields and parameters are, in both engines


@record
class Pod:
    """One value of each kind, and arrays of them."""

    x: float
    turns: int
    small: Int8
    is_out: bool
    xs: Numbers[float] = numbers(float, 2)
    counts: Numbers[int] = numbers(int, 2)
    flags: Numbers[bool] = numbers(bool, 2)


@record
class Fleet:
    """A memory with records in records."""

    lead: Pod
    pods: Records[Pod] = records(Pod, 2)


@kernel
def angle(fleet: Fleet, x: float, turns: int, is_out: bool) -> float:
    """Negates what may be an int in CPython: -0 is 0, -0.0 is not."""
    lead = fleet.lead
    total = atan2(-lead.x, -1.0) + atan2(-lead.xs[0], -1.0) + atan2(-x, -1.0)
    lead.turns = turns
    lead.is_out = is_out
    return total + float(~lead.counts[0])


@pytest.fixture(scope="module")
def engines(tmp_path_factory: Any) -> list[Engine[Fleet]]:
    """CPython, and C."""
    path = str(tmp_path_factory.mktemp("engines") / "angle.so")
    make_library(find_compilers(), path, translate([angle], Fleet))
    return [Engine(Fleet), NativeEngine(Fleet, path)]


def values(value: Any) -> Any:
    """All that a record of Python or of C holds."""
    shape: Any = Fleet if hasattr(value, "pods") else Pod
    kinds = shape.kernel_fields
    found = [getattr(value, name) for name in kinds]
    return [
        (
            [values(v) for v in f]
            if k is Pod and n
            else values(f) if k is Pod else f if not n else [*f]
        )
        for f, (k, *n) in zip(found, kinds.values(), strict=True)
    ]


def test_ints_in_float_fields_and_other_near_kinds_are_made_what_they_are_due(engines):
    pod: Any = Pod()
    pod.x, pod.turns, pod.small, pod.is_out = 0, True, np.int8(-3), 1
    pod.xs, pod.counts, pod.flags = [0, 2**53 + 1], [True, np.int64(7)], [np.True_, 0]
    found = []
    for engine in engines:
        engine.load("lead", pod)
        assign(engine.memory.pods[1], pod)
        result = engine.call(angle, 0, np.int64(5), 1)
        found.append(repr([values(engine.memory), result]))
    assert found[0] == found[1]
    lead = [0.0, 5, -3, True, [0.0, 2.0**53], [1, 7], [True, False]]
    assert repr(lead) in found[0] and "True, -3" not in found[0]


@pytest.mark.parametrize(
    ("given", "bad"),
    [
        ((0.0, 2**63, True), "too big"),
        ((0.0, -(2**63) - 1, True), "too big"),
        ((0.0, 3.0, True), "float"),
        ((0.0, 3, 2), 2),
        ((0.0, 3, 0.5), 0.5),
        ((None, 3, True), "NoneType"),
        ((10**400, 3, True), "too large"),
        ((0.0, 3), "shorter"),
        ((0.0, 3, True, 4), "longer"),
    ],
)
def test_an_argument_that_is_none_of_its_kind_stops_both(engines, given, bad):
    for engine in engines:
        with pytest.raises((TypeError, KeyError, OverflowError, ValueError), match=str(bad)):
            engine.call(angle, *given)
    assert engines[1].call(angle, -1.0, -(2**63), False) == engines[0].call(angle, -1, 0, False)


@pytest.mark.parametrize(
    ("name", "value"),
    [("turns", 2.5), ("turns", "3"), ("is_out", 2), ("x", None), ("counts", [1, 2.0])],
)
def test_a_fields_value_of_another_kind_stops_both(engines, name, value):
    pod = Pod()
    setattr(pod, name, value)
    for engine in engines:
        with pytest.raises((TypeError, KeyError, EngineFailed)):
            engine.load("lead", pod)
