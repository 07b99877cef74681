"""Searches by alpha-beta with iterative deepening. Either side may choose several times in a row.

Iteration d values each root action by a search of d + 1 plies below it. An arm is a root action
with its expected line. A complete arm is finished and exact: it is never searched again. A partial
arm is finished but was cut off: its value is a limit, and it is searched again when that may
matter.
Source: the crate rubot 0.3.0 (lcnr, MIT), from a description of it; docs/searches/alphabeta.md.
"""

import sys
from typing import Any, Generic, NamedTuple

from botsmith.alphabeta.game import Action, Fitness, Game, Player, ToCompletion

AT_MOST, EXACT, AT_LEAST = -1, 0, 1  # what a value says of the true one
MOST_REPLIES = 200_000


class Stopped(Exception):
    """Raised when the run condition stops the search."""


class Found(NamedTuple):
    """The value found for a state. `is_finished` is True if a deeper search would not change it."""

    value: Any
    kind: int
    is_finished: bool
    line: tuple[Any, ...]


class Choice(NamedTuple, Generic[Action, Fitness]):
    """The expected line of play from the root, and its fitness. After a stop the fitness may be a
    limit, not the exact value.
    """

    path: list[Action]
    fitness: Fitness


class AlphaBeta(Generic[Player]):
    """Chooses actions for `player`, and remembers nothing between calls.

    is_plain: True to take the same steps as rubot, without a memory of best replies at inner nodes
    """

    def __init__(self, player: Player, is_plain: bool = False) -> None:
        self.player, self.is_plain = player, is_plain

    def select(self, state: Game[Player, Action, Fitness], condition: ToCompletion) -> Any:
        """Returns the action to play; None if there is no action, or if the other player chooses in
        this state.
        """
        choice = self.detailed_select(state, condition)
        return choice and choice.path[0]

    def detailed_select(
        self, state: Game[Player, Action, Fitness], condition: ToCompletion
    ) -> Choice[Action, Fitness] | None:
        """Returns the expected line of play and its fitness; None where `select` returns None."""
        condition.start()
        is_bot, actions = state.actions(self.player)
        if not is_bot or not actions:
            return None
        answer = Deepening(state, self.player, condition, self.is_plain).run(actions)
        return Choice(list(answer.line), answer.value)


