"""The plots of a league: ratings, shares by seed, answer times, and a test's way."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from botsmith.arena.statistics.ratings import Rating
from botsmith.plots.axis import Axis, around, thinned
from botsmith.plots.svg import Plot, colour

CURVE, SMALL, TIMES = 240, 110, 70  # pixels of the plots' heights
COLUMNS = 5  # parts of an x axis: its words have room on a phone
BARS = 60  # of a histogram of times, about so many over the whole scale
FINEST = 3  # steps of the histogram, each 1 % wide, that a bar has at least
ROOM = 0.88  # of a width: up to here a last number has room behind the others
LITTLE = 0.1  # of a value by turn that does not change: the height of its scale
WALK = 400  # stretches of a test's way


@dataclass(frozen=True)
class Block:
    """A bot's share of the first place in a row of seeds, which are numbered from 0."""

    start: int
    stop: int
    share: float
    interval: tuple[float, float]
    title: str


@dataclass(frozen=True)
class Times:
    """Answer times in ms.

    bars: (from, to, turns)
    marks: median, 99th percentile, longest
    limit: of the contest, None if nobody knows it
    """

    bars: Sequence[tuple[float, float, int]]
    marks: tuple[float, float, float]
    limit: float | None


@dataclass(frozen=True)
class Told:
    """A bot's value by turn. spread: the standard deviation over its matches, in each turn."""

    turns: Sequence[int]
    means: Sequence[float]
    spread: Sequence[float]
    css: str


def rating_axis(ratings: Sequence[Rating]) -> Axis:
    """Returns an axis from the lowest to the highest Elo, intervals included, with some room."""
    ends = [end for rating in ratings for end in rating.interval]
    return around(ends, max(ends) - min(ends) + 20.0)


def curve(points: Sequence[tuple[int, list[Rating]]], bots: Sequence[int]) -> Markup:
    """Returns ratings over matches: a line for each of these bots and its interval as a band.

    The scale holds all lines, but of the intervals only the last, which are the narrowest.
    """
    lines = [rating.elo for _, ratings in points for rating in ratings]
    last = rating_axis(points[-1][1])
    elos = Axis(min(last.low, *lines), max(last.high, *lines))
    plot = Plot("ratings over matches", Axis(points[0][0], points[-1][0]), elos, CURVE)
    ticks = elos.ticks()
    plot.rows(ticks, [f"{elo:+.0f}" if round(elo) else "0" for elo in ticks])
    counts(plot)
    for bot in bots:
        ends = [(matches, ratings[bot].interval) for matches, ratings in points]
        lower, upper = ([(matches, pair[end]) for matches, pair in ends] for end in (0, 1))
        plot.band(lower, upper, colour(bot))
    for bot in bots:
        plot.line([(matches, ratings[bot].elo) for matches, ratings in points], colour(bot))
    return plot.svg("curve")


def counts(plot: Plot) -> None:
    """Writes whole round numbers below a plot, and the last one if there is room."""
    axis = plot.x_axis
    found = [tick for tick in axis.ticks(COLUMNS) if tick == round(tick)]
    if not found or axis.share(found[-1]) < ROOM:
        found.append(axis.high)
    plot.columns(found, [f"{tick:,.0f}" for tick in found])


def turn_by_turn(told: Sequence[Told]) -> Markup:
    """Returns a value by turn: a line for each bot, and as a band one standard deviation to both
    sides.
    """
    ends = [
        (turn, mean - spread, mean + spread)
        for bot in told
        for turn, mean, spread in zip(bot.turns, bot.means, bot.spread, strict=True)
    ]
    heights = around([value for end in ends for value in end[1:]], LITTLE)
    turns = Axis(min(end[0] for end in ends), max(1 + end[0] for end in ends))
    plot = Plot("a value by turn", turns, heights, SMALL)
    plot.grid(".4g", 3)
    counts(plot)
    for bot in told:
        both = list(zip(bot.turns, bot.means, bot.spread, strict=True))
        lower, upper = ([(t, mean + sign * s) for t, mean, s in both] for sign in (-1.0, 1.0))
        plot.band(lower, upper, bot.css)
    for bot in told:
        plot.line([(bot.turns[n], mean) for n, mean in thinned(bot.means, WALK)], bot.css)
    return plot.svg("told")


