"""The part of alpha-beta below the root: one state, searched to a depth within a window.

Both sides are searched by the same code; a Side says which way is up.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Generic

from botsmith.alphabeta.conditions import RunCondition
from botsmith.alphabeta.game import Action, Fitness, Found, Game, Kind, Player, Window
from botsmith.alphabeta.notes import Note, Notes
from botsmith.alphabeta.parts import Parts

GOOD_ORDER = 0.75  # share of cut-offs by the first action from which an order counts as good
FRAMES = 4  # of Python's stack for one ply
SPARE_FRAMES = 1000  # for the game and whoever calls

Line = Sequence[Action] | None


class Stopped(Exception):
    """The run condition said stop."""


class Side(Generic[Fitness]):
    """How the bot (is_bot) or the opponent sees values.

    is_settled: whether nothing better is possible for this side. short: the kind of a value that
    the true one may fall short of, as this side sees it; cut: the kind after a cut-off here.
    """

    def __init__(self, is_bot: bool, is_settled: Callable[[Fitness], bool]) -> None:
        self.is_bot = is_bot
        self.is_settled = is_settled
        self.short = Kind.AT_MOST if is_bot else Kind.AT_LEAST
        self.cut = Kind.AT_LEAST if is_bot else Kind.AT_MOST

    def prefers(self, one: Fitness, other: Fitness) -> bool:
        return one > other if self.is_bot else one < other

    def replaces(self, new: Found[Action, Fitness], best: Found[Action, Fitness]) -> bool:
        """Whether a child is kept in place of the best so far: an equal one too, unless its true
        value may fall short.
        """
        if self.prefers(new.value, best.value):
            return True
        return new.kind is not self.short and not self.prefers(best.value, new.value)

    def cuts(self, value: Fitness, window: Window[Fitness]) -> bool:
        """Whether the other side will not let it come to this."""
        return window.is_too_high(value) if self.is_bot else window.is_too_low(value)

    def narrow(self, window: Window[Fitness], value: Fitness) -> Window[Fitness]:
        """The window for the next action, after one with `value`."""
        return window.above(value) if self.is_bot else window.below(value)

    def question(self, window: Window[Fitness]) -> Window[Fitness] | None:
        """The window that asks whether an action is better than what this side is sure of."""
        sure = window.alpha if self.is_bot else window.beta
        if sure is None or window.is_question:
            return None
        return Window(sure, sure, keeps_alpha=not self.is_bot, keeps_beta=self.is_bot)


class TreeSearch(Generic[Player, Action, Fitness]):
    """Searches below the root, for one call of the bot.

    is_closing: whether the last ply asks if its children are leaves. cuts, first_cuts: cut-offs in
    this iteration, and those by the first action tried.
    """

    def __init__(
        self,
        root: Game[Player, Action, Fitness],
        player: Player,
        condition: RunCondition,
        parts: Parts,
    ) -> None:
        self.player = player
        self.condition = condition
        self.parts = parts
        self.bot = Side[Fitness](True, lambda value: root.is_upper_bound(value, player))
        self.opponent = Side[Fitness](False, lambda value: root.is_lower_bound(value, player))
        self.notes = Notes[Action, Fitness](parts.notes, parts.table)
        self.is_closing = False
        self.cuts = self.first_cuts = 0

    def begin(self, depth: int) -> None:
        """A new iteration. Leaves are looked for if the last one was well ordered: a search in bad
        order meets many of them that do not matter.
        """
        self.is_closing = self.parts.closing and self.first_cuts >= GOOD_ORDER * self.cuts
        self.cuts = self.first_cuts = 0
        frames = FRAMES * (depth + 1) + SPARE_FRAMES
        if sys.getrecursionlimit() < frames:
            sys.setrecursionlimit(frames)

    def after(
        self,
        state: Game[Player, Action, Fitness],
        action: Action,
        depth: int,
        window: Window[Fitness],
        note: Note[Action, Fitness],
        line: Line[Action],
    ) -> Found[Action, Fitness]:
        """What `action` in `state` is worth if `depth` plies of the state behind it are searched,
        and one more is looked at. note: of `state`. line: what was remembered to follow `action`;
        None where no line is followed. Raises Stopped.
        """
        child = state.copy()
        fitness = child.execute(action, self.player)
        key = child.key() if self.parts.table else None
        note = self.notes.behind(note, action, key)
        found = None
        if self.parts.subtrees:
            found = note.known(depth, window, finished_too=self.parts.arms)
        if found is None:
            found = self._visit(child, depth, window, note, line)
            if found is None:
                found = Found(fitness, Kind.EXACT, True, ())
                depth = 0
            note.keep(found, depth)
        return Found(found.value, found.kind, found.is_finished, (action, *found.line))

    def _visit(
        self,
        state: Game[Player, Action, Fitness],
        depth: int,
        window: Window[Fitness],
        note: Note[Action, Fitness],
        line: Line[Action],
    ) -> Found[Action, Fitness] | None:
        """What a state is worth; None if it is a leaf, whose fitness its parent knows."""
        if line is not None and not line:
            line = None
            if self.parts.counts_twice:
                self._step()
        is_bot, actions = self._ask(state)
        if not actions:
            return None
        side = self.bot if is_bot else self.opponent
        if depth > 0:
            return self._inner(state, side, actions, depth, window, note, line)
        return self._last_ply(state, side, actions, window)

    def _step(self) -> None:
        if not self.condition.step():
            raise Stopped

    def _ask(self, state: Game[Player, Action, Fitness]) -> tuple[bool, Sequence[Action]]:
        self._step()
        return state.actions(self.player)

    def _inner(
        self,
        state: Game[Player, Action, Fitness],
        side: Side[Fitness],
        actions: Sequence[Action],
        depth: int,
        window: Window[Fitness],
        note: Note[Action, Fitness],
        line: Line[Action],
    ) -> Found[Action, Fitness]:
        """A state with actions and plies left below them. Ties: the last of equals is kept."""
        best: Found[Action, Fitness] | None = None
        is_finished = True
        for action in self._ordered(state, side, actions, note, line):
            is_first = best is None
            rest = line[1:] if line and is_first else None
            found = self._child(state, side, action, depth - 1, window, note, rest, is_first)
            is_finished = is_finished and found.is_finished
            is_exact = found.kind is Kind.EXACT
            if is_exact and found.is_finished and side.is_settled(found.value):
                return found
            if best is None or side.replaces(found, best):
                best = found
            if best.kind is side.short:
                continue
            if side.is_settled(best.value):
                return Found(best.value, Kind.EXACT, is_finished, best.line)
            window = side.narrow(window, best.value)
            if side.cuts(best.value, window):
                self.cuts += 1
                self.first_cuts += is_first
                return Found(best.value, side.cut, is_finished, best.line)
        assert best is not None, "a state with actions has a best one"
        return Found(best.value, best.kind, is_finished, best.line)

    def _child(
        self,
        state: Game[Player, Action, Fitness],
        side: Side[Fitness],
        action: Action,
        depth: int,
        window: Window[Fitness],
        note: Note[Action, Fitness],
        line: Line[Action],
        is_first: bool,
    ) -> Found[Action, Fitness]:
        """What one action is worth. All but the first are asked before if they are any better."""
        question = None if is_first or not self.parts.questions else side.question(window)
        if question is not None:
            found = self.after(state, action, depth, question, note, line)
            if found.kind is not side.cut or side.cuts(found.value, window):
                return found
        return self.after(state, action, depth, window, note, line)

    def _ordered(
        self,
        state: Game[Player, Action, Fitness],
        side: Side[Fitness],
        actions: Sequence[Action],
        note: Note[Action, Fitness],
        line: Line[Action],
    ) -> list[Action]:
        """The actions, most promising first for the side that chooses."""

        def promise(action: Action) -> Fitness:
            known = note.value_after(action) if self.parts.values else None
            return state.look_ahead(action, self.player) if known is None else known

        ordered = sorted(actions, key=promise, reverse=side.is_bot)
        first = (note.reply() if self.parts.replies else ()) or tuple(line or ())[:1]
        if first and first[0] in ordered:
            ordered.remove(first[0])
            ordered.insert(0, first[0])
        return ordered

    def _last_ply(
        self,
        state: Game[Player, Action, Fitness],
        side: Side[Fitness],
        actions: Sequence[Action],
        window: Window[Fitness],
    ) -> Found[Action, Fitness]:
        """The best look-ahead; of equals the last for the bot, the first for the opponent."""
        values = [state.look_ahead(action, self.player) for action in actions]
        best = 0
        for number, value in enumerate(values):
            if side.prefers(value, values[best]) or (side.is_bot and value == values[best]):
                best = number
        line = (actions[best],)
        if self.is_closing:
            order = sorted(range(len(values)), key=values.__getitem__, reverse=side.is_bot)
            order.remove(best)
            kind = self._close(
                state, side, [actions[n] for n in (best, *order)], values[best], window
            )
            if kind is not None:
                return Found(values[best], kind, True, line)
        return Found(values[best], Kind.EXACT, False, line)

    def _close(
        self,
        state: Game[Player, Action, Fitness],
        side: Side[Fitness],
        actions: Sequence[Action],
        value: Fitness,
        window: Window[Fitness],
    ) -> Kind | None:
        """Whether the last ply ends in leaves: the kind of its `value` then; None if not.

        actions: best first. The first child that is no leaf ends this for the whole iteration.
        """
        is_enough = side.is_settled(value)
        for action in actions:
            child = state.copy()
            child.execute(action, self.player)
            if self._ask(child)[1]:
                self.is_closing = False
                return None
            if is_enough:
                return Kind.EXACT
            if side.cuts(value, window):
                return side.cut
        return Kind.EXACT
