"""What is wrong with how a page of plots looks, as a browser measures it."""

import re
from typing import Any

from playwright.sync_api import Page

# Words of a plot that touch each other or leave their card, and cards that leave the page.
FAULTS = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth, width = window.innerWidth;
  if (wide > width) found.push(`the page is ${wide} wide`);
  for (const card of document.querySelectorAll(".card")) {
    const box = card.getBoundingClientRect();
    if (box.left < 0 || box.right > width) found.push(`card ${card.textContent.slice(0, 40)}`);
  }
  for (const plot of document.querySelectorAll("svg.plot")) {
    const card = plot.closest(".card").getBoundingClientRect();
    const words = [...plot.querySelectorAll("text")].map(
      word => [word.textContent, word.getBoundingClientRect()]);
    words.forEach(([word, box], place) => {
      if (box.left < card.left || box.right > card.right) found.push(`cut: ${word}`);
      for (const [other, near] of words.slice(place + 1))
        if (box.left < near.right && near.left < box.right && box.top < near.bottom
            && near.top < box.bottom) found.push(`${word} lies on ${other}`);
    });
    if (plot.clientWidth < 200) found.push(`a plot ${plot.clientWidth} wide`);
  }
  return found;
}"""
COLOURS = """() => {
  const card = getComputedStyle(document.querySelector(".card")).backgroundColor;
  const all = (selector, name) => [...document.querySelectorAll(selector)].map(
    one => getComputedStyle(one)[name]);
  return {card, words: all(".standings td.strong", "color"), texts: all(".plot text", "fill"),
    lines: [...all(".plot .line", "stroke"), ...all(".plot circle", "fill"),
            ...all(".plot .limit", "stroke"), ...all(".plot .area", "fill")]};
}"""


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
