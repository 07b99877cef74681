"""The interface of every referee: the methods that the arena, `verify` and the tests call.

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
from botsmith.referees.shapes import name_of, read_shape

Lines = list[str]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Result:
    """The result of a match.

    ranks: by seat, from 1; ties share the better one
    end: the referee's word for the reason of the end
    extra: other keys of a record's result, unchanged
    is_draw: True if nobody won, although `ranks` puts the players in order; not part of a record
    """

    scores: list[float]
    ranks: list[int]
    end: str
    extra: dict[str, Any] = field(default_factory=dict, compare=False)
    is_draw: bool = field(default=False, compare=False)

    @property
    def counted(self) -> list[int]:
        """Returns the ranks that statistics count: all 1 in a draw, else `ranks`."""
        return [1] * len(self.ranks) if self.is_draw else self.ranks

    @classmethod
    def of(cls, scores: Sequence[float], end: str, **extra: Any) -> "Result":
        """Returns the result of these scores, in which a higher score has a better rank."""
        return cls([*map(float, scores)], ranks_of(scores), end, extra)


def ranks_of(scores: Sequence[float]) -> list[int]:
    """Returns the rank of each score: 1 for the highest; equal scores share the better rank."""
    return [1 + sum(other > score for other in scores) for score in scores]


def on_site(turn: int) -> str:
    """Returns a suffix for a message about a turn: its number in the site's viewer."""
    return f" (turn {turn} on the site)"


def with_count(lines: Sequence[str]) -> Lines:
    """Returns these lines with their number as a line in front."""
    return [str(len(lines)), *lines]


@dataclass(frozen=True)
class Case:
    """An entry of a golden file that is not a match. `difference` is `expected .., got ..`, or None
    if our referee repeats the entry.
    """

    name: str
    difference: str | None


@dataclass
class Limits:
    """Milliseconds for the first answer of a seat in a match, and for each later one."""

    first_ms: float
    turn_ms: float


@dataclass(frozen=True)
class Question:
    """A question to a bot before the first turn.

    lines: the lines that the bot reads
    owed: the number of lines that it must answer
    limit_ms: the time limit of the answer
    """

    lines: Lines
    owed: int
    limit_ms: float


PIECE = "first_turn"  # the key of some turns of a match, which are a case
UNASKED, GIVEN, NONE = "unasked", "given", ""  # see arena/matches/openings.py


