"""What a referee reads answers with: patterns, numbers of 32 bits, Java's split.

A reader raises InvalidAnswer for what the rules do not allow, and `Referee.judge` puts the seat
out.
"""

import re

SHOWN = 60  # letters of an answer in a reason
INT_DIGITS = 20  # digits of a number that are read: more than 32 bits hold
INT_LIMIT = 1 << 31


class InvalidAnswer(ValueError):
    """Raised for an answer that the rules do not allow; the text says why."""


def matched(line: str, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
    """Returns the match of the whole line; InvalidAnswer, with what is expected, without one."""
    if found := pattern.fullmatch(line):
        return found
    raise InvalidAnswer(f"expected {expected}, got {line[:SHOWN]!r}")


def int32(digits: str) -> int:
    """Returns the number in these digits, behind a minus or not. Raises InvalidAnswer for one that
    Java's int does not hold.
    """
    sign = -1 if digits.startswith("-") else 1
    value = sign * int(digits.lstrip("-").lstrip("0")[:INT_DIGITS] or "0")
    if not -INT_LIMIT <= value < INT_LIMIT:
        raise InvalidAnswer(f"{digits[:30]} does not fit into 32 bits")
    return value


def split(line: str, separator: str) -> list[str]:
    """Returns the pieces of Java's line.split(separator): empty ones at the end are left out, but
    an empty line is one empty piece. separator: one letter
    """
    text = line.rstrip(separator)
    return text.split(separator) if text or not line else []
