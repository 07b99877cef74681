"""The Coders Strike Back bot whose search has a network at its horizon."""

from typing import Any

from bots.csb.bot import FLAGS, CsbBot
from bots.csb.outlook import make_outlook
from bots.csb.params import Params
from bots.csb.search_network import ENTRIES, Memory, begin, think
from common.clock import Deadline
from common.engine import Engines
from common.loop import run
from common.native import Compiled


class NetworkBot(CsbBot):
    """Searches as `csb` does, and looks on by a network."""

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        super().__init__(params, engines)
        self.net = make_outlook()

    def answer(self, deadline: Deadline, *others: Any, **given: object) -> list[str]:
        return super().answer(deadline, begin, think, net=self.net)


def main() -> None:
    """Plays on stdin and stdout."""
    run(NetworkBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))
