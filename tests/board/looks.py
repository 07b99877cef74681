"""What is wrong with how a page of plots looks, as a browser measures it."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.pages import cases_of

SCRIPTS = dict(cases_of(Path(__file__).with_name("looks.txt").read_text(encoding="utf-8")))
# Words of a plot that touch each other or leave their card, and cards that leave the page.
FAULTS = SCRIPTS["faults"]
COLOURS = SCRIPTS["colours"]


def faults(page: Page) -> list[str]:
    """What overlaps, is cut, or sticks out."""
    found: list[str] = page.evaluate(FAULTS)
    return found


def contrasts(page: Page) -> dict[str, float]:
    """The lowest contrast with the card, as WCAG 2 counts it: of words, of texts and lines of
    plots.
    """
    found: dict[str, Any] = page.evaluate(COLOURS)
    card = brightness(found.pop("card"))
    return {
        kind: min(contrast(brightness(colour), card) for colour in colours)
        for kind, colours in found.items()
    }


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def brightness(colour: str) -> float:
    """Relative luminance of `rgb(r, g, b)`, 0 to 1 (WCAG 2)."""
    parts = [int(part) / 255.0 for part in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
