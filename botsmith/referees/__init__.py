"""The referees, found by their game's name and loaded only when they are asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from botsmith.errors import BadInput
from botsmith.referees.base import Case, Referee

GAMES = (
    "csb",
    "olymbits",
    "kutulu",
    "stratego",
    "tororo",
    "uttt",
)
CASE_FILES: tuple[str, ...] = ("alpha_beta",)  # golden files that belong to no game


def referee_for(game: str) -> type[Referee]:
    """The referee class of a game: `CsbReferee` of botsmith.referees.csb for "csb", and so on."""
    if game not in GAMES:
        raise BadInput(f"no game {game!r}; the games are: {' '.join(GAMES)}")
    module = import_module(f"botsmith.referees.{game}")
    found: type[Referee] = getattr(module, f"{game.capitalize()}Referee")
    return found


def case_reader(name: str) -> Callable[[Any], list[Case]]:
    """The function that checks a golden file's JSON values other than matches.

    name: a game, or one of CASE_FILES, whose function is `cases` of botsmith.referees.NAME.
    """
    if name not in CASE_FILES:
        return referee_for(name).cases
    found: Callable[[Any], list[Case]] = import_module(f"botsmith.referees.{name}").cases
    return found
