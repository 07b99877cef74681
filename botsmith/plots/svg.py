"""Plots as SVG that fit any width without stretching a letter.

Along x all places are percents of the width, along y pixels. Lines through many points are in an
inner picture that is stretched. Colours are classes of plots.css, because the pages' security
policies allow no style attribute.
"""

from collections.abc import Sequence
from math import nan

from markupsafe import Markup

from botsmith.plots.axis import PARTS, Axis

COLOURS = 8
INSIDE = 1000.0  # units of the stretched picture, in both directions
TOP, BELOW = 16, 24  # pixels above the plot, and below it for the words of the x axis

STRETCHED = (
    '<svg x="0" y="{}" width="100%" height="{}" viewBox="0 0 1000 1000"'
    ' preserveAspectRatio="none">{}</svg>'
)
PICTURE = '<svg class="plot {}" role="img" aria-label="{}" height="{}">{}{}{}</svg>'
INTERVAL = (
    '<svg class="interval {}" viewBox="0 0 1000 18" preserveAspectRatio="none"'
    ' aria-hidden="true"><path class="mark" d="M{} 0V18"/>'
    '<path class="whisker" d="M{} 9H{}"/><path class="mean" d="M{} 9h.01"/></svg>'
)
BAR = '<svg class="share" aria-hidden="true"><rect width="{:.2f}%" height="12" y="3"/></svg>'

Point = tuple[float, float]


