"""The Cycles bot by a policy alone, without a search: the network's likeliest way.

`train policy cycles --apply` writes its weights, for two riders; of more it sees the next one.
"""

import json
from collections.abc import Mapping
from typing import Any

from bots.cycles.known import Known
from bots.cycles.params import Params
from bots.cycles.policy import INPUTS, allow_ways, observe_rider
from bots.cycles.rules import State
from bots.cycles.weights import WEIGHTS
from common.clock import Deadline
from common.engine import Engines
from common.grid import WAYS
from common.loop import Searcher, Stat, run
from common.nets.policy import Policy


class PolicyBot(Known, Searcher[Any]):
    """Plays what the network names."""

    turn_ms = 100.0

    def __init__(self, params: Params) -> None:
        self.policy = Policy(WEIGHTS)
        Known.__init__(self)
        Searcher.__init__(self, params, Engines(State))

    def answer(self, deadline: Deadline) -> list[str]:
        state, me = self.state, self.me
        others = [(me + step) % state.players for step in range(1, state.players)]
        inputs, legal = [0] * INPUTS, [False] * WAYS
        other = next((rider for rider in others if not state.is_out[rider]), me)
        observe_rider(state, me, other, inputs)
        allow_ways(state, me, legal)
        move = self.policy.best(inputs, legal)
        self.search_ms = (deadline.now() - deadline.started) * 1000.0
        return self.lines([move])

    def stats(self) -> Mapping[str, Stat]:
        return {"search_ms": round(self.search_ms, 3)}

    def explain(self) -> str:
        return json.dumps({"turn": self.state.turn})


def main() -> None:
    """Plays on stdin and stdout."""
    run(PolicyBot(Params()))
