"""Plays Cycles: searches from the state that the lines report."""

from bots.cycles.known import Known
from bots.cycles.params import Params
from bots.cycles.search import ENTRIES, Memory, SearchBot
from common.loop import run
from common.native import Compiled
from common.rng import make_dice

DICE_A_MATCH = 1000  # more than a match has turns


class CyclesBot(SearchBot, Known):
    """Searches from the state of Known."""

    turn_ms = 100.0

    def load(self, is_new: bool) -> None:
        """Loads the state, the numbers and the dice of a turn."""
        super().load(is_new)
        self.engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.state.turn))


def main() -> None:
    """Plays on stdin and stdout."""
    run(CyclesBot(Params(), Compiled(Memory, ENTRIES)))
