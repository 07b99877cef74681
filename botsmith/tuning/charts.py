"""The report's pictures as SVG. Scores are 0..1.

Colours are CSS classes of page.html: its security policy allows no style attribute.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from markupsafe import Markup

from botsmith.tuning.space import Range, Values

WIDE, HIGH = 720, 300  # pixels of the history
SMALL, LOW = 320, 200  # pixels of one landscape
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 12, 30
BAR = 26  # pixels: height of a row of the importances


@dataclass(frozen=True)
class Point:
    """One finished trial as it is drawn. is_pruned: it was cut short, after fewer games."""

    number: int
    score: float
    interval: tuple[float, float]
    games: int
    values: Values
    is_pruned: bool
    is_best: bool
    is_start: bool

    @property
    def css(self) -> str:
        """The CSS class of the trial's dot."""
        if self.is_best:
            return "best"
        return "start" if self.is_start else "pruned" if self.is_pruned else "whole"

    @property
    def title(self) -> str:
        """The text that a pointer on the dot shows."""
        low, high = self.interval
        state = ", pruned" if self.is_pruned else ""
        return (
            f"trial {self.number}: {self.score:.1%} [{low:.1%} {high:.1%}]"
            f" in {self.games} games{state}"
        )


@dataclass(frozen=True)
class Frame:
    """A plot's size and its scale of scores."""

    width: int
    height: int
    low: float
    high: float

    def x(self, share: float) -> str:
        """Pixels of a share 0..1 of the width."""
        return f"{LEFT + share * (self.width - LEFT - RIGHT):.1f}"

    def y(self, score: float) -> str:
        """Pixels of a score."""
        share = (score - self.low) / (self.high - self.low)
        return f"{self.height - BOTTOM - share * (self.height - TOP - BOTTOM):.1f}"

    def grid(self) -> list[Markup]:
        """Lines at round scores, the one at one half stronger."""
        step = 0.1 if self.high - self.low <= 0.6 else 0.25
        ticks = [step * number for number in range(round(1 / step) + 1)]
        lines = []
        for score in ticks:
            if self.low - 1e-9 <= score <= self.high + 1e-9:
                css = "half" if abs(score - 0.5) < 1e-9 else "grid"
                y = self.y(score)
                lines.append(
                    Markup(
                        '<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>'
                        '<text class="tick" x="{}" y="{}" text-anchor="end" dy="4">{:.0%}</text>'
                    ).format(css, LEFT, self.width - RIGHT, y, y, LEFT - 6, y, score)
                )
        return lines


def frame(points: Sequence[Point], width: int, height: int) -> Frame:
    """A plot whose scale holds all scores, and one half."""
    low = min([0.5, *(point.score for point in points)])
    high = max([0.5, *(point.score for point in points)])
    return Frame(width, height, max(0.0, low - 0.06), min(1.0, high + 0.06))


def dot(point: Point, x: str, y: str) -> Markup:
    """The dot of one trial at x, y."""
    radius = 6 if point.is_best else 4
    return Markup('<circle class="{}" cx="{}" cy="{}" r="{}"><title>{}</title></circle>').format(
        point.css, x, y, radius, point.title
    )


def svg(plot: Frame, label: str, parts: Sequence[Markup]) -> Markup:
    """The SVG element of a plot with these parts; label: for those who cannot see it."""
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        plot.width, plot.height, label, Markup("").join(parts)
    )


def history(points: Sequence[Point]) -> Markup:
    """The scores in the order of the trials, with their intervals and the best one so far."""
    plot = frame(points, WIDE, HIGH)
    last = max(len(points) - 1, 1)
    parts = plot.grid()
    steps: list[str] = []
    best: float | None = None
    for place, point in enumerate(points):
        x, y = plot.x(place / last), plot.y(point.score)
        low, high = (min(max(end, plot.low), plot.high) for end in point.interval)
        parts.append(
            Markup('<line class="whisker" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
                x, x, plot.y(low), plot.y(high)
            )
        )
        if not point.is_pruned and (best is None or point.score > best):
            best = point.score
        if best is not None:
            steps.append(f"{x},{plot.y(best)}" if not steps else f"H{x}V{plot.y(best)}")
        parts.append(dot(point, x, y))
    if steps:
        path = Markup('<path class="sofar" d="M{}"/>').format("".join(steps))
        parts.insert(len(plot.grid()), path)
    for place, point in enumerate(points):
        if place % max(1, len(points) // 12) == 0:
            parts.append(caption(plot.x(place / last), HIGH - 10, str(point.number)))
    return svg(plot, "score of every trial", parts)


def caption(x: str, y: int, text: str, anchor: str = "middle") -> Markup:
    """A word below an axis."""
    return Markup('<text class="tick" x="{}" y="{}" text-anchor="{}">{}</text>').format(
        x, y, anchor, text
    )


def importance(shares: dict[str, float]) -> Markup:
    """A bar for every parameter, the most important first."""
    rows = sorted(shares.items(), key=lambda pair: -pair[1])
    plot = Frame(WIDE, BAR * len(rows) + 8, 0.0, 1.0)
    most = max([*shares.values(), 1e-9])
    parts = []
    for place, (name, share) in enumerate(rows):
        y = BAR * place + 4
        width = share / most * (WIDE - 260)
        parts.append(
            Markup(
                '<text class="name" x="170" y="{}" text-anchor="end">{}</text>'
                '<rect class="bar" x="180" y="{}" width="{:.1f}" height="{}" rx="3"/>'
                '<text class="tick" x="{:.1f}" y="{}">{:.0%}</text>'
            ).format(y + 16, name, y + 3, width, BAR - 8, 188 + width, y + 16, share)
        )
    return svg(plot, "importance of the parameters", parts)


def landscape(single: Range, points: Sequence[Point]) -> Markup:
    """Scores by the value of one parameter: the best is marked, a line is at the start value."""
    plot = frame(points, SMALL, LOW)
    parts = plot.grid()
    start = plot.x(share_of(single, float(single.start)))
    parts.append(
        Markup('<line class="began" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
            start, start, TOP, LOW - BOTTOM
        )
    )
    for point in sorted(points, key=lambda point: point.is_best):
        x = plot.x(share_of(single, float(point.values[single.name])))
        parts.append(dot(point, x, plot.y(point.score)))
    ends = ("no", "yes") if single.kind is bool else (f"{single.low:g}", f"{single.high:g}")
    parts.append(caption(str(LEFT), LOW - 10, ends[0], "start"))
    middle = "log scale" if single.is_log else ""
    parts.append(caption(plot.x(0.5), LOW - 10, middle))
    parts.append(caption(str(SMALL - RIGHT), LOW - 10, ends[1], "end"))
    return svg(plot, f"score against {single.name}", parts)


def share_of(single: Range, value: float) -> float:
    """The place of a value in its range, 0..1; by the logarithm where that is searched."""
    if single.is_log:
        return log(value / single.low) / log(single.high / single.low)
    return (value - single.low) / (single.high - single.low)
