"""What is alike in all bots that search."""

from collections.abc import Callable, Mapping
from typing import Any, Generic

from common.clock import Deadline
from common.engine import AnyMemory, Engines
from common.loop import Bot, Stat


class Searcher(Bot, Generic[AnyMemory]):
    """A bot with kernels. engine: of its last search.

    A new one warms up in a made-up turn; read_start begins the match.
    """

    warm_up = 20  # iterations
    chunk = 1  # iterations between looks at the clock, at CPython's pace

    def __init__(self, params: Any, engines: Engines[AnyMemory]) -> None:
        self.engines, self.engine = engines, engines.python
        self.first_ms, self.margin_ms = params.first_ms, params.margin_ms
        self.seed, self.search_ms = 0, 0.0

    def prepare(self, seed: int) -> None:
        self.seed = seed
        deadline = Deadline(self.turn_ms, 0.0, iterations=self.warm_up)
        self.engines.start(lambda: self.answer(deadline))

    def search(self, think: Callable[..., object], deadline: Deadline) -> AnyMemory:
        """Calls think(memory, count) in the engine until the deadline, or until it is False."""
        for count in deadline.chunks(self.chunk * self.engine.pace):
            if self.engine.call(think, count) is False:
                break
        self.search_ms = (deadline.now() - deadline.began) * 1000.0
        return self.engine.memory

    def timed(self, counts: dict[str, int]) -> Mapping[str, Stat]:
        """The last search's counts with its time and engine."""
        return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}
