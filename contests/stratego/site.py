"""Barrage Stratego on the contest site: answers, and what only its games prove."""

import re

from botsmith.referees.base import Match
from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.places import Place, ends

TO_AND_FRO = 4  # moves in a row of one piece between the same two cells


def to_and_fro(match: Match) -> list[int]:
    """Returns the turns in which a piece makes its fourth move in a row between two cells."""
    found, moves = [], {seat: list[str]() for seat in range(match.players)}
    for number, turn in enumerate(match.turns):
        for seat, lines in turn.outputs.items():
            own = moves[seat]
            own += lines[:1]
            last = [re.findall(r"\d+", line) for line in own[-TO_AND_FRO:]]
            if len(last) == TO_AND_FRO and all(
                one[:2] == other[2:] and one[2:] == other[:2]
                for one, other in zip(last, last[1:], strict=False)
            ):
                found.append(number)
    return found


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
