"""Reads answers as Java's referees do: patterns, numbers of 32 bits, Java's split.

A reader raises InvalidAnswer for an answer that the rules do not allow, and `Referee.judge` puts
the seat out.
"""

import re

SHOWN = 60  # letters of an answer in a reason
INT_DIGITS = 20  # digits of a number that are read: more than 32 bits hold
INT_LIMIT = 1 << 31


class InvalidAnswer(ValueError):
    """Raised for an answer that the rules do not allow; the text says why."""


def matched(line: str, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
    """Returns the match of a pattern with the whole line. Raises InvalidAnswer, with `expected` in
    its text, if the line does not match.
    """
    if found := pattern.fullmatch(line):
        return found
    raise InvalidAnswer(f"expected {expected}, got {line[:SHOWN]!r}")


def int32(digits: str) -> int:
    """Returns the number in a text of digits, perhaps behind a minus. Raises InvalidAnswer for a
    number that is no Java int.
    """
    sign = -1 if digits.startswith("-") else 1
    value = sign * int(digits.lstrip("-").lstrip("0")[:INT_DIGITS] or "0")
    if not -INT_LIMIT <= value < INT_LIMIT:
        raise InvalidAnswer(f"{digits[:30]} does not fit into 32 bits")
    return value


def split(line: str, separator: str) -> list[str]:
    """Returns the pieces of Java's line.split(separator): without empty pieces at the end, but an
    empty line has one empty piece. `separator` is one letter.
    """
    text = line.rstrip(separator)
    return text.split(separator) if text or not line else []
