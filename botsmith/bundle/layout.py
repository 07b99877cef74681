"""Where the nodes of a syntax tree stand in their text, counted in characters from its start."""

import ast
import tokenize
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import Any

from botsmith.bundle.modules import tokens_of


class Layout:
    """A text that Python can parse, by places: 0 is its first character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    @cached_property
    def tokens(self) -> list[tokenize.TokenInfo]:
        """Returns the tokens of the text."""
        return tokens_of(self.text)

    @cached_property
    def token_places(self) -> list[int]:
        """Returns the place of each token."""
        return [self.place(*token.start) for token in self.tokens]

    def place(self, line: int, column: int) -> int:
        """Returns the place of a column of a line; a column counts characters."""
        return self.starts[line - 1] + column

    def line_at(self, place: int) -> int:
        """Returns the line, from 1, that a place is in."""
        return bisect_left(self.starts, place + 1)

    def start(self, node: Any) -> int:
        """Returns the place of a node."""
        return self.place(node.lineno, node.col_offset)

    def span(self, node: Any) -> tuple[int, int]:
        """Returns the place of a node, and the place behind it."""
        return self.start(node), self.place(node.end_lineno, node.end_col_offset)

    def annotation(self, node: ast.expr) -> tuple[int, int]:
        """Returns the span of an annotation with the `:` or `->` before it."""
        start, end = self.span(node)
        first = bisect_left(self.token_places, start) - 1
        last = bisect_left(self.token_places, end)
        while self.tokens[first].string not in (":", "->"):
            if self.tokens[first].string == "(":  # around the annotation alone
                while self.tokens[last].string != ")":
                    last += 1
                end = self.token_places[last] + 1
                last += 1
            first -= 1
        place = self.token_places[first]
        if self.tokens[first].string == "->":
            place -= len(self.text[:place]) - len(self.text[:place].rstrip(" "))
        return place, end

    def comments(self) -> Iterator[tuple[int, int]]:
        """Yields the spans of the comments with the blanks before them."""
        for token, place in zip(self.tokens, self.token_places, strict=True):
            if token.type == tokenize.COMMENT:
                before = self.text[self.starts[token.start[0] - 1] : place]
                yield place - len(before) + len(before.rstrip()), place + len(token.string)
