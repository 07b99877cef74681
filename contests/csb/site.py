"""Coders Strike Back on the contest site: the form of answers, and its places.

A place is a rule that only a game of the site can prove.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from bots.csb.rules import MAX_IDLE, PODS_EACH
from botsmith.errors import BadInput
from botsmith.referees.base import Match, Referee, Result, Turn
from botsmith.site import places
from botsmith.site.contests import NO_SEED, SEED, SiteContest, answer_form
from botsmith.site.form import SiteGame
from botsmith.site.places import Place, at_the_end, from_turn_to_turn, turns_that, with_line
from contests.csb.referee import FIXED, CsbReferee

PODS_KEY = "pod_per_player"  # stands in games of this contest alone
POINTS = re.compile(r"\s*(-?[0-9]{1,6}\s+-?[0-9]{1,6}(\s+|$)){2,100}")
NUMBER = r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?"
POD_ROW = re.compile(rf"\s*{NUMBER}(?:\s+{NUMBER}){{3}}(?:\s+(?:{NUMBER}|null)){{8}}\s*", re.ASCII)
HEADING, NEXT = 8, 10  # places in a pod's row
UNSET = "null"  # what stands there before a pod has turned
HOME, OUT = 1.0, 0.0  # the site's score of a loser: behind a finish, and eliminated
WON = 2.0
AT_HOME = ("finish", "turn_limit")
BOTH_NAMED = "the map as the seed gives it, in a game that names both"
RIM = 600  # units from a checkpoint, as in docs/games/csb.md
AT_START = {"pods": [[0, 0, 0, 0, None, 1]] * 4}  # as many checkpoints are passed
ORDER = re.compile(r"-?[0-9]+ -?[0-9]+ ([0-9]+|BOOST|SHIELD)( .*)?")
ODD_ORDER = re.compile(r"(\s*[-+]?[0-9.]+){2}\s+([+]?[0-9.]+|BOOST|SHIELD)(\s.*)?")


def is_of_seed(match: Match) -> bool:
    """Returns True if the game's map is our referee's map for the seed."""
    if not re.fullmatch(r"[+-]?[0-9]{1,19}", match.seed):
        return False
    ours = CsbReferee.from_seed(int(match.seed), match.players)
    return bool(ours.config["checkpoints"] == match.config["checkpoints"])


def has_equal_times(turn: Turn) -> bool:
    times = [row[0] for row in turn.state["collisions"]]
    return len(set(times)) < len(times)


def at_the_rim(match: Match) -> Iterable[int]:
    """Yields the turns in which a pod ends exactly at the radius of its next checkpoint."""
    points = match.config["checkpoints"]

    def is_at_the_rim(turn: Turn) -> bool:
        goals = [(row[:2], points[row[5] % len(points)]) for row in turn.state["pods"]]
        return any((x - to_x) ** 2 + (y - to_y) ** 2 == RIM**2 for (x, y), (to_x, to_y) in goals)

    return turns_that(is_at_the_rim)(match)


def two_at_once(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Returns True if a pod has passed two checkpoints in a turn."""
    pods = zip(before["pods"], now["pods"], strict=True)
    return any(new[5] > old[5] + 1 for old, new in pods)


def aims_at_itself(match: Match) -> list[int]:
    """Returns a list with the first turn, if a pod's order there has its own place as its point;
    else [].
    """
    for first in match.turns[:1]:
        for seat, lines in first.outputs.items():
            rows = [row.split()[:2] for row in first.inputs.get(seat, [])[:2]]
            if any(line.split()[:2] == row for line, row in zip(lines, rows, strict=False)):
                return [0]
    return []


def are_both_home(turn: Turn) -> bool:
    home = [pod[8] for pod in turn.state["pods"]]
    return bool(max(home[:2]) and max(home[2:]))


def has_passed_and_is_out(match: Match) -> bool:
    """Returns True if a player lost by time-out after one of its pods had passed a checkpoint."""
    last = match.turns[-1].state
    if last is None or not match.result.end.startswith("timeout"):
        return False
    passed = [max(pod[5] for pod in last["pods"][place : place + 2]) for place in (0, 2)]
    players = zip(passed, match.result.ranks, strict=True)
    return any(count > 1 and rank > 1 for count, rank in players)


def has_hit_at_the_end(turn: Turn) -> bool:
    return any(row[0] >= 1.0 for row in turn.state["collisions"])


def is_odd_order(line: str) -> bool:
    return bool(ODD_ORDER.fullmatch(line) and not ORDER.fullmatch(line))


def wants_a_line(turn: Turn) -> bool:
    return any(len(lines) == 1 for lines in turn.outputs.values())


