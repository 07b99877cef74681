"""The engine of a pure bundle: a memory and kernels on CPython."""

import pytest

from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import Numbers, kernel, numbers, record


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
