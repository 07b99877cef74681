"""What a league says: tables, pairs, ratings and verdicts, from its matches in the plan's order.

One pass over the matches, and little is kept of each, so that a million of them fit.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from botsmith.arena.engine_words import EngineTurns
from botsmith.arena.league import Plan, Watch
from botsmith.arena.match import SQUEEZE
from botsmith.arena.ratings import Pairs, bradley_terry, openskill_ratings
from botsmith.arena.series import standing_report
from botsmith.arena.sprt import BETTER, NOT_BETTER, UNDECIDED
from botsmith.arena.stats import Sample, Tally
from botsmith.arena.store import Played
from botsmith.arena.times import Times

REFUSED = "refused"
SQUEEZED_SHARE = 0.01  # of the turns: beyond it the 99th percentile is squeezed


class Entry:
    """One bot at one level."""

    def __init__(self, plan: Plan, bot: int, budget: int) -> None:
        self.bot = bot
        self.budget = budget
        self.tally = Tally(plan.seats, plan.per_seed(bot))
        self.faults: Counter[str] = Counter()
        self.times = Times()
        self.engine = EngineTurns()
        self.asked = 0  # turns, the first ones included
        self.squeezed = 0
        self.size: int | None = None

    def add(self, played: Played, place: int, ranks: Sequence[int]) -> None:
        """A match in which the bot sat in `place`."""
        seat = played.seats[place]
        self.tally.add(played.seed, ranks, place)
        self.size = seat.player.size
        if seat.fault:
            self.faults[seat.fault] += 1
        self.times.add(seat.times)
        self.engine += seat.engine
        self.asked += seat.times.turns + (seat.times.first is not None)
        self.squeezed += seat.squeezed

    @property
    def is_squeezed(self) -> bool:
        """Whether the machine took time from this bot: in more than one turn of a hundred it
        stood in the queue for a CPU for more than match.SQUEEZE of the limit.
        """
        return self.squeezed > SQUEEZED_SHARE * self.asked


class Meeting:
    """One pair at one level; the score is the first bot's. per_seed: games in a complete seed."""

    def __init__(self, per_seed: int) -> None:
        self.wins = self.draws = self.losses = 0
        self.sample = Sample(per_seed)
        self.games_by_seed = array("d")
        self.scores_by_seed = array("d")

    def open_seed(self) -> None:
        """The games that follow have another seed."""
        self.games_by_seed.append(0.0)
        self.scores_by_seed.append(0.0)

    def add(self, seed: int, mine: int, other: int) -> None:
        """A game with these ranks."""
        score = 1.0 if mine < other else 0.5 if mine == other else 0.0
        self.wins += mine < other
        self.draws += mine == other
        self.losses += mine > other
        self.sample.add(seed, score)
        self.games_by_seed[-1] += 1.0
        self.scores_by_seed[-1] += score


class Section:
    """All of one level."""

    def __init__(self, plan: Plan, level: int) -> None:
        self.plan = plan
        self.level = plan.levels[level]
        bots = range(len(plan.bots))
        self.entries = [Entry(plan, bot, self.level.budgets[bot]) for bot in bots]
        self.meetings = {
            pair: Meeting(plan.seats * sum(set(pair) <= set(group) for group in plan.series))
            for pair in combinations(bots, 2)
        }
        self.seed: int | None = None
        self.orders = array("H")  # bots and ranks of every game, for openskill
        self.ranks = array("H")

    def add(self, played: Played, order: Sequence[int]) -> None:
        """The next match of the plan; order[seat] is the number of the bot."""
        if played.seed != self.seed:
            self.seed = played.seed
            for meeting in self.meetings.values():
                meeting.open_seed()
        ranks = [seat.rank for seat in played.seats]
        for place, bot in enumerate(order):
            self.entries[bot].add(played, place, ranks)
        for (one, first), (other, second) in combinations(zip(order, ranks, strict=True), 2):
            if one < other:
                self.meetings[one, other].add(played.seed, first, second)
            else:
                self.meetings[other, one].add(played.seed, second, first)
        self.orders.extend(order)
        self.ranks.extend(ranks)

    def bots(self, confidence: float) -> list[dict[str, Any]]:
        """The level's entries of `bots`; those that have not played yet are left out."""
        return [self._bot(entry, confidence) for entry in self.entries if entry.tally.games]

    def _bot(self, entry: Entry, confidence: float) -> dict[str, Any]:
        found = entry.tally.standing(confidence)
        return {
            "name": self.plan.bots[entry.bot].name,
            "level": self.level.percent,
            "budget": entry.budget,
            "games": found.games,
            **standing_report(found, confidence, entry.faults),
            "engine": entry.engine.as_json(),
            "turn_ms": entry.times.summary(),
            "units": entry.size,
        }

    def pairs(self, confidence: float, is_refused: bool) -> list[dict[str, Any]]:
        """Every two bots that met: how the first did against the second."""
        found = []
        for (one, other), meeting in self.meetings.items():
            if not meeting.sample.games:
                continue
            low, high = meeting.sample.interval(confidence)
            mean, _ = meeting.sample.effective()
            verdict = BETTER if low > 0.5 else "worse" if high < 0.5 else UNDECIDED
            found.append(
                {
                    "a": self.plan.bots[one].name,
                    "b": self.plan.bots[other].name,
                    "level": self.level.percent,
                    "games": meeting.sample.games,
                    "wins": meeting.wins,
                    "draws": meeting.draws,
                    "losses": meeting.losses,
                    "score": mean,
                    "interval": [low, high],
                    "superiority": meeting.sample.superiority(),
                    "verdict": REFUSED if is_refused else verdict,
                }
            )
        return found

    def ratings(self, confidence: float) -> list[dict[str, Any]]:
        """Bradley-Terry and openskill of every bot, best first."""
        bots, seats = len(self.plan.bots), self.plan.seats
        if seats < 2 or not self.orders:
            return []
        keys = list(self.meetings)
        pairs = Pairs(
            np.array([pair[0] for pair in keys]),
            np.array([pair[1] for pair in keys]),
            np.column_stack([np.array(self.meetings[pair].games_by_seed) for pair in keys]),
            np.column_stack([np.array(self.meetings[pair].scores_by_seed) for pair in keys]),
        )
        elos = bradley_terry(pairs, bots, confidence)
        skills = openskill_ratings(
            (
                (self.orders[start : start + seats], self.ranks[start : start + seats])
                for start in range(0, len(self.orders), seats)
            ),
            bots,
        )
        found = [
            {
                "name": bot.name,
                "level": self.level.percent,
                "elo": elo.elo,
                "elo_interval": list(elo.interval),
                "openskill": {"mu": mu, "sigma": sigma, "ordinal": mu - 3.0 * sigma},
            }
            for bot, elo, (mu, sigma) in zip(self.plan.bots, elos, skills, strict=True)
        ]
        return sorted(found, key=lambda rating: -elo_of(rating))


