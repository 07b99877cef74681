"""Makes the sections of a level as values for the templates: plots, tables and sentences.

Every text is escaped. A section without data is an empty list; the template has a sentence for it.
"""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.sprt import DEFAULT, first_crossing, walk
from botsmith.arena.statistics.standings import Entry
from botsmith.arena.statistics.stats import Sample
from botsmith.board.state import LeagueBoard
from botsmith.board.tallies import Seeds, natural
from botsmith.plots import league as plots
from botsmith.plots.axis import Axis
from botsmith.plots.formats import DASH, limit_words, number_and_noun, plain, span
from botsmith.plots.svg import Plot, colour, interval
from botsmith.programs import is_foreign
from botsmith.referees import referee_for
from botsmith.referees.base import Limits

SHARES = Axis(0.0, 1.0)
QUANTILES = (50.0, 90.0, 99.0, 99.9)

Ends = tuple[float, float]  # of an interval


def names_of(state: LeagueBoard) -> list[str]:
    """Returns the bots' names by their numbers."""
    return [plain(bot.name) for bot in state.plan.bots]


def bot_view(state: LeagueBoard, bot: int) -> dict[str, Any]:
    """Returns a bot's name and the CSS class of its colour."""
    return {"name": plain(state.plan.bots[bot].name), "colour": colour(bot)}


# ---- shares of the first place


def seat_rows(state: LeagueBoard, level: int, order: Sequence[int]) -> list[dict[str, Any]]:
    """Returns a table row with the win share of each seat: first over all bots, then for each
    bot.
    """
    tally, places = state.tallies[level], range(state.plan.seats)
    rows = [({"name": "", "colour": "any"}, tally.anybody)]
    rows += [(bot_view(state, bot), [tally.seats[bot, place] for place in places]) for bot in order]
    return [
        {**bot, "seats": [seat_cell(samples[at], at, state, bot["colour"]) for at in places]}
        for bot, samples in rows
    ]


def seat_cell(sample: Sample, place: int, state: LeagueBoard, css: str) -> dict[str, Any]:
    """Returns one cell of a seat row; a cell without games says so."""
    cell = {"seat": place, "games": f"{sample.games:,}"}
    if not sample.games:
        return {**cell, "picture": "", "share": DASH, "interval": ""}
    mean, ends = sample.mean_and_games()[0], sample.interval(state.confidence)
    picture = interval(mean, ends, SHARES, 1.0 / state.plan.seats, css)
    return {**cell, "picture": picture, "share": f"{mean:.1%}", "interval": span(ends)}


def seed_views(state: LeagueBoard, level: int, order: Sequence[int]) -> list[dict[str, Any]]:
    """Returns a plot of win shares along the seeds for each bot that has played."""
    views = []
    for bot in order:
        seeds = state.tallies[level].seeds[bot]
        if seeds.blocks:
            plot = seed_plot(seeds, state, colour(bot))
            words = f"a dot is {number_and_noun(seeds.size, 'seed')}"
            views.append({**bot_view(state, bot), "plot": plot, "words": words})
    return views


def seed_plot(seeds: Seeds, state: LeagueBoard, css: str) -> Markup:
    """Returns the plot of one bot's win shares along the seeds, block by block."""
    count = sum(block.seeds for block in seeds.blocks)
    plot = Plot("win share by seed", Axis(0.0, count), SHARES, plots.SMALL)
    plot.rows([0.0, 0.5, 1.0], ["0%", "50%", "100%"])
    plot.level(1.0 / state.plan.seats, "half")
    start = 0
    for block in seeds.blocks:
        mean, ends = block.sample.mean_and_games()[0], block.sample.interval(state.confidence)
        where = f"{block.seeds:,} seeds from {block.first} to {block.last}"
        where = where if block.seeds > 1 else f"seed {block.first}"
        title = f"{where}: {mean:.1%} [{ends[0]:.0%} {ends[1]:.0%}]"
        title += f", {number_and_noun(block.sample.games, 'game')}"
        middle = start + block.seeds / 2.0
        plot.upright(middle, f"whisker {css}", *ends)
        plot.dot(middle, mean, css, title)
        start += block.seeds
    first, last = seeds.blocks[0].first, seeds.blocks[-1].last
    named = [f"seed {first}", f"{last}"] if first != last else [f"seed {first}"]
    plot.columns([0.0, count][: len(named)], named)
    return plot.svg("blocks")


