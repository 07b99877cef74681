"""Checks and reads the parts of a record besides the match: names, times, engines, errors."""

from typing import Any

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.played import Played, Player, Seat, TurnTimes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.errors import BadInput
from botsmith.printable import printable
from botsmith.referees.base import Match

LONGEST = 300  # characters of a name or of a line about the match


def check_extras(match: Match) -> None:
    """Raises BadInput unless `bots`, `turn_ms`, `engine`, `stderr`, `errors` and `init_out` have
    the arena's form. Each may be missing.
    """
    wanted = {
        "bots": ("a list of objects", is_list_of(match.extra.get("bots", []), dict)),
        "turn_ms": ("lists of numbers by seat", by_seat(match, "turn_ms", (int, float))),
        "engine": ("turns in c, python and unknown by seat", are_engines(match)),
        "stderr": ("lists of texts by seat", by_seat(match, "stderr", str)),
        "init_out": ("lists of lines by seat", by_seat(match, "init_out", str)),
        "errors": ("objects with seat, turn and text", are_errors(match.extra.get("errors", []))),
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


def played_of(match: Match, number: int) -> Played:
    """Returns the figures of a recorded match, which gets this number.

    A seat with as many points as all others has not lost, whatever its rank. Raises BadInput for
    figures that no arena wrote.
    """
    check_extras(match)
    extra, result = match.extra, match.result
    is_draw = len(set(result.scores)) == 1
    faults = {error.get("seat"): error for error in extra.get("errors", [])}
    seed: Any = int(match.seed) if match.seed.lstrip("-").isdecimal() else match.seed
    seats = []
    for place, name in enumerate(names(match)):
        engine = extra.get("engine", {}).get(str(place), {"unknown": len(match.asked(place))})
        seat = Seat(
            player=Player(name, ""),
            budget=FULL_BUDGET,
            rank=1 if is_draw else result.ranks[place],
            score=result.scores[place],
            fault=str(faults.get(place, {}).get("fault", "")),
            text=faults.get(place, {}).get("text", ""),
            times=TurnTimes.of(extra.get("turn_ms", {}).get(str(place), [])),
            engine=EngineTurns(**engine),
        )
        seats.append(seat)
    return Played(
        number=number,
        game=match.game,
        seed=seed,
        rotation=extra.get("rotation", 0),
        level=FULL_BUDGET,
        time_rule=extra.get("time_rule", "none"),
        iterations=extra.get("iterations"),
        end=result.end,
        order=tuple(range(match.players)),
        seats=tuple(seats),
        id=number,
    )


def is_list_of(value: Any, kinds: Any) -> bool:
    """Returns True if a value is a list in which every entry is of one of these types."""
    return isinstance(value, list) and all(isinstance(entry, kinds) for entry in value)


def by_seat(match: Match, key: str, kinds: Any) -> bool:
    """Returns True if the record's `key` is missing, or an object with lists of these types by seat
    number.
    """
    value = match.extra.get(key, {})
    seats = [str(seat) for seat in range(match.players)]
    return isinstance(value, dict) and all(
        seat in seats and is_list_of(entries, kinds) for seat, entries in value.items()
    )


def are_engines(match: Match) -> bool:
    """Returns True if the record's `engine` is missing, or has the arena's form."""
    value = match.extra.get("engine", {})
    seats = [str(seat) for seat in range(match.players)]
    names = EngineTurns().as_json().keys()
    return isinstance(value, dict) and all(
        seat in seats
        and isinstance(turns, dict)
        and turns.keys() == names
        and all(type(count) is int and count >= 0 for count in turns.values())
        for seat, turns in value.items()
    )


def are_errors(value: Any) -> bool:
    """Returns True if a value has the form of the arena's list of errors."""
    return is_list_of(value, dict) and all(
        type(error.get("turn", 0)) is int
        and type(error.get("seat", 0)) is int
        and isinstance(error.get("text", ""), str)
        for error in value
    )
