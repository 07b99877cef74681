"""The referees, found by their game's name and loaded only when they are asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from botsmith.errors import BadInput
from botsmith.referees.base import Case, Referee

GAMES = ("csb", "kutulu")
CASE_FILES: tuple[str, ...] = ()  # golden files that belong to no game


def referee_for(game: str) -> type[Referee]:
    """The referee class of a game: `CsbReferee` of botsmith.referees.csb for "csb", and so on."""
    if game not in GAMES:
        raise BadInput(f"no game {game!r}; the games are: {' '.join(GAMES)}")
    module = import_module(f"botsmith.referees.{game}")
    found: type[Referee] = getattr(module, f"{game.capitalize()}Referee")
    return found


def case_reader(name: str) -> Callable[[Any], list[Case]]:
    """What checks the JSON values of golden files that are no matches: of a game, or `cases` of
    botsmith.referees.NAME.
    """
    if name not in CASE_FILES:
        return referee_for(name).cases
    found: Callable[[Any], list[Case]] = import_module(f"botsmith.referees.{name}").cases
    return found
