"""Olymbits on the contest site: the form of answers, and its places.

A place is a rule that only a game of the site can prove.
"""

import re

from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.places import Place, ends


class OlymbitsSite(SiteContest):
    """Olymbits on the site: the seed determines the match."""

    answer = answer_form(r"(UP|DOWN|LEFT|RIGHT)", re.IGNORECASE)
    checklist = (
        places.MAP,
        places.SEED,
        Place("fewer than two players left before turn 100", ends("fewer")),
        *places.USUAL,
    )
