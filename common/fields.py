"""The values of a line of input, one by one, each read as its type."""

from collections.abc import Callable
from math import isfinite
from typing import Any, NoReturn

from common.stdio import LineReader, UnreadableInput


class Fields:
    """Reads the next line as `count` values.

    text: the place of the value that may hold blanks, if there is one
    Raises UnreadableInput for another number of values, and for a value that does not fit.
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

    def refuse(self, name: str, wanted: str) -> NoReturn:
        raise UnreadableInput(f"{self.place}: {name}: expected {wanted}, got {self.last[:60]!r}")

    def word(self) -> str:
        """Returns the next value."""
        self.last = next(self.words)
        return self.last

    def value(self, name: str, kind: Callable[[str], Any], wanted: str) -> Any:
        try:
            return kind(self.word())
        except ValueError:
            self.refuse(name, wanted)

    def integer(self, name: str, bits: int = 31) -> int:
        value: int = self.value(name, int, "an integer")
        if abs(value) >> bits:
            self.refuse(name, f"an integer of {bits + 1} bits")
        return value

    def count(self, name: str) -> int:
        """Returns an integer of 0 or more."""
        value = self.integer(name)
        if value < 0:
            self.refuse(name, "0 or more")
        return value

    def number(self, name: str) -> float:
        value: float = self.value(name, float, "a number")
        if not isfinite(value):
            self.refuse(name, "a number")
        return value

    def truth(self, name: str) -> bool:
        if self.word() not in ("0", "1"):
            self.refuse(name, "0 or 1")
        return self.last == "1"
