"""The turn of a bot whose search gives orders to rows."""

import json
from typing import Any

from common.clock import Deadline
from common.engine import AnyMemory, Engines
from common.loop import Searcher


class RowBot(Searcher[AnyMemory]):
    """Searches from the state in Known. Its kernels: begin, think, optionally choose.

    planned: expected iterations of the first search in an engine
    params: loaded every turn
    loaded: the engine of the last search
    pace: iterations a millisecond of that engine
    """

    planned = 300
    loaded = None
    pace = 0.0

    def __init__(self: Any, params: Any, engines: Engines[AnyMemory]) -> None:
        super().__init__(params, engines)
        super(Searcher, self).__init__()  # of Known
        self.params = params

    def answer(self: Any, deadline: Deadline) -> Any:
        engine = self.engine = self.engines.current(deadline)
        is_new = engine is not self.loaded
        self.loaded = engine
        self.load(is_new)
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = 0 if is_new else max(0, int(self.pace * left_ms))
        self.begin(is_new, deadline.iterations or planned or self.planned)
        self.search(self.engines.kernels[1], deadline)
        self.pace = self.work()["iterations"] / max(self.search_ms, 0.1)
        return self.lines(self.chosen())

    def load(self: Any, is_new: bool) -> None:
        """Loads the inputs of the search. is_new: True if the engine has no memory of earlier
        turns
        """
        self.engine.load("start", self.state)
        self.engine.load("params", self.params)

    def begin(self: Any, is_new: bool, planned: int) -> None:
        """Begins a search.

        is_new: True if the engine has no memory of earlier turns
        planned: expected iterations
        """
        self.engine.call(self.engines.kernels[0], self.me, is_new or self.is_first, planned)

    def chosen(self: Any) -> list[int]:
        """Returns the chosen orders of the own rows."""
        self.engine.call(self.engines.kernels[2])
        return [self.engine.memory.orders[row] for row in self.own]

    def stats(self: Any) -> Any:
        return self.timed(self.work())

    def explain(self: Any) -> str:
        return json.dumps({"turn": self.state.turn, "units": self.thoughts()})
