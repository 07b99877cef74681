"""Writes numbers as people write them."""

from math import floor, isfinite, log10

DIGITS = 4  # that count, of a number below 1,000
SMALLEST, LARGEST = 1e-6, 1e15


def number_text(value: float) -> str:
    """Returns a number as text: thousands apart, no needless decimals, no exponent up to 1e15."""
    size = abs(value)
    if size < SMALLEST:
        return "0"
    if not isfinite(value) or size >= LARGEST:
        return f"{value:.3g}"
    decimals = 0 if size >= 1000 else max(0, DIGITS - 1 - floor(log10(size)))
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text
