"""Defines Protocol, by which a baseline reads the lines of its seat and makes legal answers.

contests/GAME/baselines.py holds `PROTOCOL`, a subclass of Protocol, and `BOTS`, the baselines of
strength by name: functions of (protocol, turn number from 1) to the lines of an answer. It may hold
PREPARE: functions by a baseline's name that are called at the start
MAINS: names of bots/GAME/main_NAME.py, further entries of the bot that are baselines as well
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import TypeVar

NextLine = Callable[[], str]
Own = TypeVar("Own")  # a subclass of Protocol
Bots = dict[str, Callable[[Own, int], list[str]]]  # by name


class Protocol(ABC):
    """Reads the lines of one seat of a match.

    name: the name of the baseline that plays
    turn_ms, first_ms: the contest's limits
    baseline_dice: the baseline's generator
    """

    name = ""
    turn_ms = first_ms = 0.0
    baseline_dice: Random

    def hello(self) -> list[str]:
        """Returns the lines that a bot sends before the game sends anything."""
        return []

    def setup(self, dice: Random) -> list[str]:
        """Returns the lines that a bot sends after `read_start`, before the first turn."""
        return []

    @abstractmethod
    def read_start(self, next_line: NextLine) -> None:
        """Reads the lines that come once, before the first turn."""

    @abstractmethod
    def read_turn(self, next_line: NextLine) -> None:
        """Reads the lines of a turn."""

    @abstractmethod
    def legal(self, dice: Random) -> list[str]:
        """Returns an answer to the turn just read that the referee accepts."""

    def opening(self, dice: Random) -> list[str]:
        """Returns a legal answer for a random opening (arena/matches/openings.py): the bot need not
        remember it in later turns.
        """
        return self.legal(dice)
