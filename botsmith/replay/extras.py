"""Checks and reads the parts of a record besides the match: names, times, engines, errors."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.played import Job, Played, Player, played_from
from botsmith.arena.process.stderr import EngineTurns
from botsmith.errors import BadInput
from botsmith.printable import printable
from botsmith.referees.base import Match

LONGEST = 300  # characters of a name or of a line about the match


def check_extras(match: Match) -> None:
    """Raises BadInput unless `bots`, `turn_ms`, `engine`, `stderr`, `errors` and `init_out` have
    the arena's form. Each may be missing.
    """
    extra, counts = match.extra, "a whole number for each seat"
    wanted = {
        "bots": ("a list of objects", is_list_of(extra.get("bots", []), dict)),
        "turn_ms": ("lists of numbers by seat", by_seat(match, "turn_ms", lists_of(int, float))),
        "engine": ("turns in c, python and unknown by seat", by_seat(match, "engine", are_turns)),
        "stderr": ("lists of texts by seat", by_seat(match, "stderr", lists_of(str))),
        "init_out": ("lists of lines by seat", by_seat(match, "init_out", lists_of(str))),
        "errors": ("objects with seat, turn and text", are_errors(extra.get("errors", []))),
        "squeezed": (counts, are_counts(match, "squeezed")),
        "late": (counts, are_counts(match, "late")),
    }
    for key, (form, is_right) in wanted.items():
        if not is_right:
            raise BadInput(f"the record's {key!r}: expected {form}")


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


def is_list_of(value: Any, kinds: Any) -> bool:
    """Returns True if a value is a list in which every entry is of one of these types."""
    return isinstance(value, list) and all(isinstance(entry, kinds) for entry in value)


def lists_of(*kinds: type) -> Callable[[Any], bool]:
    """Returns a test for lists in which every entry is of one of these types."""
    return lambda value: is_list_of(value, kinds)


def by_seat(match: Match, key: str, is_right: Callable[[Any], bool]) -> bool:
    """Returns True if the record's `key` is missing, or an object with right values by seat
    number.
    """
    value = match.extra.get(key, {})
    seats = {str(seat) for seat in range(match.players)}
    return isinstance(value, dict) and value.keys() <= seats and all(map(is_right, value.values()))


def are_turns(value: Any) -> bool:
    """Returns True if a value has the form of a seat's entry in the arena's `engine`."""
    names = EngineTurns().as_json().keys()
    return (
        isinstance(value, dict)
        and value.keys() == names
        and all(type(count) is int and count >= 0 for count in value.values())
    )


def are_counts(match: Match, key: str) -> bool:
    """Returns True if the record's `key` is missing, or a list with a whole number for each
    seat.
    """
    value = match.extra.get(key, [0] * match.players)
    return is_list_of(value, int) and len(value) == match.players


def are_errors(value: Any) -> bool:
    """Returns True if a value has the form of the arena's list of errors."""
    return is_list_of(value, dict) and all(
        type(error.get("turn", 0)) is int
        and type(error.get("seat", 0)) is int
        and isinstance(error.get("text", ""), str)
        for error in value
    )
