"""Words of bots and of foreign programs, fit for a terminal."""


def printable(line: str) -> str:
    """A line without what would move a terminal's cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)
