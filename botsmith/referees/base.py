"""What every referee offers, and nothing else: the arena, `verify` and the tests know only this.

One turn of a match, as the arena and `verify` drive it:

    send referee.inputs(seat) to referee.listeners()
    for seat in referee.seats():                    # asked one after another, in this order
        send referee.inputs(seat)                   # the first time after init_inputs(seat)
        outputs[seat] = up to referee.reply_lines(seat) lines, [] for no answer
        if referee.ends_turn(seat, outputs[seat]):  # a fault after which nobody else is asked
            break
    referee.apply(outputs)

until `referee.over`; then `referee.closing(seat)` is sent and `referee.result()` holds. Where a
game asks for something before its first turn, `opening(seat)` says what, and `open` takes it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from botsmith.errors import BadInput

Lines = list[str]


@dataclass(frozen=True)
class Result:
    """How a match ended. ranks count from 1, ties share the better rank; end is the referee's
    word for it. extra: what a record's result holds besides, unchanged. is_draw: nobody won,
    though the contest orders the players in `ranks`; no record holds it.
    """

    scores: list[float]
    ranks: list[int]
    end: str
    extra: dict[str, Any] = field(default_factory=dict, compare=False)
    is_draw: bool = field(default=False, compare=False)

    @property
    def counted(self) -> list[int]:
        """The ranks that statistics count: `ranks`, but all 1 in a draw."""
        return [1] * len(self.ranks) if self.is_draw else self.ranks


@dataclass(frozen=True)
class Case:
    """Something of a golden file that is no match. difference: `expected .., got ..` or None."""

    name: str
    difference: str | None


@dataclass
class Limits:
    """Milliseconds a seat has: `first_ms` for its first answer of the match, `turn_ms` for each
    later one.
    """

    first_ms: float
    turn_ms: float


@dataclass(frozen=True)
class Question:
    """What a seat is told before the first turn, how many lines it owes, and its milliseconds."""

    lines: Lines
    owed: int
    limit_ms: float


class Referee(ABC):
    """One match of one game. Made by `from_seed` or `from_config`, never by its constructor.

    game: the contest's name. players: seats in this match. config: all that is needed to play the
    same match again, as JSON values. compares_end: whether `verify` also compares the word for
    the end.
    """

    game: ClassVar[str]
    compares_end: ClassVar[bool] = False
    player_counts: ClassVar[Sequence[int]]
    limits: ClassVar[Limits]
    players: int
    config: dict[str, Any]

    @classmethod
    @abstractmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "Referee":
        """A new match from a seed. BadInput for a seed or a number of players that the game
        refuses.
        """

    @classmethod
    @abstractmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "Referee":
        """The match that a record's `config` describes, else BadInput."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the match has ended."""

    @abstractmethod
    def seats(self) -> list[int]:
        """The seats that are asked this turn, in the order in which they are asked."""

    def listeners(self) -> list[int]:
        """The seats that are told of this turn and owe nothing."""
        return []

    def opening(self, seat: int) -> list[Question]:
        """What a seat is asked before the first turn, one after another; with any, init_inputs are
        among these questions, and `open` is called with the lines of all seats.
        """
        return []

    def open(self, outputs: dict[int, Lines]) -> None:
        """Takes the answers to the `opening`; a seat without one has fewer lines.

        ValueError for answers to questions that this game never asks.
        """
        if outputs:
            raise ValueError(f"{self.game} asks for nothing before its first turn")

    def closing(self, seat: int) -> Lines:
        """What a seat is told once the match is over."""
        return []

    def final(self) -> dict[str, Any]:
        """What a record of this match holds of its end besides the result, by key."""
        return {}

    @abstractmethod
    def init_inputs(self, seat: int) -> Lines:
        """What a seat is told once, before its first turn."""

    @abstractmethod
    def inputs(self, seat: int) -> Lines:
        """What a seat is told this turn."""

    @abstractmethod
    def reply_lines(self, seat: int) -> int:
        """How many lines the seat owes this turn."""

    def ends_turn(self, seat: int, lines: Lines) -> bool:
        """Whether this answer ends the turn at once, so that later seats are not asked."""
        return False

    @abstractmethod
    def apply(self, outputs: dict[int, Lines]) -> None:
        """Plays the turn. A seat without an answer (late, crashed, silent) has []."""

    @abstractmethod
    def state(self) -> Any:
        """The state after the last turn in the form of the golden records; None where they have
        none.
        """

    @abstractmethod
    def result(self) -> Result:
        """The final result; only once `over`."""

    def faults(self) -> dict[int, str]:
        """Seats that the referee put out for an unusable answer, each with the reason; late ones
        not.
        """
        return {}

    @classmethod
    def rebuild(cls, match: "Match") -> "dict[str, Referee]":
        """The referees that must repeat a recorded match, each under the word for what it was
        made from.
        """
        try:
            seed = int(match.seed)
        except ValueError:
            text = match.seed[:60]
            raise BadInput(f"{cls.game}: expected a whole number as seed, got {text!r}") from None
        return {
            "seed": cls.from_seed(seed, match.players),
            "config": cls.from_config(match.config, match.seed, match.players),
        }

    @classmethod
    def cases(cls, value: Any) -> "list[Case]":
        """What one JSON document of a golden file holds besides matches (maps, vectors, cases).

        BadInput if it is nothing that this game knows.
        """
        raise BadInput(f"expected a match record of {cls.game!r}: a JSON object with 'turns'")

    def recorded_inputs(self, turn: "Turn") -> dict[int, Any]:
        """What a record says that the seats were told in a turn, in whatever form."""
        return dict(turn.inputs)

    def comparable_inputs(self, seat: int, turn: "Turn") -> Any:
        """What we tell a seat, in the form of recorded_inputs(turn)."""
        return self.inputs(seat)

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Whether `state()` agrees with a recorded state; exactly, unless the game's spec says
        otherwise.
        """
        return bool(expected == got)


@dataclass
class Turn:
    """One turn of a record: JSON keys `in`, `out`, `state`; `extra` holds all others, unchanged."""

    inputs: dict[int, Lines]
    outputs: dict[int, Lines]
    state: Any = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class Match:
    """One record (contracts 1). `extra` holds keys that are not named here, unchanged."""

    game: str
    source: str
    seed: str
    players: int
    config: dict[str, Any]
    init_inputs: dict[int, Lines]
    turns: list[Turn]
    result: Result
    extra: dict[str, Any] = field(default_factory=dict)

    def asked(self, seat: int) -> list[int]:
        """The turns in which a seat owed an answer; who is only told of one has no output in it."""
        return [number for number, turn in enumerate(self.turns) if seat in turn.outputs]
