"""Words from outside (names, paths, what bots and referees print), fit for a terminal."""

import sys


def printable(line: str) -> str:
    """A line without what would move a terminal's cursor or turn its direction of writing."""
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def print_error(text: str) -> None:
    """Prints `botsmith: TEXT` as one line on stderr."""
    print(f"botsmith: {printable(' '.join(text.split()))}", file=sys.stderr, flush=True)
