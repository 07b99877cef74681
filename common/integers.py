"""Reads lines of integers, for a protocol written by hand; code of `new` uses common/fields.py."""

from common.stdio import LineReader, UnreadableInput


def read_integers(reader: LineReader, count: int, what: str) -> list[int]:
    """Returns the next line as `count` integers. Raises UnreadableInput, with `what`, for another
    line.
    """
    return parse_integers(reader.line(), count, f"line {reader.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:
    """Returns `text` as exactly `count` integers of 32 bits. Raises UnreadableInput, with `what`,
    for another text.
    """
    try:
        values = [*map(int, text.split())]
    except ValueError:
        values = []
    if len(values) != count or max(map(abs, [0, *values])) >> 31:
        wanted = f"{count} integer{'s' * (count != 1)}"
        raise UnreadableInput(f"{what}: expected {wanted}, got {text[:60]!r}")
    return values