@dataclass(frozen=True)
class League:
    """Lines of a lower league, which this referee does not play.

    names: the leagues' names
    form: the values of a line, in the statement's words
    start, turn: examples of the lines that a bot reads once, and in every turn
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
    seed_step: the distance between two seeds of a series, 1 unless near seeds give like matches
    openings: how the arena may draw the first turns at random, NONE, GIVEN or UNASKED, as in
    arena/matches/openings.py
    compares_end: True if `verify` compares `Result.end` as well
    parameters: keys of a config that are also arguments of `from_seed`, such as the map's league
    leagues: lower leagues with other lines, so that a message can name them
    score_parts: the names of the figures that `parts_of` returns
    margin: the score part that shows who is ahead, the higher the better; "" if there is none
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
        """Sets up a match; `players` None means the first of `player_counts`. Raises BadInput for a
        number of players that the game does not have.
        """
        if players not in (None, *self.player_counts):
            wanted = " or ".join(map(str, self.player_counts))
            raise BadInput(f"{self.game} is played by {wanted} bots, not {players}")
        self.config, self.players, self.out = config, players or self.player_counts[0], {}

    @classmethod
    @abstractmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "Referee":
        """Returns a new match of this seed. Raises BadInput if the game refuses the seed or the
        number of players.
        """

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> Self:
        """Returns the match that a record's `config` describes. Raises BadInput if it describes no
        match.
        """
        return cls(config, players)

    @classmethod
    def refuse(cls, expected: str) -> BadInput:
        """Returns a BadInput about a wrong config. expected: the right config, in words"""
        return BadInput(f"{cls.game} config: expected {expected}")

    @classmethod
    def check_fixed(cls, config: dict[str, Any], **values: object) -> None:
        """Raises BadInput for a config with another value of a rule that never changes."""
        for key, value in values.items():
            if config.get(key, value) != value:
                raise cls.refuse(f"{key} {value}, got {config[key]!r:.60}")

    def value(self, key: str, form: type[Found]) -> Found:
        """Returns config[key] as a value of type `form`, such as list[tuple[int, int]]. Raises
        BadInput if it is missing or has another form.
        """
        reported = self.config.get(key)
        try:
            return read_shape(reported, form)
        except TypeError:
            raise self.refuse(f"{key} as {name_of(form)}, got {reported!r:.60}") from None

    @classmethod
    def map_of(cls, seed: int) -> str:
        """Returns the name of the map of a seed; "" in a game that draws a new map for each
        seed.
        """
        return ""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Returns True if the match has ended."""

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns the `score_parts` of a recorded state: for each name one number a seat."""
        return {}

    @classmethod
    def site_turn(cls, turn: int, turns: "Sequence[Turn]") -> int:
        """Returns the number that the site's viewer shows for a turn, which counts from 0. `turns`
        holds at least the turns before it.
        """
        return turn + 1

    def expect_over(self, is_over: bool) -> None:
        """Raises RuntimeError unless `over` equals `is_over`: the caller called `apply` or `result`
        out of order.
        """
        if self.over != is_over:
            raise RuntimeError(f"the match is {'not ' * is_over}over")

    def judge(self, seat: int, lines: Lines, read: Callable[[str], Found]) -> Found | None:
        """Returns the value that `read` makes of the first line of an answer.

        Returns None, and puts the seat out, if there is no line or `read` raises InvalidAnswer.
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
        """Returns the seats that read the lines of this turn and answer nothing."""
        return []

    def opening(self, seat: int) -> list[Question]:
        """Returns the questions that a seat is asked before the first turn, in order.

        A game with such questions puts its init_inputs among them; `open` receives all answers.
        """
        return []

    def open(self, outputs: dict[int, Lines]) -> None:
        """Receives the lines that each seat answered to `opening`; a seat that did not answer has
        fewer lines.

        Raises ValueError in a game that asks nothing.
        """
        if outputs:
            raise ValueError(f"{self.game} asks for nothing before its first turn")

    def closing(self, seat: int) -> Lines:
        """Returns the lines that a seat reads after the match."""
        return []

    def final(self) -> dict[str, Any]:
        """Returns further keys of a record about the end of this match, besides the result."""
        return {}

    @abstractmethod
    def init_inputs(self, seat: int) -> Lines:
        """Returns the lines that a seat reads once, before its first turn."""

    @abstractmethod
    def inputs(self, seat: int) -> Lines:
        """Returns the lines that a seat reads in this turn."""

    def reply_lines(self, seat: int) -> int:
        """Returns the number of lines that the seat must answer this turn."""
        return 1

    def ends_turn(self, seat: int, lines: Lines) -> bool:
        """Returns True if this answer ends the turn at once, so that later seats are not asked."""
        return False

    @abstractmethod
    def apply(self, outputs: dict[int, Lines]) -> None:
        """Plays the turn by each seat's lines; [] for a seat without an answer (late, crashed,
        silent). Raises RuntimeError if the match is over.
        """

    @abstractmethod
    def state(self) -> Any:
        """Returns the state after the last turn in the form of golden records; None in a game whose
        records have no states.
        """

    def site_state(self, reported: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the parts of the state that the contest site shows after the last turn; {} if it
        shows none.

        reported: the site's own record of that turn, which may go on after our referee has ended
        """
        return {}

    def is_as_reported(self, key: str, reported: Any, ours: Any) -> bool:
        """Returns True if the site's value of `key` for a turn equals the value in our
        `site_state`.
        """
        return bool(reported == ours)

    @abstractmethod
    def result(self) -> Result:
        """Returns the final result. Raises RuntimeError unless the match is `over`."""

    def faults(self) -> dict[int, str]:
        """Returns, by seat, why the referee put the seat out; seats that were late are left out."""
        return {seat: reason for seat, reason in self.out.items() if reason}

    @classmethod
    def rebuild(cls, match: "Match") -> "dict[str, Referee]":
        """Returns the referees that must each repeat a recorded match, by their origin: "seed" or
        "config".

        Raises BadInput if the seed or the config is no valid one.
        """
        try:
            seed = int(match.seed)
        except ValueError:
            text = match.seed[:60]
            raise BadInput(f"{cls.game}: expected a whole number as seed, got {text!r}") from None
        config = cls.from_config(match.config, match.seed, match.players)
        make: Callable[..., Referee] = cls.from_seed
        reported = {key: match.config[key] for key in cls.parameters if key in match.config}
        return {"seed": make(seed, match.players, **reported), "config": config}

    @classmethod
    def cases(cls, value: Any) -> "list[Case]":
        """Returns the cases in a JSON value of a golden file that is not a match: maps, vectors,
        moves.

        Raises BadInput for a value that this game does not know.
        """
        raise BadInput(f"expected a match record of {cls.game!r}: a JSON object with 'turns'")

    def recorded_inputs(self, turn: "Turn") -> dict[int, Any]:
        """Returns the recorded inputs of a turn by seat, in the record's own form."""
        return dict(turn.inputs)

    def comparable_inputs(self, seat: int, turn: "Turn") -> Any:
        """Returns the lines of this referee to a seat, in the form of `recorded_inputs`."""
        return self.inputs(seat)

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Returns True if a recorded state agrees with `state()`: they are equal, unless the game
        allows small differences.
        """
        return bool(expected == got)


@dataclass
class Turn:
    """One turn of a record: JSON keys `in`, `out`, `state`. extra: all other keys, unchanged"""

    inputs: dict[int, Lines]
    outputs: dict[int, Lines]
    state: Any = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class Match:
    """A recorded match: one line of a golden file. extra: all other keys, unchanged"""

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
        """Returns the numbers of the turns in which a seat had to answer. The arena itself answers
        drawn openings (arena/matches/openings.py).
        """
        drawn = self.extra.get("drawn", {}).get(str(seat), 0)
        return [number for number, turn in enumerate(self.turns) if seat in turn.outputs][drawn:]
