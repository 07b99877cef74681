"""Searches a game for places: rules that the site may apply otherwise than our referees.

contests/GAME/site.py lists the places of its contest. This module has places of many contests.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from botsmith.arena.matches.played import stderr_turns
from botsmith.referees.base import Match, Turn
from botsmith.site.form import SITE, UNREAD

Where = Callable[[Match], Iterable[int]]
ONLY_48_BITS = 1 << 48  # of a seed that java.util.Random takes


@dataclass(frozen=True)
class Place:
    """A rule that only a game of the site can prove.

    asks: the question, as in docs/games/
    where: finds the turns of a game in which the rule matters
    holds: a further condition, besides that our referee repeats the game
    """

    asks: str
    where: Where
    holds: Callable[[Match], bool] = lambda match: True


def turns_that(holds: Callable[[Turn], object]) -> Where:
    """Returns a search for the turns of which `holds` is true, among the turns that our referee
    played.
    """
    return any_turn(lambda turn: turn.state is not None and holds(turn))


def from_turn_to_turn(holds: Callable[[Any, Any], object], start: Any = None) -> Where:
    """Returns a search for the turns whose states satisfy `holds(before, now)`.

    start: the state before the first turn; without it the first turn is left out
    """

    def search(match: Match) -> Iterator[int]:
        """Yields the numbers of these turns."""
        before = start
        for number, turn in enumerate(match.turns):
            if turn.state is not None:
                if before is not None and holds(before, turn.state):
                    yield number
                before = turn.state

    return search


def at_the_end(holds: Callable[[Match], object]) -> Where:
    """Returns a search for the last turn of a match of which `holds` is true."""
    return lambda match: [len(match.turns) - 1] if match.turns and holds(match) else []


def lasts(turns: int) -> Where:
    """Returns a search for the last turn of a match of more than so many turns."""
    return at_the_end(lambda match: len(match.turns) > turns)


def ends(*starts: str) -> Where:
    """Returns a search for the last turn of a match whose end begins with one of these texts."""
    return at_the_end(lambda match: match.result.end.startswith(starts))


def fault(*names: str) -> Where:
    """Returns a search for the turns in which a seat had one of these faults."""
    return lambda match: [
        error["turn"]
        for error in match.extra.get("errors", [])
        if error.get("fault") in names and 0 <= error.get("turn", -1) < len(match.turns)
    ]


def any_turn(holds: Callable[[Turn], object]) -> Where:
    """Returns a search for the turns of which `holds` is true, also those that our referee did not
    play.
    """
    return lambda match: [number for number, turn in enumerate(match.turns) if holds(turn)]


def with_line(holds: Callable[[str], object]) -> Where:
    """Returns a search for the turns with an answered line of which `holds` is true."""
    return any_turn(lambda turn: any(holds(line) for line in answers(turn)))


def answers(turn: Turn) -> list[str]:
    """Returns all lines that seats answered in a turn."""
    return [line for lines in turn.outputs.values() for line in lines]


def repeated_lines(match: Match) -> Iterator[int]:
    """Yields the turns in which a bot wrote on stderr all lines that our referee sends it."""
    for seat in range(match.players):
        for number, text in stderr_turns(match, seat):
            lines = match.turns[number].inputs.get(seat) if 0 <= number < len(match.turns) else None
            if lines and "\n".join(lines) in text.replace("\r", ""):
                yield number


def has_unread(turn: Turn) -> bool:
    """Returns True if a seat answered more lines on the site than the turn takes."""
    site = turn.extra.get(SITE)
    return isinstance(site, dict) and UNREAD in site


def has_tie(match: Match) -> bool:
    """Returns True if two players share a rank."""
    return len(set(match.result.ranks)) < match.players


def has_odd_seed(match: Match) -> object:
    """Returns a true value if the seed is a number that Java's generator would cut to 48 bits."""
    return re.fullmatch(r"[+-]?[0-9]{1,30}", match.seed) and not 0 <= int(match.seed) < ONLY_48_BITS


def has_seed(match: Match) -> bool:
    """Returns True if the seed is not 0."""
    return match.seed != "0"


# ---- what many contests have

MAP = Place("maps, runs and dice as the seed gives them", at_the_end(has_seed))
SEED = Place("a seed below 0, or of more than 48 bits", at_the_end(has_odd_seed))
LATE = Place("no answer, from a program that is late or has ended", fault("timeout", "crash"))
INVALID = Place("an answer that is refused", fault("invalid"))
MORE = Place("more lines answered than the turn takes", any_turn(has_unread))
FAULTS = (LATE, INVALID, MORE)
FOREIGN = Place(
    "an answer with letters that are not ASCII", with_line(lambda line: not line.isascii())
)
REPEATED = Place("the order of a turn's lines: a bot repeats them on stderr", repeated_lines)
TIE = Place("two players who share a place", at_the_end(has_tie))
USUAL = (TIE, *FAULTS, FOREIGN, REPEATED)
