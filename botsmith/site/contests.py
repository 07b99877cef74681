"""What each contest tells on the site: which referee plays a game again, and what can be compared.

Most contests are written with the site's SDK: their `refereeInput` holds a seed and maybe more.
Coders Strike Back is older: its map stands there too, and the state of every turn in the frames.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from bots.csb.rules import MAX_IDLE, PODS_EACH
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Match, Referee, Result
from botsmith.site.form import SiteGame
from contests.csb.referee import CsbReferee
from contests.kutulu.referee import KutuluReferee, config_from_seed

SEED = "seed"
PODS_KEY = "pod_per_player"  # stands in games of Coders Strike Back alone
NO_SEED = "0"  # where the seed decides nothing that a bot's answers do not
LONG = 1 << 63
NUMBER = r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?"
POD_ROW = re.compile(rf"\s*{NUMBER}(?:\s+{NUMBER}){{3}}(?:\s+(?:{NUMBER}|null)){{8}}\s*", re.ASCII)
HEADING, NEXT = 8, 10  # places in a pod's row
UNSET = "null"  # what stands there before a pod has turned
HOME, OUT = 1.0, 0.0  # the site's score of a loser: behind a finish, and eliminated
WON = 2.0
AT_HOME = ("finish", "turn_limit")

# A line of an answer, by contest: enough to tell them apart, and where a message begins.
MESSAGE = r"(?P<message>\s.*)?"
ANSWERS = {
    "csb": re.compile(r"-?\d+ -?\d+ (\d+|BOOST|SHIELD)" + MESSAGE),
    "kutulu": re.compile(r"(MOVE -?\d+ -?\d+|WAIT|PLAN|LIGHT|YELL)" + MESSAGE, re.IGNORECASE),
    "olymbits": re.compile(r"(UP|DOWN|LEFT|RIGHT)" + MESSAGE, re.IGNORECASE),
    "stratego": re.compile(r"(bot-start|\{.*\})" + MESSAGE),
    "tororo": re.compile(r"(WAIT|(GROW|COMPLETE) \d+|SEED \d+ \d+)" + MESSAGE),
    "uttt": re.compile(r"\d \d" + MESSAGE),
}


class SiteContest:
    """An SDK contest whose seed gives all."""

    needs_seed = True

    def __init__(self, game: str) -> None:
        self.game = game

    def seed(self, site: SiteGame) -> str:
        """The seed of a game, a whole number of 64 bits. BadInput if it is missing or none."""
        text = site.keys.get(SEED)
        if text is None:
            if not self.needs_seed:
                return NO_SEED
            raise BadInput(
                f"no seed in 'refereeInput', without which {self.game} cannot be played again;"
                " expected a line seed=NUMBER"
            )
        if not re.fullmatch(r"[+-]?[0-9]{1,19}", text) or not -LONG <= int(text) < LONG:
            raise BadInput(f"seed={text[:40]!r}: expected a whole number of 64 bits")
        return text

    def referee(self, site: SiteGame) -> Referee:
        """Our referee for a game. BadInput if it cannot play it."""
        return referee_for(self.game).from_seed(int(self.seed(site)), len(site.names))

    def state(self, view: str, referee: Referee) -> dict[str, Any]:
        """What a view tells of the state after a turn, in the form of `Referee.site_state`."""
        return {}

    def plays_on(self, referee: Referee) -> bool:
        """Whether the site asks every seat and plays the turn in which our referee has ended."""
        return False

    def result(self, site: SiteGame, referee: Referee) -> Result:
        """The result as a record has it; ours where the site tells none. BadInput if neither is."""
        ours = referee.result() if referee.over else None
        if not site.scores and not site.ranks and ours is None:
            raise BadInput("neither 'scores' nor an end that our referee knows: a game cut short?")
        end = ours.end if ours else last_words(site)
        scores = self.our_scores(site.scores) if site.scores else ours.scores if ours else []
        if site.ranks:
            ranks = [rank + 1 for rank in site.ranks]
        else:
            ranks = [1 + sum(other > score for other in scores) for score in scores]
        scores = scores or [float(len(ranks) - rank) for rank in ranks]
        return Result(scores, ranks, end, dict(ours.extra) if ours else {})

    def our_scores(self, scores: Sequence[float]) -> list[float]:
        """The scores as our referee counts them."""
        return list(scores)

    # ---- the way back

    def keys(self, match: Match) -> dict[str, str]:
        """The keys of `refereeInput`."""
        return {SEED: match.seed}

    def view(self, referee: Referee, told: Mapping[str, Any]) -> str:
        """What a frame's `view` tells of the state after a turn. told: the record's `site`."""
        return ""

    def site_scores(self, match: Match) -> list[float]:
        """The scores as the site counts them."""
        return match.result.scores


class SeedlessContest(SiteContest):
    """A contest in which the seed decides the order of lists at most."""

    needs_seed = False


class KutuluContest(SiteContest):
    """Code of Kutulu: a map may be named beside the seed."""

    def referee(self, site: SiteGame) -> Referee:
        seed = self.seed(site)
        KutuluReferee.from_seed(int(seed), len(site.names))
        return KutuluReferee(config_from_seed(seed, site.keys.get("map")))

    def keys(self, match: Match) -> dict[str, str]:
        name = match.config.get("map_param")
        return super().keys(match) | ({"map": name} if isinstance(name, str) else {})


class CsbContest(SiteContest):
    """Coders Strike Back."""

    def referee(self, site: SiteGame) -> Referee:
        """The race over the map that the game names, else over that of its seed."""
        fixed = {PODS_KEY: PODS_EACH, "pod_timeout": MAX_IDLE}
        for key, value in fixed.items():
            if site.keys.get(key, str(value)) != str(value):
                told = site.keys[key][:40]
                raise BadInput(f"{key}={told!r}: our referee plays the legend league, {value}")
        if "map" not in site.keys:
            return CsbReferee.from_seed(int(self.seed(site)), len(site.names))
        points = points_from(site.keys["map"])
        ours = CsbReferee.from_seed(int(self.seed(site)), len(site.names))
        if ours.config["checkpoints"] == points:
            return ours
        shared = ("league", "laps", "max_thrust", "pod_timeout")
        config = {key: ours.config[key] for key in shared}
        return CsbReferee.from_config({**config, "checkpoints": points}, "", len(site.names))

    def seed(self, site: SiteGame) -> str:
        is_needed = SEED in site.keys or "map" not in site.keys
        return super().seed(site) if is_needed else NO_SEED

    def state(self, view: str, referee: Referee) -> dict[str, Any]:
        rows = [line.split() for line in view.splitlines() if POD_ROW.fullmatch(line)]
        if len(rows) != 2 * PODS_EACH:
            return {}
        if not all(row[NEXT].isdecimal() and are_finite(row) for row in rows):
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
        extra = {"site_scores": site.scores}
        if site.ranks:
            extra["site_ranks"] = list(site.ranks)
        return Result(found.scores, found.ranks, end, extra)

    def our_scores(self, scores: Sequence[float]) -> list[float]:
        return [float(score == WON) for score in scores]

    def keys(self, match: Match) -> dict[str, str]:
        points = match.config["checkpoints"]
        return {
            **super().keys(match),
            "pod_timeout": str(MAX_IDLE),
            "map": " ".join(str(number) for point in points for number in point),
            PODS_KEY: str(PODS_EACH),
        }

    def view(self, referee: Referee, told: Mapping[str, Any]) -> str:
        """Four rows: x y vx vy power dead tx ty angle shield next rank."""
        state = referee.site_state(told)
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
    """The checkpoints of a `map=` key. BadInput if it is no list of points."""
    words = text.split()
    if not 4 <= len(words) <= 200 or len(words) % 2 or not all(map(is_whole, words)):
        raise BadInput(f"map={text[:60]!r}: expected x y of each checkpoint")
    return [[int(words[place]), int(words[place + 1])] for place in range(0, len(words), 2)]


def are_finite(words: Sequence[str]) -> bool:
    """Whether no number among these words is too large for a float."""
    return all(isfinite(float(word)) for word in words if word != UNSET)


def whole(word: str) -> float:
    """The number of a word, an int if it is a whole one."""
    number = float(word)
    return int(number) if number.is_integer() else number


def is_whole(word: str) -> bool:
    """Whether a word is a whole number of a few digits."""
    return re.fullmatch(r"-?[0-9]{1,6}", word) is not None


def last_words(site: SiteGame) -> str:
    """The first line of the last thing that the site's referee said."""
    said = next((frame.said for frame in reversed(site.frames) if frame.said), "")
    return said.split("\n")[0][:300]


