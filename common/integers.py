"""Lines of integers, for a protocol by hand; what `new` writes reads by common/fields.py."""

from common.stdio import LineReader, UnreadableInput


def read_integers(reader: LineReader, count: int, what: str) -> list[int]:
    """Returns the next line as `count` integers; `what` names them in the error."""
    return parse_integers(reader.line(), count, f"line {reader.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:
    """Returns `text` as exactly `count` integers of 32 bits; raises UnreadableInput otherwise."""
    try:
        values = [*map(int, text.split())]
    except ValueError:
        values = []
    if len(values) != count or max(map(abs, [0, *values])) >> 31:
        wanted = f"{count} integer{'s' * (count != 1)}"
        raise UnreadableInput(f"{what}: expected {wanted}, got {text[:60]!r}")
    return values
