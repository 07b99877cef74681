"""Shapes of the replay painters as an SVG file, in the replay page's light and dark palettes."""

import re
from collections.abc import Sequence
from html import escape

from botsmith.replay.shapes import Shape
from botsmith.replay.viewer import TEMPLATE

ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def palettes() -> tuple[str, str]:
    """Returns the page's colours as CSS declarations, light and dark."""
    found = re.findall(r":root \{(.*?)\}", TEMPLATE.read_text(encoding="utf-8"), re.DOTALL)
    light, dark = (" ".join(re.findall(r"--\w+: #\w+;", block)) for block in found[:2])
    return light, dark


def svg(shapes: Sequence[Shape], width: float, height: float, title: str) -> str:
    """Returns the SVG file; title: what it shows, for those who cannot see it."""
    light, dark = palettes()
    style = (
        f":root {{ {light} }} @media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"
        " text { font: 600 12px system-ui, sans-serif; dominant-baseline: central; }"
        " path, line { stroke-linejoin: round; stroke-linecap: round; }"
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{style}</style>",
        f'<rect width="{width:g}" height="{height:g}" rx="8" {painted("panel", "edge", 1)}/>',
        *map(element, shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def element(shape: Shape) -> str:
    """Returns the SVG element of a shape."""
    kind, *rest = shape
    match kind:
        case "c":
            x, y, radius, *paint = rest
            return f'<circle cx="{x}" cy="{y}" r="{radius}" {painted(*paint)}/>'
        case "l":
            x, y, to_x, to_y, *paint = rest
            return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" {painted("", *paint)}/>'
        case "r":
            x, y, wide, high, *paint = rest
            return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" {painted(*paint)}/>'
        case "p" | "w":
            flat, *paint = rest
            assert isinstance(flat, list)
            way = "M" + " ".join(f"{value:g}" for value in flat)
            fill = painted(*paint) if kind == "p" else painted("", *paint)
            return f'<path d="{way}{"z" if kind == "p" else ""}" {fill}/>'
    x, y, words, size, colour, align = rest
    look = f'style="font-size:{size}px" text-anchor="{ANCHORS[str(align)]}" {painted(colour)}'
    return f'<text x="{x}" y="{y}" {look}>{escape(str(words))}</text>'


def painted(fill: object, stroke: object = "", width: object = 0) -> str:
    """Fill and stroke as attributes; colours as in `shapes`."""
    said = coloured("fill", str(fill))
    if stroke:
        said += f' {coloured("stroke", str(stroke))} stroke-width="{width}"'
    return said


def coloured(what: str, word: str) -> str:
    """Returns a colour such as `p0/30` as two attributes, colour and opacity."""
    if not word:
        return f'{what}="none"'
    name, _, percent = word.partition("/")
    opacity = f' {what}-opacity="{int(percent) / 100:g}"' if percent else ""
    return f'{what}="var(--{name})"{opacity}'
