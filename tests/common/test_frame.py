"""The frame of a bot that searches: common/loop.py."""

from collections.abc import Callable

import pytest

from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import kernel, record
from common.loop import Searcher


@record
class Memory:
    """What `think` has been asked for."""

    done: int
    calls: int


@kernel
def think(memory: Memory, count: int) -> None:
    memory.done += count
    memory.calls += 1


@kernel
def think_to_the_end(memory: Memory, count: int) -> bool:
    """False from 10 on."""
    memory.done += count
    return memory.done < 10


class Times:
    first_ms = 900.0
    margin_ms = 5.0


class FastEngine(Engine[Memory]):
    name = "fast"
    pace = 4


class Started(Engines[Memory]):
    """Engines that are fast once they have been started."""

    def start(self, warm_up: Callable[[], object]) -> None:
        warm_up()
        self.fast = FastEngine(Memory)

    def current(self, deadline: Deadline) -> Engine[Memory]:
        return getattr(self, "fast", self.python)


class Counter(Searcher[Memory]):
    """Answers with the engine and the count of what it did."""

    turn_ms = 100.0
    warm_up = 7
    chunk = 3
    kernel: Callable[..., object] = staticmethod(think)

    def answer(self, deadline):
        engine = self.engine = self.engines.current(deadline)
        memory = self.search(self.kernel, deadline)
        return [f"{engine.name} {memory.done} {memory.calls}"]

    def read_start(self, reader):
        raise NotImplementedError

    def read_turn(self, reader):
        raise NotImplementedError

    def fallback(self):
        raise NotImplementedError

    def explain(self):
        raise NotImplementedError

    def stats(self):
        return self.timed({"iterations": self.engine.memory.done})


def work(iterations: int) -> Deadline:
    return Deadline(100.0, 0.0, iterations=iterations)


def test_times_are_those_of_the_parameters():
    bot = Counter(Times, Engines(Memory))
    assert (bot.first_ms, bot.turn_ms, bot.margin_ms) == (900.0, 100.0, 5.0)


def test_it_warms_up_with_an_answer_and_starts_the_engines():
    bot = Counter(Times, Started(Memory))
    bot.prepare(5)
    assert bot.seed == 5
    assert (bot.engines.python.memory.done, bot.engines.python.memory.calls) == (7, 3)
    assert bot.engine.name == "python"
    assert bot.answer(work(25)) == ["fast 25 3"], "chunks of 3 * 4"


@pytest.mark.parametrize(("asked", "done"), [(4, 4), (9, 9), (10, 10), (30, 12)])
def test_a_search_ends_when_nothing_is_left_to_find(asked, done):
    bot = Counter(Times, Engines(Memory))
    bot.kernel = think_to_the_end
    bot.answer(work(asked))
    assert bot.stats()["iterations"] == done


def test_counts_go_with_the_searchs_time_and_engine():
    bot = Counter(Times, Engines(Memory))
    seconds = iter([0.020, 0.060, 0.120, 0.125])
    bot.answer(Deadline(100.0, 0.0, started=0.0, now=lambda: next(seconds)))
    assert bot.stats() == {"iterations": 6, "search_ms": 105.0, "engine": "python"}
