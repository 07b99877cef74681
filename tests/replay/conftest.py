"""Matches to show: recorded ones, and one whose bots print what a page must not obey."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.record import match_from_json, match_to_json, read_matches
from botsmith.referees.base import Match

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
MARKUP = (
    "</script><script>document.title = 'broken'</script><!--<script><b onclick='x'>&amp;</b>]]>"
    "\u2028\u2029\u202e\u2066\ud800\x00\x1b[2J\x9b" + "wide" * 20
)


@pytest.fixture(scope="session")
def golden() -> Callable[[str], Match]:
    """The first recorded match of a game."""

    def load(game: str) -> Match:
        return next(read_matches(GOLDEN / game / "matches.jsonl.gz"))

    return load


@pytest.fixture(scope="session")
def told(golden) -> Callable[[str], Match]:
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
