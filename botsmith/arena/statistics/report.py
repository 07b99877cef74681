"""What standings say in JSON: the documents of `play --json` and `league --json`."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from botsmith.arena.matches.bots import engine_warning
from botsmith.arena.matches.match import SQUEEZE
from botsmith.arena.matches.played import Played
from botsmith.arena.statistics.sprt import BETTER, UNDECIDED
from botsmith.arena.statistics.standings import Entry, Section, Standings

CRASHES = ("crash", "flood", "memory")
REFUSED = "refused"
WORSE = "worse"


def report(standings: Standings, matches: Iterable[Played], confidence: float) -> dict[str, Any]:
    """Returns the document that `play --json` prints.

    matches: as played; those that count are listed

    Keys of the document:

    turn_ms: see played.TurnTimes
    crashes: floods and exceeded memory, too
    seats, ranks, scores: of a match, by seat; the bots' names, and the ranks that count
    (Result.counted)
    late: turns over the limit, whatever the time rule made of them
    distinct: games that repeat none before
    repeats: a line if others do
    warnings: lines about bots from which the machine took time
    engine_warnings: about bots that C left alone
    """
    plan = standings.plan
    shown = [match_report(played) for played in matches if standings.counts(played)]
    return {
        "game": plan.game,
        "seed": plan.seed,
        "games": len(shown),
        "time_rule": plan.rule,
        "iterations": plan.iterations,
        "bots": [row for each in standings.sections.values() for row in bot_rows(each, confidence)],
        "matches": shown,
        "warnings": squeeze_warnings(standings.squeezed()),
        "engine_warnings": engine_warnings(standings),
        **repeats(standings),
    }


def repeats(standings: Standings) -> dict[str, Any]:
    """Returns `distinct`, the number of games that repeat none, and a line where others do."""
    found = [repeat for each in standings.sections.values() for repeat in each.repeats]
    games = sum(len(each.orders) // standings.plan.seats for each in standings.sections.values())
    lines = []
    if found:
        played, first = found[0]
        names = ", ".join(seat.player.name for seat in played.seats)
        others = f", and {len(found) - 1} more games are repetitions" if len(found) > 1 else ""
        lines.append(
            f"games {first} and {played.number} (seats {names}) are equal move for move{others}:"
            " shares and intervals count each once; try --openings 4, or another --seed-step"
        )
    return {"distinct": games - len(found), "repeats": lines}


def engine_warnings(standings: Standings) -> list[str]:
    """Returns a line for each bot that played in Python where C should have played, at any
    level.
    """
    missed: Counter[str] = Counter()
    for section in standings.sections.values():
        for entry in section.entries:
            missed[standings.plan.bots[entry.bot].name] += entry.without_c
    return [line for name, turns in missed.items() for line in engine_warning(name, turns)]


def league_report(
    standings: Standings, matches: Iterable[Played], confidence: float, force: bool
) -> dict[str, Any]:
    """Returns the document that `league --json` prints: that of `play`, with ratings, pairs and
    sprt.

    force: verdicts in spite of warnings.
    """
    is_refused = bool(standings.squeezed()) and not force
    sections = standings.sections.values()
    return {
        **report(standings, matches, confidence),
        "ratings": [rating for each in sections for rating in rating_rows(each, confidence)],
        "pairs": [pair for each in sections for pair in pair_rows(each, confidence, is_refused)],
        "sprt": sprt_report(standings, is_refused),
    }


def match_report(played: Played) -> dict[str, Any]:
    """Returns one entry of `matches`."""
    return {
        "seed": played.seed,
        "seats": [seat.player.name for seat in played.seats],
        "ranks": played.ranks,
        "scores": [seat.score for seat in played.seats],
        "end": played.end,
        "errors": [
            {"seat": place, "bot": seat.player.name, "fault": seat.fault, "text": seat.text}
            for place, seat in enumerate(played.seats)
            if seat.fault
        ],
        "level": played.level,
    }


def bot_rows(section: Section, confidence: float) -> list[dict[str, Any]]:
    """Returns a level's entries of `bots`; those that have not played yet are left out."""
    return [
        {
            "name": section.plan.bots[entry.bot].name,
            "level": section.level.percent,
            "budget": entry.budget,
            "slack_ms": list(section.plan.bots[entry.bot].slack),
            "games": entry.games,
            "wins": entry.wins,
            "draws": entry.draws,
            "losses": entry.losses,
            "mean_rank": entry.mean_rank,
            "first_share": entry.first_share,
            "interval": list(entry.interval(confidence)),
            "interval_of": "mean_rank" if entry.players > 2 else "first_share",
            "confidence": confidence,
            **fault_counts(entry.faults),
            "late": entry.late,
            "engine": entry.engine.as_json(),
            "turn_ms": entry.times.summary(),
            "units": entry.size,
        }
        for entry in section.playing
    ]


