"""Reads lines, with the time when a turn began; writes lines at once; logs on stderr."""

import sys
from collections.abc import Callable
from time import perf_counter
from typing import TextIO


class EndOfInput(Exception):
    """Raised if the input ends between two turns: the match is over."""


class UnreadableInput(ValueError):
    """Raised for a line that the protocol does not allow. The text has the line and the right
    form.
    """


class LineReader:
    """Reads the referee's lines. started: the time of a turn's first line, in seconds of `now`

    queued: returns the seconds spent waiting for a processor
    """

    number = 0  # of the last line
    is_at_end = False

    def __init__(
        self,
        source: TextIO,
        now: Callable[[], float] = perf_counter,
        queued: Callable[[], float] = float,
    ) -> None:
        self.source = source
        self.now = now
        self.queued = queued
        self.begin_turn()

    def begin_turn(self) -> None:
        """Makes the next line the first of a turn."""
        self.started: float | None = None
        self.before = self.queued()

    def line(self) -> str:
        """Returns the next line.

        Raises EndOfInput at the end of the input between turns, UnreadableInput inside a turn.
        """
        text = self.source.readline()
        if not text:
            self.is_at_end = True
            if self.started is None:
                raise EndOfInput
            raise UnreadableInput(f"input ended after line {self.number}, in the middle of a turn")
        if self.started is None:
            self.started = self.now() - self.queued() + self.before
        self.number += 1
        return text.rstrip("\r\n")


def write_lines(lines: list[str], sink: TextIO) -> None:
    """Writes an answer's lines at once, and flushes."""
    sink.write("\n".join(lines) + "\n")
    sink.flush()


def report(text: str) -> None:
    """Writes a text to stderr."""
    print(text, file=sys.stderr, flush=True)
