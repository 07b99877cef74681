"""Checks and reads the parts of a record besides the match: names, times, engines, errors."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.played import Job, Played, Player, played_from
from botsmith.arena.process.stderr import EngineTurns
from botsmith.errors import BadInput
from botsmith.printable import printable
from botsmith.referees.base import Match
from botsmith.referees.shapes import name_of, read_shape

LONGEST = 300  # characters of a name or of a line about the match
FORMS: dict[str, Any] = {
    "bots": list[dict[str, Any]],
    "turn_ms": dict[str, list[float]],
    "engine": dict[str, dict[str, int]],
    "stderr": dict[str, list[str]],
    "init_out": dict[str, list[str]],
    "errors": list[dict[str, Any]],
    "squeezed": list[int],
    "late": list[int],
}
ERROR, ERROR_FORM = {"seat": 0, "turn": 0, "text": ""}, tuple[int, int, str]  # each may be missing


def check_extras(match: Match) -> None:
    """Raises BadInput unless the keys in FORMS have the arena's form. Each may be missing."""
    for key, form in FORMS.items():
        try:
            value = read_shape(match.extra[key], form) if key in match.extra else form()
            for turns in value.values() if key == "engine" else ():
                EngineTurns(**turns)
            for error in value if key == "errors" else ():
                read_shape([error.get(name, least) for name, least in ERROR.items()], ERROR_FORM)
            if value and form == list[int] and len(value) != match.players:
                raise TypeError(f"a number for each of {match.players} seats")
        except TypeError:
            raise BadInput(f"the record's {key!r}: expected {name_of(form)}") from None


def names(match: Match) -> list[str]:
    """Returns the players' names, each on one line; "player 0" and so on if the record has none."""
    bots = match.extra.get("bots")
    if isinstance(bots, list) and len(bots) == match.players:
        reported = [str(bot.get("name", f"player {n}")) for n, bot in enumerate(bots)]
        return [printable(name[:LONGEST]) for name in reported]
    return [f"player {seat}" for seat in range(match.players)]


def by_turn(match: Match, texts: Iterable[tuple[int, str]], between: str = "") -> list[str | None]:
    """Returns the joined texts of each turn, None for a turn without any.

    texts: pairs (turn, text); turns beyond the end of the match count as its last
    between: the text between two joined texts
    """
    found: list[list[str]] = [[] for _ in match.turns]
    for turn, text in texts if found else ():
        found[min(turn, len(found) - 1)].append(text)
    return [between.join(words) or None for words in found]


def played_of(match: Match, number: int) -> Played:
    """Returns the figures of a recorded match, which gets this number.

    If all seats have the same points, no seat counts as a loser, whatever the ranks. Raises
    BadInput for figures that no arena wrote.
    """
    check_extras(match)
    seed: Any = int(match.seed) if match.seed.lstrip("-").isdecimal() else match.seed
    order = tuple(range(match.players))
    rotation, budgets = match.extra.get("rotation", 0), (FULL_BUDGET,) * match.players
    job = Job(number, FULL_BUDGET, seed, rotation, order, budgets)
    result = replace(match.result, is_draw=len(set(match.result.scores)) == 1)
    players = [Player(name, "") for name in names(match)]
    return replace(played_from(replace(match, result=result), job, players), id=number)
