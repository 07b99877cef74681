"""Turns a match's result into one whole number a seat, because other tools compare only that.

For cg-brutaltester and the play scripts of psyleague and cgarena the higher score is better, equal
scores are a draw, and a negative score is an error of that player. They read 32-bit integers.
"""

from collections.abc import Collection, Sequence

from botsmith.referees.base import Match, ranks_of

LARGEST = 2**31 - 1


def at_fault(match: Match) -> set[int]:
    """Returns the seats that were put out: late, crashed, invalid, flooding, too big."""
    return {error["seat"] for error in match.extra.get("errors", [])}


def whole_scores(scores: Sequence[float], ranks: Sequence[int], out: Collection[int]) -> list[int]:
    """Returns one whole score a seat, in the order of the ranks.

    They are the game's scores if these are whole numbers, agree with the ranks, and are negative
    only for seats with a fault. Otherwise the score is the number of seats ranked below. Seats that
    were put out and rank below all others get a negative score.
    """
    own = [int(score) for score in scores if abs(score) <= LARGEST]
    below = [sum(other > rank for other in ranks) for rank in ranks]
    is_sound = all(score >= 0 or seat in out for seat, score in enumerate(own))
    is_fit = is_sound and own == list(scores) and ranks_of(own) == ranks_of(below)
    found = own if is_fit else below
    honest = max((rank for seat, rank in enumerate(ranks) if seat not in out), default=0)
    tail = sorted({rank for rank in ranks if rank > honest})
    last = {seat: -1 - tail.index(rank) for seat, rank in enumerate(ranks) if rank > honest}
    if any(found[seat] >= 0 for seat in last):
        found = [last.get(seat, score) for seat, score in enumerate(found)]
    return found


def scores_of(match: Match) -> list[int]:
    """Returns a whole number for each seat of an arena's match, the higher the better; see
    `whole_scores`.
    """
    return whole_scores(match.result.scores, match.result.counted, at_fault(match))
