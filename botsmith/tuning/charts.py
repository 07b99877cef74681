"""The report's pictures. Scores are 0..1."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from botsmith.plots.axis import Axis
from botsmith.plots.svg import Plot, parts
from botsmith.tuning.space import Range, Values

HIGH, LOW = 250, 150  # pixels: heights of the history and of one landscape
ROOM = 0.06  # of a score, above the best and below the worst


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
        """Returns the CSS class of the trial's dot."""
        if self.is_best:
            return "best"
        return "start" if self.is_start else "pruned" if self.is_pruned else "whole"

    @property
    def title(self) -> str:
        """Returns the text that a pointer on the dot shows."""
        low, high = self.interval
        state = ", pruned" if self.is_pruned else ""
        return (
            f"trial {self.number}: {self.score:.1%} [{low:.1%} {high:.1%}]"
            f" in {self.games} games{state}"
        )


def scored(label: str, x: Axis, scores: Sequence[float], height: int) -> Plot:
    """Returns a plot whose scale holds all these scores, one half among them."""
    axis = Axis(max(0.0, min(scores) - ROOM), min(1.0, max(scores) + ROOM))
    plot = Plot(label, x, axis, height)
    plot.grid(".0%")
    plot.level(0.5, "half")
    return plot


def add_dot(plot: Plot, x: float, point: Point) -> None:
    """Draws the dot of one trial; the best one is larger."""
    plot.dot(x, point.score, point.css, point.title, 6 if point.is_best else 4)


def history(points: Sequence[Point]) -> Markup:
    """Returns the scores in the order of the trials, with their intervals and the best one so
    far.
    """
    last = max(len(points) - 1, 1)
    ends = [0.5, *(end for point in points for end in point.interval)]
    plot = scored("score of every trial", Axis(0.0, last), ends, HIGH)
    steps: list[tuple[float, float]] = []
    for place, point in enumerate(points):
        plot.upright(place, "whisker whole", *point.interval)
        if steps:
            steps.append((place, steps[-1][1]))
        if not point.is_pruned and (not steps or point.score > steps[-1][1]):
            steps.append((place, point.score))
        add_dot(plot, place, point)
    if steps:
        plot.line(steps, "sofar")
    named = [place for place in plot.x_axis.ticks() if place == int(place) < len(points)]
    plot.columns(named, [str(points[int(place)].number) for place in named])
    return plot.svg("history")


def importance(shares: dict[str, float]) -> list[tuple[str, Markup, str]]:
    """Returns (name, bar, share) of every parameter, the most important first."""
    rows = sorted(shares.items(), key=lambda pair: -pair[1])
    most = max([*shares.values(), 1e-9])
    return [(name, parts([("c", share / most)]), f"{share:.0%}") for name, share in rows]


def landscape(single: Range, points: Sequence[Point]) -> Markup:
    """Returns scores by the value of one parameter, with the best and the start value marked."""
    scores = [point.score for point in points]
    plot = scored(f"score against {single.name}", Axis(0.0, 1.0), [0.5, *scores], LOW)
    place = Axis(single.low, single.high, single.is_log)
    plot.upright(place.share(float(single.start)), "began")
    for point in sorted(points, key=lambda point: point.is_best):
        add_dot(plot, place.share(float(point.values[single.name])), point)
    ends = ("no", "yes") if single.kind is bool else (f"{single.low:g}", f"{single.high:g}")
    plot.columns([0.0, 0.5, 1.0], [ends[0], "log scale" if single.is_log else "", ends[1]])
    return plot.svg("landscape")
