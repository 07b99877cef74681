"""The interface of every referee: all that the arena, `verify` and the tests know of one.

One turn of a match, as the arena and `verify` drive it:

    send referee.inputs(seat) to referee.listeners()
    for seat in referee.seats():                    # asked one after another, in this order
        send referee.inputs(seat)                   # the first time after init_inputs(seat)
        outputs[seat] = up to referee.reply_lines(seat) lines, [] for no answer
        if referee.ends_turn(seat, outputs[seat]):  # a fault after which nobody else is asked
            break
    referee.apply(outputs)

until `referee.over`; then `referee.closing(seat)` is sent and `referee.result()` may be read. A
game that asks for something before its first turn lists the questions in `opening(seat)` and takes
the answers in `open`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, TypeVar

from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.shapes import name_of, shaped

Lines = list[str]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Result:
    """The result of a match.

    ranks: by seat, from 1; ties share the better one
    end: the reason, in the referee's words
    extra: other keys of a record's result, unchanged
    is_draw: nobody won, although `ranks` puts the players in order; not part of a record
    """

    scores: list[float]
    ranks: list[int]
    end: str
    extra: dict[str, Any] = field(default_factory=dict, compare=False)
    is_draw: bool = field(default=False, compare=False)

    @property
    def counted(self) -> list[int]:
        """Returns the ranks that statistics count: `ranks`, but all 1 in a draw."""
        return [1] * len(self.ranks) if self.is_draw else self.ranks

    @classmethod
    def of(cls, scores: Sequence[float], end: str, **extra: Any) -> "Result":
        """Returns the result in which more points are a better rank."""
        return cls([*map(float, scores)], ranks_of(scores), end, extra)


def ranks_of(scores: Sequence[float]) -> list[int]:
    """Returns the ranks of these scores, from 1; ties share the better one."""
    return [1 + sum(other > score for other in scores) for score in scores]


def on_site(turn: int) -> str:
    """Returns the words behind a line about a turn: its number in the site's viewer."""
    return f" (turn {turn} on the site)"


def counted(lines: Sequence[str]) -> Lines:
    """Returns the lines behind one that says how many they are."""
    return [str(len(lines)), *lines]


@dataclass(frozen=True)
class Case:
    """An entry of a golden file that is not a match. difference: `expected .., got ..`, or None."""

    name: str
    difference: str | None


@dataclass
class Limits:
    """Milliseconds for the first answer of a seat in a match, and for each later one."""

    first_ms: float
    turn_ms: float


@dataclass(frozen=True)
class Question:
    """Asked before the first turn: the lines told, the number of lines owed, the limit in ms."""

    lines: Lines
    owed: int
    limit_ms: float


PIECE = "first_turn"  # the key of some turns of a match, which are a case
UNASKED, GIVEN, NONE = "unasked", "given", ""  # see arena/matches/openings.py


@dataclass(frozen=True)
class League:
    """Lines of a lower league, which this referee does not play.

    names: of the leagues
    form: what a line holds, in the statement's words
    start, turn: lines as they could be, told once and in every turn
    """

    names: str
    form: str
    start: tuple[str, ...]
    turn: tuple[str, ...]


