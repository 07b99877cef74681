"""Plays Colony: searches from the state that the lines report."""

from bots.colony.known import Known
from bots.colony.params import Params
from bots.colony.search import ENTRIES, Memory, SearchBot
from common.loop import run
from common.native import Compiled


class ColonyBot(SearchBot, Known):
    """Searches from the state of Known."""

    turn_ms = 50.0


def main() -> None:
    """Plays on stdin and stdout."""
    run(ColonyBot(Params(), Compiled(Memory, ENTRIES)))
