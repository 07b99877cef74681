"""What a game of turns has to offer to be searched by alpha-beta, and what is found.

Fitness is anything with a total order: bool, int, tuple; always as the searching player sees it.
Actions are compared by ==, nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar


class Ordered(Protocol):
    """A type with a total order."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...


Player = TypeVar("Player")
Action = TypeVar("Action")
Fitness = TypeVar("Fitness", bound=Ordered)


class Game(ABC, Generic[Player, Action, Fitness]):
    """A state of a game. The search copies it and plays on the copies."""

    @abstractmethod
    def actions(self, player: Player) -> tuple[bool, Sequence[Action]]:
        """Whether `player` chooses here, and all that can be done; nothing where the game ends."""

    @abstractmethod
    def execute(self, action: Action, player: Player) -> Fitness:
        """Plays `action` here and returns how good the new state is for `player`, whoever acted."""

    @abstractmethod
    def copy(self) -> Self:
        """A state of its own, cheaply."""

    def look_ahead(self, action: Action, player: Player) -> Fitness:
        """The number that `execute` would return; this state stays as it is."""
        return self.copy().execute(action, player)

    def is_upper_bound(self, fitness: Fitness, player: Player) -> bool:
        """Whether nothing better than `fitness` is possible: a won game."""
        return False

    def is_lower_bound(self, fitness: Fitness, player: Player) -> bool:
        """Whether nothing worse than `fitness` is possible: a lost game."""
        return False

    def key(self) -> Hashable | None:
        """Equal for states that are the same in all that follows, their own fitness and the side
        to choose included; None, for all states, where the game does not hash.
        """
        return None


class Kind(Enum):
    """What a value says of the true one, at the depth that was searched."""

    EXACT = "exact"
    AT_MOST = "at most"
    AT_LEAST = "at least"


class Found(NamedTuple, Generic[Action, Fitness]):
    """What is known of a state. finished: deeper search changes nothing, every line that mattered
    ended in a state without actions. line: the play that is expected from here.
    """

    value: Fitness
    kind: Kind
    is_finished: bool
    line: tuple[Action, ...]


class Window(NamedTuple, Generic[Fitness]):
    """Between what the bot (alpha) and the opponent (beta) can already force; None: nothing yet.

    A value at a limit is as useless as one beyond it, unless keeps_alpha or keeps_beta is set:
    then only a value beyond is. With equal limits and one of them kept, the search only answers
    a question: is the value above alpha (keeps_beta), is it below beta (keeps_alpha)?
    """

    alpha: Fitness | None = None
    beta: Fitness | None = None
    keeps_alpha: bool = False
    keeps_beta: bool = False

    def is_too_low(self, value: Fitness) -> bool:
        """Whether the bot has something as good elsewhere."""
        if self.alpha is None:
            return False
        return value < self.alpha or not (self.keeps_alpha or value > self.alpha)

    def is_too_high(self, value: Fitness) -> bool:
        """Whether the opponent has something as good elsewhere."""
        if self.beta is None:
            return False
        return value > self.beta or not (self.keeps_beta or value < self.beta)

    @property
    def is_question(self) -> bool:
        """Whether only one question is asked."""
        return self.keeps_alpha or self.keeps_beta

    def above(self, value: Fitness) -> "Window[Fitness]":
        """The window after the bot was promised `value`."""
        if self.alpha is not None and not value > self.alpha:
            return self
        return Window(value, self.beta, False, self.keeps_beta)

    def below(self, value: Fitness) -> "Window[Fitness]":
        """The window after the opponent was promised `value`."""
        if self.beta is not None and not value < self.beta:
            return self
        return Window(self.alpha, value, self.keeps_alpha, False)