def fault_counts(faults: Counter[str]) -> dict[str, int]:
    """Returns a bot's faults by the names that a report gives them."""
    return {
        "timeouts": faults["timeout"],
        "crashes": sum(faults[fault] for fault in CRASHES),
        "invalid": faults["invalid"],
    }


def pair_rows(section: Section, confidence: float, is_refused: bool) -> list[dict[str, Any]]:
    """Returns every two bots of a level that met: how the first did against the second."""
    found = []
    for (one, other), meeting in section.meetings.items():
        if not meeting.sample.games:
            continue
        low, high = meeting.sample.interval(confidence)
        mean, _ = meeting.sample.effective()
        verdict = BETTER if low > 0.5 else WORSE if high < 0.5 else UNDECIDED
        found.append(
            {
                "a": section.plan.bots[one].name,
                "b": section.plan.bots[other].name,
                "level": section.level.percent,
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


def rating_rows(section: Section, confidence: float) -> list[dict[str, Any]]:
    """Returns Bradley-Terry and openskill of every bot of a level, best first."""
    from botsmith.arena.statistics.ratings import (
        openskill_ratings,  # with numpy, which is slow to import
    )

    bots, seats = section.plan.bots, section.plan.seats
    if seats < 2 or not section.orders:
        return []
    elos = section.elos(confidence)
    games = (
        (section.orders[start : start + seats], section.ranks[start : start + seats])
        for start in range(0, len(section.orders), seats)
    )
    found = [
        {
            "name": bot.name,
            "level": section.level.percent,
            "elo": elo.elo,
            "elo_interval": list(elo.interval),
            "openskill": {"mu": mu, "sigma": sigma, "ordinal": mu - 3.0 * sigma},
        }
        for bot, elo, (mu, sigma) in zip(
            bots, elos, openskill_ratings(games, len(bots)), strict=True
        )
    ]
    return sorted(found, key=elo_of, reverse=True)


def elo_of(rating: dict[str, Any]) -> float:
    """Returns the Bradley-Terry rating of an entry of `ratings`."""
    return float(rating["elo"])


def sprt_report(standings: Standings, is_refused: bool) -> dict[str, Any] | None:
    """Returns the `sprt` of the report; None without --sprt."""
    if standings.duel is None:
        return None
    progress, bots = standings.progress, standings.plan.bots
    return {
        "verdict": REFUSED if is_refused else progress.verdict,
        "llr": progress.llr,
        "games": standings.duels,
        "a": bots[standings.duel.first].name,
        "b": bots[standings.duel.second].name,
        "elo0": progress.test.elo0,
        "elo1": progress.test.elo1,
        "alpha": progress.test.alpha,
        "beta": progress.test.beta,
        "bounds": list(progress.test.bounds()),
    }


def squeeze_warnings(squeezed: list[tuple[str, Entry]]) -> list[str]:
    """Returns a line about the bots from which the machine took time, [] if it took none."""
    if not squeezed:
        return []
    counts = []
    for name, entry in squeezed:
        late = entry.times.percentile(99.0)
        p99 = "" if late is None else f" (p99 {late:.1f} ms)"
        counts.append(f"{name} in {entry.squeezed} of {entry.asked} turns{p99}")
    return [
        f"the machine is oversubscribed: bots waited for a CPU for more than {SQUEEZE:.0%} of a"
        f" turn's time: {', '.join(counts)}; play again with fewer --jobs"
    ]
