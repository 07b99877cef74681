"""Formats texts and numbers for pages: short, on one line, rounded."""

from datetime import UTC, datetime

from botsmith.printable import printable

LONGEST = 240  # characters of a name or a line of a bot that are shown
DASH = "\N{EN DASH}"


def plain(text: object) -> str:
    """Returns a text of a bot or a user on one line, without control characters, cut at LONGEST."""
    shown = printable(str(text)[: LONGEST + 1])
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"


def span(ends: tuple[float, float]) -> str:
    """Returns the ends of an interval, each 0..1, as whole percents with a dash between them."""
    return f"{ends[0]:.0%}{DASH}{ends[1]:.0%}"


def number_and_noun(number: int, noun: str, ending: str = "s") -> str:
    """Returns a number with its noun: "1 game", "2 games"."""
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def limit_words(limit_ms: float) -> str:
    """Returns a time limit as text, with only the decimals that it needs."""
    return f"{limit_ms:,.6g} ms"


def day_and_time(seconds: float, form: str = "%Y-%m-%d %H:%M UTC") -> str:
    """Returns a time as text. seconds: since 1970, as time.time() returns them"""
    return f"{datetime.fromtimestamp(seconds, UTC):{form}}"
