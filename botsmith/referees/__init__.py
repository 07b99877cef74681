"""Finds the referees: each is in contests/GAME/referee.py, and is imported when a function here
gets the name of its game.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from botsmith.errors import BadInput
from botsmith.nearest import did_you_mean
from botsmith.own_code import REFEREE, with_checks
from botsmith.referees.base import Case, Match, Referee, on_site
from botsmith.workspace import CONTESTS, ROOTS, contests_of

CASE_FILES: tuple[str, ...] = ("alpha_beta",)  # golden files that belong to no game


def referee_for(game: str) -> type[Referee]:
    """Returns the referee class of a game: `CsbReferee` for "csb". Raises BadInput if there is no
    such game.
    """
    found: type[Referee] = class_of(game, "referee", "Referee")
    return with_checks(found, REFEREE)


def site_turn(match: Match, turn: int) -> int:
    """Returns the number that the contest site gives to a turn of a match. turn: the record's
    number, from 0
    """
    kind = referee_for(match.game) if match.game in games() else Referee
    return kind.site_turn(turn, match.turns)


def on_site_of(match: Match, turn: int) -> str:
    """Returns a suffix for a message about a turn of a match: its number in the site's viewer."""
    return on_site(site_turn(match, turn))


def class_of(game: str, part: str, kind: str) -> Any:
    """Returns a class of contests/GAME/PART.py: `CsbPainter` for "csb", "draw", "Painter".

    Returns None if the contest has no such file. Raises BadInput if there is no such game, or no
    such class in the file.
    """
    if game not in games():
        known = f"the games are: {' '.join(games())}"
        raise BadInput(f"no game {game!r}; {known}{did_you_mean(game, games())}")
    name = f"{CONTESTS}.{game}.{part}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
    wanted = f"{game.capitalize()}{kind}"
    if not hasattr(module, wanted):
        raise BadInput(f"{CONTESTS}/{game}/{part}.py: no {wanted}; expected a class of this name")
    return getattr(module, wanted)


def games() -> tuple[str, ...]:
    """Returns all games that have a contests/GAME/referee.py: the package's, then the author's."""
    return tuple(dict.fromkeys(name for root in reversed(ROOTS) for name in contests_of(root)))


def case_reader(name: str) -> Callable[[Any], list[Case]]:
    """Returns the function that checks the JSON values of a golden file that are not matches.

    name: a game, or a key of CASE_FILES, whose function is `cases` of botsmith.referees.NAME.
    Raises BadInput for any other name.
    """
    if name not in CASE_FILES:
        return referee_for(name).cases
    found: Callable[[Any], list[Case]] = import_module(f"botsmith.referees.{name}").cases
    return found
