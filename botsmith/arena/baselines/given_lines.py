"""Gives baselines a LineReader whose lines come from a function."""

import sys

from botsmith.arena.baselines.game import NextLine
from common.stdio import LineReader


class GivenLines(LineReader):
    """Reads the lines that `next_line` returns. `next_line` raises EOFError at the end of the
    input.
    """

    def __init__(self, next_line: NextLine) -> None:
        super().__init__(sys.stdin)
        self.next_line = next_line

    def line(self) -> str:
        self.number += 1
        return self.next_line().rstrip("\r\n")
