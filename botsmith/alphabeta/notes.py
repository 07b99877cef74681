"""What alpha-beta remembers of inner nodes from one iteration to the next.

One note a state, reached by the actions that lead to it; where the game hashes, states that are
the same share a note, and the notes are a transposition table. Notes hold actions and values, no
states and no lists of what can be done.
"""

from collections.abc import Hashable
from typing import Generic

from botsmith.alphabeta.game import Action, Fitness, Found, Kind, Window


class Note(Generic[Action, Fitness]):
    """What is remembered of one state.

    found, depth: the result of its last search, and the depth of that in plies. actions, notes:
    what was tried from here, and the notes of what follows.
    """

    __slots__ = ("actions", "depth", "found", "notes")

    def __init__(self) -> None:
        self.found: Found[Action, Fitness] | None = None
        self.depth = 0
        self.actions: list[Action] = []
        self.notes: list[Note[Action, Fitness]] = []

    def keep(self, found: Found[Action, Fitness], depth: int) -> None:
        """Remembers the result of a search of `depth` plies."""
        self.found = found
        self.depth = depth

    def reply(self) -> tuple[Action, ...]:
        """The action that was best in the last search; nothing if there was none."""
        return () if self.found is None else self.found.line[:1]

    def known(
        self, depth: int, window: Window[Fitness], finished_too: bool = True
    ) -> Found[Action, Fitness] | None:
        """The remembered result if a search of `depth` plies could tell nothing else that counts.

        It was searched as deep or, with `finished_too`, its lines end before that; and it is exact
        or lies outside of the window.
        """
        found = self.found
        if found is None or self.depth > depth:
            return None
        if self.depth < depth and not (finished_too and found.is_finished):
            return None
        if (
            found.kind is Kind.EXACT
            or (found.kind is Kind.AT_MOST and window.is_too_low(found.value))
            or (found.kind is Kind.AT_LEAST and window.is_too_high(found.value))
        ):
            return found
        return None

    def value_after(self, action: Action) -> Fitness | None:
        """The last value of the state behind `action`, exact or a limit; None if unknown."""
        if action not in self.actions:
            return None
        found = self.notes[self.actions.index(action)].found
        return None if found is None else found.value


class Notes(Generic[Action, Fitness]):
    """All notes of a search, `limit` at most; what comes later is not remembered.

    shares: whether states with equal keys share a note.
    """

    def __init__(self, limit: int, shares: bool) -> None:
        self.room = limit
        self.shares = shares
        self.table: dict[Hashable, Note[Action, Fitness]] = {}

    def behind(
        self, note: Note[Action, Fitness], action: Action, key: Hashable | None
    ) -> Note[Action, Fitness]:
        """The note of the state with that key, to which `action` leads from that of `note`."""
        if action in note.actions:
            return note.notes[note.actions.index(action)]
        found = self.table.get(key) if self.shares and key is not None else None
        if found is None:
            found = Note()
            if self.room <= 0:
                return found
            self.room -= 1
            if self.shares and key is not None:
                self.table[key] = found
        note.actions.append(action)
        note.notes.append(found)
        return found
