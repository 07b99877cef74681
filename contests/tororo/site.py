"""Tororo on the contest site: the form of answers, and its places.

A place is a rule that only a game of the site can prove.
"""

import re
from collections.abc import Mapping
from typing import Any

from botsmith.referees.base import Match, Turn
from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.places import Place, answers, at_the_end, from_turn_to_turn, turns_that

SEED_ORDER = re.compile(r"SEED [0-9]+ ([0-9]+)(\s.*)?", re.ASCII)


def seeds_meet(turn: Turn) -> bool:
    """Returns True if both players seed a cell that is empty afterwards."""
    targets = [int(found[1]) for found in map(SEED_ORDER.fullmatch, answers(turn)) if found]
    return len(targets) == 2 and targets[0] == targets[1] and targets[0] not in cells_of(turn.state)


def cells_of(state: Mapping[str, Any]) -> set[int]:
    """Returns the cells with trees."""
    return {tree[0] for tree in state["trees"]}


def is_completed_for_nothing(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Returns True if a tree is completed when no nutrients are left."""
    return before["nutrients"] == 0 and bool(cells_of(before) - cells_of(now))


def has_many_answers(match: Match) -> bool:
    return sum(len(turn.outputs) for turn in match.turns) > 300


class TororoSite(SiteContest):
    """Tororo on the site: the seed determines the match."""

    answer = answer_form(r"(WAIT|(GROW|COMPLETE) \d+|SEED \d+ \d+)")
    checklist = (
        places.MAP,
        places.SEED,
        Place("two seeds that fall on the same cell", turns_that(seeds_meet)),
        Place(
            "a tree completed with no nutrients left", from_turn_to_turn(is_completed_for_nothing)
        ),
        Place("more than 300 answers", at_the_end(has_many_answers)),
        *places.USUAL,
    )