def map_rows(state: LeagueBoard, level: int, order: Sequence[int]) -> list[dict[str, Any]]:
    """Returns a table row for each map with a cell for each bot; [] in a game without named
    maps.
    """
    tally = state.tallies[level]
    rows = []
    for name in sorted(tally.map_games, key=natural):
        cells = [share_cell(tally.maps.get((name, bot)), state) for bot in order]
        rows.append({"name": plain(name), "games": f"{tally.map_games[name]:,}", "cells": cells})
    return rows


def share_cell(sample: Sample | None, state: LeagueBoard) -> dict[str, Any] | None:
    """Returns a table cell with a share of the first place, None without games."""
    if sample is None:
        return None
    mean, ends = sample.mean_and_games()[0], sample.interval(state.confidence)
    return share_field(mean, ends, 1.0 / state.plan.seats, sample.games)


def share_field(mean: float, ends: Ends, parity: float, games: int) -> dict[str, Any]:
    """Returns a table cell: a share, its interval, and True if the interval contains parity. Its
    colour, h0 to h10, is the share's distance from parity, relative to the largest possible one.
    """
    most = 1.0 - parity if mean > parity else parity
    return {
        "score": f"{mean:.0%}",
        "interval": span(ends),
        "is_open": ends[0] <= parity <= ends[1],
        "heat": f"h{int(5.5 + 5.0 * (mean - parity) / most)}",
        "games": number_and_noun(games, "game"),
    }


# ---- answer times and engines


def limits_of(entry: Entry, state: LeagueBoard) -> Limits | None:
    """Returns a bot's time limits in ms, with its budget and its slack; None for a foreign referee,
    which does not state its limits.
    """
    if is_foreign(state.plan.game):
        return None
    limits, slack = referee_for(state.plan.game).limits, state.plan.bots[entry.bot].slack
    share = entry.budget / FULL_BUDGET
    return Limits(limits.first_ms * share + slack.first_ms, limits.turn_ms * share + slack.turn_ms)


def time_views(state: LeagueBoard, level: int, order: Sequence[int]) -> list[dict[str, Any]]:
    """Returns a histogram of answer times for each bot with answers after the first, all on one
    scale.
    """
    entries = [state.sections[level].entries[bot] for bot in order]
    timed = [entry for entry in entries if entry.times.steps]
    if not timed:
        return []
    width = plots.bar_width(step for entry in timed for step in entry.times.steps)
    bars = {entry.bot: plots.bars(entry.times.steps, width) for entry in timed}
    limits = {entry.bot: limit.turn_ms for entry in timed if (limit := limits_of(entry, state))}
    low = min(each[0][0] for each in bars.values())
    high = max(each[-1][1] for each in bars.values())
    axis = Axis(0.9 * low, 1.1 * max(high, *limits.values(), 0.0), is_log=True)
    views = []
    for entry in timed:
        times, bot = entry.times, entry.bot
        found = {f"p{percent:g}": times.percentile(percent) or 0.0 for percent in QUANTILES}
        found["max"] = times.max
        marks = [found[name] for name in ("p50", "p99", "max")]
        plot = plots.histogram(bars[bot], marks, limits.get(bot), axis, colour(bot))
        rows = [(name, f"{value:,.1f}") for name, value in found.items()]
        view = {"plot": plot, "quantiles": rows, "words": time_words(entry, state)}
        views.append({**bot_view(state, bot), **view})
    return views


