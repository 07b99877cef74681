"""Plays a bot with CPython and with C, and compares its whole memory after every turn.

This imports the bot's modules, so it runs in a process of its own: botsmith/bundle/kernels.py.
"""

import io
import math
import os
import runpy
import struct
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, NoReturn, TypeVar

from botsmith.compiler.fit import DIFFERENT, NO_ANSWER, difference, misfit, misfit_argument
from botsmith.paths import short_path
from botsmith.printable import say
from common import loop, native
from common.clock import Deadline
from common.engine import Engine, EngineFailed, Engines
from common.translate import translate

PLAIN_TURN = loop.answer_turn
Result = TypeVar("Result")


class Twin(Engine[Any]):
    """Runs CPython and C side by side. A difference ends the process with one line."""

    def __init__(self, memory: type, other: native.NativeEngine[Any]) -> None:
        super().__init__(memory)
        self.twin = other
        self.turn = -1  # the warm-up, and whatever comes before the first turn

    def load(self, field: str, source: object) -> None:
        if bad := misfit(source, type(source), field):
            self.end(bad)
        super().load(field, source)

    def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
        if bad := misfit_argument(kernel, values):
            self.end(bad)
        ours = super().call(kernel, *values)
        try:
            theirs = self.twin.call(kernel, *values)
        except EngineFailed as error:
            self.end(f"{kernel.__name__}: {error}")
        if bits(ours) != bits(theirs):
            self.end(f"{kernel.__name__} gives {ours!r} in CPython, {theirs!r} in C")
        return ours

    def compare(self) -> None:
        """Ends the process if a value of the memory differs, or cannot be held in C."""
        try:
            values = [*native.values_of(self.memory, 0)]
        except struct.error:
            self.end(misfit(self.memory, type(self.memory), "memory"))
        for place, data in values:
            theirs = self.twin.pages[place : place + len(data)]
            if theirs != data:
                place += next(n for n, byte in enumerate(data) if byte != theirs[n])
                self.end(f"the memory differs: {difference(self.memory, self.twin.memory, place)}")

    def end(self, text: str) -> NoReturn:
        turn = f"turn {self.turn}" if self.turn >= 0 else "the warm-up"
        say(f"{turn}: {text}", to=sys.stderr)
        os._exit(DIFFERENT)


class Twins(Engines[Any]):
    """The engines of a bot whose every turn is played twice."""

    playing: list[Twin] = []

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        path = f"{tempfile.mkdtemp()}/kernels.so"  # the parent clears it away
        text = translate(self.kernels, self.memory)
        native.make_library(native.find_compilers(), path, text, self.flags[-1])
        self.python = self.twin = Twin(self.memory, native.NativeEngine(self.memory, path))
        self.is_started = False
        self.playing.append(self.twin)

    def start(self, warm_up: Callable[[], object]) -> None:
        warm_up()
        self.is_started = True

    def current(self, deadline: Deadline) -> Engine[Any]:
        self.twin.compare()
        self.twin.turn += int(self.is_started)
        return self.twin


def bits(value: object) -> object:
    """Returns a value that differs for different bits. None and the zero of an empty entry give the
    same number.
    """
    if isinstance(value, float):
        return struct.pack("d", math.nan if math.isnan(value) else value)
    return value or 0


class Beside(io.TextIOBase):
    """Standard output while a bot thinks. Any text printed there ends the process with one line."""

    def write(self, text: str) -> int:
        if text:
            frame: Any = sys._getframe(1)
            while frame.f_back and "/bots/" not in frame.f_code.co_filename:
                frame = frame.f_back  # to the bot's own line
            what = f"{text[:60]!r} goes to stdout beside the answer: print to stderr"
            end_without(frame.f_code.co_filename, frame.f_lineno, what)
        return len(text)


def end_without(path: str, line: int, what: str) -> None:
    """Ends the process because an answer is invalid. Prints the mistake with its line."""
    say(f"{short_path(path)}:{line}: {what}", to=sys.stderr)
    os._exit(NO_ANSWER)


def answer_turn(bot: Any, *given: Any) -> tuple[list[str], str]:
    """Returns an answer as `common/loop.py` does. An invalid answer ends the process."""
    with redirect_stdout(Beside()):
        lines, trouble = PLAIN_TURN(bot, *given)
    if isinstance(lines, str):
        code = type(bot).answer.__code__
        what = f"answer gives the text {lines[:60]!r}, not a list of lines: write [text]"
        end_without(code.co_filename, code.co_firstlineno, what)
    return lines, trouble


def compare(entry: str) -> None:
    """Plays an entry file's bot on the lines of stdin, in both engines.

    A difference ends the process with one line on stderr and status 1, an invalid answer with
    status 3.
    """
    native.Compiled = Twins  # type: ignore[misc, assignment]
    loop.answer_turn = answer_turn  # type: ignore[assignment]
    runpy.run_module(entry, run_name="__main__")
    for twin in Twins.playing:
        twin.compare()
