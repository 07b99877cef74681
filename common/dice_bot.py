"""A bot whose search draws random numbers."""

from typing import Any

from common.engine import AnyMemory
from common.rng import make_dice
from common.row_bot import RowBot

DICE_A_MATCH = 1000  # more than a match has turns


class DiceBot(RowBot[AnyMemory]):
    """Loads the dice of a turn, which depend on the seed and the turn alone."""

    def load(self: Any, is_new: bool) -> None:
        super().load(is_new)
        self.engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.state.turn))
