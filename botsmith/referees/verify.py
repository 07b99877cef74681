"""Checks that our referee repeats a recorded match: every line, every state, the result."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Lines, Match, Referee, Turn
from botsmith.referees.shapes import seats_from_json

INIT_TURN = -1  # the turn of a Difference in the lines that a bot reads once, before turn 0


@dataclass(frozen=True)
class Difference:
    """The first place where a record and our referee differ.

    turn: from 0; INIT_TURN for the lines that a bot reads once, the number of turns for the result
    seat: None if it is about the whole match
    made_from: a key of `Referee.rebuild`
    """

    turn: int
    seat: int | None
    what: str
    expected: Any
    got: Any
    made_from: str

    def __str__(self) -> str:
        turn = "start" if self.turn == INIT_TURN else f"turn {self.turn}"
        seat = "" if self.seat is None else f", seat {self.seat}"
        place = f"{turn}{seat}, {self.what} (from {self.made_from})"
        return f"{place}: expected {shorten(self.expected)}, got {shorten(self.got)}"


def shorten(value: Any, limit: int = 300) -> str:
    """Returns a value as text on one line, cut to `limit` characters."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"


def first_difference(match: Match, kind: type[Referee]) -> Difference | None:
    """Replays a match in every referee that `kind.rebuild` makes. Returns the first difference,
    None if all repeat the match.

    A turn of a game of the contest site may have no inputs, as the site does not show them.

    Raises BadInput if the record is no valid match of this game.
    """
    if match.game != kind.game:
        raise BadInput(f"a match of {match.game!r}, expected one of {kind.game!r}")
    for made_from, referee in kind.rebuild(match).items():
        for found in _differences(match, referee):
            return Difference(*found, made_from)
    return None


def _differences(match: Match, referee: Referee) -> Iterator[tuple[int, int | None, str, Any, Any]]:
    """Plays a match again. Yields turn, seat, what, expected and got of each value that our referee
    does not repeat.

    After the first difference the referee's state is no longer that of the match.
    """
    for seat in range(referee.players):
        lines, found = match.init_inputs.get(seat, []), referee.init_inputs(seat)
        if found != lines:
            yield INIT_TURN, seat, "init_in", lines, found
    open_as_recorded(referee, match)
    for number, turn in enumerate(match.turns):
        if referee.over:
            yield number, None, "over", False, True
        recorded = referee.recorded_inputs(turn)
        has_lines = bool(recorded) or "site" not in match.extra
        listeners = referee.listeners()
        outputs = answers_of(referee, turn)
        for seat in [*listeners, *outputs]:
            expected = recorded.get(seat)
            got = referee.comparable_inputs(seat, turn)
            if has_lines and got != expected:
                yield number, seat, "in", expected, got
        asked = sorted(recorded if has_lines else {*turn.outputs, *listeners})
        if sorted({*outputs, *listeners}) != asked:
            yield number, None, "seats asked", asked, sorted([*listeners, *outputs])
        referee.apply(outputs)
        site = turn.extra.get("site")
        words = site if isinstance(site, dict) else {}
        for key, value in referee.site_state(words).items():
            if key in words and not referee.is_as_reported(key, words[key], value):
                yield number, None, f"site's {key}", words[key], value
        if not referee.is_same_state(turn.state, state := referee.state()):
            yield number, None, "state", turn.state, state
    end = len(match.turns)
    if not referee.over:
        yield end, None, "over", True, False
    ours, theirs = referee.result(), match.result
    pairs = {name: (match.extra.get(name), seen) for name, seen in referee.final().items()}
    for name in ("scores", "ranks", *["end"] * referee.compares_end):
        pairs[f"result.{name}"] = getattr(theirs, name), getattr(ours, name)
    for name, (wanted, seen) in pairs.items():
        if wanted != seen:
            yield end, None, name, wanted, seen


def answers_of(referee: Referee, turn: Turn) -> dict[int, Lines]:
    """Returns the recorded lines of each seat that our referee asks, up to a fault after which it
    asks nobody else.
    """
    found: dict[int, Lines] = {}
    for seat in referee.seats():
        found[seat] = turn.outputs.get(seat, [])
        if referee.ends_turn(seat, found[seat]):
            break
    return found


def rebuilt(match: Match) -> Referee:
    """Returns the first referee that `Referee.rebuild` makes of a recorded match. Raises BadInput
    as `rebuild` does.
    """
    return next(iter(referee_for(match.game).rebuild(match).values()))


def open_as_recorded(referee: Referee, match: Match) -> None:
    """Passes the answers in the record's `init_out` to a referee that asks before its first turn.

    Raises BadInput if the record has none of this form.
    """
    if any(referee.opening(seat) for seat in range(referee.players)):
        referee.open(seats_from_json(match.extra.get("init_out"), "init_out"))


def recorded_answers(referee: Referee, turn: Turn, number: int) -> dict[int, Lines]:
    """Returns the lines that each seat answered in a recorded turn, in the form of `Referee.apply`.

    Raises BadInput if our referee asks other seats in this turn, or has already ended the match.
    """
    if referee.over:
        raise BadInput(f"turn {number}: our referee ended this match before; see `verify`")
    found = answers_of(referee, turn)
    if sorted(found) != sorted(turn.outputs):
        asked = f"our referee asks {sorted(found)}; see `verify`"
        raise BadInput(f"turn {number}: answers of seats {sorted(turn.outputs)}, {asked}")
    return found
