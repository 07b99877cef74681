"""Turns a match's result into one whole number a seat, as other tools compare nothing else.

cg-brutaltester and the play scripts of psyleague and cgarena know: the higher score is better,
equal is a draw, a negative one is an error of that player. They read 32-bit integers.
"""

from collections.abc import Collection, Sequence

from botsmith.referees.base import Match

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
    is_fit = (
        own == list(scores)
        and agree(own, ranks)
        and all(score >= 0 or seat in out for seat, score in enumerate(own))
    )
    found = own if is_fit else [sum(other > rank for other in ranks) for rank in ranks]
    tail = tail_of_faults(ranks, out)
    if any(found[seat] >= 0 for seats in tail for seat in seats):
        for place, seats in enumerate(tail, 1):
            for seat in seats:
                found[seat] = -place
    return found


def agree(scores: Sequence[int], ranks: Sequence[int]) -> bool:
    """Returns True if a better rank always has a higher score, and an equal rank an equal score."""
    pairs = [
        (one, other, ranks[seat], rank)
        for seat, one in enumerate(scores)
        for other, rank in zip(scores, ranks, strict=True)
    ]
    return all(
        (one > other) == (rank < behind) and (one == other) == (rank == behind)
        for one, other, rank, behind in pairs
    )


def tail_of_faults(ranks: Sequence[int], out: Collection[int]) -> list[list[int]]:
    """Returns the worst ranks, best first, that hold only seats that were put out."""
    tail: list[list[int]] = []
    for rank in sorted(set(ranks), reverse=True):
        seats = [seat for seat, other in enumerate(ranks) if other == rank]
        if not all(seat in out for seat in seats):
            break
        tail.insert(0, seats)
    return tail


def scores_of(match: Match) -> list[int]:
    """Returns `whole_scores` of a match of the arena."""
    return whole_scores(match.result.scores, match.result.counted, at_fault(match))
