"""The values of a line of input, one by one, each read as its type."""

from math import isfinite

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

    def refuse(self, name: str, wanted: str, word: str) -> UnreadableInput:
        return UnreadableInput(f"{self.place}: {name}: expected {wanted}, got {word[:60]!r}")

    def word(self) -> str:
        return next(self.words)

    def integer(self, name: str, bits: int = 31) -> int:
        word = self.word()
        try:
            value = int(word)
        except ValueError:
            raise self.refuse(name, "an integer", word) from None
        if abs(value) >> bits:
            raise self.refuse(name, f"an integer of {bits + 1} bits", word)
        return value

    def count(self, name: str) -> int:
        """Returns an integer of 0 or more."""
        value = self.integer(name)
        if value < 0:
            raise self.refuse(name, "0 or more", str(value))
        return value

    def number(self, name: str) -> float:
        word = self.word()
        try:
            value = float(word)
        except ValueError:
            raise self.refuse(name, "a number", word) from None
        if not isfinite(value):
            raise self.refuse(name, "a number", word)
        return value

    def truth(self, name: str) -> bool:
        word = self.word()
        if word not in ("0", "1"):
            raise self.refuse(name, "0 or 1", word)
        return word == "1"
