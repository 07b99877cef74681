"""What bots tell on stderr for the statistics: `[TDATA] name = value` and its relatives.

The form is that of psyleague and cgarena, so a bot that talks to them talks to us:

    [TDATA] name = value        about the match
    [PDATA] name = value        about the bot that prints it
    [PDATA+] name = value       the same, added up over the turns: the value is the sum so far
    [PDATA][12] name = value    with the turn that is meant (cgarena)

Everything else on stderr is nobody's business here. Pure functions over text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from botsmith.referees.base import Match

Value = int | float | str

TELLING = re.compile(r"\[([TP])DATA(\+?)\](?:\[(\d{1,9})\])?\s*([^\s=]+)\s*=(.*)", re.I)
WHOLE = re.compile(r"[+-]?\d{1,18}")
LARGEST = 10**18 - 1  # of a whole number, and of a sum
DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?")


@dataclass(frozen=True)
class Told:
    """One value. turn: from 0, as marked by the bot or else the turn in which it was printed.

    about_match: [TDATA]. is_marked: the bot named the turn itself.
    """

    turn: int
    name: str
    value: Value
    about_match: bool = False
    is_marked: bool = False


def value_of(text: str) -> Value:
    """A number if the text is one that every reader can hold, else the text."""
    if WHOLE.fullmatch(text):
        return int(text)
    if DECIMAL.fullmatch(text) and isfinite(number := float(text)):
        return number
    return text


def told(texts: Sequence[str], turns: Sequence[int] | None = None) -> list[Told]:
    """All values in what one bot wrote, one text a turn.

    turns: the number of each text's turn, 0, 1, 2, ... if None. A sum takes numbers only.
    """
    numbers = range(len(texts)) if turns is None else turns
    return list(found_in(zip(numbers, texts, strict=True)))


def found_in(texts: Iterator[tuple[int, str]]) -> Iterator[Told]:
    """The values of (turn, text) in their order."""
    sums: dict[str, int | float] = {}
    for printed, text in texts:
        for line in text.splitlines():
            match = TELLING.fullmatch(line.strip())
            if match is None:
                continue
            who, plus, marked, name, rest = match.groups()
            value = value_of(rest.strip())
            about_match = who in "Tt"
            if plus:
                if about_match or isinstance(value, str):
                    continue
                value = sums.get(name, 0) + value
                if abs(value) > LARGEST:  # no reader holds it
                    continue
                sums[name] = value
            turn = printed if marked is None else int(marked)
            yield Told(turn, name, value, about_match, marked is not None)


def stderr_turns(match: Match, seat: int) -> list[tuple[int, str]]:
    """What one seat wrote in a match that the arena played, as (turn, text).

    A bot that was put out may have left one text more, its last words, in the same turn.
    """
    texts = match.extra.get("stderr", {}).get(str(seat), [])
    if not match.turns:  # a foreign referee's match
        return list(enumerate(texts))
    asked = len(match.extra.get("turn_ms", {}).get(str(seat), texts))
    turns = match.asked(seat)[:asked] or list(range(asked))
    turns += turns[-1:] * (len(texts) - len(turns))
    return list(zip(turns, texts, strict=False))


def told_by_seat(match: Match) -> dict[int, list[Told]]:
    """What every seat of a match that the arena played told."""
    return {
        int(seat): list(found_in(iter(stderr_turns(match, int(seat)))))
        for seat in match.extra.get("stderr", {})
    }
