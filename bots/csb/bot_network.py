"""The Coders Strike Back bot whose search has a network at its horizon."""

from typing import Any

from bots.csb.outlook import make_outlook
from bots.csb.params import Params
from bots.csb.search_network import ENTRIES, Memory
from bots.csb.trees import FLAGS, TreePilot
from common.engine import Engines
from common.loop import run
from common.native import Compiled


class NetworkBot(TreePilot):
    """Searches as `csb` does, and looks on by a network."""

    entries = ENTRIES

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.net = make_outlook()
        self.given: Any = None  # the engine that has it

    def load(self, engine: Any) -> None:
        super().load(engine)
        if engine is not self.given:
            engine.load("net", self.net)
            self.given = engine


def main() -> None:
    """Plays on stdin and stdout."""
    run(NetworkBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
