"""The plots of a league: ratings, shares by seed, answer times, and the course of a test."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from markupsafe import Markup

from botsmith.arena.statistics.ratings import Rating
from botsmith.plots.axis import Axis, around, thinned
from botsmith.plots.svg import Plot, colour

CURVE, SMALL, TIMES = 240, 110, 70  # pixels of the plots' heights
COLUMNS = 5  # parts of an x axis: its words have room on a phone
BARS = 60  # of a histogram of times, about so many over the whole scale
FINEST = 3  # steps of the histogram, each 1 % wide, that a bar has at least
LITTLE = 0.1  # of a value by turn that does not change: the height of its scale
WALK = 400  # stretches of a test's way


Bars = Sequence[tuple[float, float, int]]  # of a histogram: from and to in ms, turns
Line = tuple[str, Sequence[tuple[int, float, float]]]  # css; turn, mean, standard deviation


def rating_axis(ratings: Sequence[Rating]) -> Axis:
    """Returns an axis that holds the intervals of all ratings, in Elo, with some room at both
    ends.
    """
    ends = [end for rating in ratings for end in rating.interval]
    return around(ends, max(ends) - min(ends) + 20.0)


def curve(points: Sequence[tuple[int, list[Rating]]], bots: Sequence[int]) -> Markup:
    """Returns a plot of ratings over matches: a line for each of these bots, and its interval as a
    band.

    The scale holds all lines, but only the last intervals, which are the narrowest.
    """
    lines = [rating.elo for _, ratings in points for rating in ratings]
    last = rating_axis(points[-1][1])
    elos = Axis(min(last.low, *lines), max(last.high, *lines))
    plot = Plot("ratings over matches", Axis(points[0][0], points[-1][0]), elos, CURVE)
    ticks = elos.ticks()
    plot.rows(ticks, [f"{elo:+.0f}" if round(elo) else "0" for elo in ticks])
    plot.scale(parts=COLUMNS)
    for bot in bots:
        plot.band([(matches, *ratings[bot].interval) for matches, ratings in points], colour(bot))
    for bot in bots:
        plot.line([(matches, ratings[bot].elo) for matches, ratings in points], colour(bot))
    return plot.svg("curve")


def turn_by_turn(lines: Sequence[Line]) -> Markup:
    """Returns a plot of a value by turn: a line for each bot, with a band of one standard deviation
    on both sides.
    """
    points = [point for _, line in lines for point in line]
    heights = around([mean + sign * s for _, mean, s in points for sign in (-1.0, 1.0)], LITTLE)
    turns = Axis(min(turn for turn, *_ in points), max(1 + turn for turn, *_ in points))
    plot = Plot("a value by turn", turns, heights, SMALL)
    plot.grid(".4g", 3)
    plot.scale(parts=COLUMNS)
    for css, line in lines:
        plot.band([(turn, mean - s, mean + s) for turn, mean, s in line], css)
    for css, line in lines:
        means = thinned([mean for _, mean, _ in line], WALK)
        plot.line([(line[number][0], mean) for number, mean in means], css)
    return plot.svg("told")


def bars(steps: Mapping[int, int], steps_a_bar: int) -> Bars:
    """Returns (from, to, turns) of a histogram whose step n goes from 1.01^n to 1.01^(n+1) ms."""
    found: dict[int, int] = {}
    for step, turns in steps.items():
        found[step // steps_a_bar] = found.get(step // steps_a_bar, 0) + turns
    width = 1.01**steps_a_bar
    return [(width**bar, width ** (bar + 1), turns) for bar, turns in sorted(found.items())]


def bar_width(steps: Iterable[int]) -> int:
    """Returns the number of steps in a bar, so that about BARS bars hold all steps."""
    found = set(steps)
    return max(FINEST, ceil((max(found) - min(found)) / BARS))


def histogram(bars: Bars, marks: list[float], limit: float | None, axis: Axis, css: str) -> Markup:
    """Returns a plot of answer times.

    marks: median, 99th percentile and longest in ms, drawn below the bars
    limit: the contest's limit in ms, None if it is not known
    """
    turns, most = (count(turns for _, _, turns in bars) for count in (sum, max))
    plot = Plot("answer times", axis, Axis(0.0, 1.0), TIMES)
    plot.rows([0.0, 1.0], ["0%", f"{most / turns:.0%}"])
    plot.area([(low, high, count / most) for low, high, count in bars], css)
    plot.scale("g", COLUMNS, is_whole=False)
    if limit is not None:
        plot.upright(limit, "limit")
        anchor = "start" if axis.share(limit) < 0.2 else "end"
        plot.word(limit, 1.0, "limit", anchor, 0, -4)
    for mark, title in zip(marks, ("median", "99 % within", "longest"), strict=True):
        plot.dot(mark, 0.0, css, f"{title} {mark:.1f} ms", 4)
    return plot.svg("times")


def walk(llrs: Sequence[float], bounds: tuple[float, float], end: int) -> Markup:
    """Returns a plot of the log likelihood ratio seed by seed, between the bounds of its test.

    llrs: one at least
    end: the index at which it first reached a bound; the last one if it has not
    """
    lower, upper = bounds
    room = 0.08 * (upper - lower)
    heights = Axis(min(lower, *llrs) - room, max(upper, *llrs) + room)
    plot = Plot("way of the sequential test", Axis(0.0, len(llrs)), heights, SMALL + 60)
    plot.rows([lower, 0.0, upper], [f"{lower:+.2f}", "0", f"{upper:+.2f}"])
    plot.level(lower, "limit")
    plot.level(upper, "limit")
    plot.scale(parts=COLUMNS)
    plot.line([(0.0, 0.0), *((place + 1, llr) for place, llr in thinned(llrs, WALK))], "c0")
    plot.dot(end + 1, llrs[end], "c0", f"{llrs[end]:+.2f} after {end + 1:,} seeds", 5)
    return plot.svg("walk")
