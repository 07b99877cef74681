"""Gives the random parts of an Olymbits match: drawn from the contest's seed, or read from a
config.

A hurdle map is 30 characters of '.' and '#', archery {"x", "y", "wind"}, a skating order four of
the letters UDLR with the safest first, diving the goal letters.
"""

import re
from itertools import accumulate
from typing import Any

from botsmith.errors import BadInput
from botsmith.referees.sha1prng import Sha1Prng

LETTERS = "UDLR"
TRACK_CELLS = 30
WIND_WEIGHTS = (0.0, 2.0, 2.0, 2.0, 0.5, 0.5, 0.25, 0.25, 0.25, 0.2)
WEIGHT = 1.0 / 7.95
KEYS = ("hurdles", "archery", "skating", "diving")
FORMS = {
    "hurdles": re.compile(r"[.][.#]{28}[.]"),
    "skating": re.compile(r"(?!.*(.).*\1)[UDLR]{4}"),
    "diving": re.compile(r"[UDLR]{1,15}"),
}
WIND = re.compile(r"[0-9]{1,15}")
ARENA = range(-20, 21)


# Cumulative chances of the winds, added up in the same order as the official referee does.
WIND_BOUNDS = [*accumulate(weight * WEIGHT for weight in WIND_WEIGHTS)]


class SeedRuns:
    """Draws runs from a seed as the official referee does; `config` lists the runs so far."""

    def __init__(self, seed: int) -> None:
        self.prng = Sha1Prng(seed)
        self.order = list(LETTERS)
        self.config: dict[str, Any] = {"league": 3, "maxTurns": 100, **{key: [] for key in KEYS}}

    def draw(self, key: str) -> Any:
        """Returns the next run of a mini-game. key: one of KEYS."""
        self.config[key].append(getattr(self, f"_{key}")())
        return self.config[key][-1]

    def _hurdles(self) -> str:
        track = "." * (3 + self.prng.next_int(5))
        for _ in range(3 + self.prng.next_int(4)):
            track += "#...." if self.prng.next_boolean() else "#..."
        return track.ljust(TRACK_CELLS, ".")[: TRACK_CELLS - 1] + "."

    def _archery(self) -> dict[str, Any]:
        place = []
        for _ in range(2):
            distance = 5 + self.prng.next_int(5)
            place.append(distance if self.prng.next_boolean() else -distance)
        winds = "".join(str(self._wind()) for _ in range(12 + self.prng.next_int(4)))
        return {"x": place[0], "y": place[1], "wind": winds}

    def _wind(self) -> int:
        drawn = self.prng.next_double()
        return next(wind for wind, bound in enumerate(WIND_BOUNDS) if bound >= drawn)

    def _skating(self) -> str:
        self.prng.shuffle(self.order)
        return "".join(self.order)

    def _diving(self) -> str:
        return "".join(LETTERS[self.prng.next_int(4)] for _ in range(12 + self.prng.next_int(4)))


class ConfigRuns:
    """Reads runs from a record's config. Its constructor raises BadInput for a wrong config."""

    def __init__(self, config: dict[str, Any]) -> None:
        for key in KEYS:
            entries = config.get(key)
            if not isinstance(entries, list) or not all(is_run(key, each) for each in entries):
                raise BadInput(f"olymbits config: expected a list of runs under {key!r}")
        self.config = config
        self.left = {key: iter(config[key]) for key in KEYS}

    def draw(self, key: str) -> Any:
        """Returns the next run of a mini-game. Raises BadInput if the config has no more."""
        run = next(self.left[key], None)
        if run is None:
            count = len(self.config[key])
            raise BadInput(f"olymbits config: {key!r} has {count} entries, the match needs more")
        return run


def is_run(key: str, entry: Any) -> bool:
    """Returns True if an entry of a config has the form of its mini-game."""
    if key != "archery":
        return isinstance(entry, str) and FORMS[key].fullmatch(entry) is not None
    if not isinstance(entry, dict) or entry.get("x") not in ARENA or entry.get("y") not in ARENA:
        return False
    wind = entry.get("wind")
    return isinstance(wind, str) and WIND.fullmatch(wind) is not None
