"""A match of a plan: `Job` before it is played, `Played` afterwards, with the figures for
statistics.

The turns stay in the match record (record.py). Times of turns take little room: count, sum,
maximum, and a histogram with steps 1 % wide. So a percentile is right within 1 %, all other figures
are exact, and a million matches need no more room than one.

Any bot may report values for the statistics on stderr, in the form of psyleague and cgarena:

    [TDATA] name = value        about the match
    [PDATA] name = value        about the bot that prints it
    [PDATA+] name = value       the same, added up over the turns: the value is the sum so far
    [PDATA][12] name = value    about turn 12 (cgarena)
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, isfinite, log

from botsmith.arena.process.stderr import EngineTurns
from botsmith.referees.base import Match

ABOUT_MATCH = -1  # the seat of a note that is about the match as a whole
C_FROM, OWN_LATE = "site.c_from", "site.own_late"  # names of notes that the arena makes
HASH_DIGITS = 16
STEP = log(1.01)
SHORTEST_MS = 0.001  # shorter times count as this long
ATTRIBUTE = re.compile(r"\[([TP])DATA(\+?)\](?:\[(\d{1,9})\])?\s*([^\s=]+)\s*=(.*)", re.I)
WHOLE = re.compile(r"[+-]?\d{1,18}")
LARGEST = 10**18 - 1  # of a whole number, and of a sum
DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?")
Value = int | float | str


@dataclass(frozen=True)
class Job:
    """One match of the plan.

    order[seat]: number of the bot
    budgets[seat]: its percent of time
    """

    number: int
    level: int
    seed: int
    rotation: int
    order: tuple[int, ...]
    budgets: tuple[int, ...]


@dataclass
class TurnTimes:
    """The times of answers in ms.

    first: the slowest first answer, None without one; all other fields are about later turns
    steps: the number of turns in each step of the histogram
    """

    first: float | None = None
    turns: int = 0
    total: float = 0.0
    max: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, turn_ms: Sequence[float]) -> "TurnTimes":
        """Returns the times of one seat in one match. The longer first turn is counted by
        itself.
        """
        first, later = (turn_ms[0] if turn_ms else None), turn_ms[1:]
        steps = Counter(floor(log(max(used_ms, SHORTEST_MS)) / STEP) for used_ms in later)
        return cls(first, len(later), sum(later), max(later, default=0.0), steps)

    def add(self, other: "TurnTimes") -> None:
        """Adds the times of another match."""
        if other.first is not None:
            self.first = other.first if self.first is None else max(self.first, other.first)
        self.turns += other.turns
        self.total += other.total
        self.max = max(self.max, other.max)
        self.steps.update(other.steps)

    def percentile(self, percent: float) -> float | None:
        """Returns a percentile of the times, in ms, by nearest rank and within 1 %; None without
        turns.

        It is never more than the maximum.
        """
        wanted = ceil(percent / 100.0 * self.turns)
        for step in sorted(self.steps):
            wanted -= self.steps[step]
            if wanted <= 0:
                return float(min(self.max, 1.01 ** (step + 1)))
        return None

    def summary(self) -> dict[str, float | None]:
        """Returns the times as the entry `turn_ms` of a report."""
        mean = self.total / self.turns if self.turns else None
        longest = self.max if self.turns else None
        return {"first": self.first, "mean": mean, "p99": self.percentile(99.0), "max": longest}

    def steps_text(self) -> str:
        """Returns the histogram as `step:count` words, for the store."""
        return " ".join(f"{step}:{count}" for step, count in sorted(self.steps.items()))


def steps_from(text: str) -> Counter[int]:
    """Returns the histogram that `steps_text` wrote. Raises ValueError for another text."""
    pairs: Iterable[list[str]] = (word.split(":") for word in text.split())
    return Counter({int(step): int(count) for step, count in pairs})


@dataclass(frozen=True)
class Player:
    """A bot in tables and stores. size: UTF-16 units of its one file, None for a command."""

    name: str
    hash: str
    size: int | None = None


@dataclass(frozen=True)
class Seat:
    """One seat of a match that was played.

    budget: percent of the contest's time
    rank: the rank that counts (Result.counted)
    fault: "", "timeout", "crash", "invalid", "flood" or "memory"
    text: the line about the fault
    squeezed: number of turns in which the bot waited for a CPU longer than match.SQUEEZE of the
    limit
    engine: the number of turns by engine
    late: number of turns that took longer than the limit
    """

    player: Player
    budget: int
    rank: int
    score: float
    fault: str
    text: str
    times: TurnTimes
    squeezed: int = 0
    engine: EngineTurns = EngineTurns()
    late: int = 0


@dataclass(frozen=True)
class Note:
    """A value that a bot reported on stderr.

    seat: its seat, or ABOUT_MATCH
    turn: the turn that the bot named, from 0; without one the turn in which it was printed
    is_marked: True if the bot named the turn; a store does not keep this
    """

    seat: int
    turn: int
    name: str
    value: Value
    is_marked: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Played:
    """One match without its turns.

    number: its place in the league's plan, from 0
    order[seat]: number of the bot, as in its Job
    level: the budget of that part of the league, in percent
    id, league: 0 until it is stored
    played_at: seconds since 1970
    moves: a hash of start, answers and scores, equal for equal games; "" if not known
    """

    number: int
    game: str
    seed: int
    rotation: int
    level: int
    time_rule: str
    iterations: int | None
    end: str
    order: tuple[int, ...]
    seats: tuple[Seat, ...]
    played_at: float = 0.0
    id: int = 0
    league: int = 0
    moves: str = ""

    @property
    def ranks(self) -> list[int]:
        """Returns the ranks that count (Result.counted), by seat."""
        return [seat.rank for seat in self.seats]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job, ready for the store. record: the bytes of record.encode_match."""

    played: Played
    record: bytes
    notes: tuple[Note, ...] = ()


