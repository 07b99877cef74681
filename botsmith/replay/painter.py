"""How a contest is drawn: one painter a game, found by its name and loaded only when asked for."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from botsmith.errors import BadInput
from botsmith.own_code import PAINTER, checked
from botsmith.referees import class_of
from botsmith.referees.base import Lines, Referee
from botsmith.replay.shapes import Shape, clipped
from botsmith.replay.thoughts import Thought
from botsmith.workspace import CONTESTS

Kind = TypeVar("Kind", bound=Referee)
LETTERS = 14  # shown of a name


class Painter(ABC, Generic[Kind]):
    """Draws the match that `referee` plays; asked for a frame at the start and after every turn.

    Shapes and events are returned as a list, or yielded one by one.

    names: of the players, by seat
    answers: the last turn's lines, by seat
    width, height: size of the picture in the painter's own units
    score_name: what `scores` count
    table_heads: of the columns of `table`
    units_are_seats: True if unit n of an explanation is seat n
    """

    width: float
    height: float
    score_name: ClassVar[str] = "score"
    table_heads: ClassVar[Sequence[str]] = ()
    units_are_seats: ClassVar[bool] = False

    def __init__(self, referee: Kind, names: Sequence[str] = ()) -> None:
        self.referee = referee
        self.answers: dict[int, Lines] = {}
        self.names = list(names) or [f"player {seat}" for seat in range(referee.players)]

    @abstractmethod
    def background(self) -> Iterable[Shape]:
        """Returns the shapes that are the same in every frame; they lie behind it."""

    @abstractmethod
    def frame(self) -> Iterable[Shape]:
        """Returns the state of the match at this moment."""

    @abstractmethod
    def scores(self) -> list[float]:
        """Returns a number for each seat, drawn as curves: the larger, the farther ahead."""

    def events(self) -> Iterable[tuple[int | None, str]]:
        """Returns events of the last turn that are worth a jump: (seat, or None for all; words)."""
        return []

    def worded(self, thought: Thought) -> Thought:
        """Returns a thought with its lines in the words of actions; asked before the turn."""
        return thought

    def ghosts(self, seat: int, thought: Thought) -> Iterable[Shape]:
        """Returns what a seat expects of its turn, drawn over the frame after it.

        Called before the turn.
        """
        return []

    def reading(self, seat: int) -> list[str]:
        """Returns the lines to a seat in this turn, as they are shown; called before the turn."""
        return self.referee.inputs(seat)

    def table(self) -> list[list[str]]:
        """Returns a row for each thing that a seat has, equally many for all seats, in their
        order.
        """
        return []

    def view(self) -> tuple[float, float, float] | None:
        """Returns left, top and width of what is shown, in the picture's shape; None: all of it."""
        return None

    def ending(self, end: str) -> str:
        """Returns the end of the match in words. end: as the referee says it."""
        return end

    def own_unit(self, seat: int) -> int | None:
        """Returns the unit of a seat's explanations whose value is the seat's evaluation.

        None: the first that has moves.
        """
        return seat if self.units_are_seats else None

    def unit_name(self, seat: int, unit: int) -> str:
        """Returns the name of a unit of a seat's explanations."""
        if self.units_are_seats and unit < len(self.names):
            return clipped(self.names[unit], LETTERS)
        return f"unit {unit}"


def painter_for(game: str) -> type[Painter[Referee]]:
    """Returns the painter of a game: for "csb" `CsbPainter` of contests/csb/draw.py.

    Raises BadInput if it has none.
    """
    found: type[Painter[Referee]] | None = class_of(game, "draw", "Painter")
    if found is None:
        raise BadInput(f"{game} has no painter: expected {CONTESTS}/{game}/draw.py")
    return checked(found, PAINTER)
