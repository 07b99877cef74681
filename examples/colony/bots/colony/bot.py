"""Plays Colony: searches from the state that the lines report."""

from bots.colony.known import Known
from bots.colony.params import Params
from bots.colony.search import ENTRIES, Memory, SearchBot
from common.loop import run
from common.native import Compiled
from common.rng import make_dice

DICE_A_MATCH = 1000  # more than a match has turns


class ColonyBot(SearchBot, Known):
    """Searches from the state of Known."""

    turn_ms = 50.0

    def load(self, is_new: bool) -> None:
        """Loads the state, the numbers and the dice of a turn."""
        super().load(is_new)
        self.engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.state.turn))


def main() -> None:
    """Plays on stdin and stdout."""
    run(ColonyBot(Params(), Compiled(Memory, ENTRIES)))
