"""Whether our referee repeats a recorded match: every line, every state, the result."""

from dataclasses import dataclass
from typing import Any

from botsmith.errors import BadInput
from botsmith.referees.base import Lines, Match, Referee

INIT_TURN = -1  # in a Difference: what is told once, before turn 0


@dataclass(frozen=True)
class Difference:
    """The first place where a record and our referee part.

    turn: from 0; INIT_TURN for the lines told once, the number of turns for the result. seat:
    None where no seat is meant. made_from: what the referee was rebuilt from.
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
        return (
            f"{turn}{seat}, {self.what} (from {self.made_from}): "
            f"expected {shorten(self.expected)}, got {shorten(self.got)}"
        )


def shorten(value: Any, limit: int = 300) -> str:
    """A value on one line that does not fill the screen."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"


def first_difference(match: Match, kind: type[Referee]) -> Difference | None:
    """Replays a match through referees of `kind`; None if all that are rebuilt repeat it.

    BadInput if the record makes no match of this game.
    """
    if match.game != kind.game:
        raise BadInput(f"a match of {match.game!r}, expected one of {kind.game!r}")
    for made_from, referee in kind.rebuild(match).items():
        difference = _replay(match, referee, made_from)
        if difference is not None:
            return difference
    return None


def _replay(match: Match, referee: Referee, made_from: str) -> Difference | None:
    for seat in range(referee.players):
        lines = match.init_inputs.get(seat, [])
        told = referee.init_inputs(seat)
        if told != lines:
            return Difference(INIT_TURN, seat, "init_in", lines, told, made_from)
    for number, turn in enumerate(match.turns):
        if referee.over:
            return Difference(number, None, "over", False, True, made_from)
        outputs: dict[int, Lines] = {}
        for seat in referee.seats():
            expected = turn.inputs.get(seat)
            told = referee.inputs(seat)
            if told != expected:
                return Difference(number, seat, "in", expected, told, made_from)
            outputs[seat] = turn.outputs.get(seat, [])
            if referee.ends_turn(seat, outputs[seat]):
                break
        if set(outputs) != set(turn.inputs):
            asked = sorted(turn.inputs)
            return Difference(number, None, "seats asked", asked, sorted(outputs), made_from)
        referee.apply(outputs)
        state = referee.state()
        if not referee.is_same_state(turn.state, state):
            return Difference(number, None, "state", turn.state, state, made_from)
    return _compare_results(match, referee, made_from)


def _compare_results(match: Match, referee: Referee, made_from: str) -> Difference | None:
    end = len(match.turns)
    if not referee.over:
        return Difference(end, None, "over", True, False, made_from)
    got, expected = referee.result(), match.result
    pairs = [("scores", expected.scores, got.scores), ("ranks", expected.ranks, got.ranks)]
    if referee.compares_end:
        pairs.append(("end", expected.end, got.end))
    for name, wanted, seen in pairs:
        if wanted != seen:
            return Difference(end, None, f"result.{name}", wanted, seen, made_from)
    return None
