"""Code of Kutulu on the contest site: answers, and what only its games prove."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from botsmith.referees.base import Match, Referee, Turn
from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.form import SiteGame
from botsmith.site.places import Place, answered, answers, at_the_end, has_seed, turns_that
from contests.kutulu.referee import KutuluReferee, config_from_seed

LAST_TURN = 200


def is_map_of_seed(match: Match) -> bool:
    return has_seed(match) and match.config.get("map_param") is None  # it may be named


def yells_at_once(turn: Turn) -> bool:
    return sum(line.upper().startswith("YELL") for line in answers(turn)) > 1


def draws_a_target(match: Match) -> Iterator[int]:
    """Yields the turns that draw numbers and make no minion: a wanderer has several targets."""
    before: Mapping[str, Any] | None = None
    for number in turns_that(lambda turn: True)(match):
        state = match.turns[number].state
        if before and state["next_id"] == before["next_id"] and state["rng"] != before["rng"]:
            yield number
        before = state


def out_together(match: Match) -> Iterator[int]:
    """Yields the turns, but the last possible one, in which two explorers or more are out."""
    before = [1] * match.players
    for number in turns_that(lambda turn: True)(match):
        now = [row[5] for row in match.turns[number].state["p"]]
        if sum(before) - sum(now) > 1 and number < LAST_TURN:
            yield number
        before = now


class KutuluSite(SiteContest):
    """Code of Kutulu on the site. A game may name a map beside its seed."""

    answer = answer_form(r"(MOVE -?\d+ -?\d+|WAIT|PLAN|LIGHT|YELL)", re.IGNORECASE)
    checklist = (
        Place(places.MAP.asks, at_the_end(is_map_of_seed)),
        places.SEED,
        Place("two explorers who yell in one turn", answered(yells_at_once)),
        Place("a minion that draws the order of its targets", draws_a_target),
        Place("two explorers out in the same turn", out_together),
        Place(
            "a game that comes to turn 200",
            at_the_end(lambda match: len(match.turns) > LAST_TURN),
        ),
        places.TIE,
        *places.FAULTS,
        places.FOREIGN,
        places.TOLD,
    )

    def referee(self, site: SiteGame) -> Referee:
        seed = self.seed(site)
        KutuluReferee.from_seed(int(seed), len(site.names))
        return KutuluReferee(config_from_seed(seed, site.keys.get("map")))

    def keys(self, match: Match) -> dict[str, str]:
        name = match.config.get("map_param")
        return super().keys(match) | ({"map": name} if isinstance(name, str) else {})