def colour(place: int) -> str:
    """Returns the CSS class of a bot's colour; every second round of the colours is dashed."""
    return f"c{place % COLOURS}" + (" dashed" if place // COLOURS % 2 else "")


class Plot:
    """A plot: add lines, dots and words, then ask for its `svg`. height: in pixels"""

    def __init__(self, label: str, x: Axis, y: Axis, height: int) -> None:
        self.label = label
        self.x_axis, self.y_axis = x, y
        self.height = height
        self.below: list[Markup] = []
        self.stretched: list[Markup] = []
        self.above: list[Markup] = []

    # ---- places

    def x(self, value: float) -> str:
        """Returns the place of a value along x, in percent of the width."""
        return f"{100.0 * self.x_axis.share(value):.2f}%"

    def y(self, value: float) -> str:
        """Returns the place of a value along y, in pixels from the top."""
        return f"{TOP + self.height * (1.0 - self.y_axis.share(value)):.1f}"

    def _inside(self, points: Sequence[Point]) -> str:
        """Returns points as a path of the stretched picture."""
        found = []
        for x, y in points:
            across = INSIDE * self.x_axis.share(x)
            found.append(f"{across:.1f} {INSIDE * (1.0 - self.y_axis.share(y)):.1f}")
        return "L".join(found)

    # ---- what is drawn

    def rows(self, values: Sequence[float], words: Sequence[str]) -> None:
        """Draws lines across the plot at these heights, with words before them."""
        text = '<text x="-6" y="{}" dy="4" text-anchor="end">{}</text>'
        for value, word in zip(values, words, strict=True):
            self.level(value, "grid")
            self.above.append(filled(text, self.y(value), word))

    def columns(self, values: Sequence[float], words: Sequence[str]) -> None:
        """Writes words below the plot at these places; the outermost stay within its width."""
        text, y = '<text x="{}" y="{}" text-anchor="{}">{}</text>', TOP + self.height + 18
        for value, word in zip(values, words, strict=True):
            share = self.x_axis.share(value)
            anchor = "start" if share < 0.02 else "end" if share > 0.98 else "middle"
            self.above.append(filled(text, self.x(value), y, anchor, word))

    def grid(self, form: str, parts: int = PARTS) -> None:
        """Draws `rows` at the round numbers of the y axis. form: the format() code of a number"""
        ticks = self.y_axis.ticks(parts)
        self.rows(ticks, [format(tick, form) for tick in ticks])

    def scale(self, form: str = ",.0f", parts: int = PARTS, is_whole: bool = True) -> None:
        """Writes the round numbers of the x axis below the plot. is_whole: True for whole numbers
        only
        """
        ticks = self.x_axis.ticks(parts)
        ticks = [tick for tick in ticks if not is_whole or tick == round(tick)]
        self.columns(ticks, [format(tick, form) for tick in ticks])

    def level(self, value: float, css: str) -> None:
        """Draws a line across the plot."""
        text = '<line class="{0}" x1="0" x2="100%" y1="{1}" y2="{1}"/>'
        self.below.append(filled(text, css, self.y(value)))

    def upright(self, value: float, css: str, low: float = nan, high: float = nan) -> None:
        """Draws a line from the bottom to the top, or from the height `low` to `high`."""
        ends = [TOP + self.height, TOP] if low != low else [self.y(low), self.y(high)]
        text = '<line class="{0}" x1="{1}" x2="{1}" y1="{2}" y2="{3}"/>'
        self.below.append(filled(text, css, self.x(value), *ends))

    def line(self, points: Sequence[Point], css: str) -> None:
        """Draws a line through points."""
        self.stretched.append(filled('<path class="line {}" d="M{}"/>', css, self._inside(points)))

    def band(self, points: Sequence[tuple[float, float, float]], css: str) -> None:
        """Draws the area between two lines. points: place along x, lower end, upper end"""
        back = [(x, high) for x, _, high in reversed(points)]
        outline = self._inside([*((x, low) for x, low, _ in points), *back])
        self.stretched.append(filled('<path class="band {}" d="M{}Z"/>', css, outline))

    def area(self, bars: Sequence[tuple[float, float, float]], css: str) -> None:
        """Draws bars (from, to, height) that stand on the bottom."""
        bottom = self.y_axis.low
        paths = [
            self._inside([(start, bottom), (start, high), (end, high), (end, bottom)])
            for start, end, high in bars
        ]
        path = "".join(f"M{path}Z" for path in paths)
        self.stretched.append(filled('<path class="area {}" d="{}"/>', css, path))

    def dot(self, x: float, y: float, css: str, title: str, radius: int = 4) -> None:
        """Draws a dot; a pointer on it shows the title."""
        text = '<circle class="{}" cx="{}" cy="{}" r="{}"><title>{}</title></circle>'
        self.above.append(filled(text, css, self.x(x), self.y(y), radius, title))

    def word(self, x: float, y: float, text: str, anchor: str, dx: int = 0, dy: int = -5) -> None:
        """Writes a word in the plot. dx, dy: pixels beside the point."""
        form = '<text x="{}" y="{}" dx="{}" dy="{}" text-anchor="{}">{}</text>'
        self.above.append(filled(form, self.x(x), self.y(y), dx, dy, anchor, text))

    def svg(self, css: str = "") -> Markup:
        """Returns the picture: lines below, then bands and paths, then dots and words."""
        below, stretched, above = map(Markup("").join, (self.below, self.stretched, self.above))
        inner = filled(STRETCHED, TOP, self.height, stretched) if stretched else ""
        height = TOP + self.height + BELOW
        return filled(PICTURE, css, self.label, height, below, inner, above)


def filled(text: str, *values: object) -> Markup:
    """Returns an element of SVG. text: with {} for each value, which is escaped."""
    return Markup(text).format(*values)


def interval(mean: float, ends: tuple[float, float], axis: Axis, mark: float, css: str) -> Markup:
    """Returns a picture of a number and its interval for a row of a table. All rows share the axis.

    mark: the value at which each row has a vertical line
    """
    low, high, at, line = (f"{INSIDE * axis.share(value):.1f}" for value in (*ends, mean, mark))
    return filled(INTERVAL, css, line, low, high, at)


def bar(share: float) -> Markup:
    """Returns a bar in a table. share: its part of the width, 0..1"""
    return filled(BAR, 100.0 * share)
