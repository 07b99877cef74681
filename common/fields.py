"""The values of a line of input, one by one, each read as its type."""

from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from typing import TypeVar

from common.stdio import LineReader, UnreadableInput

AnyValue = TypeVar("AnyValue")


class Fields:
    """Reads the next line as `count` values.

    text: the index of a value that may contain blanks, if there is one
    Raises UnreadableInput for another number of values.
    """

    def __init__(self, reader: LineReader, count: int, text: int = -1) -> None:
        line = reader.line()
        self.place = f"line {reader.number}"
        if text < 0:
            words = line.split()
        else:
            *words, rest = line.split(" ", text)
            words += rest.rsplit(" ", count - text - 1)
        if len(words) != count:
            raise UnreadableInput(f"{self.place}: expected {count} values, got {line[:60]!r}")
        self.words = iter(words)

    def word(self) -> str:
        return next(self.words)

    def value(
        self,
        name: str,
        wanted: str,
        kind: Callable[[str], AnyValue],
        fits: Callable[[AnyValue], bool],
    ) -> AnyValue:
        """Returns the next value, made from its word by `kind`.

        wanted: the right form, for the message
        Raises UnreadableInput if `kind` refuses the word, or if `fits` returns False for the value.
        """
        word = self.word()
        with suppress(ValueError):
            if fits(value := kind(word)):
                return value
        raise UnreadableInput(f"{self.place}: {name}: expected {wanted}, got {word[:60]!r}")

    def integer(self, name: str, bits: int = 31) -> int:
        wanted = f"an integer of {bits + 1} bits"
        return self.value(name, wanted, int, lambda value: abs(value) >> bits == 0)

    def count(self, name: str) -> int:
        """Returns an integer of 0 or more."""
        return self.value(name, "0 or more", int, range(2**31).__contains__)

    def number(self, name: str) -> float:
        return self.value(name, "a number", float, isfinite)

    def truth(self, name: str) -> bool:
        return self.value(name, "0 or 1", str, ("0", "1").__contains__) == "1"