def in_order(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yields outcomes in the order of their match numbers, from 0. Each is yielded once all earlier
    ones have arrived.
    """
    waiting: dict[int, Outcome] = {}
    following = 0
    for outcome in outcomes:
        waiting[outcome.played.number] = outcome
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def played_from(match: Match, job: Job, players: Sequence[Player]) -> Played:
    """Returns the figures of a match from its record. Records of other programs may lack some
    figures of the arena.

    players: the bots by seat
    """
    extra, unknown = match.extra, [0] * match.players
    faults = {error.get("seat"): error for error in extra.get("errors", [])}
    seats = []
    for place, player in enumerate(players):
        fault = faults.get(place, {})
        engine = extra.get("engine", {}).get(str(place), {"unknown": len(match.asked(place))})
        seat = Seat(
            player=player,
            budget=job.budgets[place],
            rank=match.result.counted[place],
            score=match.result.scores[place],
            fault=str(fault.get("fault", "")),
            text=fault.get("text", ""),
            times=TurnTimes.of(extra.get("turn_ms", {}).get(str(place), [])),
            squeezed=extra.get("squeezed", unknown)[place],
            engine=EngineTurns(**engine),
            late=extra.get("late", unknown)[place],
        )
        seats.append(seat)
    return Played(
        number=job.number,
        game=match.game,
        seed=job.seed,
        rotation=job.rotation,
        level=job.level,
        time_rule=extra.get("time_rule", "none"),
        iterations=extra.get("iterations"),
        end=match.result.end,
        order=job.order,
        seats=tuple(seats),
        moves=moves_of(match),
    )


def moves_of(match: Match) -> str:
    """Returns a hash of the start's lines, all answers and the scores; "" without turns.

    A turn's input lines are not in the hash, because equal games may send them in another order.
    """
    if not match.turns:
        return ""
    start = (match.init_inputs, match.extra.get("init_out"), match.result.scores)
    answers = [turn.outputs for turn in match.turns]
    return hashlib.sha256(repr((start, answers)).encode()).hexdigest()[:HASH_DIGITS]


def notes_of(match: Match) -> tuple[Note, ...]:
    """Returns the values that the bots reported on stderr; those about the match have the seat
    ABOUT_MATCH.

    On the site's machine there are two more values: the first turn that C played, and the number of
    answers that were late by the bot's own work.
    """
    site = match.extra.get("site", {})
    c_from, own_late = enumerate(site.get("c_from", [])), enumerate(site.get("own_late", []))
    found = [Note(seat, turn, C_FROM, turn) for seat, turn in c_from if turn is not None]
    found += [Note(seat, 0, OWN_LATE, count) for seat, count in own_late if count]
    return (*found, *reported_notes(match))


def value_of(text: str) -> Value:
    """Returns the number in a text if every JSON reader can hold it, else the text."""
    if WHOLE.fullmatch(text):
        return int(text)
    if DECIMAL.fullmatch(text) and isfinite(number := float(text)):
        return number
    return text


def notes_in(seat: int, texts: Iterable[tuple[int, str]]) -> Iterator[Note]:
    """Yields the values that a seat's bot reported in (turn, text) pairs, in their order."""
    sums: dict[str, int | float] = {}
    for printed, text in texts:
        for line in text.splitlines():
            match = ATTRIBUTE.fullmatch(line.strip())
            if match is None:
                continue
            who, plus, marked, name, rest = match.groups()
            value = value_of(rest.strip())
            about_match = who in "Tt"
            if plus:
                if about_match or isinstance(value, str):
                    continue
                value = sums.get(name, 0) + value
                if abs(value) > LARGEST:  # no reader holds it
                    continue
                sums[name] = value
            turn = printed if marked is None else int(marked)
            place = ABOUT_MATCH if about_match else seat
            yield Note(place, turn, name, value, marked is not None)


def stderr_turns(match: Match, seat: int) -> list[tuple[int, str]]:
    """Returns one seat's stderr in a match that the arena played, as (turn, text).

    A bot that was put out may have left one text more, its last words, in the same turn.
    """
    texts = match.extra.get("stderr", {}).get(str(seat), [])
    if not match.turns:  # a foreign referee's match
        return list(enumerate(texts))
    asked = len(match.extra.get("turn_ms", {}).get(str(seat), texts))
    turns = match.asked(seat)[:asked] or list(range(asked))
    turns += turns[-1:] * (len(texts) - len(turns))
    return list(zip(turns, texts, strict=False))


def reported_notes(match: Match) -> tuple[Note, ...]:
    """Returns the values that the bots reported on stderr, without those that the arena adds."""
    seats = sorted(map(int, match.extra.get("stderr", {})))
    return tuple(note for seat in seats for note in notes_in(seat, stderr_turns(match, seat)))
