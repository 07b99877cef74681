"""Recorded matches, and plans played in this process: for tests that look at the records, and for
commands.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.league import Plan, levels_from
from botsmith.arena.matches.match import ON_THE_CLOCK, Conditions
from botsmith.arena.matches.packing import in_place
from botsmith.arena.matches.played import Job, Outcome
from botsmith.arena.matches.workers import Lineup, Pool, Worker
from botsmith.arena.statistics.report import report
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.record import decode_match, read_matches
from botsmith.referees.base import Match

GOLDEN = Path(__file__).parent / "golden"


def recorded(game: str) -> Match:
    """Returns the first of a game's recorded matches."""
    return next(read_matches(GOLDEN / game / "matches.jsonl.gz"))


class HerePool(Pool):
    """Plays one match after the other in this process, which need not start another one."""

    def __init__(self, lineup: Lineup, jobs: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.worker = Worker(lineup, Path(self.folder.name))

    def run(self, jobs: Iterator[Job]) -> Iterator[Outcome]:
        return map(self.worker.play, jobs)

    def close(self) -> None:
        self.folder.cleanup()


def series_plan(
    game: str,
    bots: Sequence[Bot],
    games: int = 1,
    seed: int = 1,
    conditions: Conditions = ON_THE_CLOCK,
) -> Plan:
    """The plan of `play`."""
    levels = levels_from(None, [bot.name for bot in bots])
    rule, iterations = conditions.time_rule, conditions.iterations
    return Plan(game, tuple(bots), games, seed, rule, iterations, levels)


def outcomes(plan: Plan, conditions: Conditions = ON_THE_CLOCK) -> list[Outcome]:
    """All matches of a plan."""
    lineup = Lineup(plan.game, tuple(map(in_place, plan.bots)), conditions)
    worker = Worker(lineup, Path(tempfile.gettempdir()))
    return [worker.play(job) for job in plan.jobs()]


def play_series(
    game: str,
    bots: Sequence[Bot],
    games: int = 1,
    seed: int = 1,
    conditions: Conditions = ON_THE_CLOCK,
) -> list[Match]:
    """The records of a series."""
    plan = series_plan(game, bots, games, seed, conditions)
    return [decode_match(found.record, "here") for found in outcomes(plan, conditions)]


def report_of(plan: Plan, found: list[Outcome] | None = None) -> dict[str, Any]:
    """What `play --json` prints of a plan; found: its matches, where they have been played."""
    standings = Standings(plan)
    played = [each.played for each in found or outcomes(plan)]
    for match in played:
        standings.add(match)
    return report(standings, played, 0.95)