CONTESTS: Mapping[str, type[SiteContest]] = {
    "csb": CsbContest,
    "kutulu": KutuluContest,
    "stratego": SeedlessContest,
    "uttt": SeedlessContest,
}


def contest_for(game: str) -> SiteContest:
    """The contest of a name. BadInput for an unknown one."""
    referee_for(game)
    return CONTESTS.get(game, SiteContest)(game)


def guess_game(site: SiteGame) -> str:
    """The contest for as many players that most of their lines look like. BadInput if that is not
    clear.
    """
    if PODS_KEY in site.keys:
        return "csb"
    lines = [line for frame in site.frames for line in frame.lines]
    votes: Counter[str] = Counter({"": 0, "-": 0})
    for game, pattern in ANSWERS.items():
        if len(site.names) in referee_for(game).player_counts:
            votes[game] = sum(pattern.fullmatch(line) is not None for line in lines)
    (best, count), (_, second) = votes.most_common(2)
    if 2 * count <= len(lines) or count == second:
        raise BadInput(f"a game of which contest? name it: --game {'|'.join(ANSWERS)}")
    return best


def without_message(game: str, line: str) -> str:
    """A line of an answer without what a player says in it; an unusual line as it is."""
    found = ANSWERS[game].fullmatch(line) if game in ANSWERS else None
    return line[: found.start("message")] if found and found["message"] else line
