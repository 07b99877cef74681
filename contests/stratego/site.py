"""Barrage Stratego on the contest site: the form of answers, and its places.

A place is a rule that only a game of the site can prove.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from botsmith.referees.base import Match
from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.places import Place, ends

TO_AND_FRO = 4  # moves in a row of one piece between the same two cells


def to_and_fro(match: Match) -> Iterator[int]:
    """Yields the turns in which a piece makes its fourth move in a row between two cells."""
    for seat in range(match.players):
        lines = [(number, turn.outputs.get(seat)) for number, turn in enumerate(match.turns)]
        moves = [(number, re.findall(r"\d+", found[0])) for number, found in lines if found]
        for start in range(len(moves) - TO_AND_FRO + 1):
            last = moves[start : start + TO_AND_FRO]
            if all(one[2:] + one[:2] == other for (_, one), (_, other) in pairwise(last)):
                yield last[-1][0]


class StrategoSite(SiteContest):
    """Barrage Stratego on the site: the seed changes at most the order of lists."""

    needs_seed = False
    answer = answer_form(r"(bot-start|\{.*\})")
    checklist = (
        Place("a piece that moves four times between two cells", to_and_fro),
        Place("a side without a piece that can move", ends("loser has no movable piece")),
        Place("both sides without a piece that can move", ends("both sides have no")),
        Place("a side to move without a legal move", ends("side to move has no")),
        Place("the turn limit", ends("turn limit")),
        Place("a setup that is refused", ends("invalid setup")),
        *places.FAULTS,
        places.REPEATED,
    )
