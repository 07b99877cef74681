"""Tabs for four blanks: what a bundle does that would not fit otherwise."""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import replace

from botsmith.bundle.flat import Piece

STEP = 4
OWNERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def tabbed(piece: Piece) -> Piece:
    """A module indented by tabs; as it was if its blocks are not indented by four blanks.

    The values of strings stay, but for the blanks that docstrings have before their lines.
    """
    rows = dict(string_rows(piece.text))
    lines = piece.text.split("\n")
    indents = (token.string for token in tokens_of(piece.text) if token.type == tokenize.INDENT)
    if any(len(indent) % STEP for indent in indents):
        return piece
    for row, width in docstring_rows(ast.parse(piece.text)):
        rows[row] = width
    for row, line in enumerate(lines, start=1):
        blanks = min(len(line) - len(line.lstrip(" ")), rows.get(row, len(line)))
        lines[row - 1] = "\t" * (blanks // STEP) + line[blanks // STEP * STEP :]
    return replace(piece, text="\n".join(lines))


def tokens_of(text: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a text."""
    return tokenize.generate_tokens(io.StringIO(text).readline)


def string_rows(text: str) -> Iterator[tuple[int, int]]:
    """The lines that begin within a string, with 0: how many of their blanks may change."""
    begun = []
    for token in tokens_of(text):
        kind = tokenize.tok_name[token.type]
        if kind in ("STRING", "FSTRING_START"):
            begun.append(token.start[0])
        if kind in ("STRING", "FSTRING_END"):
            yield from ((row, 0) for row in range(begun.pop() + 1, token.end[0] + 1))


def docstring_rows(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """The later lines of docstrings in blocks, with the blanks that stand before the first one."""
    for node in ast.walk(tree):
        if isinstance(node, OWNERS) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            for row in range(first.lineno + 1, (first.end_lineno or 0) + 1):
                yield row, first.col_offset
