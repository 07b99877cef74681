"""What alpha-beta remembers of the root's actions from one iteration to the next.

An arm is a root action with the line behind it. A complete arm (finished and exact) is never
searched again; of a partial one (finished, but cut off: "at most") the limit is kept, and it is
only tested again when that limit is above what the best open arm has.
"""

from collections.abc import Callable, Iterator
from typing import Generic

from botsmith.alphabeta.game import Action, Fitness, Found, Kind


class Arms(Generic[Action, Fitness]):
    """The arms, each in one of five places.

    best: the open arm with the best exact value. unfinished: all other open ones. finished: the
    best complete one. partial: finished ones known as "at most". losing: the lost arm with the
    longest line. remembers: False treats every arm as open, to measure what this memory brings.
    """

    def __init__(
        self,
        arms: list[Found[Action, Fitness]],
        is_won: Callable[[Fitness], bool],
        is_lost: Callable[[Fitness], bool],
        remembers: bool = True,
    ) -> None:
        self.best: Found[Action, Fitness] | None = None
        self.unfinished = arms
        self.finished: Found[Action, Fitness] | None = None
        self.partial: list[Found[Action, Fitness]] = []
        self.losing: Found[Action, Fitness] | None = None
        self.is_won = is_won
        self.is_lost = is_lost
        self.remembers = remembers
        self.seen_open = True

    @property
    def is_open(self) -> bool:
        """Whether a deeper iteration can change anything."""
        if not self.remembers:
            return self.seen_open
        return self.best is not None or bool(self.unfinished)

    def alpha(self) -> Fitness | None:
        """What an arm has to beat."""
        known = self.best or self.finished
        return None if known is None else known.value

    def take_open(self) -> list[Found[Action, Fitness]]:
        """The open arms of the last iteration without the best one, highest value first."""
        taken = sorted(self.unfinished, key=value_of, reverse=True)
        self.unfinished = []
        self.seen_open = False
        return taken

    def take_best(self) -> Found[Action, Fitness] | None:
        """The best open arm; its place is empty while it is searched again."""
        best, self.best = self.best, None
        return best

    def partials_that_matter(self) -> Iterator[Found[Action, Fitness]]:
        """Takes out, lowest limit first, what may still beat the best open arm; each arm once."""
        tried: list[Action] = []
        while True:
            best = self.best
            left = [
                arm
                for arm in self.partial
                if (best is None or arm.value > best.value) and arm.line[0] not in tried
            ]
            if not left:
                return
            arm = min(left, key=value_of)
            self.partial.remove(arm)
            tried.append(arm.line[0])
            yield arm

    def put(self, arm: Found[Action, Fitness]) -> bool:
        """Sorts in an arm that was searched; True if it is a proven win."""
        exact = arm.kind is Kind.EXACT
        self.seen_open = self.seen_open or not arm.is_finished
        if exact and arm.is_finished and self.is_won(arm.value):
            return True
        if not (arm.is_finished and self.remembers):
            self._put_open(arm, exact)
        elif not exact:
            if self.finished is None or arm.value > self.finished.value:
                self.partial.append(arm)
        elif self.is_lost(arm.value):
            if self.losing is None or len(arm.line) > len(self.losing.line):
                self.losing = arm
        else:
            self._put_complete(arm)
        return False

    def _put_open(self, arm: Found[Action, Fitness], exact: bool) -> None:
        rival = self.best or self.finished
        if not exact or (rival is not None and not arm.value > rival.value):
            self.unfinished.append(arm)
            return
        if self.best is not None:
            self.unfinished.append(self.best)
        self.best = arm

    def _put_complete(self, arm: Found[Action, Fitness]) -> None:
        if self.finished is not None and not arm.value > self.finished.value:
            return
        self.partial = [other for other in self.partial if other.value > arm.value]
        if self.best is not None and not self.best.value > arm.value:
            self.unfinished.append(self.best)
            self.best = None
        self.finished = arm

    def answer(self, trying: Found[Action, Fitness] | None = None) -> Found[Action, Fitness]:
        """What to play if the search ends now, while it was `trying` one of `take_open`."""
        known = self.best or self.finished
        if known is not None:
            return known
        arms = self.unfinished
        if trying is not None and not arms:
            return trying
        if not arms:
            assert self.losing is not None, "every arm is in one of the five places"
            return self.losing
        answer = arms[0]
        for arm in arms:
            if not arm.value < answer.value:
                answer = arm
        return answer


def value_of(arm: Found[Action, Fitness]) -> Fitness:
    return arm.value
