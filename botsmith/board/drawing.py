"""The board's pictures: SVG without a single style attribute, as its security policy wants it."""

from collections.abc import Sequence
from math import floor, log10

from markupsafe import Markup

from botsmith.arena.ratings import Rating

COLOURS = 8
INSIDE = 1000.0  # units of the stretched inner picture, in both directions
TOP, HEIGHT = 14, 240  # pixels of the curve's plot


def colour(place: int) -> str:
    """The CSS class of a bot's colour."""
    return f"c{place % COLOURS}"


def is_dashed(place: int) -> bool:
    """Every second round of the colours is dashed."""
    return place // COLOURS % 2 == 1


def bounds(ratings: Sequence[Rating]) -> tuple[float, float]:
    """Elo from lowest to highest, intervals included, with a little room."""
    low = min(rating.interval[0] for rating in ratings)
    high = max(rating.interval[1] for rating in ratings)
    room = max(10.0, 0.05 * (high - low))
    return low - room, high + room


def forest(rating: Rating, limits: tuple[float, float], css: str) -> Markup:
    """One bot's interval on a scale that all rows share, with a line at the league's mean."""
    low, high = limits

    def x(elo: float) -> str:
        return f"{INSIDE * (elo - low) / (high - low):.1f}"

    title = f"{rating.interval[0]:+.0f} to {rating.interval[1]:+.0f}"
    return Markup(
        '<svg viewBox="0 0 1000 18" preserveAspectRatio="none" role="img" class="{css}"'
        ' aria-label="{title}"><title>{title}</title>'
        '<path class="zero" d="M{zero} 0V18"/>'
        '<path class="whisker" d="M{start} 9H{end}"/><path class="mean" d="M{mean} 9h.01"/></svg>'
    ).format(
        css=css,
        title=title,
        zero=x(0.0),
        start=x(rating.interval[0]),
        end=x(rating.interval[1]),
        mean=x(rating.elo),
    )


def ticks(low: float, high: float) -> list[float]:
    """Three to seven round numbers between."""
    rough = (high - low) / 5.0
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor >= rough)
    first = floor(low / step) + 1
    return [step * number for number in range(first, floor(high / step) + 1)]


def clipped(points: Sequence[tuple[int, list[Rating]]]) -> tuple[float, float]:
    """The scale: all lines, but of the intervals only the last, which are the narrowest."""
    lines = [rating.elo for _, ratings in points for rating in ratings]
    low, high = bounds(points[-1][1])
    return min(low, *lines), max(high, *lines)


def curve(points: Sequence[tuple[int, list[Rating]]], bots: Sequence[int]) -> Markup:
    """Ratings over seeds: a line for each of these bots and its interval as a band.

    The plot is stretched to the page's width, its text is not.
    """
    low, high = clipped(points)
    first, last = points[0][0], points[-1][0]

    def x(seeds: int) -> str:
        return f"{INSIDE * (seeds - first) / max(1, last - first):.1f}"

    def y(elo: float) -> str:
        return f"{INSIDE * (high - min(max(elo, low), high)) / (high - low):.1f}"

    pieces = [Markup('<svg class="curve" role="img" aria-label="ratings over seeds">')]
    for elo in ticks(low, high):
        at = TOP + HEIGHT * (high - elo) / (high - low)
        pieces.append(
            Markup('<line class="grid" x1="0" x2="100%" y1="{0:.1f}" y2="{0:.1f}"/>').format(at)
        )
    pieces.append(
        Markup(
            '<svg x="0" y="{}" width="100%" height="{}" viewBox="0 0 1000 1000"'
            ' preserveAspectRatio="none">'
        ).format(TOP, HEIGHT)
    )
    for place in bots:
        rated = [(seeds, ratings[place]) for seeds, ratings in points]
        upper = [f"{x(seeds)} {y(rating.interval[1])}" for seeds, rating in rated]
        lower = [f"{x(seeds)} {y(rating.interval[0])}" for seeds, rating in reversed(rated)]
        pieces.append(
            Markup('<path class="band {}" d="M{}Z"/>').format(
                colour(place), "L".join([*upper, *lower])
            )
        )
    for place in bots:
        line = [f"{x(seeds)} {y(ratings[place].elo)}" for seeds, ratings in points]
        dashed = " dashed" if is_dashed(place) else ""
        pieces.append(
            Markup('<path class="{}{}" d="M{}"/>').format(colour(place), dashed, "L".join(line))
        )
    pieces.append(Markup("</svg>"))
    for elo in ticks(low, high):  # above the lines
        at = TOP + HEIGHT * (high - elo) / (high - low) - 4
        text = f"{elo:+.0f}" if round(elo) else "0"
        pieces.append(Markup('<text x="0" y="{:.1f}">{}</text>').format(at, text))
    pieces.append(
        Markup(
            '<text x="0" y="{0}">{1} seeds</text>'
            '<text x="100%" y="{0}" text-anchor="end">{2} seeds</text></svg>'
        ).format(TOP + HEIGHT + 22, first, last)
    )
    return Markup("").join(pieces)
