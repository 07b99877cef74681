"""The shapes that painters draw: short JSON lists, in the painter's own units, y down.

A colour is a name of the page's palettes, light and dark: `p0`..`p7` seats, `ink` lines and text,
`dim` less important things, `faint` grounds, `edge` rims, `paper` the page, `good`, `bad`, `warm`,
`cool`, `wood`, `shade` (dark in both palettes). `p0/30` is p0 at 30 percent opacity; "" is none.

A ValueError says what cannot be drawn; the viewer adds the painter's line to it.
"""

import re
from collections.abc import Sequence
from functools import cache
from math import cos, isfinite, sin

Shape = list[float | int | str | list[float]]
Points = Sequence[tuple[float, float]]

NAMES = "ink dim faint edge paper good bad warm cool wood shade".split()
COLOUR = re.compile(rf"((p[0-7]|{'|'.join(NAMES)})(/(100|\d\d?(\.\d+)?))?)?")
ALIGNS = ("left", "center", "right")


@cache
def colour_of(colour: str) -> str:
    """Returns a colour if it is one of the palettes. Raises ValueError for another word."""
    if not COLOUR.fullmatch(colour):
        expected = f"p0..p7 {' '.join(NAMES)}, also as p0/30, 0 to 100 percent"
        raise ValueError(f"no colour {colour!r}; expected one of {expected}")
    return colour


def short(value: float) -> float:
    """Returns a number with as few digits as a picture needs."""
    rounded = round(value, 1)
    whole = int(rounded)
    return whole if rounded == whole else rounded


def places(shape: str, *values: float) -> list[float]:
    """Returns coordinates of a shape, rounded. Raises ValueError, with the shape's name, for one
    that is not finite.
    """
    for value in values:
        if not isfinite(value):
            raise ValueError(f"{shape} with {value}; expected finite numbers")
    return [short(value) for value in values]


def sizes(shape: str, *values: float) -> list[float]:
    """Returns sizes of a shape, rounded. Raises ValueError, with the shape's name, for one below 0
    or not finite.
    """
    for value in values:
        if value < 0:
            raise ValueError(f"{shape} with the size {value}; expected 0 or more")
    return places(shape, *values)


def flat(shape: str, points: Points) -> list[float]:
    """Returns the coordinates of points in one list: x, y, x, y, ..."""
    return places(shape, *(value for point in points for value in point))


def circle(
    x: float, y: float, radius: float, fill: str, stroke: str = "", width: float = 0.0
) -> Shape:
    """Returns a disc with a rim. Raises ValueError for a wrong colour, a radius below 0, or a
    number that is not finite.
    """
    radius, width = sizes("circle", radius, width)
    return ["c", *places("circle", x, y), radius, colour_of(fill), colour_of(stroke), width]


def line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float) -> Shape:
    """Returns a line between two points. Raises ValueError as `circle` does."""
    return ["l", *places("line", x, y, to_x, to_y), colour_of(colour), *sizes("line", width)]


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "", edge: float = 0.0
) -> Shape:
    """Returns a rectangle by its upper left corner. Raises ValueError as `circle` does.

    edge: the width of its rim
    """
    area = places("rectangle", x, y, width, height)
    return ["r", *area, colour_of(fill), colour_of(stroke), *sizes("rectangle", edge)]


def polygon(points: Points, fill: str, stroke: str = "", width: float = 0.0) -> Shape:
    """Returns a closed polygon. Raises ValueError as `circle` does."""
    rim = sizes("polygon", width)
    return ["p", flat("polygon", points), colour_of(fill), colour_of(stroke), *rim]


def path(points: Points, colour: str, width: float) -> Shape:
    """Returns an open line through points. Raises ValueError as `circle` does."""
    return ["w", flat("path", points), colour_of(colour), *sizes("path", width)]


def dashes(points: Points, colour: str, width: float, dash: float) -> Shape:
    """Returns an open line through points in dashes. Raises ValueError as `circle` does.

    dash: the length of dashes and gaps
    """
    return ["d", flat("dashes", points), colour_of(colour), *sizes("dashes", width, dash)]


def barbs(x: float, y: float, way: float, length: float, off: float) -> list[tuple[float, float]]:
    """Returns the two ends of the head of an arrow that points to (x, y).

    way: the arrow's direction, in radians
    off: the angle between the head's lines and the arrow, in radians
    """
    return [(x - length * cos(way + side), y - length * sin(way + side)) for side in (-off, off)]


def clipped(words: str, letters: int) -> str:
    """Returns words cut to at most `letters` characters."""
    return words if len(words) <= letters else words[: letters - 1] + "\u2026"


def text(x: float, y: float, words: str, size: float, colour: str, align: str = "center") -> Shape:
    """Returns a text with its middle line at y. Raises ValueError for a wrong `align`, and as
    `circle` does.

    align: left, center or right: the side of the text that is at x
    """
    if align not in ALIGNS:
        raise ValueError(f"text with the align {align!r}; expected one of {' '.join(ALIGNS)}")
    return ["t", *places("text", x, y), words, *sizes("text", size), colour_of(colour), align]