class CsbSite(SiteContest):
    """Coders Strike Back on the site: `refereeInput` has the map, and the frames have the state of
    every turn.
    """

    answer = answer_form(r"-?\d+ -?\d+ (\d+|BOOST|SHIELD)")
    checklist = (
        Place(BOTH_NAMED, at_the_end(places.has_seed), is_of_seed),
        places.SEED,
        Place("two collisions at the very same time", turns_that(has_equal_times)),
        Place("a collision at the very end of a turn", turns_that(has_hit_at_the_end)),
        Place("a pod that stops at exactly 600 units from its checkpoint", at_the_rim),
        Place("two checkpoints passed in one turn", from_turn_to_turn(two_at_once, AT_START)),
        Place("a pod that aims at itself on the first turn", aims_at_itself),
        Place("both players home in the same turn", turns_that(are_both_home)),
        Place("out of time after a checkpoint was passed", at_the_end(has_passed_and_is_out)),
        Place("a race of 500 turns", places.lasts(499)),
        Place("an order with odd blanks, a plus or a decimal point", with_line(is_odd_order)),
        Place("one line where two are due", places.any_turn(wants_a_line)),
        *places.FAULTS,
    )

    def is_own(self, site: SiteGame) -> bool:
        return PODS_KEY in site.keys

    def referee(self, site: SiteGame) -> Referee:
        """Returns the race over the game's map, else over the map of its seed. Raises BadInput for
        another league.
        """
        fixed = {PODS_KEY: PODS_EACH, "pod_timeout": MAX_IDLE}
        for key, value in fixed.items():
            if site.keys.get(key, str(value)) != str(value):
                reported = site.keys[key][:40]
                raise BadInput(f"{key}={reported!r}: our referee plays the legend league, {value}")
        points = points_from(site.keys["map"]) if "map" in site.keys else None
        ours = CsbReferee.from_seed(int(self.seed(site)), len(site.names))
        if points in (None, ours.config["checkpoints"]):
            return ours
        config = {"league": ours.config["league"], **FIXED, "checkpoints": points}
        return CsbReferee.from_config(config, "", len(site.names))

    def seed(self, site: SiteGame) -> str:
        is_needed = SEED in site.keys or "map" not in site.keys
        return super().seed(site) if is_needed else NO_SEED

    def state(self, view: str, referee: Referee) -> dict[str, Any]:
        rows = [line.split() for line in view.splitlines() if POD_ROW.fullmatch(line)]
        numbers = [float(word) for row in rows for word in row if word != UNSET]
        are_read = all(row[NEXT].isdecimal() for row in rows) and all(map(isfinite, numbers))
        if len(rows) != 2 * PODS_EACH or not are_read:
            return {}
        checkpoints = len(referee.config["checkpoints"])
        pods: list[list[float | None]] = []
        for row in rows:
            heading = None if row[HEADING] == UNSET else float(row[HEADING])
            pods.append([*map(whole, row[:4]), heading])
            if not referee.over or self.plays_on(referee):  # not known after the finish
                pods[-1].append(int(row[NEXT]) % checkpoints)
        return {"pods": pods}

    def plays_on(self, referee: Referee) -> bool:
        return referee.over and referee.state() is None

    def result(self, site: SiteGame, referee: Referee) -> Result:
        found = super().result(site, referee)
        if not site.scores:
            return found
        is_home = OUT not in site.scores
        is_ours = referee.over and found.end.startswith(AT_HOME) == is_home
        end = found.end if is_ours else "finish" if is_home else "timeout"
        ranks = {"site_ranks": list(site.ranks)} if site.ranks else {}
        return Result(found.scores, found.ranks, end, {"site_scores": site.scores, **ranks})

    def our_scores(self, scores: Sequence[float]) -> list[float]:
        return [float(score == WON) for score in scores]

    def keys(self, match: Match) -> dict[str, str]:
        numbers = [str(number) for point in match.config["checkpoints"] for number in point]
        fixed = {"pod_timeout": str(MAX_IDLE), "map": " ".join(numbers), PODS_KEY: str(PODS_EACH)}
        return super().keys(match) | fixed

    def view(self, referee: Referee, reported: Mapping[str, Any]) -> str:
        """Returns four rows of text, one a pod: x y vx vy power dead tx ty angle shield next
        rank.
        """
        state = referee.site_state(reported)
        if not state:
            return ""
        rows = [
            [x, y, vx, vy, 0, 0, 0, 0, UNSET if heading is None else heading, 0, goal, 0]
            for x, y, vx, vy, heading, goal in state["pods"]
        ]
        return "\n".join(" ".join(map(str, row)) for row in rows)

    def site_scores(self, match: Match) -> list[float]:
        behind = HOME if match.result.end.startswith(AT_HOME) else OUT
        return [WON if score == 1.0 else behind for score in match.result.scores]


def points_from(text: str) -> list[list[int]]:
    """Returns the checkpoints of a `map=` key. Raises BadInput if the text is no list of points."""
    if not POINTS.fullmatch(text):
        raise BadInput(f"map={text[:60]!r}: expected x y of each checkpoint")
    numbers = [*map(int, text.split())]
    return [[*point] for point in zip(numbers[::2], numbers[1::2], strict=True)]


def whole(word: str) -> float:
    """Returns the number of a word, an int if it is a whole one."""
    number = float(word)
    return int(number) if number.is_integer() else number
