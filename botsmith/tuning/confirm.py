"""Confirms a study: plays the best values against the start values, on seeds that no trial has
played.

The best of many trials was also lucky, so its own score is too high. So it plays the start
values once more, as a league of two with its sequential test, in a store that --resume continues.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from botsmith.arena.matches.league import Duel, Level, Plan
from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.packing import PackedBot
from botsmith.arena.matches.runner import Runner
from botsmith.arena.statistics.report import league_report
from botsmith.arena.statistics.sprt import BETTER, DEFAULT, Test
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.store import Store, open_store

# cli.league.play_all: plays the matches that a store lacks; returns True if Ctrl-C ended it early.
PlayAll = Callable[[Standings, Store, int, Runner, Sequence[PackedBot]], bool]


@dataclass(frozen=True)
class Confirmation:
    """The settings of a confirmation.

    games: the most games that are played
    seed: the seed of the first game
    confidence: the confidence of the interval, 0..1
    percent: the bots' percent of the contest's time
    test: the sequential test
    force: True for a verdict even from an oversubscribed machine
    """

    games: int
    seed: int
    seats: int
    confidence: float
    percent: int = FULL_BUDGET
    test: Test = DEFAULT
    force: bool = False


def confirm(
    runner: Runner,
    wanted: Confirmation,
    best: PackedBot,
    start: PackedBot,
    db: Path,
    resume: bool,
    play: PlayAll,
) -> tuple[dict[str, Any], bool]:
    """Plays the best values against the start values. Returns verdict, score, interval and log
    likelihood ratio of the games so far, and True if Ctrl-C ended it early. Raises BadInput if the
    games cannot be played.

    With more than two seats, copies with the start values fill the others, and count for the start.
    There are a few games more if that lets each seed be played in all rotations.
    """
    fills = [replace(start, name=f"{start.name}#{n}") for n in range(2, wanted.seats)]
    bots = [best, start, *fills]
    rule, iterations = runner.conditions.time_rule, runner.conditions.iterations
    levels = (Level(wanted.percent, (wanted.percent,) * len(bots)),)
    games = -(-wanted.games // len(bots)) * len(bots)
    plan = Plan(runner.game, tuple(bots), games, wanted.seed, rule, iterations, levels)
    plan.check()
    duel = Duel.of_first(plan)
    standings = Standings(plan, duel, wanted.test)
    with open_store(db, create=True) as store:
        number = store.find_league(plan.game, plan.spec()) if resume else None
        if number is None:
            number = store.begin_league(plan.game, plan.spec())
        is_interrupted = play(standings, store, number, runner, bots)
        sample = duel.sample(filter(standings.counts, store.plan(number)), plan.seats)
        report = league_report(standings, store.plan(number), wanted.confidence, wanted.force)
    found = dict(report["sprt"])
    found["warnings"] = [*report["warnings"], *report["engine_warnings"]]
    found["confidence"] = wanted.confidence
    found["games"] = sample.games
    found["seed"] = wanted.seed
    found["score"] = found["interval"] = found["superiority"] = None
    if sample.games:
        found["score"] = sample.mean_and_games()[0]
        found["interval"] = list(sample.interval(wanted.confidence))
        found["superiority"] = sample.superiority()
    return found, is_interrupted


def is_confirmed(found: dict[str, Any] | None) -> bool:
    """Returns True if the sequential test found the best values better."""
    return found is not None and found["verdict"] == BETTER


def sentence(found: dict[str, Any]) -> str:
    """Returns the summary in plain words."""
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
