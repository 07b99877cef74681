"""The interface of the classes that draw a match: each contest has one painter in its draw.py."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from botsmith.errors import BadInput
from botsmith.own_code import PAINTER, with_checks
from botsmith.referees import class_of
from botsmith.referees.base import Lines, Referee
from botsmith.replay.shapes import Shape, clipped
from botsmith.replay.thoughts import Thought
from botsmith.workspace import CONTESTS

Kind = TypeVar("Kind", bound=Referee)
LETTERS = 14  # shown of a name


class Painter(ABC, Generic[Kind]):
    """Draws the match that `referee` plays: a frame at the start and after every turn.

    Shapes and events are returned as a list, or yielded one by one.

    names: the players' names by seat
    answers: the lines of the last turn's answers by seat
    width, height: size of the picture in the painter's own units
    score_name: the name of the figure in `scores`
    table_heads: the headings of the columns of `table`
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
        """Returns the shapes that are the same in every frame. They are drawn behind the frame."""

    @abstractmethod
    def frame(self) -> Iterable[Shape]:
        """Returns the shapes of the match's present state."""

    @abstractmethod
    def scores(self) -> list[float]:
        """Returns one number a seat, which the page draws as curves; a higher number is better."""

    def events(self) -> Iterable[tuple[int | None, str]]:
        """Returns the events of the last turn that a reader may want to jump to: (seat, words);
        seat None is for all seats.
        """
        return []

    def worded(self, thought: Thought) -> Thought:
        """Returns a bot's explanation, with its lines of play as words for actions. Called before
        the turn is played.
        """
        return thought

    def ghosts(self, seat: int, thought: Thought) -> Iterable[Shape]:
        """Returns the shapes of the positions that a seat expected after its turn. They are drawn
        over the frame after the turn.

        Called before the turn is played.
        """
        return []

    def reading(self, seat: int) -> list[str]:
        """Returns the lines that a seat reads in this turn, as the page shows them. Called before
        the turn is played.
        """
        return self.referee.inputs(seat)

    def table(self) -> list[list[str]]:
        """Returns the rows of the page's table: for each seat in order the same number of rows."""
        return []

    def view(self) -> tuple[float, float, float] | None:
        """Returns left, top and width of the shown part of the picture, which has the picture's
        proportions; None shows all of it.
        """
        return None

    def ending(self, end: str) -> str:
        """Returns the end of the match in words. `end` is the referee's reason."""
        return end

    def own_unit(self, seat: int) -> int | None:
        """Returns the unit of a seat's explanations whose value is the seat's evaluation; None for
        the first unit with moves.
        """
        return seat if self.units_are_seats else None

    def unit_name(self, seat: int, unit: int) -> str:
        """Returns the name of a unit of a seat's explanations."""
        if self.units_are_seats and unit < len(self.names):
            return clipped(self.names[unit], LETTERS)
        return f"unit {unit}"


def painter_for(game: str) -> type[Painter[Referee]]:
    """Returns the painter of a game: for "csb" `CsbPainter` of contests/csb/draw.py.

    Raises BadInput if the game has no painter.
    """
    found: type[Painter[Referee]] | None = class_of(game, "draw", "Painter")
    if found is None:
        raise BadInput(f"{game} has no painter: expected {CONTESTS}/{game}/draw.py")
    return with_checks(found, PAINTER)
