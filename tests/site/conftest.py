"""Games in the site's form: our own, exported, and small ones written by hand."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.referees.base import Match
from botsmith.site.form import game_from_json
from botsmith.site.incoming import match_from_site
from botsmith.site.outgoing import site_json

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@cache
def recorded(game: str) -> Match:
    """The first of a game's recorded matches."""
    return next(read_matches(GOLDEN / game / "matches.jsonl.gz"))


@cache
def exported(game: str) -> str:
    return json.dumps(site_json(recorded(game)))


@pytest.fixture
def site() -> Callable[[str], dict[str, Any]]:
    """A recorded match of a game as the site would tell it, to be changed at will."""
    return lambda game: json.loads(exported(game))


@pytest.fixture
def imported() -> Callable[..., Match]:
    """The record of a JSON value of the site."""

    def convert(value: Any, game: str | None = None) -> Match:
        return match_from_site(game_from_json(json.loads(json.dumps(value)), "FILE"), game)

    return convert
