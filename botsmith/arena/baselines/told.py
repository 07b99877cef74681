"""A bot's LineReader for baselines: it reads by the function that they are given."""

import sys

from botsmith.arena.baselines.game import NextLine
from common.stdio import LineReader


class Told(LineReader):
    """Lines of `next_line`, whose EOFError goes through."""

    def __init__(self, next_line: NextLine) -> None:
        super().__init__(sys.stdin)
        self.next_line = next_line

    def line(self) -> str:
        self.number += 1
        return self.next_line().rstrip("\r\n")