def time_words(entry: Entry, state: LeagueBoard) -> str:
    """Returns a sentence on a bot's answers, its late answers, the limit, and its first answers."""
    limits = limits_of(entry, state)
    said = [number_and_noun(entry.times.turns, "answer")]
    if limits:
        said.append(f"limit {limit_words(limits.turn_ms)}, {entry.late:,} late")
    if entry.times.first is not None:
        said.append(f"first answers up to {entry.times.first:,.1f} ms")
        if limits:
            said[-1] += f" of {limit_words(limits.first_ms)}"
    return "; ".join(said)


def limit_note(state: LeagueBoard) -> str:
    """Returns a note on the time limit in the plots: its source, and the treatment of late
    answers.
    """
    if is_foreign(state.plan.game):
        return "The referee does not tell its limit, so none is drawn."
    if state.plan.rule == "none":
        return "The limit is the contest's; under time rule none nobody was late."
    if state.plan.rule == "count":
        return "Time rule count: late answers were counted and played on."
    return f"Time rule {plain(state.plan.rule)}; a late answer counts with the time it was given."


def turns_words(engine: EngineTurns) -> str:
    """Returns the number of turns in each engine, in words."""
    kinds = (("in C", engine.c), ("in Python", engine.python), ("not reported", engine.unknown))
    found = [f"{count:,} {kind}" for kind, count in kinds if count]
    return ", ".join(found) or "no turns"


# ---- the sequential test


def sprt_view(state: LeagueBoard, level: int, pair: tuple[int, int] | None) -> dict[str, Any]:
    """Returns the course of the league's sequential test; without one, of the test of a pair of
    bots.

    If there is no course, `plot` is None and `words` say why.
    """
    names = names_of(state)
    if trial := state.trial:
        pair = (trial.duel.first, trial.duel.second)
        observed, per_seed = trial.observed, trial.per_seed
    elif pair is None and len(names) == 2:
        pair = (0, 1)
    if pair is None:
        return {"plot": None, "words": "No pair was tested: `league --sprt A,B` tests one."}
    if state.trial is None:
        meeting = state.sections[level].meetings[min(pair), max(pair)]
        observed, per_seed = meeting.observed(), meeting.per_seed
        if pair[0] > pair[1]:
            observed = [1.0 - score for score in observed]
    one, other = (names[bot] for bot in pair)
    title = f"Is {one} better than {other}?"
    if not observed:
        return {"plot": None, "words": f"{title} They have not met in a complete seed yet."}
    llrs = walk(observed)
    crossing, (low, high) = first_crossing(llrs), DEFAULT.bounds()
    end = len(llrs) - 1 if crossing is None else crossing
    after = f"{llrs[end]:+.2f} after {number_and_noun(end + 1, 'seed')}"
    after += f" ({number_and_noun(per_seed * (end + 1), 'game')})"
    if crossing is None:
        said = f"Not decided: {after}, between {low:+.2f} and {high:+.2f}."
    elif llrs[end] >= high:
        said = f"By this test {one} is better: {after}, at or beyond {high:+.2f}."
    else:
        said = f"By this test {one} is not better by {DEFAULT.elo1:g} Elo: {after},"
        said += f" at or beyond {low:+.2f}."
    plot = plots.walk(llrs, (low, high), end)
    notes = sprt_notes(state, crossing is not None and end + 1 < len(llrs))
    return {"plot": plot, "title": title, "words": said, "notes": notes}


def sprt_notes(state: LeagueBoard, went_on: bool) -> list[str]:
    """Returns the reasons why the course of the test is no verdict."""
    found = []
    if state.trial is None:
        found.append("Nobody is known to have asked for it before the games: a hint, no verdict.")
    if went_on:
        found.append("The league went on; the first crossing is the one that counts.")
    if state.squeezed():
        found.append("The machine was oversubscribed, so take no verdict from this.")
    return found
