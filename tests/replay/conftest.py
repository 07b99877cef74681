"""Matches to show: recorded ones, one whose bots print what a page must not obey, one whose bots
explain themselves.
"""

import copy
import gzip
import json
import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import pytest

from botsmith.arena.store.record import match_from_json, match_to_json
from botsmith.referees.base import Match
from tests.matches import recorded

MARKUP = (
    "</script><script>document.title = 'broken'</script><!--<script><b onclick='x'>&amp;</b>]]>"
    "\u2028\u2029\u202e\u2066\ud800\x00\x1b[2J\x9b" + "wide" * 20
)


def data_of(page: str) -> str:
    """The JSON that a page holds."""
    found = re.search(r'<script type="text/plain" id="match"[^>]*>([\w+/=]*)</script>', page)
    assert found is not None
    return gzip.decompress(b64decode(found[1])).decode()


@pytest.fixture(scope="session")
def golden() -> Callable[[str], Match]:
    """The first recorded match of a game."""
    return recorded


FALL = 6  # the answer of every seat at which its evaluation falls from 5 to 1
LINES = {  # by game and unit, what its bots expect in every turn
    "csb": [["full", "full left", "coast"]] * 4,
    "olymbits": [["UP", "LEFT", "DOWN"]] * 3,
    "kutulu": [["UP", "RIGHT", "DOWN"], ["RIGHT", "UP"], ["DOWN", "LEFT"], ["LEFT", "DOWN"]],
    "stratego": [["Scout 1,1 1,2", "? 6,8 6,7", "Scout 1,2 1,3"]],
    "tororo": [["GROW 5", "WAIT", "SEED 5 8", "WAIT", "COMPLETE 5"]],
    "uttt": [["4 4", "3 3", "0 0"]],
}


def explanation(game: str, turn: int, value: float) -> str:
    """What a bot of that game writes in a turn under BOTSMITH_EXPLAIN=1."""
    units = [
        {
            "unit": unit,
            "moves": [
                {"move": line[0], "visits": 900, "value": value},
                {"move": line[-1], "visits": 100, "value": value / 2},
            ],
            "line": line,
        }
        for unit, line in enumerate(LINES[game])
    ]
    beliefs = {"beliefs": {"6,8": "Spy 40 %"}} if game == "stratego" else {}
    return json.dumps({"turn": turn, **beliefs, "units": units}) + "\n"


@pytest.fixture(scope="session")
def thinking(golden) -> Callable[[str], Match]:
    """The first recorded match of a game, by bots that explain every turn."""

    def load(game: str) -> Match:
        match: Match = copy.deepcopy(golden(game))
        match.extra["bots"] = [{"name": f"<b>{n}</b>", "hash": ""} for n in range(match.players)]
        match.extra["stderr"] = {
            str(seat): [
                explanation(game, turn, 5.0 if place < FALL else 1.0)
                for place, turn in enumerate(match.asked(seat))
            ]
            for seat in range(match.players)
        }
        return match

    return load


@pytest.fixture(scope="session")
def explained(golden) -> Callable[[str], Match]:
    """The same, with markup in every name, message and error, and with times."""

    def load(game: str) -> Match:
        value: dict[str, Any] = copy.deepcopy(match_to_json(golden(game)))
        asked = {
            str(seat): sum(str(seat) in turn["out"] for turn in value["turns"])
            for seat in range(value["players"])
        }
        value["bots"] = [{"name": MARKUP, "hash": ""} for _ in range(value["players"])]
        value["turn_ms"] = {seat: [5.0 + n % 7 for n in range(asked[seat])] for seat in asked}
        value["turn_ms"]["0"][min(5, asked["0"] - 1)] = 49.5
        value["stderr"] = {
            seat: [f"{MARKUP}\n[PDATA] evaluation = {n / 10}\n" for n in range(asked[seat])]
            for seat in asked
        }
        value["errors"] = [
            {"seat": 1, "bot": MARKUP, "turn": 9, "fault": "crash", "text": f"seat 1: {MARKUP}"}
        ]
        return match_from_json(value, "test")

    return load
