"""Plays Cycles: searches from the state that the lines report."""

from bots.cycles.known import Known
from bots.cycles.params import Params
from bots.cycles.search import ENTRIES, Memory, SearchBot
from common.loop import run
from common.native import Compiled


class CyclesBot(SearchBot, Known):
    """Searches from the state of Known."""

    turn_ms = 100.0


def main() -> None:
    """Plays on stdin and stdout."""
    run(CyclesBot(Params(), Compiled(Memory, ENTRIES)))
