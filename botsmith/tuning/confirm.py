"""The confirmation: the best values against the start values, on seeds that no trial has played.

The best of many trials was also lucky: its own score promises too much. So it plays the start
values once more, as a league of two with its sequential test, in a store that --resume continues.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from botsmith.arena.league import Contest, Level, Plan, Watch
from botsmith.arena.match import FULL_BUDGET
from botsmith.arena.sprt import BETTER
from botsmith.arena.standings import league_report
from botsmith.arena.stats import Sample
from botsmith.arena.store import Store, open_store
from botsmith.arena.worker import Table
from botsmith.tuning.bundles import Built, Hall

# cli.league.play_all: plays the matches that a store lacks; returns whether Ctrl-C ended it early.
PlayAll = Callable[[Plan, Store, int, Watch, Table, str, int], bool]


@dataclass(frozen=True)
class Match:
    """The games of a confirmation: at most `games`, from `seed` on; the interval's confidence."""

    games: int
    seed: int
    seats: int
    confidence: float


def confirm(
    hall: Hall, match: Match, best: Built, start: Built, db: Path, resume: bool, play: PlayAll
) -> tuple[dict[str, Any], bool]:
    """Plays best against start. Returns the summary, and whether Ctrl-C ended it early.

    With more than two seats the others are taken by the start values too, and count as such.
    """
    fills = [replace(start.parcel, name=f"{start.parcel.name}#{n}") for n in range(2, match.seats)]
    bots = [best, start, *(Built(parcel, start.size) for parcel in fills)]
    everyone = (FULL_BUDGET,) * len(bots)
    plan = Plan(
        game=hall.game,
        bots=tuple(bot.bot for bot in bots),
        games=-(-match.games // match.seats) * match.seats,
        seed=match.seed,
        rule=hall.rule,
        iterations=hall.iterations,
        levels=(Level(FULL_BUDGET, everyone),),
    )
    plan.check()
    contest = Contest(0, 1, frozenset(range(1, len(bots))))
    watch = Watch(plan, contest)
    with open_store(db, create=True) as store:
        number = store.find_league(hall.game, plan.spec()) if resume else None
        if number is None:
            number = store.begin_league(hall.game, plan.spec())
        table = hall.table(bots)
        is_interrupted = play(plan, store, number, watch, table, hall.engine, hall.jobs)
        return summary(plan, watch, contest, store, number, match), is_interrupted


def summary(
    plan: Plan, watch: Watch, contest: Contest, store: Store, number: int, match: Match
) -> dict[str, Any]:
    """Verdict, score, interval and likelihood by the games so far, in the plan's order."""
    sample = Sample(plan.seats)
    jobs = plan.jobs()
    for played in store.plan(number):
        if played.number >= watch.end:
            break
        job = next(job for job in jobs if job.number == played.number)
        score = contest.score(job.order, [seat.rank for seat in played.seats])
        if score is not None:
            sample.add(played.seed, score)
    report = league_report(plan, watch, store.plan(number), match.confidence, force=False)
    found = dict(report["sprt"])
    found["warnings"] = report["warnings"]
    found["confidence"] = match.confidence
    found["games"] = sample.games
    found["seed"] = match.seed
    found["score"] = found["interval"] = found["superiority"] = None
    if sample.games:
        found["score"] = sample.effective()[0]
        found["interval"] = list(sample.interval(match.confidence))
        found["superiority"] = sample.superiority()
    return found


def is_confirmed(found: dict[str, Any] | None) -> bool:
    """Whether the sequential test said that the best values are better."""
    return found is not None and found["verdict"] == BETTER


def sentence(found: dict[str, Any]) -> str:
    """The summary in plain words."""
    if not found["games"]:
        return "confirmation: no games were played"
    said = {
        BETTER: "the best values are better than the start",
        "not better": f"the best values are not better than the start by {found['elo1']:g} Elo",
        "undecided": "not decided whether the best values are better than the start",
        "refused": "no verdict: see the warning",
    }[found["verdict"]]
    low, high = found["interval"]
    lower, upper = found["bounds"]
    return (
        f"confirmation: {said}: score {found['score']:.1%}"
        f" [{found['confidence']:.0%}: {low:.1%} {high:.1%}] in {found['games']} new games,"
        f" likelihood of being better {found['superiority']:.1%};"
        f" sprt of {found['elo1']:g} against {found['elo0']:g} Elo:"
        f" llr {found['llr']:+.2f} of {lower:.2f} .. {upper:+.2f},"
        f" {found['alpha']:.0%} for either mistake"
    )
