"""Makes JSON of standings: the documents of `play --json` and `league --json`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from operator import itemgetter
from typing import Any

from botsmith.arena.matches.bots import engine_warning
from botsmith.arena.matches.league import Plan
from botsmith.arena.matches.match import SQUEEZE
from botsmith.arena.matches.openings import can_be_drawn
from botsmith.arena.matches.played import Played
from botsmith.arena.statistics.sprt import BETTER, UNDECIDED
from botsmith.arena.statistics.standings import Entry, Section, Standings
from botsmith.referees import referee_for

CRASHES = ("crash", "flood", "memory")
REFUSED = "refused"

Rows = list[dict[str, Any]]


def report(standings: Standings, matches: Iterable[Played], confidence: float) -> dict[str, Any]:
    """Returns the document that `play --json` prints.

    matches: all matches played; the document lists those that count

    Keys of the document:

    turn_ms: see played.TurnTimes
    crashes: number of crashes, floods and exceeded memory limits
    seats, ranks, scores: by seat, the bots' names, the ranks that count (Result.counted), the
    scores
    late: number of turns over the limit, under any time rule
    distinct: number of games that repeat no earlier game
    repeats: a line if games are repeated
    warnings: lines about bots from which the machine took time
    engine_warnings: lines about bots that played in Python instead of C
    merged: where bots are copies of each other, the same `bots` (and in a league `ratings` and
    `pairs`) with one row for all copies: their mean
    """
    plan = standings.plan
    shown = [match_report(played) for played in matches if standings.counts(played)]
    return {
        "game": plan.game,
        "seed": plan.seed,
        "games": len(shown),
        "time_rule": plan.rule,
        "iterations": plan.iterations,
        "bots": rows(bot_rows, standings.sections, confidence),
        "matches": shown,
        "warnings": squeeze_warnings(standings.squeezed()),
        "engine_warnings": engine_warnings(standings),
        **repeats(standings),
        **merged(standings, confidence),
    }


def merged(standings: Standings, confidence: float) -> dict[str, Any]:
    """Returns the entry `merged`, in which all copies of a bot are one row; {} without copies."""
    kinds = standings.kinds
    return {"merged": {"bots": rows(bot_rows, kinds, confidence)}} if kinds else {}


def rows(rows_of: Callable[..., Rows], sections: Mapping[int, Section], *words: Any) -> Rows:
    """Returns the rows of all levels.

    rows_of: makes the rows of one section, from the section and `words`
    """
    return [row for each in sections.values() for row in rows_of(each, *words)]


def conditions(plan: Plan, site: dict[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the entry `conditions` of a result: all settings, apart from the bots, that may
    change it.

    site: the model of the site's machine
    more: further conditions that the command knows
    """
    drawn_for = []
    if plan.openings:  # foreign referees have none
        drawn_for = [bot.name for bot in plan.bots if can_be_drawn(referee_for(plan.game), bot)]
    return {
        "time_rule": plan.rule,
        "iterations": plan.iterations,
        "slack_ms": {bot.name: list(bot.slack) for bot in plan.bots if any(bot.slack)},
        "openings": {"turns": plan.openings, "drawn_for": drawn_for} if plan.openings else None,
        "site": site,
        "bots": {bot.name: bot.content_hash for bot in plan.bots},
        **more,
    }


def conditions_words(stated: dict[str, Any] | None) -> str:
    """Returns words about the machine and all conditions that are not the default, without the time
    rule.
    """
    if stated is None:
        return ""
    words = [f"{stated['iterations']} iterations"] if stated["iterations"] else []
    for name, (turn, first) in stated["slack_ms"].items():
        words.append(f"slack of {name} {turn:g},{first:g} ms")
    if opened := stated["openings"]:
        words.append(f"openings {opened['turns']} for {', '.join(opened['drawn_for']) or 'nobody'}")
    if site := stated["site"]:
        words.append(f"site {site['share']:g} %, slow {site['slow']:g}")
    words.append(f"{stated['jobs']} job{'s' * (stated['jobs'] != 1)}")
    words.append(f"load {stated['load']:g} of {stated['cores']} cores")
    return ", " + ", ".join(words)


def repeats(standings: Standings) -> dict[str, Any]:
    """Returns the entry `distinct`, the number of games that repeat no other, and a line `repeats`
    if games are repeated.
    """
    found = [repeat for each in standings.sections.values() for repeat in each.repeats]
    games = sum(len(each.games) for each in standings.sections.values())
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
    """Returns a line for each bot that played in Python instead of C at one of the levels."""
    missed: Counter[str] = Counter()
    for section in standings.sections.values():
        for entry in section.entries:
            missed[standings.plan.bots[entry.bot].name] += entry.without_c
    return [line for name, turns in missed.items() for line in engine_warning(name, turns)]


