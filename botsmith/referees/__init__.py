"""The referees, found by their game's name and loaded only when they are asked for.

Those of the package stand here; an author's stand in his contests/GAME/referee.py.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from botsmith.errors import BadInput
from botsmith.own_code import REFEREE, checked, part_of
from botsmith.referees.base import Case, Referee
from botsmith.workspace import CONTESTS, own_games

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
    if game in GAMES:
        module = import_module(f"botsmith.referees.{game}")
    elif game in own_games():
        module = import_module(f"{CONTESTS}.{game}.referee")
    else:
        raise BadInput(f"no game {game!r}; the games are: {' '.join(games())}")
    found: type[Referee] = part_of(module, f"{game.capitalize()}Referee")
    return checked(found, REFEREE) if game in own_games() else found


def games() -> tuple[str, ...]:
    """All games: the package's, then the author's."""
    return (*GAMES, *own_games())


def case_reader(name: str) -> Callable[[Any], list[Case]]:
    """The function that checks a golden file's JSON values other than matches.

    name: a game, or one of CASE_FILES, whose function is `cases` of botsmith.referees.NAME.
    """
    if name not in CASE_FILES:
        return referee_for(name).cases
    found: Callable[[Any], list[Case]] = import_module(f"botsmith.referees.{name}").cases
    return found
