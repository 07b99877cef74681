"""Answers small questions about syntax trees."""

import ast
import io
import tokenize
from collections.abc import Iterable
from typing import Any


def last_word(node: ast.expr) -> str:
    """Returns the last name of `a.b.c`; "" for any other expression."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    """Returns the tokens of a text."""
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def stands_alone(text: str, node: ast.stmt) -> bool:
    """Returns True if no other statement of the text's tree shares the lines of this one."""
    lines = text.split("\n")
    before = lines[node.lineno - 1][: node.col_offset]
    after = lines[(node.end_lineno or 0) - 1][node.end_col_offset or 0 :]
    return not before.strip() and after.strip()[:1] in ("", "#")


def line_numbers(nodes: Iterable[Any]) -> set[int]:
    """Returns the numbers, from 1, of the lines on which statements stand."""
    return {line for node in nodes for line in range(node.lineno, node.end_lineno + 1)}
