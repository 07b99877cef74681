"""The referees, found by their game's name and loaded only when they are asked for."""

from importlib import import_module

from botsmith.errors import BadInput
from botsmith.referees.base import Referee

GAMES = ("csb",)


def referee_for(game: str) -> type[Referee]:
    """The referee class of a game: `CsbReferee` of botsmith.referees.csb for "csb", and so on."""
    if game not in GAMES:
        raise BadInput(f"no game {game!r}; the games are: {' '.join(GAMES)}")
    module = import_module(f"botsmith.referees.{game}")
    found: type[Referee] = getattr(module, f"{game.capitalize()}Referee")
    return found