def elo_of(rating: dict[str, Any]) -> float:
    """The Bradley-Terry rating of an entry of `ratings`."""
    return float(rating["elo"])


def league_report(
    plan: Plan, watch: Watch, matches: Iterable[Played], confidence: float, force: bool
) -> dict[str, Any]:
    """The document that `league --json` prints: that of `play`, with ratings, pairs and sprt.

    matches: those of the plan that were played, in its order. force: verdicts in spite of warnings.
    """
    sections = [Section(plan, level) for level in range(len(plan.levels))]
    by_percent = {section.level.percent: section for section in sections}
    shown: list[dict[str, Any]] = []
    jobs = plan.jobs()
    for played in matches:
        if played.number >= watch.end:
            break
        job = next(job for job in jobs if job.number == played.number)
        by_percent[played.level].add(played, job.order)
        shown.append(match_report(played))
    warnings = warn(sections)
    is_refused = bool(warnings) and not force
    return {
        "game": plan.game,
        "seed": plan.seed,
        "games": len(shown),
        "time_rule": plan.rule,
        "iterations": plan.iterations,
        "bots": [bot for section in sections for bot in section.bots(confidence)],
        "matches": shown,
        "ratings": [rating for section in sections for rating in section.ratings(confidence)],
        "pairs": [pair for section in sections for pair in section.pairs(confidence, is_refused)],
        "sprt": sprt_report(plan, watch, is_refused),
        "warnings": warnings,
    }


def match_report(played: Played) -> dict[str, Any]:
    """One entry of `matches`; by seat, as in the report of `play`."""
    return {
        "seed": played.seed,
        "seats": [seat.player.name for seat in played.seats],
        "ranks": [seat.rank for seat in played.seats],
        "scores": [seat.score for seat in played.seats],
        "end": played.end,
        "errors": [
            {"seat": place, "bot": seat.player.name, "fault": seat.fault, "text": seat.text}
            for place, seat in enumerate(played.seats)
            if seat.fault
        ],
        "level": played.level,
    }


def sprt_report(plan: Plan, watch: Watch, is_refused: bool) -> dict[str, Any] | None:
    """The `sprt` of the report; None without --sprt."""
    if watch.contest is None:
        return None
    test = watch.progress.test
    lower, upper = test.bounds()
    return {
        "verdict": REFUSED if is_refused else watch.progress.verdict,
        "llr": watch.progress.llr,
        "games": watch.games,
        "a": plan.bots[watch.contest.first].name,
        "b": plan.bots[watch.contest.second].name,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "bounds": [lower, upper],
    }


def warn(sections: Sequence[Section]) -> list[str]:
    """One line for every bot from which the machine took time."""
    lines = []
    for section in sections:
        for entry in section.entries:
            if entry.is_squeezed:
                late = entry.times.percentile(99.0)
                p99 = "" if late is None else f", p99 {late:.1f} ms"
                lines.append(
                    f"the machine is oversubscribed: {section.plan.bots[entry.bot].name} waited for"
                    f" a CPU for more than {SQUEEZE:.0%} of its time in {entry.squeezed} of"
                    f" {entry.asked} turns{p99}; play again with fewer --jobs"
                )
    return lines


__all__ = ["BETTER", "NOT_BETTER", "REFUSED", "UNDECIDED", "league_report"]
