"""Writes numbers as people write them."""


def number_text(value: float) -> str:
    """Returns a number as text: thousands apart and whole, smaller ones with four digits."""
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e15 else f"{value:.4g}"
