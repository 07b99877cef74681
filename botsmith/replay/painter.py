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

    width, height: size of the picture in the painter's own units. score_name: what `scores` count.
    """

    width: float
    height: float
    score_name: ClassVar[str] = "score"

    def __init__(self, referee: Kind) -> None:
        self.referee = referee

    @abstractmethod
    def background(self) -> list[Shape]:
        """The shapes that are the same in every frame; they lie behind it."""

    @abstractmethod
    def frame(self) -> list[Shape]:
        """The state of the match at this moment."""

    @abstractmethod
    def scores(self) -> list[float]:
        """A number for each seat, drawn as curves: the larger, the farther ahead."""

    def events(self) -> Sequence[tuple[int | None, str]]:
        """Events of the last turn that are worth a jump: (seat, or None for all; words)."""
        return []


def painter_for(game: str) -> type[Painter[Referee]]:
    """The painter of a game: for "csb" `CsbPainter` of draw_csb.py. BadInput if it has none."""
    referee_for(game)
    try:
        module = import_module(f"botsmith.replay.draw_{game}")
    except ModuleNotFoundError as error:
        if error.name != f"botsmith.replay.draw_{game}":
            raise
        raise BadInput(f"{game} has no painter: expected botsmith/replay/draw_{game}.py") from None
    found: type[Painter[Referee]] = getattr(module, f"{game.capitalize()}Painter")
    return found
