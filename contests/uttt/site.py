"""Ultimate tic-tac-toe on the contest site: the form of answers, and its places.

A place is a rule that only a game of the site can prove.
"""

from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.places import Place, ends


class UtttSite(SiteContest):
    """Ultimate tic-tac-toe on the site: the seed only determines the order of the legal cells."""

    needs_seed = False
    answer = answer_form(r"\d \d")
    checklist = (
        Place("who begins", lambda match: [0][: len(match.turns)]),
        Place("no line of boards: whoever has won more of them wins", ends("no valid action left")),
        places.TIE,
        *places.FAULTS,
        places.REPEATED,
    )
