"""What somebody changes in a bot's file in the IDE."""

from typing import NamedTuple

NO = "not in the subset: "


class Edit(NamedTuple):
    """changes: texts that stand once in the bundle, each with what it becomes.

    why: what keeps C from playing, in the line `# here`; None if nothing does. is_trap: C plays
    until it comes there. is_endless: CPython never ends.
    """

    changes: tuple[tuple[str, str], ...]
    why: str | None = None
    is_trap: bool = False
    is_endless: bool = False


def stays(*changes: tuple[str, str]) -> Edit:
    """C plays every turn."""
    return Edit(changes)


def leaves(why: str, *changes: tuple[str, str]) -> Edit:
    """C never plays."""
    return Edit(changes, why)


def traps(why: str, *changes: tuple[str, str]) -> Edit:
    """It is in the subset, but C stops at an exception."""
    return Edit(changes, why, is_trap=True)
