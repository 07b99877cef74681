"""What somebody changes in a bot's file in the IDE (edits.txt)."""

from typing import NamedTuple

from tests.pages import cases_of, changes_of, page_beside


class Edit(NamedTuple):
    """changes: texts that stand once in the bundle, each with what it becomes.

    why: what keeps C from playing, in the line `# here`; None if nothing does. is_trap: C plays
    until it comes there. is_endless: CPython never ends.
    """

    changes: tuple[tuple[str, str], ...]
    why: str | None = None
    is_trap: bool = False
    is_endless: bool = False


def edit_of(words: list[str], text: str) -> Edit:
    """The edit of a case: the words behind its name, and its lines."""
    why = words[1] if len(words) > 1 else None
    return Edit(changes_of(text), why, "traps" in words, "endless" in words)


def edits_of(bot: str) -> dict[str, Edit]:
    """The edits of a bot by name."""
    found = {}
    for head, text in cases_of(page_beside(__file__, "edits.txt")[bot]):
        name, *words = head.split(" | ")
        found[name] = edit_of(words, text)
    return found