def league_report(
    standings: Standings, matches: Iterable[Played], confidence: float, force: bool
) -> dict[str, Any]:
    """Returns the document that `league --json` prints: the document of `play` with ratings, pairs
    and sprt added.

    force: True for verdicts in spite of warnings
    """
    is_refused = bool(standings.squeezed()) and not force
    document = report(standings, matches, confidence)
    for part, each in ((document.get("merged"), standings.kinds), (document, standings.sections)):
        if part is not None:
            part["ratings"] = rows(rating_rows, each, confidence)
            part["pairs"] = rows(pair_rows, each, confidence, is_refused)
    return document | {"sprt": sprt_report(standings, is_refused)}


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


def bot_rows(section: Section, confidence: float) -> Rows:
    """Returns the rows of the report's entry `bots` for one level: one row for each bot that has
    played.
    """
    return [
        {
            "name": section.plan.bots[entry.bot].name,
            "hash": section.plan.bots[entry.bot].content_hash,
            "copies": entry.copies,
            "level": section.level.percent,
            "budget": entry.budget,
            "slack_ms": list(section.plan.bots[entry.bot].slack),
            **entry.figures(confidence),
            "interval_of": "mean_rank" if entry.players > 2 else "first_share",
            "confidence": confidence,
            "timeouts": entry.faults["timeout"],
            "crashes": sum(entry.faults[fault] for fault in CRASHES),
            "invalid": entry.faults["invalid"],
            "late": entry.late,
            "engine": entry.engine.as_json(),
            "turn_ms": entry.times.summary(),
            "units": entry.size,
        }
        for entry in section.playing
    ]


def pair_rows(section: Section, confidence: float, is_refused: bool) -> Rows:
    """Returns the rows of the report's entry `pairs` for one level: a bot's results against another
    one.
    """
    bots, kinds = section.plan.bots, section.plan.kinds
    found = []
    for (one, other), meeting in section.meetings.items():
        if not meeting.games:
            continue
        first, second = section.entries[one].bot, section.entries[other].bot
        low, high = meeting.interval(confidence)
        decided = BETTER if low > 0.5 else "worse" if high < 0.5 else UNDECIDED
        verdict = "copies" if kinds[first] == kinds[second] else decided
        names = {"a": bots[first].name, "b": bots[second].name, "level": section.level.percent}
        result = {"score": meeting.first_share, "interval": [low, high]}
        row = {**names, **meeting.counts(), **result, "superiority": meeting.sample.superiority()}
        found.append({**row, "verdict": REFUSED if is_refused else verdict})
    return found


def rating_rows(section: Section, confidence: float) -> Rows:
    """Returns the rows of the report's entry `ratings` for one level: each bot's Bradley-Terry and
    openskill ratings, best first.
    """
    # With numpy, which is slow to import.
    from botsmith.arena.statistics.ratings import openskill_ratings

    bots = [section.plan.bots[entry.bot] for entry in section.entries]
    if section.plan.seats < 2 or not section.games or not section.meetings:
        return []
    elos, skills = section.elos(confidence), openskill_ratings(section.games, len(bots))
    found = []
    for bot, elo, (mu, sigma) in zip(bots, elos, skills, strict=True):
        row = {"name": bot.name, "level": section.level.percent, "elo": elo.elo}
        skill = {"mu": mu, "sigma": sigma, "ordinal": mu - 3.0 * sigma}
        found.append({**row, "elo_interval": list(elo.interval), "openskill": skill})
    return sorted(found, key=itemgetter("elo"), reverse=True)


def sprt_report(standings: Standings, is_refused: bool) -> dict[str, Any] | None:
    """Returns the `sprt` of the report; None without --sprt."""
    trial, bots = standings.trial, standings.plan.bots
    if trial is None:
        return None
    progress, test = trial.progress, trial.progress.test
    verdict = REFUSED if is_refused else progress.verdict
    about = {"verdict": verdict, "llr": progress.llr, "games": trial.games}
    names = {"a": bots[trial.duel.first].name, "b": bots[trial.duel.second].name}
    return {**about, **names, **asdict(test), "bounds": list(test.bounds())}


def squeeze_warnings(squeezed: list[tuple[str, Entry]]) -> list[str]:
    """Returns a list with one line about the bots that waited too long for a CPU; [] without
    any.
    """
    if not squeezed:
        return []
    counts = []
    for name, entry in squeezed:
        late = entry.times.percentile(99.0)
        p99 = "" if late is None else f" (p99 {late:.1f} ms)"
        counts.append(f"{name} in {entry.squeezed} of {entry.asked} turns{p99}")
    return [
        f"the machine is oversubscribed: bots waited for a CPU for more than {SQUEEZE:.0%} of a"
        f" turn's time: {', '.join(counts)}; play again with fewer"
        " --jobs, while less runs here, or by --time count"
    ]
