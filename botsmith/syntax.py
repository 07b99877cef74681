"""Small questions to syntax trees that several packages ask."""

import ast


def last_word(node: ast.expr) -> str:
    """Returns the last name of `a.b.c`; "" for what ends otherwise."""
    return str(getattr(node, "attr", getattr(node, "id", "")))
