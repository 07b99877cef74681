"""What a worker does, in whatever engine: it takes a job, plays the match and hands it back packed.

Nothing here knows of stores or statistics, so that a worker starts quickly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from botsmith.arena.bots import Bot
from botsmith.arena.engine_words import EngineTurns
from botsmith.arena.match import Setting
from botsmith.arena.record import encode_match
from botsmith.arena.series import play_one
from botsmith.arena.shipping import Parcel, open_all
from botsmith.arena.store import ABOUT_MATCH, Note, Played, Player, Seat
from botsmith.arena.times import Times
from botsmith.arena.told import told_by_seat
from botsmith.referees.base import Match


@dataclass(frozen=True)
class Table:
    """What all matches of a league share. sizes: of every bot, see store.Player."""

    game: str
    parcels: tuple[Parcel, ...]
    sizes: tuple[int | None, ...]
    time_rule: str
    iterations: int | None


@dataclass(frozen=True)
class Job:
    """One match of the plan. order[seat]: number of the bot; budgets[seat]: its percent of time."""

    number: int
    level: int
    seed: int
    rotation: int
    order: tuple[int, ...]
    budgets: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """A match that was played, as the store takes it."""

    played: Played
    record: bytes
    notes: tuple[Note, ...] = ()


class Worker:
    """Plays the jobs of one league. folder: where shipped files may lie."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.table = table
        self.bots: Sequence[Bot] = open_all(table.parcels, folder)

    def play(self, job: Job) -> Outcome:
        """Plays one match."""
        table = self.table
        bots = [self.bots[number] for number in job.order]
        setting = Setting(table.time_rule, table.iterations, budgets=job.budgets)
        match = play_one(table.game, bots, job.seed, job.rotation, setting)
        return outcome(table, job, match)


def outcome(table: Table, job: Job, match: Match) -> Outcome:
    """A match in the form of the store."""
    faults = {error["seat"]: error for error in match.extra["errors"]}
    squeezed = match.extra.get("squeezed", [0] * match.players)
    seats = []
    for place, number in enumerate(job.order):
        parcel, fault = table.parcels[number], faults.get(place, {"fault": "", "text": ""})
        seat = Seat(
            player=Player(parcel.name, parcel.content_hash, table.sizes[number]),
            budget=job.budgets[place],
            rank=match.result.counted[place],
            score=match.result.scores[place],
            fault=fault["fault"],
            text=fault["text"],
            times=Times.of(match.extra["turn_ms"][str(place)]),
            squeezed=squeezed[place],
            engine=EngineTurns(**match.extra["engine"][str(place)]),
        )
        seats.append(seat)
    played = Played(
        number=job.number,
        game=table.game,
        seed=job.seed,
        rotation=job.rotation,
        level=job.level,
        time_rule=table.time_rule,
        iterations=table.iterations,
        end=match.result.end,
        seats=tuple(seats),
    )
    return Outcome(played, encode_match(match), notes_of(match))


def notes_of(match: Match) -> tuple[Note, ...]:
    """What the bots told on stderr; what they told about the match has the seat ABOUT_MATCH."""
    return tuple(
        Note(ABOUT_MATCH if told.about_match else seat, told.turn, told.name, told.value)
        for seat, values in sorted(told_by_seat(match).items())
        for told in values
    )
