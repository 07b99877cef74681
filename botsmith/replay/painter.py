"""How a contest is drawn: one painter a game, found by its name and loaded only when asked for."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from typing import ClassVar, Generic, TypeVar

from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Referee
from botsmith.replay.shapes import Shape

Kind = TypeVar("Kind", bound=Referee)


class Painter(ABC, Generic[Kind]):
    """Draws the match that `referee` plays; asked for a frame at the start and after every turn.

    width, height: of the picture, in the painter's own units, of the class or of this match.
    score_name: what `scores` are.
    """

    width: float
    height: float
    score_name: ClassVar[str] = "score"

    def __init__(self, referee: Kind) -> None:
        self.referee = referee

    @abstractmethod
    def background(self) -> list[Shape]:
        """What is the same in every frame, drawn first."""

    @abstractmethod
    def frame(self) -> list[Shape]:
        """The state of the match at this moment."""

    @abstractmethod
    def scores(self) -> list[float]:
        """For the curves, by seat: who is ahead, in words of the game."""

    def events(self) -> Sequence[tuple[int | None, str]]:
        """What happened in the last turn that is worth a jump: (seat or None for all, words)."""
        return []


def painter_for(game: str) -> type[Painter[Referee]]:
    """`CsbPainter` of botsmith.replay.draw_csb for "csb", and so on. BadInput without a painter."""
    referee_for(game)
    try:
        module = import_module(f"botsmith.replay.draw_{game}")
    except ModuleNotFoundError as error:
        if error.name != f"botsmith.replay.draw_{game}":
            raise
        raise BadInput(f"{game} has no painter: expected botsmith/replay/draw_{game}.py") from None
    found: type[Painter[Referee]] = getattr(module, f"{game.capitalize()}Painter")
    return found