class Deepening:
    """One search from a root, with its arms.

    best: the open arm with the best exact value
    unfinished: the other open arms
    finished: the best complete arm
    partial: the arms whose value is an upper limit
    losing: the lost arm with the longest line
    """

    def __init__(
        self, root: Game[Any, Any, Any], player: Any, condition: ToCompletion, is_plain: bool
    ) -> None:
        self.root, self.player, self.condition, self.is_plain = root, player, condition, is_plain
        self.replies: dict[Any, Any] = {}
        self.best: Found | None = None
        self.unfinished: list[Found] = []
        self.finished: Found | None = None
        self.partial: list[Found] = []
        self.losing: Found | None = None

    def run(self, actions: Any) -> Found:
        """Returns the best arm once the condition stops the search, or no arm is open."""
        self.actions = [*actions]
        looks = [self.root.look_ahead(action, self.player) for action in actions]
        pairs = zip(looks, actions, strict=True)
        self.unfinished = [Found(look, EXACT, False, (action,)) for look, action in pairs]
        depth = 0
        while self.condition.may_deepen(depth) and (self.best or self.unfinished):
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 2 * depth + 1000))
            if answer := self.iterate(depth):
                return answer
            depth += 1
        return self.answer()

    def iterate(self, depth: int) -> Found | None:
        """Values every arm that can matter at this depth. Returns an arm if the search ends with
        it, else None.
        """
        waiting = sorted(self.unfinished, key=lambda arm: arm.value, reverse=True)
        first, self.best, self.unfinished = self.best, None, []
        trying: Found | None = None
        try:
            for trying in [first, *waiting] if first else waiting:
                if self.add_arm(found := self.search_arm(trying, depth)):
                    return found
            trying = None
            again: list[Any] = []
            while left := [arm for arm in self.partial if self.may_win(arm, again)]:
                arm = min(left, key=lambda arm: arm.value)
                self.partial.remove(arm)
                again.append(arm.line[0])
                if self.add_arm(found := self.search_arm(arm, depth)):
                    return found
        except Stopped:
            return first if first and trying is first else self.answer(trying)
        return None

    def may_win(self, arm: Found, again: list[Any]) -> bool:
        """Returns True if a partial arm may still be better than the best exact one."""
        return arm.line[0] not in again and (not self.best or arm.value > self.best.value)

    def search_arm(self, arm: Found, depth: int) -> Found:
        """Searches an arm to a depth; returns it with its new value and line. Raises Stopped if the
        condition stops the search.
        """
        known = self.best or self.finished
        path = (self.actions.index(arm.line[0]),)
        return self.search_one(self.root, arm.line, depth, known and known.value, None, path, True)

    def add_arm(self, arm: Found) -> bool:
        """Adds a searched arm to its group. Returns True if the arm is a proven win."""
        known = self.best or self.finished
        if not arm.is_finished:
            if arm.kind != EXACT or known and not arm.value > known.value:
                self.unfinished.append(arm)
            else:
                self.unfinished += [self.best] if self.best else []
                self.best = arm
        elif arm.kind != EXACT:
            if not self.finished or arm.value > self.finished.value:
                self.partial.append(arm)
        elif self.root.is_upper_bound(arm.value, self.player):
            return True
        elif self.root.is_lower_bound(arm.value, self.player):
            if not self.losing or len(arm.line) > len(self.losing.line):
                self.losing = arm
        elif not self.finished or arm.value > self.finished.value:
            self.partial = [other for other in self.partial if other.value > arm.value]
            if self.best and not self.best.value > arm.value:
                self.unfinished.append(self.best)
                self.best = None
            self.finished = arm
        return False

    def answer(self, trying: Found | None = None) -> Found:
        """Returns the arm to play if the search stops now.

        trying: the arm whose search is not finished
        """
        arms = self.unfinished or ([trying] if trying else [])
        highest = arms[0] if arms else self.losing
        for arm in arms:
            highest = highest if highest and arm.value < highest.value else arm
        answer = self.best or self.finished or highest
        assert answer is not None, "every arm is in one of the five places"
        return answer

    def search_one(
        self, state: Any, line: Any, depth: int, alpha: Any, beta: Any, path: Any, is_on: bool
    ) -> Found:
        """Returns the value of the first action of `line`, by a search of `depth` plies and one
        look-ahead.

        is_on: True if the rest of the line is the remembered line of play
        Raises Stopped if the condition stops the search.
        """
        child = state.copy()
        fitness = child.execute(line[0], self.player)
        rest = line[1:] if is_on else None
        found = self.visit(child, fitness, depth, alpha, beta, path, rest)
        return found._replace(line=(line[0], *found.line))

    def step(self) -> None:
        """Counts a visited state. Raises Stopped if the condition stops the search."""
        if not self.condition.step():
            raise Stopped

    def visit(
        self, state: Any, fitness: Any, depth: int, alpha: Any, beta: Any, path: Any, line: Any
    ) -> Found:
        """Returns the value of a state. Raises Stopped if the condition stops the search.

        line: the remembered line of play from here on, perhaps empty
        """
        if line == () and self.is_plain:
            self.step()
        self.step()
        is_bot, actions = state.actions(self.player)
        if not actions:
            return Found(fitness, EXACT, True, ())
        looks = [state.look_ahead(action, self.player) for action in actions]
        order = sorted(range(len(looks)), key=looks.__getitem__, reverse=is_bot)
        if depth == 0:  # of equals the last for the bot, the first for the opponent
            place = max(n for n in order if looks[n] == looks[order[0]]) if is_bot else order[0]
            return Found(looks[place], EXACT, False, (actions[place],))
        key = None if self.is_plain else state.key()
        key = path if key is None and not self.is_plain else key
        reply = self.replies.get(key, line[0] if line else None)
        order.sort(key=lambda n: actions[n] != reply)
        is_settled = self.root.is_upper_bound if is_bot else self.root.is_lower_bound
        cut, best, is_finished = AT_LEAST if is_bot else AT_MOST, None, True
        for n in order:
            is_on = bool(line) and actions[n] == line[0]
            whole = line if is_on else (actions[n],)
            found = self.search_one(state, whole, depth - 1, alpha, beta, (*path, n), is_on)
            is_finished &= found.is_finished
            if found[1:3] == (EXACT, True) and is_settled(found.value, self.player):
                best = found
                break
            if best is None or is_better(found, best, is_bot):
                best = found
            if best.kind == -cut:
                continue
            if is_settled(best.value, self.player):
                best = best._replace(kind=EXACT, is_finished=is_finished)
                break
            limit = beta if is_bot else alpha
            if limit is not None and not (best.value < limit if is_bot else best.value > limit):
                best = best._replace(kind=cut, is_finished=is_finished)
                break
            if is_bot:
                alpha = best.value if alpha is None else max(alpha, best.value)
            else:
                beta = best.value if beta is None else min(beta, best.value)
        else:
            best = best and best._replace(is_finished=is_finished)
        assert best is not None, "a state with actions has a best one"
        if key is not None and (key in self.replies or len(self.replies) < MOST_REPLIES):
            self.replies[key] = best.line[0]
        return best


def is_better(new: Found, best: Found, is_bot: bool) -> bool:
    """Returns True if `new` replaces `best`. An equal value replaces it, unless that value may be
    too high.
    """
    if new.value > best.value if is_bot else new.value < best.value:
        return True
    falls_short = new.kind == (AT_MOST if is_bot else AT_LEAST)
    return not falls_short and not (best.value > new.value if is_bot else best.value < new.value)
