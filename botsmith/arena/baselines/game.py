"""What a baseline has to know of a game: which lines to read, and lines that are legal to answer.

A game's module here (csb.py, ...) holds `PROTOCOL`, a subclass of Protocol, and `BOTS`, its
baselines of strength by name: functions of (protocol, turn number from 1) to the lines of an
answer.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

NextLine = Callable[[], str]


class Protocol(ABC):
    """One seat's view of a match, read from its lines."""

    @abstractmethod
    def read_start(self, next_line: NextLine) -> None:
        """Reads what is told once, before the first turn."""

    @abstractmethod
    def read_turn(self, next_line: NextLine) -> None:
        """Reads what is told every turn."""

    @abstractmethod
    def legal(self, dice: Random) -> list[str]:
        """An answer to the turn just read that the referee accepts."""
