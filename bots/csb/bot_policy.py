"""The Coders Strike Back bot by a policy alone: a network drives each pod by itself.

`train policy csb --apply` writes its weights.
"""

import json
from collections.abc import Mapping

from bots.csb.params import Params
from bots.csb.pilot import OWN, Pilot
from bots.csb.policy import INPUTS, MOVES, observe_pod, order_of
from bots.csb.rating import Setting
from bots.csb.weights import WEIGHTS
from common.clock import Deadline
from common.engine import Engines
from common.loop import Stat, run
from common.nets.policy import Policy

LEGAL = [True] * MOVES


class PolicyBot(Pilot):
    """Plays the network's likeliest move of each own pod."""

    def __init__(self, params: Params) -> None:
        self.policy = Policy(WEIGHTS)
        super().__init__(params, Engines(Setting))

    def answer(self, deadline: Deadline) -> list[str]:
        orders = []
        for index in OWN:
            pod = self.known.race.pods[index]
            inputs = [0] * INPUTS
            observe_pod(pod, self.setting.track, inputs)
            orders.append(order_of(pod, self.policy.best(inputs, LEGAL)))
        self.search_ms = (deadline.now() - deadline.started) * 1000.0
        return self._play(orders)

    def stats(self) -> Mapping[str, Stat]:
        return {"search_ms": round(self.search_ms, 3)}

    def explain(self) -> str:
        return json.dumps({"turn": self.known.race.turn - 1})


def main() -> None:
    """Plays on stdin and stdout."""
    run(PolicyBot(Params()))
