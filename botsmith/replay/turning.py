"""Finds the turn of a match to look at first, when an author asks why a seat lost."""

from typing import Any

from botsmith.referees import class_of, referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import rebuilt
from botsmith.replay.falls import deepest_falls
from botsmith.replay.figures import number_text
from botsmith.replay.painter import painter_for
from botsmith.replay.thoughts import evaluations, stderr_of

WINDOW = 10  # turns


def turning_point(match: Match, seat: int) -> tuple[int, str]:
    """Returns the turn that best explains why a seat lost, and the reason to look at it.

    It is the turn of the seat's fault; else of the deepest fall of its evaluation; else the first
    of the WINDOW turns in which it lost most of the contest's margin; else the last turn.

    Raises BadInput if the record is no valid match.
    """
    last = len(match.turns) - 1
    for error in match.extra.get("errors", []):
        if error.get("seat") == seat and error.get("fault"):
            return min(int(error.get("turn", last)), last), str(error["fault"])
    if found := deepest_falls(reported_values(match, seat)):
        turn, _, words = max(found, key=lambda fall: fall[1])
        return turn, words
    margins = margins_of(match, seat)
    windows = enumerate(zip(margins, margins[WINDOW:], strict=False))
    losses = [(was - now, -n) for n, (was, now) in windows if was is not None and now is not None]
    lost, turn = max(losses, default=(0.0, 0))
    if lost > 0:
        margin = referee_for(match.game).margin
        return -turn, f"falls {number_text(lost)} {margin} further behind in {WINDOW} turns"
    return last, "the last turn"


def reported_values(match: Match, seat: int) -> list[float | None]:
    """Returns the evaluation that a seat's bot reported, by turn; None where it reported none."""
    own = None
    if any(stderr_of(match, seat)) and class_of(match.game, "draw", "Painter") is not None:
        own = painter_for(match.game)(rebuilt(match)).own_unit(seat)
    return evaluations(match, seat, own)


def margins_of(match: Match, seat: int) -> list[float | None]:
    """Returns, by turn, how far a seat is ahead of the best other seat in the contest's margin.

    It is None for a turn without a state, and for every turn of a contest without a margin.
    """
    referee = referee_for(match.game)

    def ahead(state: Any) -> float | None:
        """Returns the seat's lead in a state, below 0 if it is behind."""
        if state is None or not referee.margin:
            return None
        parts = referee.parts_of(match.config, state)[referee.margin]
        return parts[seat] - max((part for n, part in enumerate(parts) if n != seat), default=0.0)

    return [ahead(turn.state) for turn in match.turns]
