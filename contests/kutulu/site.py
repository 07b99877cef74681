"""Code of Kutulu on the contest site: the form of answers, and its places.

A place is a rule that only a game of the site can prove.
"""

import re
from collections.abc import Mapping
from typing import Any

from botsmith.referees.base import Match, Referee, Turn
from botsmith.site import places
from botsmith.site.contests import SiteContest, answer_form
from botsmith.site.form import SiteGame
from botsmith.site.places import Place, answers, any_turn, at_the_end, from_turn_to_turn, has_seed
from contests.kutulu.referee import KutuluReferee, config_from_seed

LAST_TURN = 200


def is_map_of_seed(match: Match) -> bool:
    return has_seed(match) and match.config.get("map_param") is None  # it may be named


def yells_at_once(turn: Turn) -> bool:
    return sum(line.upper().startswith("YELL") for line in answers(turn)) > 1


def draws_a_target(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Returns True if the referee drew numbers without making a minion, so a wanderer had several
    targets.
    """
    return bool(now["next_id"] == before["next_id"] and now["rng"] != before["rng"])


def are_out_together(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Returns True if two explorers or more were put out in the same turn."""
    living = [sum(int(row[5]) for row in state["p"]) for state in (before, now)]
    return living[0] - living[1] > 1


def out_together(match: Match) -> list[int]:
    """Returns the turns, without the last possible one, in which two explorers or more are
    put out.
    """
    found = from_turn_to_turn(are_out_together, {"p": [[1] * 6] * match.players})(match)
    return [number for number in found if number < LAST_TURN]


class KutuluSite(SiteContest):
    """Code of Kutulu on the site. A game may name a map beside its seed."""

    answer = answer_form(r"(MOVE -?\d+ -?\d+|WAIT|PLAN|LIGHT|YELL)", re.IGNORECASE)
    checklist = (
        Place(places.MAP.asks, at_the_end(is_map_of_seed)),
        places.SEED,
        Place("two explorers who yell in one turn", any_turn(yells_at_once)),
        Place("a minion that draws the order of its targets", from_turn_to_turn(draws_a_target)),
        Place("two explorers out in the same turn", out_together),
        Place("a game that comes to turn 200", places.lasts(LAST_TURN)),
        *places.USUAL,
    )

    def referee(self, site: SiteGame) -> Referee:
        config = config_from_seed(self.seed(site), site.keys.get("map"))
        return KutuluReferee(config, len(site.names))

    def keys(self, match: Match) -> dict[str, str]:
        name = match.config.get("map_param")
        return super().keys(match) | ({"map": name} if isinstance(name, str) else {})
