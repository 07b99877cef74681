"""What painters draw: shapes as short JSON lists, in the painter's own units, y down.

A colour is a name of the page's palettes, light and dark: `p0`..`p7` seats, `ink` lines and text,
`dim` what matters less, `faint` grounds, `edge` rims, `paper` the page, `good`, `bad`, `warm`,
`cool`, `wood`, `shade` (dark in both palettes). `p0/30` is p0 at 30 percent opacity; "" is none.
"""

import re
from collections.abc import Sequence
from functools import cache

Shape = list[float | int | str | list[float]]

NAMES = "ink dim faint edge paper good bad warm cool wood shade".split()
COLOUR = re.compile(rf"((p[0-7]|{'|'.join(NAMES)})(/\d+(\.\d+)?)?)?")


@cache
def named(colour: str) -> str:
    """Returns a colour of the palettes. Raises ValueError, so that the painter's line is told, for
    another word.
    """
    if not COLOUR.fullmatch(colour):
        expected = f"p0..p7 {' '.join(NAMES)}, also as p0/30"
        raise ValueError(f"no colour {colour!r}; expected one of {expected}")
    return colour


def short(value: float) -> float:
    """Returns a number with as few digits as a picture needs."""
    rounded = round(value, 1)
    whole = int(rounded)
    return whole if rounded == whole else rounded


def circle(
    x: float, y: float, radius: float, fill: str, stroke: str = "", width: float = 0.0
) -> Shape:
    """Returns a disc with a rim."""
    return ["c", short(x), short(y), short(radius), named(fill), named(stroke), short(width)]


def line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> Shape:
    """Returns a line between two points."""
    return ["l", short(x), short(y), short(to_x), short(to_y), named(colour), short(width)]


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    stroke: str = "",
    line_width: float = 0.0,
) -> Shape:
    """Returns a rectangle by its upper left corner."""
    corner = [short(x), short(y), short(width), short(height)]
    return ["r", *corner, named(fill), named(stroke), short(line_width)]


def polygon(
    points: Sequence[tuple[float, float]], fill: str, stroke: str = "", width: float = 0.0
) -> Shape:
    """Returns a closed polygon."""
    flat = [short(value) for point in points for value in point]
    return ["p", flat, named(fill), named(stroke), short(width)]


def path(points: Sequence[tuple[float, float]], colour: str, width: float) -> Shape:
    """Returns an open line through points."""
    flat = [short(value) for point in points for value in point]
    return ["w", flat, named(colour), short(width)]


def dashes(points: Sequence[tuple[float, float]], colour: str, width: float, dash: float) -> Shape:
    """Returns an open line through points in dashes of that length, as far apart."""
    return ["d", path(points, "", 0)[1], named(colour), short(width), short(dash)]


def clipped(words: str, letters: int) -> str:
    """Returns words of at most so many letters."""
    return words if len(words) <= letters else words[: letters - 1] + "\u2026"


def text(x: float, y: float, words: str, size: float, colour: str, align: str = "center") -> Shape:
    """Returns words with their middle line at y; align: left, center or right of x."""
    return ["t", short(x), short(y), words, short(size), named(colour), align]