class Referee(ABC):
    """Plays one match of one game. It is made by `from_seed` or `from_config`.

    game: the contest's name, as of its folder
    player_counts: the numbers of seats that a match may have
    limits: ms of the first answer and of each later one
    seed_step: how far the seeds of a series lie apart, 1 unless neighbours share something
    openings: how the first turns may be drawn at random, NONE, GIVEN or UNASKED, as in
    arena/matches/openings.py
    compares_end: True if `verify` compares `Result.end` as well
    parameters: keys of a config that `from_seed` takes as well, as the league that draws a map
    leagues: lower ones with other lines, so that they are told from a mistake
    score_parts: the names of what `parts_of` counts
    margin: the one of them that shows who is ahead, the more the better; "": none
    players: the number of seats of this match
    config: JSON values from which the same match can be played again
    out: why a seat was put out, by seat; "" for no answer
    """

    game: ClassVar[str]
    seed_step: ClassVar[int] = 1
    openings: ClassVar[str] = NONE
    compares_end: ClassVar[bool] = False
    parameters: ClassVar[Sequence[str]] = ()
    leagues: ClassVar[Sequence[League]] = ()
    score_parts: ClassVar[Sequence[str]] = ()
    margin: ClassVar[str] = ""
    player_counts: ClassVar[Sequence[int]]
    limits: ClassVar[Limits]
    players: int
    config: dict[str, Any]
    out: dict[int, str]

    def __init__(self, config: dict[str, Any], players: int | None = None) -> None:
        """Raises BadInput for a number of players that the game does not have. None: the first."""
        if players not in (None, *self.player_counts):
            wanted = " or ".join(map(str, self.player_counts))
            raise BadInput(f"{self.game} is played by {wanted} bots, not {players}")
        self.config, self.players, self.out = config, players or self.player_counts[0], {}

    @classmethod
    @abstractmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "Referee":
        """Returns a new match. Raises BadInput if the game refuses the seed or the number of
        players.
        """

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> Self:
        """Returns the match that a record's `config` describes. Raises BadInput if there is none.
        """
        return cls(config, players)

    @classmethod
    def refuse(cls, expected: str) -> BadInput:
        """Returns the error for a config in which something else was expected."""
        return BadInput(f"{cls.game} config: expected {expected}")

    @classmethod
    def check_fixed(cls, config: dict[str, Any], **values: object) -> None:
        """Raises BadInput for a config that says something else of what never changes."""
        for key, value in values.items():
            if config.get(key, value) != value:
                raise cls.refuse(f"{key} {value}, got {config[key]!r:.60}")

    def value(self, key: str, form: type[Found]) -> Found:
        """Returns config[key] as a type such as list[tuple[int, int]]. Raises BadInput unless it
        is.
        """
        told = self.config.get(key)
        try:
            return shaped(told, form)
        except TypeError:
            raise self.refuse(f"{key} as {name_of(form)}, got {told!r:.60}") from None

    @classmethod
    def map_of(cls, seed: int) -> str:
        """Returns the name of the map that a seed gives; "" in a game that draws a new one each
        time.
        """
        return ""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Returns True if the match has ended."""

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns `score_parts` at a recorded state, a number for each seat."""
        return {}

    @classmethod
    def site_turn(cls, turn: int, before: Any) -> int:
        """Returns the number that the site's viewer shows for a turn of a record.

        turn: from 0
        before: the state that is recorded with the turn before it, None without one
        """
        return turn + 1

    @classmethod
    def site_turn_of(cls, turn: int, turns: "Sequence[Turn]") -> int:
        """Returns the site's number of a turn of a match. turns: at least those before it."""
        before = turns[turn - 1].state if 0 < turn <= len(turns) else None
        return cls.site_turn(turn, before)

    def expect_over(self, is_over: bool) -> None:
        """Raises RuntimeError, for who calls `apply` or `result` out of order, if the match is
        over and should not be, or the other way round.
        """
        if self.over != is_over:
            raise RuntimeError(f"the match is {'not ' * is_over}over")

    def expect_answers(self, outputs: dict[int, Lines]) -> None:
        """Raises RuntimeError if the match is over, or others were asked than `seats`."""
        self.expect_over(False)
        if sorted(outputs) != sorted(self.seats()):
            got = sorted(outputs)
            raise RuntimeError(f"expected the answers of {self.seats()}, got {got}")

    def judge(self, seat: int, lines: Lines, read: Callable[[str], Found]) -> Found | None:
        """Returns what `read` makes of an answer's first line. None, and the seat is put out, for
        no answer, and for one that `read` refuses by InvalidAnswer.
        """
        reason = ""
        if lines:
            try:
                return read(lines[0])
            except InvalidAnswer as refused:
                reason = str(refused)
        self.out[seat] = reason
        return None

    @abstractmethod
    def seats(self) -> list[int]:
        """Returns the seats that are asked this turn, in the order in which they are asked."""

    def listeners(self) -> list[int]:
        """Returns the seats that are told of this turn and owe nothing."""
        return []

    def opening(self, seat: int) -> list[Question]:
        """Returns the questions that a seat is asked before the first turn, in order.

        A game that has any puts its init_inputs among them and takes all answers in `open`.
        """
        return []

    def open(self, outputs: dict[int, Lines]) -> None:
        """Takes the lines that each seat answered; a missing answer makes them fewer.

        Raises ValueError in a game that asks nothing.
        """
        if outputs:
            raise ValueError(f"{self.game} asks for nothing before its first turn")

    def closing(self, seat: int) -> Lines:
        """Returns the lines to a seat once the match is over."""
        return []

    def final(self) -> dict[str, Any]:
        """Returns keys that a record has about the end of this match, besides the result."""
        return {}

    @abstractmethod
    def init_inputs(self, seat: int) -> Lines:
        """Returns the lines to a seat before its first turn."""

    @abstractmethod
    def inputs(self, seat: int) -> Lines:
        """Returns the lines to a seat in this turn."""

    def reply_lines(self, seat: int) -> int:
        """Returns the number of lines that the seat owes this turn."""
        return 1

    def ends_turn(self, seat: int, lines: Lines) -> bool:
        """Returns True if this answer ends the turn at once, so that later seats are not asked."""
        return False

    @abstractmethod
    def apply(self, outputs: dict[int, Lines]) -> None:
        """Plays the turn. A seat without an answer (late, crashed, silent) has []."""

    @abstractmethod
    def state(self) -> Any:
        """Returns the state after the last turn as golden records hold it; None if they hold
        none.
        """

    def site_state(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Returns what the contest site tells of the state after the last turn, as far as any.

        told: the record of that turn, which may go on where our referee has ended.
        """
        return {}

    def is_as_told(self, key: str, told: Any, ours: Any) -> bool:
        """Returns True if the site's words about a turn are the same as those of site_state."""
        return bool(told == ours)

    @abstractmethod
    def result(self) -> Result:
        """Returns the final result; only once `over`."""

    def faults(self) -> dict[int, str]:
        """Returns the reasons, by seat, for which the referee put seats out; not for late ones."""
        return {seat: reason for seat, reason in self.out.items() if reason}

    @classmethod
    def rebuild(cls, match: "Match") -> "dict[str, Referee]":
        """Returns referees that must each repeat a recorded match, by what they were made from."""
        try:
            seed = int(match.seed)
        except ValueError:
            text = match.seed[:60]
            raise BadInput(f"{cls.game}: expected a whole number as seed, got {text!r}") from None
        config = cls.from_config(match.config, match.seed, match.players)
        make: Callable[..., Referee] = cls.from_seed
        told = {key: match.config[key] for key in cls.parameters if key in match.config}
        return {"seed": make(seed, match.players, **told), "config": config}

    @classmethod
    def cases(cls, value: Any) -> "list[Case]":
        """Returns the cases in a JSON value of a golden file that is not a match: maps, vectors,
        moves.

        Raises BadInput for a value that this game does not know.
        """
        raise BadInput(f"expected a match record of {cls.game!r}: a JSON object with 'turns'")

    def recorded_inputs(self, turn: "Turn") -> dict[int, Any]:
        """Returns, by seat, what it was told in a turn by the record, in the record's own form."""
        return dict(turn.inputs)

    def comparable_inputs(self, seat: int, turn: "Turn") -> Any:
        """Returns this referee's lines to a seat, in the form of recorded_inputs(turn)."""
        return self.inputs(seat)

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Returns True if a recorded state and `state()` are the same: equal, unless a game allows
        more.
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
    """A recorded match: one line of a golden file. `extra` holds all other keys, unchanged."""

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
        """Returns the numbers of the turns in which a seat owed an answer. Its bot was not asked
        for drawn openings (arena/matches/openings.py).
        """
        drawn = self.extra.get("drawn", {}).get(str(seat), 0)
        return [number for number, turn in enumerate(self.turns) if seat in turn.outputs][drawn:]