def blocks(found: Sequence[Block], parity: float, css: str, ends: tuple[int, int]) -> Markup:
    """Shares of the first place with their intervals, block by block. ends: the first seed and
    the last.
    """
    plot = Plot("win share by seed", Axis(0.0, found[-1].stop), Axis(0.0, 1.0), SMALL)
    plot.rows([0.0, 0.5, 1.0], ["0%", "50%", "100%"])
    plot.level(parity, "half")
    for block in found:
        middle = (block.start + block.stop) / 2.0
        plot.upright(middle, f"whisker {css}", *block.interval)
        plot.dot(middle, block.share, css, block.title)
    first, last = ends
    named = [f"seed {first}", f"{last}"] if first != last else [f"seed {first}"]
    plot.columns([0.0, plot.x_axis.high][: len(named)], named)
    return plot.svg("blocks")


def time_axis(times: Sequence[Times]) -> Axis:
    """Returns a scale for the times of all bots: from the shortest to beyond limit and longest."""
    low = min(found.bars[0][0] for found in times)
    high = max(max(found.bars[-1][1], found.limit or 0.0) for found in times)
    return Axis(0.9 * low, 1.1 * high, is_log=True)


def bars(steps: Mapping[int, int], steps_a_bar: int) -> list[tuple[float, float, int]]:
    """Returns (from, to, turns) of a histogram whose step n goes from 1.01^n to 1.01^(n+1) ms."""
    found: dict[int, int] = {}
    for step, turns in steps.items():
        found[step // steps_a_bar] = found.get(step // steps_a_bar, 0) + turns
    width = 1.01**steps_a_bar
    return [(width**bar, width ** (bar + 1), turns) for bar, turns in sorted(found.items())]


def bar_width(steps: Iterable[int]) -> int:
    """Returns the steps of a bar, so that about BARS of them hold all these steps."""
    found = set(steps)
    return max(FINEST, ceil((max(found) - min(found)) / BARS))


def histogram(times: Times, axis: Axis, css: str) -> Markup:
    """Returns the times of answers: bars; below them median, 99th percentile, longest and limit."""
    turns = sum(count for _, _, count in times.bars)
    most = max(count for _, _, count in times.bars)
    plot = Plot("answer times", axis, Axis(0.0, 1.0), TIMES)
    plot.rows([0.0, 1.0], ["0%", f"{most / turns:.0%}"])
    plot.area([(low, high, count / most) for low, high, count in times.bars], css)
    plot.scale("g", COLUMNS, is_whole=False)
    if times.limit is not None:
        plot.upright(times.limit, "limit")
        anchor = "start" if axis.share(times.limit) < 0.2 else "end"
        plot.word(times.limit, 1.0, "limit", anchor, 0, -4)
    median, late, longest = times.marks
    titles = f"median {median:.1f} ms", f"99 % within {late:.1f} ms", f"longest {longest:.1f} ms"
    for mark, title in zip(times.marks, titles, strict=True):
        plot.dot(mark, 0.0, css, title, 4)
    return plot.svg("times")


def walk(llrs: Sequence[float], bounds: tuple[float, float], crossing: int | None) -> Markup:
    """Returns the log likelihood ratio seed by seed, between the bounds of its test. crossing: the
    place at which it first reached one.
    """
    lower, upper = bounds
    room = 0.08 * (upper - lower)
    heights = Axis(min(lower, *llrs) - room, max(upper, *llrs) + room)
    plot = Plot("way of the sequential test", Axis(0.0, max(1, len(llrs))), heights, SMALL + 60)
    plot.rows([lower, 0.0, upper], [f"{lower:+.2f}", "0", f"{upper:+.2f}"])
    plot.level(lower, "limit")
    plot.level(upper, "limit")
    counts(plot)
    plot.line([(0.0, 0.0), *((place + 1, llr) for place, llr in thinned(llrs, WALK))], "c0")
    end = len(llrs) - 1 if crossing is None else crossing
    if llrs:
        plot.dot(end + 1, llrs[end], "c0", f"{llrs[end]:+.2f} after {end + 1:,} seeds", 5)
    return plot.svg("walk")
