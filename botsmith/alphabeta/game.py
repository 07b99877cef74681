"""Defines the interface of a game for alpha-beta, and the conditions that stop a search."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from time import perf_counter
from typing import Any, Generic, Protocol, Self, TypeVar


class Ordered(Protocol):
    """A type with a total order: bool, int, tuple."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...


Player = TypeVar("Player")
Action = TypeVar("Action")  # compared by ==, nothing else
Fitness = TypeVar("Fitness", bound=Ordered)  # always as the searching player sees it


class Game(ABC, Generic[Player, Action, Fitness]):
    """A state of a game. The search copies it and plays on the copies."""

    @abstractmethod
    def actions(self, player: Player) -> tuple[bool, Sequence[Action]]:
        """Returns True if `player` chooses in this state, and all possible actions; no actions at
        the end of the game.
        """

    @abstractmethod
    def execute(self, action: Action, player: Player) -> Fitness:
        """Plays `action` in this state. Returns the fitness of the new state for `player`."""

    @abstractmethod
    def copy(self) -> Self:
        """Returns an independent copy of the state. It should be cheap."""

    def look_ahead(self, action: Action, player: Player) -> Fitness:
        """Returns the fitness as `execute` does, but leaves this state unchanged."""
        return self.copy().execute(action, player)

    def is_upper_bound(self, fitness: Fitness, player: Player) -> bool:
        """Returns True if no fitness is better than `fitness`, as in a won game."""
        return False

    def is_lower_bound(self, fitness: Fitness, player: Player) -> bool:
        """Returns True if no fitness is worse than `fitness`, as in a lost game."""
        return False

    def key(self) -> Hashable | None:
        """Returns a key that is equal for equal states. A game that always returns None turns
        hashing off.
        """
        return None


class ToCompletion:
    """A condition that searches until no arm is open. The other conditions stop earlier.

    `start` is called when a search begins, `step` at every state below the root, and
    `may_deepen` before iteration 0, 1, 2, ...; the first False stops the search.
    """

    def start(self) -> None:
        """Prepares for a search."""

    def step(self) -> bool:
        """Returns False if the search must stop at this state."""
        return True

    def may_deepen(self, number: int) -> bool:
        """Returns True if the search may begin iteration `number`."""
        return True


class Depth(ToCompletion):
    """A condition that searches `count` iterations, or fewer if the tree ends. With 0 the search
    answers by look-ahead alone.
    """

    def __init__(self, count: int) -> None:
        self.count = count

    def may_deepen(self, number: int) -> bool:
        return number < self.count


class Instant(ToCompletion):
    """A condition that searches until the clock `now` shows `end`, as in Instant(deadline.ends,
    deadline.now).
    """

    def __init__(self, end: float, now: Callable[[], float] = perf_counter) -> None:
        self.end, self.now = end, now

    def step(self) -> bool:
        return self.now() < self.end

    def may_deepen(self, number: int) -> bool:
        return self.step()


class Duration(Instant):
    """A condition that searches for `length` seconds from the start of each search."""

    def __init__(self, length: float, now: Callable[[], float] = perf_counter) -> None:
        super().__init__(now() + length, now)
        self.length = length

    def start(self) -> None:
        self.end = self.now() + self.length


class Steps(ToCompletion):
    """A condition that stops at the `count`-th visited state."""

    def __init__(self, count: int) -> None:
        self.count, self.done = count, 0

    def start(self) -> None:
        self.done = 0

    def step(self) -> bool:
        self.done += 1
        return self.done < self.count


class Logger(ToCompletion):
    """A condition that asks the condition `inner` and counts.

    steps: number of states visited by the last search
    iterations: number of completed iterations of the last search
    seconds: from the start of the last search to its last question
    is_completed: True until a search is stopped, then False for good
    """

    def __init__(self, inner: ToCompletion, now: Callable[[], float] = perf_counter) -> None:
        self.inner, self.now, self.is_completed = inner, now, True
        self.steps, self.iterations, self.seconds, self.started = 0, 0, 0.0, now()

    def start(self) -> None:
        self.steps, self.iterations, self.seconds, self.started = 0, 0, 0.0, self.now()
        self.inner.start()

    def step(self) -> bool:
        self.steps += 1
        return self.count_answer(self.inner.step())

    def may_deepen(self, number: int) -> bool:
        self.iterations = number
        return self.count_answer(self.inner.may_deepen(number))

    def count_answer(self, goes_on: bool) -> bool:
        """Records an answer of `inner` with the time, and returns the answer."""
        self.seconds = self.now() - self.started
        self.is_completed &= goes_on
        return goes_on
